"""Where the database is: addresses, read strictly and shown without their password."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from tavola.core.errors import TavolaError
from tavola.core.extras import POSTGRESQL as NEEDED
from tavola.core.folders import data_folder

FILE = "tavola.db"
EXAMPLES = "sqlite:///path/to/tavola.db or postgresql://user:password@host/database"
SQLITE = {"sqlite", "sqlite+aiosqlite"}
OPTIONS = {"host", "port", "user", "password", "ssl", "sslmode", "prepared_statement_cache_size"}
WORDS = ", ".join(sorted(OPTIONS))
POSTGRESQL = {"postgres", "postgresql", "postgresql+asyncpg"}


@dataclass(frozen=True, slots=True)
class Address:
    """A database that can be opened: its URL for SQLAlchemy, its file if it is one, its name for people."""

    url: URL
    file: Path | None
    shown: str


def default_url() -> str:
    """One SQLite file in the user's data folder."""
    try:
        return f"sqlite:///{data_folder() / FILE}"
    except RuntimeError:
        raise TavolaError("this user has no home folder; say where to keep the tables: --storage") from None


def read(text: str) -> Address:
    """The address a text means; a TavolaError says what would be right."""
    try:
        url = make_url(text.strip())
    except (ArgumentError, ValueError):
        raise TavolaError(f"this is no storage address; one looks like {EXAMPLES}") from None
    if url.drivername in SQLITE:
        return _sqlite(url)
    if url.drivername in POSTGRESQL:
        return _postgresql(url)
    raise TavolaError(
        f"tables are not kept in {url.drivername[:40]!r}; a storage address looks like {EXAMPLES}"
    )


def beside(storage: str, ending: str) -> Path | None:
    """The database's file with another ending, for a lock or a socket; None if it is no file."""
    file = read(storage or default_url()).file
    return None if file is None else file.with_name(file.name + ending)


def shown(text: str) -> str:
    """The address for people: no password, and nothing else that may hold one."""
    return read(text).shown


def _sqlite(url: URL) -> Address:
    if url.host or url.username or url.password or url.port:
        raise TavolaError("an SQLite address has three slashes before the path: sqlite:///path/to/tavola.db")
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise TavolaError("what is kept in memory is lost: give a file, as in sqlite:///path/to/tavola.db")
    if url.query:
        raise TavolaError("an SQLite address takes no options after a question mark")
    file = Path(os.path.abspath(Path(url.database).expanduser()))  # noqa: PTH100 - symbolic links may stay
    return Address(URL.create("sqlite", database=str(file)), file, f"sqlite:///{file}")


def _postgresql(url: URL) -> Address:
    NEEDED.check("PostgreSQL")
    query = {name: value if isinstance(value, str) else ",".join(value) for name, value in url.query.items()}
    if unknown := sorted(set(query) - OPTIONS):
        raise TavolaError(f"{unknown[0][:40]!r} is no option of a storage address; there are: {WORDS}")
    if "sslmode" in query:  # libpq's word for what asyncpg calls ssl
        query.setdefault("ssl", query.pop("sslmode"))
    user, password = query.pop("user", url.username), query.pop("password", url.password)
    plain = URL.create("postgresql", user, None, url.host, url.port, url.database)
    return Address(
        url.set(drivername="postgresql+asyncpg", username=user, password=password, query=query),
        None,
        plain.render_as_string() + (f" at {query['host']}" if "host" in query else ""),
    )
