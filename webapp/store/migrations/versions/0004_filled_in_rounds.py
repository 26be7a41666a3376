"""The form of the next round, as far as it is filled in."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match_sheets", sa.Column("filled_in", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("match_sheets", "filled_in")
