"""At the entrance: which games there are, which tables, and who is called what."""

from __future__ import annotations

import logging
import time
from functools import lru_cache
from typing import TYPE_CHECKING

from tavola.bots import bots_here, why_absent
from tavola.core.options import describe
from tavola.core.words import Lang
from tavola.games import game_class, game_names
from tavola.server.guesses import not_heard
from tavola.server.limits import Bucket
from tavola.server.logs import happened
from tavola.server.store import Store, fold
from tavola.server.store.values import Listing
from tavola.table import messages as m
from tavola.table import words
from tavola.table.refusal import Refusal

if TYPE_CHECKING:
    from tavola.server.hall import Hall

log = logging.getLogger(__name__)
MOST_TABLES = 200  # in one list
LONG_TOKEN = 16  # characters: a shorter one could be guessed, and is nobody's without his name


@lru_cache(maxsize=8)
def games(lang: Lang) -> list[m.GameTold]:
    return [_game(name, lang) for name in game_names()]


def _game(name: str, lang: Lang) -> m.GameTold:
    info = game_class(name).info
    return m.GameTold(
        name=info.name,
        title=info.title,
        summary=info.summary.in_(lang),
        seats=list(info.seats),
        score=m.ScoreTold(info.score.counts.in_(lang), info.score.best),
        options={option: takes.said.in_(lang) for option, (_, takes) in describe(info.options).items()},
        presets=list(info.presets),
        bots=list(bots_here(name)),
        bots_absent=why_absent(name, lang),
    )


async def tables(hall: Hall, game: str | None) -> list[m.TableTold]:
    """The public tables that wait or are played at, on every node."""
    waiting = await hall.store.listed(game=game, status="waiting", limit=MOST_TABLES)
    playing = await hall.store.listed(game=game, status="playing", limit=MOST_TABLES)
    found = [listing for listing in (*waiting, *playing) if not _deserted(hall, listing)]
    return [_told(hall, listing) for listing in found][:MOST_TABLES]


def _deserted(hall: Hall, listing: Listing) -> bool:
    """Has everybody gone from it? Of a table that is here it is known before it is written."""
    live = hall.live.get(listing.table)
    return live is not None and live.deserted(time.monotonic(), hall.settings.away_seconds)


def _told(hall: Hall, listing: Listing) -> m.TableTold:
    live = hall.live.get(listing.table)
    chairs, watchers = _chairs(hall, listing), listing.details.watchers
    if live is not None:
        # Names as they are written; of those at the table we know more.
        pairs = zip(chairs, live.table.chairs, strict=True)
        chairs = [chair if chair.name == written.name else written for written, chair in pairs]
        watchers = live.watchers
    return m.TableTold(
        table=listing.table,
        game=listing.game,
        options=listing.options,
        seats=chairs,
        status="waiting" if listing.status == "waiting" else "playing",
        clock=listing.details.clock,
        rated=listing.rated,
        watchers=watchers,
    )


def _chairs(hall: Hall, listing: Listing) -> list[m.Chair]:
    """As the table's node wrote it. If that is this one, the table is not back yet, and nobody is there."""
    details, alone = listing.details, hall.roads is None
    chairs = []
    for seat, name in enumerate(listing.seats):
        bot = details.bots.get(seat)
        here = bool(name) and seat not in details.away and not alone
        chairs.append(m.Chair(name=name, bot=bot, connected=bot is not None or here))
    return chairs


async def name_for(store: Store, holder: str, wanted: str | None) -> str:
    """The name somebody goes by: what he asks for if it is not somebody else's, else one he has claimed."""
    if wanted is None:
        claimed = await store.names_of(holder)
        return claimed[0] if claimed else ""
    name = proper(wanted)
    owner = await store.owner_of(name)
    if owner is not None and owner != holder:
        raise Refusal("taken", words.NAME_CLAIMED.fill(name=name))
    return name


async def name_by_token(store: Store, holder: str, wanted: str, tries: Bucket, place: str) -> str:
    """As `name_for`, for somebody who gives a token: he may be guessing at it.

    Wrong ones are counted, and beyond the limit not even the right one is heard: see guesses.py.
    """
    name, no = "", None
    try:
        name = await name_for(store, holder, wanted)
    except Refusal as refusal:
        no = refusal
    if wait := not_heard(tries, place, wanted, wrong=no is not None and no.code == "taken"):
        raise Refusal("too_much", words.TOO_MANY_NAMES, retry_after=round(wait, 3))
    if no is not None:
        raise no
    return name


async def no_guess(store: Store, holder: str, name: str, tries: Bucket, place: str) -> None:
    """A short token may be guessed at by trying whose seats it has: so many an hour from an address, but for
    one that proves a claimed name."""
    if name and await store.owner_of(name) == holder:
        return
    if wait := tries.take(f"{place} short", time.monotonic()):
        raise Refusal("too_much", words.SHORT_TOKENS.fill(most=LONG_TOKEN), retry_after=round(wait, 3))


async def claim(store: Store, holder: str, wanted: str, most: int) -> str:
    name = proper(wanted)
    mine = await store.names_of(holder)
    new = fold(name) not in map(fold, mine)
    if new and len(mine) >= most:
        raise Refusal("too_much", words.ALL_YOUR_NAMES.fill(most=most))
    if not await store.claim(name, holder):
        raise Refusal("taken", words.NOT_YOUR_NAME.fill(name=name))
    if new:
        happened(log, "a name is claimed", name=name)
    return name


def proper(wanted: str) -> str:
    """A name as it is shown: one line, printable, spaces squeezed."""
    name = " ".join(wanted.split())
    if not name or not name.isprintable():
        raise Refusal("bad_request", words.NO_NAME)
    return name
