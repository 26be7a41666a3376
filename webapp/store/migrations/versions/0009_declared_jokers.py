"""What the jokers of sets on the table were declared to be before a turn."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("turns", sa.Column("declared", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("turns", "declared")
