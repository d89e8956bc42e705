"""What dice count under the options of a table, for a page that shows it before it is played.

Every number is asked of the game's own rules, so nobody at the far end of a wire needs to know them.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

from tavola.core.plain import plain
from tavola.games import game_of
from tavola.server.http.games import info_of
from tavola.server.http.house import House
from tavola.server.http.odds import KEEP, question
from tavola.server.http.wire import Answer, Asked, Refuse, encode


async def counts(house: House, asked: Asked) -> Answer:
    del house
    game = info_of(asked.parts["game"]).name
    if not game_of(game).counts:
        raise Refuse(404, "not_found", f"at {game} nothing is counted like this")
    options = question(asked, "counts").rules().options
    return Answer(await asyncio.to_thread(_told, game, options), cache=KEEP)


@lru_cache(maxsize=16)
def _told(game: str, options: Any) -> bytes:
    return encode({"game": game, **plain(game_of(game).part("counts")(options))})
