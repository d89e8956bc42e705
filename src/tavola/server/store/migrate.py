"""Bringing a database to the schema of this program, step by step, with Alembic and without its ini file."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table, text

from tavola.server.store.schema import HEAD, VERSION_TABLE
from tavola.server.store.trouble import StorageTrouble

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 8421_5000  # PostgreSQL's advisory lock for migrations; any number will do
KNOWN = tuple(sorted(file.name[1:5] for file in MIGRATIONS.glob("versions/v[0-9][0-9][0-9][0-9]_*.py")))


def version(connection: Connection) -> str | None:
    """The schema the database has now; None: it is empty."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.execute(select(column("version_num")).select_from(table(VERSION_TABLE))).scalar()
    return None if found is None else str(found)


def check(connection: Connection, where: str) -> None:
    """Is this a database this program can use as it is?"""
    there = version(connection)
    _refuse_newer(there, where)
    if there != HEAD:
        old = f"has an older schema ({there})" if there else "holds no tables yet"
        raise StorageTrouble(f"the database {where} {old}; bring it up to date: tavola db upgrade")


def upgrade(connection: Connection, where: str, to: str = HEAD) -> str | None:
    """Run all missing steps, inside the caller's transaction. Returns the version before."""
    if connection.dialect.name == "postgresql":  # several nodes may start at once
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    before = version(connection)
    _refuse_newer(before, where)
    if before != to:
        _run(connection, to)
    return before


def _run(connection: Connection, to: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _refuse_newer(there: str | None, where: str) -> None:
    if there is not None and there not in KNOWN:
        raise StorageTrouble(
            f"the database {where} has schema {there[:20]}, and this tavola knows only up to {HEAD}: "
            "it was used by a newer one; update tavola"
        )
