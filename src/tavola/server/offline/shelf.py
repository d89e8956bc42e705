"""The store of a browser: the logs of the tables and the records, as IndexedDB keeps them.

Nothing is cached here: another tab of the same browser may write too. Each entry of a log is added under its
version and never replaced, so of two tabs that write to one table one gets a Clash, and reloads.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Protocol, TypeVar

import msgspec

from tavola.core.record import Record
from tavola.server.store.names import fold
from tavola.server.store.trouble import Clash, StorageTrouble
from tavola.server.store.values import Account, Change, Finished, Listing, Loaded, Report, Standing, Summary
from tavola.table.messages import LogLine

T = TypeVar("T")
MOST_OVER = 100  # finished games whose log is kept, to look at their table; the records stay


class Shelf(Protocol):
    """IndexedDB, as the page's JavaScript offers it; texts only, so that nothing has to be converted."""

    async def write(self, operations: str, /) -> bool:
        """All of it or nothing. False: a key that was to be added exists already."""

    async def log(self, table: str, /) -> str:
        """The entries of a table, a JSON list of texts."""

    async def one(self, kind: str, key: str, /) -> str | None: ...

    async def every(self, kind: str, /) -> str:
        """All of a kind, a JSON list of texts."""


class BrowserStore:
    """The part of `Store` that tables and REST use."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    # ---- logs ----

    def submit(self, changes: Sequence[Change], answered: object) -> bool:
        """There is no log writer: everything is committed."""
        del changes, answered
        return False

    async def commit(self, changes: Sequence[Change]) -> frozenset[str]:
        operations: list[list[Any]] = []
        for change in changes:
            for number, entry in enumerate(change.entries, change.version):
                operations.append(["add", "log", [change.table, number], entry.decode()])
            if change.listing is not None:
                operations.append(["put", "tables", change.table, _text(change.listing)])
            if change.finished is not None:
                operations += _finished(change.table, change.finished)
        await self._write(operations, {change.table for change in changes})
        return frozenset()

    async def _write(self, operations: list[list[Any]], tables: set[str]) -> None:
        try:
            written = await self._shelf.write(json.dumps(operations))
        except Exception as error:  # the browser's own: no room, or storage is forbidden
            raise StorageTrouble(f"the browser does not keep it: {str(error)[:200]}") from None
        if not written:
            raise Clash(tables)

    async def log(self, table: str) -> list[bytes]:
        return [entry.encode() for entry in json.loads(await self._shelf.log(table))]

    async def loaded(self, table: str) -> Loaded | None:
        entries = await self.log(table)
        if entries:
            return Loaded(entries, 0, folded=False)
        return None if await self.listing(table) is None else Loaded([], 0, folded=True)

    async def search(self, table: str, parts: Sequence[bytes]) -> tuple[int, list[tuple[int, bytes]]]:
        entries = await self.log(table)
        found = [each for each in enumerate(entries, 1) if any(part in each[1] for part in parts)]
        return len(entries), found

    async def tidy(self) -> None:
        """The logs of games that were over long ago are folded into their records."""
        over = [each for each in await self._listings() if each.status in ("over", "closed")]
        await self._write([["clear", "log", each.table] for each in over[MOST_OVER:]], set())

    # ---- lists ----

    async def _listings(self) -> list[Listing]:
        found = [_read(text, Listing) for text in json.loads(await self._shelf.every("tables"))]
        return sorted(found, key=lambda each: (-each.changed, each.table))

    async def listed(
        self,
        *,
        game: str | None = None,
        status: str | None = None,
        public: bool | None = None,
        limit: int = 100,
    ) -> list[Listing]:
        found = [
            each
            for each in await self._listings()
            if (game is None or each.game == game)
            and (status is None or each.status == status)
            and (public is None or (each.public == public and (each.offered or not public)))
        ]
        return found[:limit]

    async def listing(self, table: str) -> Listing | None:
        text = await self._shelf.one("tables", table)
        return None if text is None else _read(text, Listing)

    async def known(self, table: str) -> bool:
        return await self.loaded(table) is not None or await self.buried(table)

    async def buried(self, table: str) -> bool:
        del table
        return False

    # ---- records ----

    async def record(self, table: str) -> Record | None:
        text = await self._shelf.one("records", table)
        return None if text is None else Record.parse(text)

    async def records(
        self,
        *,
        game: str | None = None,
        name: str | None = None,
        before: float | None = None,
        beyond: str | None = None,
        limit: int = 50,
        public: bool | None = None,
    ) -> list[Summary]:
        """The latest first. `public` makes no difference: everything here belongs to this browser."""
        del public
        found = await self._summaries()
        last = None if before is None else (-before, beyond or "")
        wanted = [
            each
            for each in found
            if (game is None or each.game == game)
            and (name is None or fold(name) in map(fold, each.seats))
            and (last is None or (-each.at, each.table) > last)
        ]
        return wanted[:limit]

    async def _summaries(self) -> list[Summary]:
        found = [_read(text, Summary) for text in json.loads(await self._shelf.every("summaries"))]
        return sorted(found, key=lambda each: (-each.at, each.table))

    async def standings(self, game: str, limit: int = 100, *, by_rating: bool = False) -> list[Standing]:
        """Empty: nothing is rated here."""
        del game, limit, by_rating
        return []

    # ---- names: nothing is claimed in one's own browser ----

    async def owner_of(self, name: str) -> str | None:
        del name
        return None

    async def account(self, name: str) -> Account | None:
        del name
        return None

    async def names_of(self, holder: str) -> list[str]:
        del holder
        return []

    async def claim(self, name: str, holder: str, *more: object) -> bool:
        del name, holder, more
        return False

    async def add_bot_log(self, table: str, holder: str, lines: Sequence[LogLine]) -> bool:
        del table, holder, lines
        return False

    async def bot_log(self, table: str, holder: str) -> list[LogLine]:
        del table, holder
        return []

    async def report(self, one: Report) -> bool:
        del one
        return False


def _finished(table: str, finished: Finished) -> list[list[Any]]:
    record = finished.record
    result = record.result or {}
    summary = Summary(
        table=table,
        game=record.game,
        seats=tuple(record.seats),
        winners=tuple(result.get("winners", ())),
        scores=tuple(result.get("scores", ())),
        at=finished.at,
        rated=finished.rated,
        how=finished.how,
        bots=finished.bots,
    )
    text = msgspec.json.encode(record.as_json()).decode()
    return [["put", "records", table, text], ["put", "summaries", table, _text(summary)]]


def _text(value: Listing | Summary) -> str:
    return msgspec.json.encode(asdict(value)).decode()


def _read(text: str, kind: type[T]) -> T:
    return msgspec.json.decode(text, type=kind)
