"""Ratings of those who play rated games. They begin with the first game after this step."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("name_key", sa.Text, primary_key=True),
        sa.Column("bot", sa.Boolean, primary_key=True, autoincrement=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.BigInteger, nullable=False),
    )
