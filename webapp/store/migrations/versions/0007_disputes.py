"""The disputes that were judged last, to be looked at again."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "disputes",
        sa.Column(
            "game_id",
            sa.String(32),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("kind", sa.String(4), primary_key=True),
        sa.Column("key", sa.String(8), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("disputes")
