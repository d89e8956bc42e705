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
        try:
            _look_at(hall, live, now)
        except Exception:
            log.exception("a table could not be tidied up")
            hall.metrics.faults.add("tidying")
            hall.drop(live)


def _look_at(hall: Hall, live: Live, now: float) -> None:
    settings, status = hall.settings, live.table.status
    if status == "over":
        _look_at_the_end(hall, live, now)
    elif status == "waiting" and live.deserted(now, settings.waiting_seconds):
        _put_away(hall, live, now)
    elif status == "playing" and live.deserted(now, settings.abandoned_seconds):
        _abandon(hall, live, now)
    elif live.listed and live.deserted(now, settings.away_seconds):
        hall.list_again(live, offered=False)
    elif status == "waiting" and live.table.opened.public:
        _free_seats(hall, live, now)


def _look_at_the_end(hall: Hall, live: Live, now: float) -> None:
    if not live.guests:
        if now - live.quiet_since > OVER_LINGERS:
            hall.drop(live)
    elif time.time() - live.table.changed_at > OVER_AT_MOST:
        _let_go(hall, live)


def _free_seats(hall: Hall, live: Live, now: float) -> None:
    """Others wait for the game to begin: it is not to begin with somebody who has long gone."""
    presence = live.table.presence
    for seat in presence.away() if presence.here else ():
        since = presence.since(seat)
        if since is not None and now - since >= hall.settings.claim_seconds:
            hall.write(live, judge.stands_up(live.table, seat, Moment(time.time(), now)))


def _let_go(hall: Hall, live: Live) -> None:
    """Somebody still looks at it: the log brings it back if anything is wanted of it."""
    for guest in live.guests:
        guest.tables.discard(live.table.id)
    hall.drop(live)


def _put_away(hall: Hall, live: Live, now: float) -> None:
    hall.write(live, judge.put_away(live.table, Moment(time.time(), now)))
    story.put_away(live.table)
    _let_go(hall, live)


def _abandon(hall: Hall, live: Live, now: float) -> None:
    """Everybody has gone: whoever was to move loses."""
    seat = live.table.actor
    if seat is not None and seat >= 0:
        hall.write(live, judge.gives_up(live.table, seat, "left", Moment(time.time(), now)))
