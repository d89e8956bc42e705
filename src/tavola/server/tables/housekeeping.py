"""Tidying up: tables that nobody came to, games that everybody has left, and tables that are over."""

from __future__ import annotations

import asyncio
import logging
import time

from tavola.server.tables.live_table import LiveTable
from tavola.server.tables.manager import TableManager
from tavola.table import judge
from tavola.table.table import Moment

log = logging.getLogger(__name__)

EVERY = 5.0  # seconds
OVER_LINGERS = 60.0  # a finished game stays in memory for a rematch
OVER_AT_MOST = 180.0  # seconds, even while guests are at it


async def tidy_for_ever(manager: TableManager) -> None:
    while True:
        await asyncio.sleep(EVERY)
        tidy(manager, time.monotonic())


def tidy(manager: TableManager, now: float) -> None:
    """Look at every table once. An error at one table does not stop the others."""
    for live in tuple(manager.live.values()):
        try:
            _look_at(manager, live, now)
        except Exception:
            log.exception("a table could not be tidied up")
            manager.metrics.faults.add("tidying")
            manager.drop(live)


def _look_at(manager: TableManager, live: LiveTable, now: float) -> None:
    settings, status = manager.settings, live.table.status
    if status == "over":
        _look_at_the_end(manager, live, now)
    elif status == "waiting" and live.table.opened.ladder and manager.ladder.look(live):
        manager.set_aside(live)
    elif _nobody_comes(live, now, settings.waiting_seconds):
        _send_away(live)
        manager.set_aside(live, for_good=True)
    elif status == "playing" and live.deserted(now, settings.abandoned_seconds):
        _abandon(manager, live, now)
    elif live.listed and live.deserted(now, settings.away_seconds):
        manager.list_again(live, offered=False)
    elif status == "waiting" and live.table.opened.public and not live.table.opened.ladder:
        _free_seats(manager, live, now)


def _nobody_comes(live: LiveTable, now: float, seconds: float) -> bool:
    """Has nobody come for so long: to play, or to watch bots that have stopped because nobody watched?"""
    if live.table.status == "waiting":
        return live.deserted(now, seconds)
    return live.stopped and live.unwatched(now, seconds)


def _look_at_the_end(manager: TableManager, live: LiveTable, now: float) -> None:
    if not live.guests:
        if now - live.quiet_since > OVER_LINGERS:
            manager.drop(live)
    elif time.time() - live.table.changed_at > OVER_AT_MOST:
        let_go(manager, live)


def _free_seats(manager: TableManager, live: LiveTable, now: float) -> None:
    """Free the seats of players long gone, while others wait for the game to begin."""
    presence = live.table.presence
    for seat in presence.away() if presence.here else ():
        since = presence.since(seat)
        if since is not None and now - since >= manager.settings.claim_seconds:
            manager.write(live, judge.stands_up(live.table, seat, Moment(time.time(), now)))


def _send_away(live: LiveTable) -> None:
    """Remove the table from its guests. If one sends a command to it, the log brings it back."""
    for guest in live.guests:
        guest.tables.discard(live.table.id)


def let_go(manager: TableManager, live: LiveTable) -> None:
    """Drop a table from memory, even while guests are at it."""
    _send_away(live)
    manager.drop(live)


def close(manager: TableManager, live: LiveTable, why: str) -> None:
    """The operator closes a table: everyone there is told why."""
    manager.write(live, judge.close(live.table, why, Moment(time.time(), time.monotonic())))
    let_go(manager, live)


def _abandon(manager: TableManager, live: LiveTable, now: float) -> None:
    """Everybody has gone: the seat that is to move loses."""
    seat = live.table.actor
    if seat is not None and seat >= 0:
        manager.write(live, judge.gives_up(live.table, seat, "left", Moment(time.time(), now)))
