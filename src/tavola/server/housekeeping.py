"""Tidying up: tables nobody came to, games everybody left, and tables that are over."""

from __future__ import annotations

import asyncio
import logging
import time

from tavola.server import story
from tavola.server.hall import Hall
from tavola.server.live import Live
from tavola.table import judge
from tavola.table.table import Moment

log = logging.getLogger(__name__)

EVERY = 5.0  # seconds
OVER_LINGERS = 60.0  # a finished game stays in memory for a rematch
OVER_AT_MOST = 180.0  # even while somebody is at it


async def tidy_for_ever(hall: Hall) -> None:
    while True:
        await asyncio.sleep(EVERY)
        tidy(hall, time.monotonic())


def tidy(hall: Hall, now: float) -> None:
    """Look at every table once. One that can't be tidied up does not keep the others from it."""
    for live in tuple(hall.live.values()):
        if live.guests:
            if live.table.status == "over" and time.time() - live.table.changed_at > OVER_AT_MOST:
                _let_go(hall, live)
            continue
        try:
            _look_at(hall, live, now)
        except Exception:
            log.exception("a table could not be tidied up")
            hall.metrics.faults.add("tidying")
            hall.drop(live)


def _look_at(hall: Hall, live: Live, now: float) -> None:
    quiet = now - live.quiet_since
    match live.table.status:
        case "waiting" if quiet > hall.settings.waiting_seconds:
            _put_away(hall, live, now)
        case "playing" if quiet > hall.settings.abandoned_seconds:
            _abandon(hall, live, now)
        case "over" if quiet > OVER_LINGERS:
            hall.drop(live)


def _let_go(hall: Hall, live: Live) -> None:
    """Long over, and somebody still looks at it: the log brings it back if anything is wanted of it."""
    for guest in live.guests:
        guest.tables.discard(live.table.id)
    hall.drop(live)


def _put_away(hall: Hall, live: Live, now: float) -> None:
    hall.write(live, judge.put_away(live.table, Moment(time.time(), now)))
    story.put_away(live.table)
    hall.drop(live)


def _abandon(hall: Hall, live: Live, now: float) -> None:
    """Everybody has gone: whoever was to move loses."""
    seat = live.table.actor
    if seat is not None and seat >= 0:
        hall.write(live, judge.gives_up(live.table, seat, "left", Moment(time.time(), now)))
