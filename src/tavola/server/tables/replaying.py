"""Rebuilding a table from its log. A long game takes seconds to replay: it is done in slices, so that
commands to other tables are carried out in between."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence

from tavola.table import facts as f
from tavola.table.entries import decode_entry
from tavola.table.opening import Rebuilding
from tavola.table.table import Table

SLICE = 0.004  # seconds of the event loop at a time
NEWS_BYTES = 250  # a lower bound, nearly always, of the news of a move


class Replay:
    """A table rebuilt from its log so far; and the latest moves after a version, at most so many."""

    def __init__(self, since: int = 0, most: int = 0) -> None:
        self.moves: deque[f.Played] = deque(maxlen=most)
        self._since = since
        self._again: Rebuilding | None = None

    @property
    def table(self) -> Table:
        assert self._again is not None, "nothing is replayed yet"
        return self._again.table

    async def go_on(self, written: Sequence[bytes]) -> None:
        """Replay what is new in the whole log as it is now."""
        again = self._again = self._again or Rebuilding(decode_entry(written[0]))
        until = time.perf_counter() + SLICE
        for entry in written[again.table.version :]:
            fact = again.happens(decode_entry(entry))
            if type(fact) is f.Played and fact.version > self._since:
                self.moves.append(fact)
            if time.perf_counter() > until:
                await asyncio.sleep(0)
                until = time.perf_counter() + SLICE
