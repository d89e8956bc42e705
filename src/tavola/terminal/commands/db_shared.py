"""What the commands `tavola db` share."""

from __future__ import annotations

import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from tavola.server.settings import storage_needs
from tavola.terminal.commands.shared import telling
from tavola.terminal.drawings.screen import warn

if TYPE_CHECKING:
    from tavola.server.store import Store

EVERY = 0.5  # seconds between two progress messages

T = TypeVar("T")

Storage = Annotated[
    str | None,
    typer.Option(
        "--storage",
        metavar="URL",
        envvar="TAVOLA_STORAGE",
        show_envvar=True,
        help="sqlite:///path/to/file or postgresql://user:password@host/database. "
        "Default: tavola.db in the user's data folder.",
    ),
]


@contextmanager
def asking(storage: str | None, command: str) -> Iterator[None]:
    """Runs a command about a database: checks what it needs first, and reports errors."""
    with telling():
        storage_needs(storage).check(command)
        yield


@asynccontextmanager
async def opened(storage: str | None, **how: Any) -> AsyncIterator[Store]:
    """The database, closed again whatever happens."""
    from tavola.server.store import Store

    store = await Store.open(storage, **how)
    try:
        yield store
    finally:
        await store.close()


def wait_for(work: Coroutine[Any, Any, T]) -> T:
    import asyncio  # late: the other commands need not load it

    return asyncio.run(work)


def every_now_and_then(quiet: bool = False) -> Callable[[str], None]:
    """Prints progress at a terminal, at most twice a second."""
    told = time.monotonic()

    def say(text: str) -> None:
        nonlocal told
        if not quiet and sys.stderr.isatty() and time.monotonic() - told > EVERY:
            warn(text)
            told = time.monotonic()

    return say
