"""The lobby: which games there are, and which public tables."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import structs

from tavola.bots import bots_here, why_absent
from tavola.core.options import describe
from tavola.core.words import Lang
from tavola.games import game_class, game_names
from tavola.server.store.values import Listing
from tavola.table import messages as m

if TYPE_CHECKING:
    from tavola.server.tables.manager import TableManager

MOST_TABLES = 200  # in one list


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


async def tables(manager: TableManager, game: str | None) -> list[m.TableTold]:
    """The public tables that wait or are in play, on every node."""
    waiting = await manager.store.listed(game=game, status="waiting", limit=MOST_TABLES)
    playing = await manager.store.listed(game=game, status="playing", limit=MOST_TABLES)
    waiting = [listing for listing in waiting if not listing.details.ladder]  # nobody else may sit down
    found = [listing for listing in (*waiting, *playing) if not _deserted(manager, listing)]
    return [_told(manager, listing) for listing in found][:MOST_TABLES]


def _deserted(manager: TableManager, listing: Listing) -> bool:
    """Has everybody left it? Of a table of this node that is known before it is written."""
    live = manager.live.get(listing.table)
    return live is not None and live.deserted(time.monotonic(), manager.settings.away_seconds)


def _told(manager: TableManager, listing: Listing) -> m.TableTold:
    live = manager.live.get(listing.table)
    chairs, watchers = _chairs(manager, listing), listing.details.watchers
    if live is not None:
        # A seat the listing has by another name is shown as written; else the live table knows more.
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
        ladder=listing.details.ladder,
        quiet=listing.details.quiet or not manager.settings.chat,
    )


def _chairs(manager: TableManager, listing: Listing) -> list[m.Chair]:
    """As the table's node wrote it. With one node the table is not back yet, and nobody is connected."""
    details, alone = listing.details, manager.directory is None
    chairs = []
    for seat, name in enumerate(listing.seats):
        bot = details.bots.get(seat)
        here = bool(name) and seat not in details.away and not alone
        chair = m.Chair(name=name, bot=bot, connected=bot is not None or here)
        chairs.append(structs.replace(chair, account="bot") if seat in details.accounts else chair)
    return chairs
