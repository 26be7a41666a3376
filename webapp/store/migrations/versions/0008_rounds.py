"""Rounds of a game: who begins, whether one is scored, and where the next one started; and
where in a kept picture the photos lie that it was made of."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("begins", sa.JSON(), nullable=True))
    op.add_column(
        "games", sa.Column("round_scored", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column(
        "turns", sa.Column("round_start", sa.Integer(), nullable=False, server_default="1")
    )
    op.add_column("turns", sa.Column("round_before", sa.JSON(), nullable=True))
    op.add_column("photos", sa.Column("frames", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("photos", "frames")
    op.drop_column("turns", "round_before")
    op.drop_column("turns", "round_start")
    op.drop_column("games", "round_scored")
    op.drop_column("games", "begins")
