"""What can go wrong with a database, in words, without its password and without what was to be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tavola.core.errors import Trouble

if TYPE_CHECKING:
    from tavola.server.store.address import Address


class StorageTrouble(Trouble):
    """The database can't be used as it is, or not now."""


class Clash(StorageTrouble):
    """These tables have entries with the same version numbers, or a record, already. Nothing was written."""

    def __init__(self, tables: Iterable[str]) -> None:
        self.tables = frozenset(tables)
        super().__init__(f"already written by somebody else: {', '.join(sorted(self.tables)) or 'a table'}")


@contextmanager
def in_words(
    address: Address, doing: str = "the database {} does not answer as it should: {}"
) -> Iterator[None]:
    """Turn what a driver raises into a StorageTrouble."""
    try:
        yield
    except Exception as error:
        if not _of_the_database(error):
            raise
        said = brief(error)
        if password := address.url.password:
            said = said.replace(str(password), "***")
        raise StorageTrouble(doing.format(address.shown, said)) from None


OPENING = "can't open the database {}: {}; is it there, and is the address right (--storage)?"


def _of_the_database(error: Exception) -> bool:
    """SQLAlchemy does not wrap asyncpg's errors while connecting."""
    from sqlalchemy.exc import SQLAlchemyError

    return isinstance(error, SQLAlchemyError | OSError) or type(error).__module__.startswith("asyncpg")


def brief(error: BaseException) -> str:
    """The first line of a driver's message: the lines after it may quote the row that was to be written."""
    from sqlalchemy.exc import DBAPIError

    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    text = str(cause).partition("\n")[0]
    kind, colon, rest = text.partition(">: ")  # "<class 'asyncpg...Error'>: what it says"
    text = rest if colon and kind.startswith("<class") else text
    if isinstance(cause, OSError) and not text:
        text = "no answer in time" if isinstance(cause, TimeoutError) else type(cause).__name__
    return text[:200] or type(cause).__name__
