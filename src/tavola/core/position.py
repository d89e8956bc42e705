"""A game that begins in the middle of another: at what one seat could see of it, and the rest dealt anew.

Where nothing is hidden that is the game as it stood. Where something is, `guess` deals it in keeping with all
the seat has seen; by `luck`, so that everybody who reads the record deals the same. A record says so in its
tag `From`, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from tavola.core.codec import codec_of
from tavola.core.contract import OVER, Rules, Seat, View
from tavola.core.errors import TavolaError
from tavola.core.words import Phrase

FROM = "From"  # the tag of a record
LONGEST = 60_000  # characters
LUCK_DIGITS = 64

NO_POSITION = Phrase(
    "this is no position of {game} for {seats} that one could go on from",
    "ce n'est pas une position de {game} à {seats} d'où l'on puisse continuer",
    "questa non è una posizione di {game} per {seats} da cui si possa continuare",
)
BAD_FROM = Phrase(
    "[From] should be a JSON object with table, turn, seat, actor, seen and luck",
    "[From] devrait être un objet JSON avec table, turn, seat, actor, seen et luck",
    "[From] dovrebbe essere un oggetto JSON con table, turn, seat, actor, seen e luck",
)


@dataclass(frozen=True, slots=True)
class StartingPosition:
    """What a seat saw of a table after so many moves, as its codec tells it."""

    table: str  # the id of the game that was begun there
    turn: int
    seat: Seat
    actor: Seat  # whose turn it was
    seen: Any
    luck: str  # hexadecimal digits: how the unseen is dealt

    def __str__(self) -> str:
        """The JSON of the tag; `parse` is its inverse."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def parse(cls, text: str) -> StartingPosition:
        try:
            data: Any = json.loads(text) if len(text) <= LONGEST else None
            return cls(
                table=_is(str, data["table"]),
                turn=_is(int, data["turn"]),
                seat=_is(int, data["seat"]),
                actor=_is(int, data["actor"]),
                seen=data["seen"],
                luck=_is(str, data["luck"]),
            )
        except (ValueError, TypeError, KeyError, RecursionError):
            raise TavolaError(BAD_FROM) from None

    def state(self, rules: Rules[Any, Any], seats: int) -> Any:
        """The state it begins with. TavolaError if the data are no sound position of the game."""
        whole = rules.start(seats)
        try:
            state = self._dealt(rules)
            sound = (
                0 <= self.seat < seats
                and rules.actor(state) == self.actor != OVER
                and len(rules.score(state)) == len(rules.score(whole))
                and dict(rules.holdings(state)) == dict(rules.holdings(whole))
                and _data(codec_of(rules).table_data(rules.view(state, self.seat).table)) == self.seen
            )
        except Exception:  # made-up data may lead the rules into anything
            sound = False
        if not sound:
            raise TavolaError(NO_POSITION.fill(game=rules.info.title, seats=seats))
        return state

    def _dealt(self, rules: Rules[Any, Any]) -> Any:
        if len(self.luck) != LUCK_DIGITS:
            raise ValueError("luck")
        table = codec_of(rules).read_table(self.seen)
        return rules.guess(View(self.seat, self.actor, rules.options, table), Random(int(self.luck, 16)))


def position_of(tags: Mapping[str, str]) -> StartingPosition | None:
    """Where a record begins, if not at the beginning."""
    return StartingPosition.parse(tags[FROM]) if FROM in tags else None


def _is(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(value)
    return value


def _data(value: Any) -> Any:
    """As it is after a round trip through JSON: tuples are lists."""
    return json.loads(json.dumps(value))
