"""What tells a scene from every other one, so that an old page cannot change another."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("scenes", sa.Column("key", sa.String(8), nullable=False, server_default=""))
    op.execute("UPDATE scenes SET key = lower(hex(randomblob(4)))")


def downgrade() -> None:
    op.drop_column("scenes", "key")
