"""What can go wrong with a database, in words, without its password and without what was to be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tavola.core.errors import Trouble


class StorageTrouble(Trouble):
    """The database can't be used as it is, or not now."""


class Clash(StorageTrouble):
    """These tables have entries under the same version numbers, or a record, already. Nothing was written."""

    def __init__(self, tables: Iterable[str]) -> None:
        self.tables = frozenset(tables)
        super().__init__(f"already written by somebody else: {', '.join(sorted(self.tables)) or 'a table'}")


@contextmanager
def in_words(where: str) -> Iterator[None]:
    """Turn what a driver raises into a StorageTrouble."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise StorageTrouble(f"the database {where} does not answer as it should: {brief(error)}") from None


def brief(error: BaseException) -> str:
    """The first line of what a driver says: the ones after it may quote the row that was to be written."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    text = str(cause).partition("\n")[0]
    kind, colon, rest = text.partition(">: ")  # "<class 'asyncpg...Error'>: what it says"
    text = rest if colon and kind.startswith("<class") else text
    return text[:200] or type(cause).__name__
