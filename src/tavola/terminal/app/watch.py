"""Runs beside a game at a server: the clocks, and the check whether the server still answers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tavola.core.contract import CHANCE, Seat
from tavola.terminal.app import chronicle as log
from tavola.terminal.app import words as w
from tavola.terminal.app.source import TimeLeft

if TYPE_CHECKING:
    from tavola.terminal.app.table import TableScreen

UNREACHED = 2  # seconds without an answer until a warning is shown


class Stopwatch:
    """Called once a second."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self._clocks: TimeLeft | None = None
        self._silent = 0
        self._asking: asyncio.Task[bool] | None = None

    def tick(self) -> None:
        if self._clocks is not None:
            view = self.screen.board.view
            self.set(_later(self._clocks, CHANCE if view is None else view.actor))
        elif self.screen.far.ways():
            self.screen.draw_words()  # their times count down
        if self._asking is None or self._asking.done():
            self._asking = asyncio.ensure_future(self.screen.far.reachable())
            self._asking.add_done_callback(self._answered)
        else:
            self._silent += 1
            if self._silent > UNREACHED:
                self.screen.set_note(self.screen.pen.word(w.LOST))

    def _answered(self, asked: asyncio.Task[bool]) -> None:
        """The server answers; was it away? Shown at once: a game can be over before the next check."""
        was_away, self._silent = self._silent > UNREACHED, 0
        if was_away and not asked.cancelled() and self.screen.is_running:
            self.screen.set_note("")
            self.screen.log_lines.add(log.noted(w.FOUND))

    def set(self, clocks: TimeLeft) -> None:
        """The time left for this decision, or else everybody's time for the game."""
        self._clocks = clocks
        pen, said = self.screen.pen, ""
        if self.screen.follower.over:
            said = ""
        elif clocks.decision is not None:
            said = pen.word(w.TIME_LEFT, n=int(clocks.decision))
        elif clocks.game is not None:
            each = zip(pen.names, map(int, clocks.game), strict=False)
            said = " · ".join(f"{name} {left // 60}:{left % 60:02}" for name, left in each)
        self.screen.clock = said
        self.screen.draw_words()


def _later(clocks: TimeLeft, actor: Seat) -> TimeLeft:
    """A second later. The server's clocks are authoritative; these only run between its messages."""
    decision = None if clocks.decision is None else max(0.0, clocks.decision - 1)
    game = clocks.game
    if game is not None:
        game = tuple(max(0.0, left - (seat == actor)) for seat, left in enumerate(game))
    return TimeLeft(decision, game)
