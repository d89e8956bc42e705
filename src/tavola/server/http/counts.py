"""What dice count under the options of a table, for a page that shows it before it is played.

Every number is asked of the game, so nobody at the far end of a wire needs to know its rules.
"""

from __future__ import annotations

import asyncio
from typing import Any, Union, get_type_hints

from tavola.games import OURS, game_of
from tavola.server.http.games import info_of
from tavola.server.http.house import House
from tavola.server.http.odds import KEEP, question
from tavola.server.http.wire import Answer, Asked, Refuse, encode

# Of our games, for OpenAPI.
_OURS = tuple(get_type_hints(game.part("counts"))["return"] for game in OURS.values() if game.counts)
Counts: Any = Union[_OURS]  # noqa: UP007 - made of what there is


async def counts(house: House, asked: Asked) -> Answer:
    del house
    game = info_of(asked.parts["game"]).name
    count = game_of(game).part("counts")
    if count is None:
        raise Refuse(404, "not_found", f"at {game} nothing is counted like this")
    options = question(asked, "counts").rules().options
    return Answer(await asyncio.to_thread(lambda: encode(count(options))), cache=KEEP)
