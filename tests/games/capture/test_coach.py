"""The judge of the capture games: solved ends, estimates with intervals, and nothing but the view."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tavola.coach import Unit, review
from tavola.core.contract import CHANCE
from tavola.games.capture.bots.search.knowledge import number_of
from tavola.games.capture.coach import Playouts
from tests.coach.games import played, rules_of
from tests.games.capture.positions import set_up


def by_moves(choices: Any) -> dict[str, Any]:
    return {str(choice.move): choice for choice in choices}


def test_a_sure_point_now_is_worth_taking() -> None:
    """The seven of denari lies there for the taking; to drop another card instead costs something."""
    rules = rules_of("scopetta")
    state = set_up(rules, ("7c Rb", "3b 4s"), "7d 5c")
    judge = Playouts(rules, deals=400)
    found = judge.weigh(rules.view(state, state.turn.seat))
    assert str(found[0].move) == "7c x 7d"
    dropped = by_moves(found)["Rb"]
    assert 0 < dropped.low <= dropped.cost <= dropped.high
    assert dropped.cost == pytest.approx(found[0].worth - dropped.worth, abs=0.01)


def test_the_same_view_gives_the_same_answer_whatever_is_hidden() -> None:
    rules = rules_of("spazzino")
    record = played(rules, "careful,greedy", 5, most=14)
    state = last_decision(rules, record)
    seat = rules.actor(state)
    view = rules.view(state, seat)
    other = rules.guess(view, Random(8))
    assert other != state
    judge = Playouts(rules, deals=50)
    assert judge.weigh(view) == judge.weigh(rules.view(other, seat))


def last_decision(rules: Any, record: Any) -> Any:
    from tavola.core.match import replay

    found = None
    for match, _ in replay(rules, record):
        if match.actor != CHANCE:
            found = match.state
    return found


def test_more_deals_narrow_the_interval_around_the_same_cost() -> None:
    rules = rules_of("spazzino")
    state = last_decision(rules, played(rules, "careful,greedy", 6, most=12))
    view = rules.view(state, rules.actor(state))
    few, many = (by_moves(Playouts(rules, deals=n).weigh(view)) for n in (200, 6000))
    assert len(few) == len(view.moves) > 1
    for move, choice in many.items():
        assert choice.high - choice.low <= few[move].high - few[move].low
        slack = (few[move].high - few[move].low) + 0.01
        assert choice.cost == pytest.approx(few[move].cost, abs=slack)


def test_when_nothing_is_hidden_it_is_solved() -> None:
    rules = rules_of("scopetta")
    state = set_up(rules, ("7c Rb", "3b 4s"), "7d 5c", rest=0)
    found = Playouts(rules).weigh(rules.view(state, state.turn.seat))
    assert found[0].cost == 0
    assert all(choice.low == choice.cost == choice.high for choice in found)
    assert len({number_of(choice.move) for choice in found}) == len(found)


@pytest.mark.parametrize(
    ("game", "players"), [("tombolon", "careful,random"), ("tombolon", "greedy,careful,random,careful")]
)
def test_a_review_adds_up_with_luck_as_the_rest(game: str, players: str) -> None:
    rules = rules_of(game)
    record = played(rules, players, 1)
    found = review(rules, record, judge=Playouts(rules, deals=60))
    assert (found.unit, found.exact, found.finished) == (Unit.WIN, False, True)
    assert record.result is not None
    for b in found.balances:
        assert b.start + b.luck + b.play + b.others == pytest.approx(b.result)
        assert (b.start, b.result) == (0.5, float(b.seat in record.result["winners"]))
        assert b.margin > 0
    careless = players.split(",").index("random")
    plays = [b.play for b in found.balances]
    assert min(plays) == plays[careless] < 0


def test_giving_up_is_play_and_not_bad_luck() -> None:
    rules = rules_of("scopetta")
    found = review(
        rules, played(rules, "careful,careful", 3, most=9, resigns=1), judge=Playouts(rules, deals=60)
    )
    gave, last = found.gave_up, found.decisions[-1]
    assert gave is not None
    assert gave.seat == 1
    assert gave.cost == (last.made.worth if last.seat == 1 else 1 - last.made.worth)
    own = sum(d.made.cost for d in found.decisions if d.seat == 1)
    assert found.balances[1].play == pytest.approx(-own - gave.cost)
    assert found.balances[0].others == pytest.approx(own + gave.cost)
    assert found.balances[1].result == 0
