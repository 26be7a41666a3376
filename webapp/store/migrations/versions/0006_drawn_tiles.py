"""How many tiles of the round were drawn from the pool."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("drawn", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("games", "drawn")
