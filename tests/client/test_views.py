"""What a bot at the far end of a wire is handed is what it would get in the server."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import tavola
from tavola.client.views import BadPicture, events_of, view_of
from tavola.core.contract import CHANCE, OVER
from tavola.core.match import Match
from tavola.table.messages import Happened, Sight
from tavola.table.redaction import sight

TABLES = [
    (game, seats)
    for game in tavola.game_names()
    for seats in {tavola.rules(game).info.seats[0], tavola.rules(game).info.seats[-1]}
]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_whole_view(game: str, seats: int) -> None:
    rules, rng = tavola.rules(game), Random(f"{game} {seats}")
    match = Match(rules, [f"p{n}" for n in range(seats)])
    while (actor := match.actor) != OVER and len(match.moves) < 400:
        for seat in range(min(seats, 4)):
            told = msgspec.json.decode(msgspec.json.encode(sight(rules, match.state, seat)), type=Sight)
            assert view_of(rules, seat, told) == rules.view(match.state, seat)
        match.draw(rng) if actor == CHANCE else match.play(rng.choice(rules.moves(match.state)))
    assert len(match.moves) > 10


def test_a_server_of_another_version_is_told_as_such() -> None:
    rules = tavola.rules("scopetta")
    with pytest.raises(BadPicture, match="same version"):
        view_of(rules, 0, Sight(0, {"cards": 7}, [], []))
    with pytest.raises(BadPicture, match="same version"):
        events_of(rules, Happened(0, [{"event": "Played", "seat": "ada"}], None))
