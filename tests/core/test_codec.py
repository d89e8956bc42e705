"""Views and events as plain data, and back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from random import Random
from typing import Any, Literal, NamedTuple

import pytest

import tavola
from tavola.core.codec import BadData, Codec, codec_of, reader_of
from tavola.core.contract import CHANCE, OVER, Event, Rules
from tavola.core.match import Match
from tavola.core.plain import plain
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet
from tests.testing.high_card import Dealt, HighCard

TABLES = [
    (game, seats)
    for game in tavola.game_names()
    for seats in {tavola.rules(game).info.seats[0], tavola.rules(game).info.seats[-1]}
]


def over_the_wire(data: Any) -> Any:
    return json.loads(json.dumps(data))


def states(rules: Rules[Any, Any], seats: int, games: int) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """States of random games, with what has just happened."""
    rng = Random(f"{rules.info.name} {seats}")
    for _ in range(games):
        match = Match(rules, [f"p{n}" for n in range(seats)])
        yield match.state, ()
        while (actor := match.actor) != OVER and len(match.moves) < 400:
            drawn = actor == CHANCE
            step = match.draw(rng) if drawn else match.play(rng.choice(rules.moves(match.state)))
            yield match.state, step.events


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_tables_and_events_come_back(game: str, seats: int) -> None:
    rules = tavola.rules(game)
    codec, kinds = codec_of(rules), set()
    for state, events in states(rules, seats, 8):
        for seat in (None, *range(seats if rules.info.hidden else 1)):
            table = rules.view(state, seat).table
            assert codec.read_table(over_the_wire(codec.table_data(table))) == table
            for event in events:
                seen = event.seen_by(seat)
                assert seen is not None
                assert codec.read_event(over_the_wire(codec.event_data(seen) | {"words": "..."})) == seen
                kinds.add(type(event).__name__)
    assert len(kinds) >= 3


def test_the_picture_of_421_uses_the_words_of_the_game() -> None:
    rules = tavola.rules("421")
    told = codec_of(rules).table_data(rules.start(2))
    assert (told["kitty"], told["tokens"], told["round"]["kind"]) == (21, [0, 0], "opening")
    assert told["round"]["waiting"] == [0, 1]


def test_a_game_that_declares_nothing_has_a_codec_by_its_types() -> None:
    rules = HighCard()
    codec = codec_of(rules)
    assert set(codec.events) >= {"Dealt", "Played", "Won"}
    assert codec.read_event({"event": "Dealt", "seat": 1, "card": None, "words": ""}) == Dealt(1, None)
    for state, _ in states(rules, 3, 3):
        for seat in (None, 0, 1, 2):
            table = rules.view(state, seat).table
            assert codec.read_table(over_the_wire(codec.table_data(table))) == table


def test_an_event_of_another_version_is_passed_over() -> None:
    codec = codec_of(tavola.rules("scopetta"))
    assert codec.read_event({"event": "Sneezed", "seat": 0}) is None
    assert codec.read_event({"event": "CardSet"}) is None
    assert codec.read_event("Played") is None


@pytest.mark.parametrize("game", tavola.game_names())
@pytest.mark.parametrize("damage", [None, [], {}, 7, "dice", {"seats": 2}])
def test_what_is_no_table_is_refused(game: str, damage: Any) -> None:
    with pytest.raises(BadData):
        codec_of(tavola.rules(game)).read_table(damage)


def test_missing_parts_are_noticed() -> None:
    rules = tavola.rules("421")
    told = over_the_wire(codec_of(rules).table_data(rules.start(2)))
    del told["go"]["dice"]
    with pytest.raises(BadData):
        codec_of(rules).read_table(told)


# ---- kinds of values ----


class Phase(Enum):
    DEAL = 1
    PLAY = 2


class Pair(NamedTuple):
    left: int
    right: str | None


@dataclass(frozen=True, slots=True)
class Everything:
    cards: CardSet
    card: Card | None
    pair: Pair
    pairs: tuple[Pair, ...]
    three: tuple[int, int, int]
    mixed: tuple[int, str]
    none: tuple[()]
    bids: dict[str, int]
    by_seat: dict[int, tuple[int, ...]]
    seen: frozenset[int]
    phase: Phase
    share: Fraction
    kind: Literal["low", "high"]
    on: bool
    worth: float
    inner: Everything | None = None


EVERYTHING = Everything(
    CardSet.parse("7d As"),
    Card.parse("Fs"),
    Pair(1, None),
    (Pair(2, "x"), Pair(3, None)),
    (1, 2, 3),
    (1, "one"),
    (),
    {"ada": 3},
    {0: (1, 2), 1: ()},
    frozenset({3, 1}),
    Phase.PLAY,
    Fraction(2, 3),
    "high",
    True,
    0.5,
)


def test_every_kind_of_value_comes_back() -> None:
    nested = Everything(
        **{name: getattr(EVERYTHING, name) for name in Everything.__slots__} | {"inner": EVERYTHING}
    )
    assert reader_of(Everything)(over_the_wire(plain(nested))) == nested


def test_what_has_no_plain_form_says_how_it_gets_one() -> None:
    class Odd:
        pass

    with pytest.raises(TypeError, match="to_data and from_data"):
        plain(Odd())
    with pytest.raises(TypeError, match="to_data and from_data"):
        reader_of(Odd)


@pytest.mark.parametrize(
    ("kind", "data"),
    [(int, "7"), (int, True), (str, 7), (tuple[int, int], [1]), (Pair, {"left": 1}), (Phase, "SLEEP")],
)
def test_what_is_of_another_kind_is_not_taken(kind: Any, data: Any) -> None:
    with pytest.raises(BadData):
        Codec(kind, ()).read_table(data)
