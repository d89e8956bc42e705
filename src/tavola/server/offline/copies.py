"""A game against bots that was begun at a server goes on here, as a copy: POST /api/copies.

A page knows only what its own seat could see. From that a table is opened in the middle of the game: exactly
as it stood where nothing is hidden, else with the hidden cards dealt anew by this table's own seed.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tavola.core.errors import TavolaError
from tavola.core.position import StartingPosition
from tavola.core.words import Phrase
from tavola.games import game_class
from tavola.server.http.wire import Refuse
from tavola.server.tables.manager import TableManager
from tavola.server.tables.turns import right_now
from tavola.table import messages as m
from tavola.table import words
from tavola.table.fair import new_seed
from tavola.table.identity import Person, wished_table_id
from tavola.table.judge import Accepted
from tavola.table.opening import open_table
from tavola.table.refusal import Refusal

OTHER_RULES = Phrase(
    "this game was begun under version {then} of the rules, and here is version {now}: it waits at its table",
    "cette partie suit la version {then} des règles, et ici c'est la version {now} : elle attend à sa table",
    "questa partita segue la versione {then} delle regole, e qui c'è la {now}: aspetta al suo tavolo",
)
NOT_A_COPY = Phrase(
    "this is no game that could go on here: the link is damaged or of another version",
    "ce n'est pas une partie qui puisse continuer ici : le lien est abîmé ou d'une autre version",
    "non è una partita che possa continuare qui: il link è rovinato o di un'altra versione",
)
NOBODY = "nobody"  # the holder who opened a copy: it belongs to the person who sits down
MOST = 1000  # copies of one position, each begun when the one before is over


class Wanted(msgspec.Struct, frozen=True):
    """What the page knows of the game; its fields are named as in `State` and `Sight`."""

    game: str
    options: m.Options
    rules_version: int
    seats: Annotated[int, Meta(ge=1, le=64)]
    table: m.TableId
    turn: Annotated[int, Meta(ge=0)]
    seat: m.Seat
    actor: int
    seen: Any


_wanted = msgspec.json.Decoder(Wanted).decode


async def copied(manager: TableManager, body: bytes) -> str:
    """The table at which it goes on. The same request gives the same table, until its game is over."""
    try:
        wanted = _wanted(body)
        now = game_class(wanted.game).info.rules_version
        if wanted.rules_version != now:
            raise Refuse(409, "other_rules", OTHER_RULES.fill(then=wanted.rules_version, now=now))
        wish = hashlib.sha256(body).hexdigest()
        for number in range(MOST):
            table = wished_table_id(NOBODY, f"{wish} {number}")
            if await _is_free(manager, table):
                return await _opened(manager, table, wanted)
            if (live := manager.live.get(table)) is not None and live.table.status != "over":
                return table
    except (msgspec.MsgspecError, TavolaError):
        raise Refuse(400, "bad_request", NOT_A_COPY) from None
    raise Refuse(409, "too_many", NOT_A_COPY)


async def _is_free(manager: TableManager, table: str) -> bool:
    try:
        await manager.find(table)
    except Refusal as no:
        return no.why is words.NO_SUCH_TABLE
    return False


async def _opened(manager: TableManager, table: str, wanted: Wanted) -> str:
    position = StartingPosition(wanted.table, wanted.turn, wanted.seat, wanted.actor, wanted.seen, "")
    command = m.Create(game=wanted.game, options=wanted.options, seats=wanted.seats, public=False)
    nobody = Person(NOBODY, NOBODY)
    new, opened = open_table(nobody, command, table, new_seed(), right_now().at, position)
    manager.write(manager.stands(new), Accepted((opened,)))
    await manager.journal.flush()
    return table
