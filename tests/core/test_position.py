"""A game goes on from what one seat could see of another."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import tavola
from tavola.core.codec import codec_of
from tavola.core.contract import CHANCE, OVER
from tavola.core.errors import BrokenRecord, TavolaError
from tavola.core.match import Match, replay
from tavola.core.position import FROM, StartingPosition
from tavola.core.record import Record
from tavola.games import game_names

LUCK = "5" * 64


def drawn(match: Match[Any, Any], rng: Random, moves: int) -> Match[Any, Any]:
    """So many more moves at random, and then until somebody has to decide."""
    until = len(match.moves) + moves
    while match.actor != OVER and (len(match.moves) < until or match.actor == CHANCE):
        if match.actor == CHANCE:
            match.draw(rng)
        else:
            match.play(rng.choice(match.legal))
    return match


def seen_by(seat: int, match: Match[Any, Any]) -> StartingPosition:
    """As it comes over a wire."""
    view = match.rules.view(match.state, seat)
    seen = json.loads(json.dumps(codec_of(match.rules).table_data(view.table)))
    return StartingPosition("a-table", len(match.moves), seat, match.actor, seen, LUCK)


def middle(game: str, seed: int, moves: int = 25) -> Match[Any, Any]:
    rules = tavola.rules(game)
    seats = next(n for n in rules.info.seats if n > 1)
    while True:
        match = drawn(Match(rules, [f"player {seat}" for seat in range(seats)]), Random(seed), moves)
        if match.actor != OVER:
            return match
        seed += 1000


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_stands_as_the_seat_saw_it_and_its_record_tells_all(game: str, seed: int) -> None:
    match = middle(game, seed)
    rules = match.rules
    for seat in range(len(match.names)):
        position = StartingPosition.parse(str(seen_by(seat, match)))
        copy = Match(rules, match.names, position)
        assert rules.view(copy.state, seat) == rules.view(match.state, seat)
        assert copy.moves == []
        if not rules.info.hidden:
            assert copy.state == match.state
        drawn(copy, Random(seed), 100_000)
        assert copy.outcome is not None
        record = Record.parse(str(copy.record()))
        assert StartingPosition.parse(record.tags[FROM]) == position
        *_, (again, _) = replay(rules, record)
        assert (again.state, again.record()) == (copy.state, copy.record())
        assert Record.parse(json.dumps(copy.record().as_json())) == record


def test_hidden_cards_are_dealt_by_the_luck_alone() -> None:
    match = middle("scopetta", 4, moves=3)
    position = seen_by(0, match)
    states = [replace(position, luck=f"{n:064x}").state(match.rules, 2) for n in (1, 1, 2, 3, 4)]
    assert states[0] == states[1]
    assert len(set(states)) > 1


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 7},
        {"seat": -1},
        {"actor": OVER},
        {"actor": CHANCE},
        {"luck": "5"},
        {"luck": "x" * 64},
        {"seen": None},
        {"seen": {}},
        {"seen": []},
    ],
)
@pytest.mark.parametrize("game", ["421", "scopetta"])
def test_what_is_no_position_is_refused_in_words(game: str, change: dict[str, Any]) -> None:
    match = middle(game, 5)
    with pytest.raises(TavolaError, match="no position"):
        Match(match.rules, match.names, replace(seen_by(0, match), **change))


def test_nothing_is_made_or_lost_on_the_way() -> None:
    match = middle("421", 6)
    position = seen_by(0, match)
    tokens = position.seen["tokens"]
    forged = replace(position, seen={**position.seen, "tokens": [tokens[0] + 1, *tokens[1:]]})
    with pytest.raises(TavolaError, match="no position"):
        Match(match.rules, match.names, forged)


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 50_000, "{}", '{"table": 3}', "9" * 70_000])
def test_a_damaged_record_says_what_is_wrong_with_it(text: str) -> None:
    match = middle("421", 7)
    record = Match(match.rules, match.names, seen_by(0, match)).record()
    damaged = replace(record, tags={FROM: text})
    with pytest.raises(BrokenRecord, match="From"):
        next(iter(replay(match.rules, damaged)))
