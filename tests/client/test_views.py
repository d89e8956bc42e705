"""The inverse of the picture: what a bot at the far end of a wire gets is what it would get in the server."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

import tavola
from tavola.client.views import BadPicture, card_event, unpicture, view_of
from tavola.core.contract import CHANCE, OVER
from tavola.core.match import Match
from tavola.table.messages import Sight
from tavola.table.redaction import picture, sight

CARDS = ("spazzino", "scopetta", "tombolon")
TABLES = [
    (game, seats)
    for game in tavola.game_names()
    for seats in {tavola.rules(game).info.seats[0], tavola.rules(game).info.seats[-1]}
]


def over_the_wire(data: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(data))


def states(game: str, seats: int, games: int) -> Any:
    """Random states of random games, with what was just seen to happen."""
    rng = Random(f"{game} {seats}")
    rules = tavola.rules(game)
    for _ in range(games):
        match = Match(rules, [f"p{n}" for n in range(seats)])
        yield rules, match.state, ()
        while (actor := match.actor) != OVER and len(match.moves) < 400:
            drawn = actor == CHANCE
            step = match.draw(rng) if drawn else match.play(rng.choice(rules.moves(match.state)))
            yield rules, match.state, step.events


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_picture_and_back(game: str, seats: int) -> None:
    seen = 0
    for rules, state, _ in states(game, seats, 6):
        for seat in (None, *range(seats if rules.info.hidden else 1)):
            table = rules.view(state, seat).table
            assert unpicture(rules, over_the_wire(picture(rules, table))) == table
            seen += 1
    assert seen > 500


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_whole_view(game: str, seats: int) -> None:
    for rules, state, _ in states(game, seats, 2):
        for seat in range(min(seats, 4)):
            told = msgspec.json.decode(msgspec.json.encode(sight(rules, state, seat)), type=Sight)
            assert view_of(rules, seat, told) == rules.view(state, seat)


@pytest.mark.parametrize("game", CARDS)
def test_events_of_the_card_games(game: str) -> None:
    kinds = set()
    for _, _, events in states(game, 2, 20):
        for event in events:
            for seat in (None, 0, 1):
                seen = event.seen_by(seat)
                assert card_event(over_the_wire(seen.as_dict() | {"words": "..."})) == seen
            kinds.add(type(event).__name__)
    assert kinds >= {"HandBegan", "TableDealt", "Dealt", "Played", "Scored", "HandEnded", "MatchWon"}


def test_an_event_of_another_version_is_passed_over() -> None:
    assert card_event({"event": "Sneezed", "seat": 0}) is None
    assert card_event({"event": "CardSet"}) is None


@pytest.mark.parametrize("game", tavola.game_names())
@pytest.mark.parametrize("damage", [None, [], {}, 7, "dice", {"seats": 2}])
def test_another_picture_is_told_as_such(game: str, damage: Any) -> None:
    with pytest.raises(BadPicture, match="same version"):
        unpicture(tavola.rules(game), damage)


def test_missing_parts_are_noticed() -> None:
    rules = tavola.rules("421")
    told = over_the_wire(picture(rules, rules.start(2)))
    del told["go"]["dice"]
    with pytest.raises(BadPicture):
        unpicture(rules, told)
