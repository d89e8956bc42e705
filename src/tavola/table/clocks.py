"""How long each seat may think. The present time is always passed in, never read here."""

from __future__ import annotations

from tavola.core.contract import Seat
from tavola.table.messages import Clock, Time


class Clocks:
    """The clocks of one table: one for each decision, one for each seat over the whole game."""

    __slots__ = ("_last", "_left", "_limits", "_none", "_since", "_thinker")

    def __init__(self, limits: Clock, seats: int) -> None:
        self._limits = limits
        self._none = limits.decision is None and limits.game is None
        self._left = [limits.game] * seats if limits.game is not None else None
        self._last: list[float | None] = [None] * seats  # how long each seat's last decision took
        self._thinker: Seat | None = None
        self._since = 0.0

    def start(self, seat: Seat, now: float) -> None:
        """It is that seat's decision from now on."""
        self._thinker, self._since = seat, now

    def stop(self, now: float) -> float:
        """The decision is made. Returns how many seconds it took."""
        if self._thinker is None:
            return 0.0
        # In milliseconds, as the log has it, so that both count the same; `round` takes ten times as long.
        spent = int(1000 * max(0.0, now - self._since) + 0.5) / 1000
        self.charge(self._thinker, spent)
        self._thinker = None
        return spent

    def halt(self) -> None:
        """Stop the clock without charging the seat for the decision it had begun."""
        self._thinker = None

    def pause(self, now: float) -> float:
        """Nobody can play now. Returns the seconds thought so far; to go on, `start` that much earlier."""
        if self._thinker is None:
            return 0.0
        self._thinker = None
        return max(0.0, now - self._since)

    def give_back(self, seconds: float, now: float) -> None:
        """Take so many seconds off the running decision, in which nobody could play."""
        self._since = min(now, self._since + seconds)

    def run_out(self, seat: Seat) -> None:
        """That seat has thought for as long as it may."""
        self.charge(seat, min(self._limits_of(seat), default=0.0))
        self._thinker = None

    def charge(self, seat: Seat, spent: float) -> None:
        self._last[seat] = spent
        if self._left is not None:
            self._left[seat] = max(0.0, self._left[seat] - spent)

    @property
    def deadline(self) -> float | None:
        """When the thinker runs out of time, None if never."""
        if self._none or self._thinker is None:
            return None
        return self._since + min(self._limits_of(self._thinker))

    def _limits_of(self, seat: Seat) -> list[float]:
        of_game = None if self._left is None else self._left[seat]
        return [limit for limit in (self._limits.decision, of_game) if limit is not None]

    def told(self, now: float) -> Time | None:
        """What the clocks show."""
        last = None if self._thinker is None else self._last[self._thinker]
        if self._none:
            return None if last is None else Time(last=last)
        gone = 0.0 if self._thinker is None else max(0.0, now - self._since)
        decision = None
        if self._limits.decision is not None and self._thinker is not None:
            decision = round(max(0.0, self._limits.decision - gone), 3)
        game = None
        if self._left is not None:
            game = [round(left, 3) for left in self._left]
            if self._thinker is not None:
                game[self._thinker] = round(max(0.0, self._left[self._thinker] - gone), 3)
        return Time(decision=decision, game=game, last=last)
