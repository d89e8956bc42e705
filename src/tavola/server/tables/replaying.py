"""What only the log remembers of a table. A long game takes seconds to play again: a little at a time, so
that everybody else's moves come in between."""

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
NEWS_BYTES = 250  # the news of a move are hardly ever shorter


class Replay:
    """A table rebuilt from what is written of it so far; with the latest moves after a version, so many at
    most."""

    def __init__(self, since: int = 0, most: int = 0) -> None:
        self.moves: deque[f.Played] = deque(maxlen=most)
        self._since = since
        self._again: Rebuilding | None = None

    @property
    def table(self) -> Table:
        assert self._again is not None, "nothing is replayed yet"
        return self._again.table

    async def go_on(self, written: Sequence[bytes]) -> None:
        """With the whole log as it is now: what is new in it is played."""
        again = self._again = self._again or Rebuilding(decode_entry(written[0]))
        until = time.perf_counter() + SLICE
        for entry in written[again.table.version :]:
            fact = again.happens(decode_entry(entry))
            if type(fact) is f.Played and fact.version > self._since:
                self.moves.append(fact)
            if time.perf_counter() > until:
                await asyncio.sleep(0)
                until = time.perf_counter() + SLICE
