"""A semaphore whose order is fair: so many at a time, and the payer that has spent least lately is next.

Work that nobody waits for (bots at a table without people) comes last, never takes every slot, and pauses
after each turn, so that it can't slow down the rest of the server.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tavola.server.limits.fair_queue import FairQueue, Ledger, Payer

REST = 0.01  # seconds of pause after a turn nobody waited for; at least as long as the turn


class NoRoom(Exception):
    """Too much waits already: `seconds` until a retry; `own`: the payer's own limit, else everybody's."""

    def __init__(self, seconds: float, own: bool) -> None:
        super().__init__()
        self.seconds, self.own = seconds, own


def attended() -> bool:
    """The default of `Turn.unattended`: somebody waits for it."""
    return False


@dataclass(eq=False, slots=True)
class Turn:
    """A payer's turn, waited for or had. `estimate`: about what it will cost, in seconds of a processor.
    Set `spent` to what it did cost, if that is not the time it took."""

    payer: Payer
    estimate: float = 0.0
    unattended: Callable[[], bool] = attended
    ready: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    waited: float = 0.0  # seconds
    spent: float | None = None
    low: bool = False  # it was given a slot although nobody waits for it


class FairSemaphore:
    """`async with semaphore.slot(Turn(payer)): ...` All semaphores of a server share one ledger."""

    def __init__(
        self,
        slots: int,
        ledger: Ledger,
        most: int = 0,
        most_of_one: int = 0,
        most_held: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._slots, self._ledger, self._clock = slots, ledger, clock
        self._most_of_one = most_of_one  # that may wait, of one address; 0: any number
        self._most_held = most_held  # slots that one address may have; 0: all
        self._held: Counter[str] = Counter()
        self._queue: FairQueue[Turn] = FairQueue(ledger, most)
        self._low: FairQueue[Turn] = FairQueue(ledger)
        self._busy = self._low_busy = 0

    def __len__(self) -> int:
        """How many wait."""
        return len(self._queue) + len(self._low)

    @asynccontextmanager
    async def slot(self, turn: Turn) -> AsyncIterator[None]:
        """Wait for a slot and have it; NoRoom if too much waits."""
        began = self._clock()
        self._push(turn)
        self._admit()
        try:
            await turn.ready
        except BaseException:
            self._give_up(turn)
            raise
        turn.waited = (since := self._clock()) - began
        try:
            yield
        finally:
            self._leave(turn, self._clock() - since)

    def widen(self, slots: int) -> None:
        """Set the number of slots."""
        self._slots = slots
        self._admit()

    def hurry(self, turn: Turn, payer: Payer | None = None) -> None:
        """Somebody waits for it now; with `payer`, it goes on that account from now on."""
        if not turn.ready.done():
            self._low.remove(turn.payer, turn)
            self._queue.remove(turn.payer, turn)
            turn.payer = payer or turn.payer
            self._queue.push(turn.payer, turn)
            self._admit()

    @property
    def next(self) -> Turn | None:
        """The next turn, of those somebody waits for."""
        return self._queue.peek(self._sated())

    def ahead(self, turn: Turn) -> int:
        """About how many come before it."""
        return self._queue.ahead(turn.payer, turn)

    def _push(self, turn: Turn) -> None:
        if turn.unattended():
            self._low.push(turn.payer, turn)
            return
        if self._most_of_one and self._queue.waiting(turn.payer.place) >= self._most_of_one:
            raise NoRoom(max(1.0, turn.estimate * self._most_of_one / self._slots), own=True)
        dropped = self._queue.push(turn.payer, turn)
        if dropped is not None:
            no = NoRoom(max(1.0, turn.estimate * len(self._queue) / self._slots), own=False)
            if dropped is turn:
                raise no
            if not dropped.ready.done():
                dropped.ready.set_exception(no)

    def _admit(self) -> None:
        while self._busy < self._slots and (turn := self._next()) is not None:
            self._busy += 1
            self._low_busy += turn.low
            self._held[turn.payer.place] += 1
            self._ledger.charge(turn.payer, turn.estimate, self._clock())
            turn.ready.set_result(None)

    def _next(self) -> Turn | None:
        while (found := self._queue.pop(self._sated())) is not None:
            turn = found[1]
            if turn.ready.done():
                continue
            if not turn.unattended():
                return turn
            self._low.push(turn.payer, turn)  # nobody waits for it any more
        while self._low_busy < max(1, self._slots - 1) and (found := self._low.pop()) is not None:
            if not found[1].ready.done():
                found[1].low = True
                return found[1]
        return None

    def _sated(self) -> Collection[str]:
        """Addresses that have as many slots as they may."""
        if not self._most_held:
            return ()
        return [place for place, many in self._held.items() if many >= self._most_held]

    def _give_up(self, turn: Turn) -> None:
        """Cancelled while it waited, or just when it got its slot."""
        if turn.ready.done() and not turn.ready.cancelled() and turn.ready.exception() is None:
            turn.spent = 0.0
            self._leave(turn, 0.0)
        else:
            self._queue.remove(turn.payer, turn)
            self._low.remove(turn.payer, turn)

    def _leave(self, turn: Turn, took: float) -> None:
        spent = took if turn.spent is None else turn.spent
        self._ledger.charge(turn.payer, spent - turn.estimate, self._clock())
        self._busy -= 1
        self._held[turn.payer.place] -= 1
        self._held += Counter()  # drops addresses that hold none
        if turn.low:
            asyncio.get_running_loop().call_later(max(REST, took), self._rested)
        self._admit()

    def _rested(self) -> None:
        self._low_busy -= 1
        self._admit()
