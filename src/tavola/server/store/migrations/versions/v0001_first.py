"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    _tables()
    _records()
    _people()
    op.create_table(
        "nodes",
        sa.Column("node", sa.Text, primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
    )


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("fence", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_status_changed", "tables", ["status", "changed"])
    op.create_index("tables_owner_status", "tables", ["owner", "status"])
    op.create_table(
        "log",
        sa.Column("number", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entry", sa.LargeBinary, nullable=False),
    )


def _records() -> None:
    op.create_table(
        "records",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("how", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_index("records_at", "records", ["at", "table_id"])
    op.create_index("records_game_at", "records", ["game", "at", "table_id"])
    op.create_table(
        "record_names",
        sa.Column("name_key", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, primary_key=True),
        sa.Column(
            "table_id", sa.Text, sa.ForeignKey("records.table_id", ondelete="CASCADE"), primary_key=True
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("record_names_table", "record_names", ["table_id"])


def _people() -> None:
    op.create_table(
        "names",
        sa.Column("name_key", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("claimed", sa.Double, nullable=False),
    )
    op.create_index("names_holder", "names", ["holder"])
    op.create_table(
        "scores",
        sa.Column("environment", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("score", sa.BigInteger, nullable=False),
        sa.Column("games", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "standings",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("name_key", sa.Text, primary_key=True),
        sa.Column("bot", sa.Boolean, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("games", sa.BigInteger, nullable=False),
        sa.Column("wins", sa.BigInteger, nullable=False),
    )
