"""A game goes on by itself: bots think, clocks run out, and after a restart they wait a little."""

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

GRACE = 30.0  # seconds a player has to come back after a restart before his clock runs again
BEAT = 0.5  # seconds between two looks at whether the event loop goes on
LATE = 1.0  # seconds after which a move that is being written counts as held up by us


def right_now() -> Moment:
    return Moment(time.time(), time.monotonic())


class TurnScheduler:
    """What moves tables on without anybody's command: bots and clocks."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self._beat = inf  # when the event loop was last seen to go on; it is not yet watched

    async def watch_loop(self) -> None:
        """Runs for as long as the server does: how late the event loop wakes us."""
        self._beat = time.monotonic()
        while True:
            due = time.monotonic() + BEAT
            await asyncio.sleep(BEAT)
            now = time.monotonic()
            self._manager.metrics.loop_lag.observe(max(0.0, now - due))
            self.look_at_the_loop(now)
            self._beat = now

    def look_at_the_loop(self, now: float) -> None:
        """Did this process stand still (stopped, starved, its machine paused)? That is nobody's time.

        Whoever wakes first asks: the one that watches the loop, an alarm, or a move that lay in its socket.
        """
        if (still := now - self._beat) > BEAT + LATE:
            self._beat = now
            for live in self._manager.live.values():
                live.table.clocks.give_back(still, now)
                self.arm(live)

    def hold(self, live: LiveTable, thought: float | None = None) -> None:
        """The server was away, or the player's way to it was: his clock waits for him, but not for ever.

        `thought`: what he had thought by then, if his clock does not know.
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
        """The clock of whose turn it is runs, from what he has thought already."""
        if live.grace is not None:
            live.grace.cancel()
            live.grace = None
        live.thought = 0.0
        live.table.wake(time.monotonic() - thought)
        self.arm(live)

    def next(self, live: LiveTable) -> None:
        """If a bot is to move, let it think; but bots among themselves stop when nobody has long watched."""
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
        if seat is None or match is None or not table.bot_to_move:  # somebody resigned meanwhile
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
        """What the bot does, if it may; else it has lost."""
        if move in view.moves:
            return judge.bot_plays(table, seat, move, right_now())
        if move is not None:  # which is not shown: it may tell what the bot holds
            log.error("the bot %s chose no move of %s", table.sitter(seat).bot, table.opened.game)
        return judge.gives_up(table, seat, "left", right_now())

    def arm(self, live: LiveTable) -> None:
        """Set the alarm for whoever thinks now."""
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
        if self._manager.hampered():  # he may have moved, or not have heard that it is his turn
            live.alarm = asyncio.get_running_loop().call_later(LATE, self._rings, live)
            return
        moment = right_now()
        self.look_at_the_loop(moment.now)
        accepted = judge.look_at_the_clock(live.table, moment)
        if accepted.entries:
            self._manager.write(live, accepted)
        else:
            self.arm(live)
