"""Servers with a fault, to see that the reckoning finds it: python -m bench.chaos_sabotage FAULT serve ...

| fault | what is wrong |
|---|---|
| early | people hear of a move first, and it is written a little later |
| forgets | some of what was accepted is told, and never written |
| doubles | a command sent twice is carried out twice |
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from typing import Any

from tavola.__main__ import main
from tavola.core.words import Phrase
from tavola.server.store import Store
from tavola.server.store.values import Change
from tavola.server.table_log.journal import Journal
from tavola.table.idempotency import CommandIds
from tavola.table.words import NOT_WRITTEN

LATE = 0.4  # seconds


def early() -> None:
    """Told at once; written when most of what makes a difference is over."""
    commit, late = Journal._commit, []

    async def later(journal: Journal, changes: list[Change]) -> None:
        await asyncio.sleep(LATE)
        await commit(journal, changes)

    async def never_mind(journal: Journal, changes: list[Change]) -> tuple[frozenset[str], Phrase]:
        late.append(asyncio.create_task(later(journal, changes)))
        return frozenset(), NOT_WRITTEN

    Journal._commit = never_mind  # type: ignore[method-assign,assignment]
    _by_commit()


def forgets() -> None:
    """Of every fifth batch the last change is dropped, as if it had been written."""
    commit, batches = Journal._commit, [0]

    async def most_of_it(journal: Journal, changes: list[Change]) -> tuple[frozenset[str], Phrase]:
        batches[0] += 1
        kept: Sequence[Change] = changes[:-1] if batches[0] % 5 == 0 else changes
        return await commit(journal, list(kept))

    Journal._commit = most_of_it  # type: ignore[method-assign,assignment]
    _by_commit()


def _by_commit() -> None:
    """Everything is written that way."""
    Store.submit = lambda *_: False  # type: ignore[method-assign]


def doubles() -> None:
    """No id is remembered."""

    def no(ids: CommandIds, *which: Any) -> None:
        del ids, which

    CommandIds.add = no  # type: ignore[method-assign,assignment]


FAULTS = {"early": early, "forgets": forgets, "doubles": doubles}

if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    main()
