"""What dice count, over REST: as games played by the rules count them, and as the odds have it."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import tavola
from tavola.games import game_of
from tavola.games.dice_poker.analysis import tabulate
from tavola.pieces.dice import throws
from tests.server.http.running import Running
from tests.server.http.test_api import with_server

SUITE = "54321"  # plays all five dice, and so brings the next hand


def counted(rules: Any) -> Any:
    return game_of(rules.info.name).part("counts")(rules.options)


def after(rules: Any, *moves: str) -> Any:
    state = rules.start(2)
    for move in moves:
        state = rules.play(state, rules.parse(move)).state
    return state


def happened(rules: Any, state: Any, move: str, kind: str) -> Any:
    events = rules.play(state, rules.parse(move)).events
    return next(event for event in events if type(event).__name__ == kind)


@pytest.mark.parametrize(("brelan", "points"), [("100", 100), ("best", 300)])
def test_5000_counts_as_a_game_does(brelan: str, points: int) -> None:
    rules: Any = tavola.rules("5000", goal=1_000_000, brelan_of_aces=brelan)
    told = counted(rules)
    assert told.points["111"] == points
    found = set()
    for hand, times in enumerate(told.times):
        so_far = (f"roll {SUITE}", f"play {SUITE}") * hand
        for dice, _ in throws(5):
            state = after(rules, *so_far, f"roll {dice}")
            for move in map(str, rules.moves(state)):
                if move.startswith("play "):
                    played = happened(rules, state, move, "Played")
                    assert played.points == told.points[move[5:]] * times, (move, hand)
                    found.add(move[5:])
    assert found == set(told.points)
    hands = (f"roll {SUITE}", f"play {SUITE}") * len(told.times)
    banked = happened(rules, after(rules, *hands[:-1]), hands[-1], "Banked")
    assert banked.points == told.points[SUITE] * sum(told.times)  # no hand comes after the last


@pytest.mark.parametrize("scale", ["table", "linear", "recalibrated"])
def test_dice_poker_counts_as_a_game_does(scale: str) -> None:
    rules: Any = tavola.rules("dice-poker", goal=1_000_000, points=scale)
    told = counted(rules)
    assert len(told.shows) == 252
    for dice, _ in throws(5):
        state = after(rules, f"roll {dice}")
        scored = happened(rules, state, "stand", "Scored")
        shown = told.shows[str(dice)]
        assert (scored.pattern, scored.points) == (told.patterns[shown], told.points[shown])


def test_another_throw_by_every_way_five_dice_can_fall() -> None:
    """Dice that lie as they are kept, and all that may fall beside them."""
    told = counted(tavola.rules("dice-poker"))
    ways: dict[str, Counter[int]] = {}
    for fallen in product("654321", repeat=5):
        shown = told.shows["".join(sorted(fallen, reverse=True))]
        for kept in range(5):
            if list(fallen[:kept]) == sorted(fallen[:kept], reverse=True):
                ways.setdefault("".join(fallen[:kept]), Counter())[shown] += 1
    everything = range(len(told.patterns))
    assert {kept: [found[p] for p in everything] for kept, found in ways.items()} == told.falls


def test_another_throw_as_the_odds_have_it() -> None:
    told, turn = counted(tavola.rules("dice-poker")), tabulate.turn()
    for kept, number in tabulate.kept().items():
        chances = [0.0] * len(told.patterns)
        for at in range(turn.kept_start[number], turn.kept_start[number + 1]):
            chances[turn.pattern[turn.kept_throw[at]]] += turn.kept_chance[at]
        ways = told.falls[str(kept)]
        assert [n / sum(ways) for n in ways] == pytest.approx(chances)


def test_over_the_wire(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        five = await server.ask("/api/games/5000/counts?set=brelan_of_aces=best&set=goal=3000")
        assert five.json["points"]["111"] == 300
        assert "max-age" in five.headers["cache-control"]
        again = await server.ask("/api/games/5000/counts", if_none_match=five.headers["etag"])
        assert again.json["points"]["111"] == 100  # other options, other counts
        same = await server.ask(
            "/api/games/5000/counts?set=brelan_of_aces=best", if_none_match=five.headers["etag"]
        )
        assert same.status == 304
        poker = (await server.ask("/api/games/dice-poker/counts?set=points=linear")).json
        assert dict(zip(poker["patterns"], poker["points"], strict=True))["mega"] == 1000

    with_server(tmp_path, test)


def test_what_is_no_question(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for target, status in {
            "bridge/counts": 404,
            "421/counts": 404,
            "scopetta/counts": 404,
            "5000/counts?set=goal=much": 409,
            "5000/counts?set=colour=red": 409,
            "5000/counts?set=goal": 400,
        }.items():
            heard = await server.ask(f"/api/games/{target}")
            assert heard.status == status, target
            assert heard.json["error"]["why"]

    with_server(tmp_path, test)
