"""What bots have said of their own games, for whoever has the token they played with."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "bot_logs",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
    )
    op.create_index("bot_logs_table", "bot_logs", ["table_id", "holder"])
    op.create_index("bot_logs_at", "bot_logs", ["at"])
    op.create_index("bot_logs_holder", "bot_logs", ["holder"])
