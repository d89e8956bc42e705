"""What happens without a command: bots move, clocks run out, and after a restart clocks are held a while."""

from __future__ import annotations

import asyncio
import logging
import time
from math import inf
from typing import TYPE_CHECKING, Any

from tavola.core.contract import Seat, View
from tavola.server.tables.bot_pool import Seated
from tavola.server.tables.live_table import LiveTable
from tavola.server.telemetry import audit
from tavola.table import judge, words
from tavola.table import messages as m
from tavola.table.judge import Accepted
from tavola.table.table import Moment, Table

if TYPE_CHECKING:
    from tavola.server.tables.manager import TableManager

log = logging.getLogger(__name__)

GRACE = 30.0  # seconds a clock is held after a restart, for its player to come back
BEAT = 0.5  # seconds between two checks that the event loop runs
LATE = 1.0  # seconds after which a slow write counts as the server's fault


def right_now() -> Moment:
    return Moment(time.time(), time.monotonic())


class TurnScheduler:
    """Bots and clocks of all tables."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self._beat = inf  # when the event loop was last seen to run; it is not watched yet

    async def watch_loop(self) -> None:
        """Measure for ever how late the event loop wakes us."""
        self._beat = time.monotonic()
        while True:
            due = time.monotonic() + BEAT
            await asyncio.sleep(BEAT)
            now = time.monotonic()
            self._manager.metrics.loop_lag.observe(max(0.0, now - due))
            self.look_at_the_loop(now)
            self._beat = now

    def look_at_the_loop(self, now: float) -> None:
        """Was this process suspended (stopped, starved, its machine paused)? That time is charged to nobody.

        Called by whatever runs first afterwards: `watch_loop`, an alarm, or a move that waited in its socket.
        """
        if (still := now - self._beat) > BEAT + LATE:
            self._beat = now
            for live in self._manager.live.values():
                live.table.clocks.give_back(still, now)
                self.arm(live)

    def hold(self, live: LiveTable, thought: float | None = None) -> None:
        """The server was down, or could not be reached: hold the player's clock for them, but not for ever.

        `thought`: the seconds thought by then, if the clock does not know.
        """
        if live.table.opened.clock == m.Clock():
            return
        so_far = live.table.clocks.pause(time.monotonic())
        live.thought = thought if thought is not None else live.thought if live.held else so_far
        live.held = True
        for handle in (live.alarm, live.grace):
            if handle is not None:
                handle.cancel()
        live.alarm = None
        live.grace = asyncio.get_running_loop().call_later(GRACE, self.release, live)

    def release(self, live: LiveTable) -> None:
        if live.held and self._manager.live.get(live.table.id) is live and not self._manager.closing:
            live.held = False
            self.wake(live, live.thought)

    def wake(self, live: LiveTable, thought: float = 0.0) -> None:
        """Start the clock of the seat to move, with the seconds thought already."""
        if live.grace is not None:
            live.grace.cancel()
            live.grace = None
        live.thought = 0.0
        live.table.wake(time.monotonic() - thought)
        self.arm(live)

    def next(self, live: LiveTable) -> None:
        """If a bot is to move, let it think; but a game without people stops when nobody watches for long."""
        if not live.table.bot_to_move or live.thinking or self._manager.live.get(live.table.id) is not live:
            return
        if live.unwatched(time.monotonic(), self._manager.settings.unwatched_seconds):
            if not live.stopped:
                audit.unwatched(live.table)
            live.stopped = True
            return
        live.stopped, live.thinking = False, True
        self._manager.in_background(self._bot_moves(live))

    async def _bot_moves(self, live: LiveTable) -> None:
        table, seat, match = live.table, live.table.actor, live.table.match
        if seat is None or match is None or not table.bot_to_move:  # a player resigned meanwhile
            live.thinking = False
            return
        view = table.rules.view(match.state, seat)
        move = None
        try:
            bot = table.bot_to_move
            seated = Seated(table.id, seat, bot, table.rules, live.payer, live.unattended)
            move = await self._manager.bots.choose(seated, view)
        except Exception:
            log.exception("the bot %s broke down at %s", table.sitter(seat).bot, table.opened.game)
            self._manager.metrics.faults.add("bot")
        live.thinking = False
        if self._manager.live.get(table.id) is not live or table.actor != seat:
            return
        try:
            accepted = self._bots_move(table, seat, move, view)
        except Exception:
            self._manager.lost(frozenset({table.id}), words.BROKE_DOWN)
            raise
        self._manager.write(live, accepted)

    def _bots_move(self, table: Table, seat: Seat, move: Any, view: View[Any, Any]) -> Accepted:
        """Play the bot's move; if it is not legal, the bot has lost."""
        if move in view.moves:
            return judge.bot_plays(table, seat, move, right_now())
        if move is not None:  # not logged: it may reveal the bot's cards
            log.error("the bot %s chose no move of %s", table.sitter(seat).bot, table.opened.game)
        return judge.gives_up(table, seat, "left", right_now())

    def arm(self, live: LiveTable) -> None:
        """Set the alarm for the deadline of the seat to move."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        if (deadline := live.table.deadline) is not None and not live.held:
            wait = max(0.0, deadline - time.monotonic())
            live.alarm = asyncio.get_running_loop().call_later(wait, self._rings, live)

    def _rings(self, live: LiveTable) -> None:
        live.alarm = None
        if self._manager.live.get(live.table.id) is not live:
            return
        if self._manager.hampered():  # the player may have moved, or not have been told that it is their turn
            live.alarm = asyncio.get_running_loop().call_later(LATE, self._rings, live)
            return
        moment = right_now()
        self.look_at_the_loop(moment.now)
        accepted = judge.look_at_the_clock(live.table, moment)
        if accepted.entries:
            self._manager.write(live, accepted)
        else:
            self.arm(live)
