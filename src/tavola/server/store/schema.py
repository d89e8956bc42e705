"""The tables of the database. A change here needs a step in migrations/versions; a test compares the two."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    true,
)

from tavola.server.store.names import storable

HEAD = "0007"  # the newest step of migrations/versions
VERSION_TABLE = "tavola_schema"

metadata = MetaData()
Number = BigInteger().with_variant(Integer, "sqlite")  # SQLite autoincrements INTEGER only


class Word(TypeDecorator[str]):
    """Text that clients may search for. PostgreSQL raises an error for NUL and lone surrogates; here they are
    replaced, and such a text just finds nothing."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Any) -> str | None:
        del dialect
        return value if value is None or value.isprintable() else storable(value, len(value))


# One row for each game table. `owner` and `fence`: which node may write to it (leases.py).
tables = Table(
    "tables",
    metadata,
    Column("number", Number, primary_key=True),  # short and growing: logs of present tables share pages
    Column("id", Word, nullable=False, unique=True),
    Column("game", Word, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("status", Word, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("seats", Text, nullable=False),  # JSON
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("owner", Word, nullable=False),
    Column("fence", BigInteger, nullable=False),
    Column("details", Text, nullable=False, server_default="{}"),  # JSON: the clock, bots, who is away
    Column("offered", Boolean, nullable=False, server_default=true()),  # is it shown in the lobby?
    Index("tables_status_changed", "status", "changed"),
    Index("tables_owner_status", "owner", "status"),
)

# No foreign key to `tables`: the fence check has just seen the row, and this is the hot path. In SQLite rows
# are stored in the order they came, with the key as an index beside them; clustered by table, every entry
# would cost a page of its own.
log = Table(
    "log",
    metadata,
    Column("number", Number, primary_key=True, autoincrement=False),  # of the table
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("entry", LargeBinary, nullable=False),
)

# The ids of tables that are deleted otherwise (pruning.py). A table's id may come from the id of a `create`:
# the same command, sent again years later, must not open a second table.
tombstones = Table("tombstones", metadata, Column("id", Word, primary_key=True), sqlite_with_rowid=False)

records = Table(
    "records",
    metadata,
    Column("table_id", Word, primary_key=True),
    Column("game", Word, nullable=False),
    Column("at", Double, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("how", Word, nullable=False),
    Column("summary", Text, nullable=False),  # JSON: seats, winners, scores, bots
    Column("record", Text, nullable=False),  # JSON, the record's own form
    Column("weight", Double),  # how much it counted, from 0 to 1 (rating_rule.py); none: not rated
    Index("records_at", "at", "table_id"),
    Index("records_game_at", "game", "at", "table_id"),
)

record_names = Table(
    "record_names",
    metadata,
    Column("name_key", Word, primary_key=True),
    Column("at", Double, primary_key=True),
    Column("table_id", Text, ForeignKey("records.table_id", ondelete="CASCADE"), primary_key=True),
    Column("won", Boolean),  # of a rated game: the result, and the rating after it
    Column("mu", Double),
    Column("sigma", Double),
    Index("record_names_table", "table_id"),
    sqlite_with_rowid=False,
)

names = Table(
    "names",
    metadata,
    Column("name_key", Word, primary_key=True),
    Column("name", Word, nullable=False),
    Column("holder", Word, nullable=False),
    Column("claimed", Double, nullable=False),
    Column("bot", Boolean, nullable=False, server_default=false()),  # a program plays under it
    Index("names_holder", "holder"),
)

# The scoreboards of 5000, one for each environment. Names count as they were typed, as in the original.
scores = Table(
    "scores",
    metadata,
    Column("environment", Word, primary_key=True),
    Column("name", Word, primary_key=True),
    Column("score", BigInteger, nullable=False),
    Column("games", BigInteger, nullable=False),
)

standings = Table(
    "standings",
    metadata,
    Column("game", Word, primary_key=True),
    Column("name_key", Word, primary_key=True),
    Column("bot", Boolean, primary_key=True, autoincrement=False),
    Column("name", Word, nullable=False),  # as last written
    Column("games", BigInteger, nullable=False),
    Column("wins", BigInteger, nullable=False),
)

# The ratings of the players in the standings (tournaments/ratings.py), by the same key.
ratings = Table(
    "ratings",
    metadata,
    Column("game", Word, primary_key=True),
    Column("name_key", Word, primary_key=True),
    Column("bot", Boolean, primary_key=True, autoincrement=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", BigInteger, nullable=False),  # rated so far
)

nodes = Table(
    "nodes",
    metadata,
    Column("node", Word, primary_key=True),
    Column("until", Double, nullable=False),  # seconds since 1970 by the database's own clock
)

# The operator's bans and mutes of a holder, a name or a network (server/admin).
sanctions = Table(
    "sanctions",
    metadata,
    Column("number", Number, primary_key=True),
    Column("what", Word, nullable=False),  # ban, mute
    Column("kind", Word, nullable=False),  # holder, name, address
    Column("subject", Word, nullable=False),
    Column("why", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("until", Double),  # seconds since 1970; none: for good
    Column("by", Text, nullable=False),
    UniqueConstraint("what", "kind", "subject", name="sanctions_subject"),
)

reserved_names = Table(
    "reserved_names",
    metadata,
    Column("name_key", Word, primary_key=True),
    Column("name", Word, nullable=False),
    Column("at", Double, nullable=False),
)

# Reported lines of chat. The text is kept here, because the table may be deleted.
reports = Table(
    "reports",
    metadata,
    Column("number", Number, primary_key=True),
    Column("at", Double, nullable=False),
    Column("table_id", Word, nullable=False),
    Column("version", Integer, nullable=False),  # of the line
    Column("name", Word, nullable=False),  # who said it
    Column("holder", Word, nullable=False),
    Column("said", Word, nullable=False),
    Column("by_name", Word, nullable=False),  # who reports it
    Column("by_holder", Word, nullable=False),
    Column("why", Word, nullable=False),
    Column("open", Boolean, nullable=False),
    UniqueConstraint("table_id", "version", "by_holder", name="reports_once"),
    Index("reports_open", "open", "at"),
)

# What bots have said of their own games (bot_logs.py). `holder`: of the token they played with.
bot_logs = Table(
    "bot_logs",
    metadata,
    Column("number", Number, primary_key=True),
    Column("table_id", Word, nullable=False),
    Column("holder", Word, nullable=False),
    Column("at", Double, nullable=False),
    Column("bytes", Integer, nullable=False),  # of the lines
    Column("lines", Text, nullable=False),  # JSON
    Index("bot_logs_table", "table_id", "holder"),
    Index("bot_logs_at", "at"),
    Index("bot_logs_holder", "holder"),
)

# Who did what as an administrator, when, and why. Append-only.
audit = Table(
    "audit",
    metadata,
    Column("number", Number, primary_key=True),
    Column("at", Double, nullable=False),
    Column("who", Word, nullable=False),
    Column("what", Word, nullable=False),
    Column("subject", Word, nullable=False),
    Column("why", Word, nullable=False),
    Column("details", Text, nullable=False),  # JSON
)
