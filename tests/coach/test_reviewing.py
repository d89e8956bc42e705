"""Reviews: the parts add up to the result, the best play costs nothing, damaged records say where."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.coach import Review, Unit, judge_of, review
from tavola.coach.report import sentences
from tavola.coach.reviewing import Concession
from tavola.core.contract import CHANCE
from tavola.core.errors import BrokenRecord
from tavola.core.record import Record
from tests.coach.games import played, rules_of

CLOSE = 1e-9
SMALL: dict[str, dict[str, Any]] = {"421": {}, "5000": {"goal": 1000}, "dice-poker": {"goal": 200}}
TABLES = [
    ("421", "random,house"),
    ("421", "optimal,random"),
    ("5000", "house,random"),
    ("5000", "random"),
    ("5000", "house,random,optimal:turns"),
    ("dice-poker", "none,random"),
    ("dice-poker", "smart"),
    ("dice-poker", "sequential,smart,random,none"),
]


def adds_up(found: Review) -> None:
    for b in found.balances:
        assert b.start + b.luck + b.play + b.others == pytest.approx(b.result, abs=CLOSE)
        assert b.play <= CLOSE
        own = sum(d.made.cost for d in found.decisions if d.seat == b.seat)
        resigned = sum(
            c.change[b.seat] for c in found.changes if found.record.moves[c.number - 1][1] == "resigns"
        )
        if not resigned:
            assert b.play == pytest.approx(-own, abs=CLOSE)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_luck_and_play_add_up_to_the_result(game: str, players: str) -> None:
    rules, seats = rules_of(game, **SMALL[game]), len(players.split(","))
    judge = judge_of(rules, seats)
    for seed in range(4):
        record = played(rules, players, seed)
        found = review(rules, record, judge=judge)
        assert found.exact
        assert found.finished
        adds_up(found)
        assert len(found.decisions) == sum(who != CHANCE for who, _ in record.moves)
        assert [number for number, _ in found.course] == list(range(len(record.moves) + 1))
        assert record.result is not None
        for b in found.balances:
            if found.unit == Unit.WIN:
                winners = record.result["winners"]
                assert b.result == pytest.approx((b.seat in winners) / len(winners))
            elif seats == 1:
                turns = sum(1 for _, text in record.moves if text in ("bank", "trash"))
                assert game != "5000" or -b.result >= turns > 0
        for decision in found.decisions:
            assert decision.best.cost == 0 <= decision.made.cost
            assert decision.made.low == decision.made.cost == decision.made.high


@pytest.mark.parametrize("game", SMALL)
def test_the_best_play_costs_nothing(game: str) -> None:
    rules = rules_of(game, **SMALL[game])
    found = review(rules, played(rules, "optimal,optimal", 3))
    assert found.unit == Unit.WIN
    assert max(d.made.cost for d in found.decisions) < 1e-11
    assert all(abs(b.play) < CLOSE and abs(b.others) < CLOSE for b in found.balances)


@pytest.mark.parametrize("game", ["5000", "dice-poker"])
def test_the_fewest_turns_alone(game: str) -> None:
    rules = rules_of(game, **SMALL[game])
    found = review(rules, played(rules, "optimal:turns", 3))
    assert found.unit == Unit.TURNS
    assert max(d.made.cost for d in found.decisions) < 1e-10
    assert -found.balances[0].result == pytest.approx(round(-found.balances[0].result), abs=CLOSE)


@pytest.mark.parametrize("game", SMALL)
def test_giving_up_is_play_and_a_broken_off_game_is_worth_what_it_was(game: str) -> None:
    rules = rules_of(game, **SMALL[game])
    given_up = review(rules, played(rules, "house,house", 1, most=5, resigns=1))
    adds_up(given_up)
    assert given_up.finished
    assert [b.result for b in given_up.balances] == [1, 0]
    assert given_up.balances[1].play == pytest.approx(-given_up.course[-2][1][1], abs=0.2)
    costs = sum(d.made.cost for d in given_up.decisions if d.seat == 1)
    assert given_up.gave_up is not None
    assert given_up.gave_up.seat == 1
    assert given_up.gave_up.cost == pytest.approx(given_up.course[-2][1][1])
    assert given_up.gave_up.cost is not None
    assert given_up.balances[1].play == pytest.approx(-costs - given_up.gave_up.cost, abs=CLOSE)
    unfinished = review(rules, played(rules, "house,house", 1, most=5))
    adds_up(unfinished)
    assert not unfinished.finished
    assert unfinished.gave_up is None
    assert 0 < unfinished.balances[0].result < 1


def test_among_many_giving_up_is_said_and_not_counted() -> None:
    rules = rules_of("5000", **SMALL["5000"])
    found = review(rules, played(rules, "house,house,house", 1, most=30, resigns=1))
    assert (found.unit, found.gave_up) == (Unit.TURNS, Concession(1, None))
    for b in found.balances:
        assert b.start + b.luck + b.play + b.others == pytest.approx(b.result, abs=CLOSE)
    said = [sentence.en for sentence in sentences(found)]
    assert any(s.startswith("house 1 gave up, which is not counted in turns") for s in said)


def test_a_damaged_record_says_where() -> None:
    rules = rules_of("5000")
    record = played(rules, "house,random", 1, most=9)
    moves = list(record.moves)
    moves[4] = (moves[4][0], "play 66666" if moves[4][0] != CHANCE else "roll 1")
    with pytest.raises(BrokenRecord, match="at move 5"):
        review(rules, Record("5000", {}, 1, record.seats, tuple(moves)))
    with pytest.raises(BrokenRecord, match="at most"):
        review(rules, Record("5000", {}, 1, record.seats, ((0, "trash"),) * 30_000))
