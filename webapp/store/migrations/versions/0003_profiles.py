"""The profile of a game's tiles, and tiles on the way into one."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("profile", sa.String(40), nullable=True))
    op.create_table(
        "drafts",
        sa.Column(
            "game_id",
            sa.String(32),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("content", sa.JSON(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("drafts")
    op.drop_column("games", "profile")
