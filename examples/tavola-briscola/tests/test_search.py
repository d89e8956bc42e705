"""`master`, by what Briscola tells the search: against brute force at the end of a hand, and by its play."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tavola.bots import bot_names
from tavola.bots.search.budget import Budget
from tavola.bots.search.thinking import weigh
from tavola.kit import CHANCE, OVER
from tavola.kit.cards import size
from tavola.kit.compiled import jit
from tavola_briscola.events import HandEnded
from tavola_briscola.search import GUIDE, deal, look, wins
from tavola_briscola.views import seen
from test_bots import GAME, SWAPPING, brute, choice, ends, hands_won

KNOWN = Budget(iterations=1)


def test_it_plays() -> None:
    assert "master" in bot_names("briscola")


def test_an_end_between_two_is_solved_as_the_rules_say() -> None:
    differ = 0
    for s in ends(250, 2):
        seat = s.turn.seat
        weighed = weigh(GUIDE, GAME.view(s, seat), KNOWN, Random(0))
        assert weighed.exact
        expected = []
        for move in weighed.plays:
            after = GAME.play(s, move)
            ended = [event for event in after.events if isinstance(event, HandEnded)]
            won = brute(after.state, GAME)[0] if not ended else _sign(*ended[0].points)
            expected.append((1 + (won if seat == 0 else -won)) / 2)
        assert list(weighed.values) == expected  # to one hand: won, drawn or lost
        differ += len(set(expected)) > 1
    assert differ > 3


def _sign(mine: int, theirs: int) -> int:
    return (mine > theirs) - (mine < theirs)


def test_among_four_the_hidden_hands_are_searched() -> None:
    s = next(s for s in ends(20, 4) if size(s.cards.hands[s.turn.seat]) > 1)
    assert not weigh(GUIDE, GAME.view(s, s.turn.seat), KNOWN, Random(0)).exact


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_dealt_looks_the_same_to_the_viewer(seats: int) -> None:
    """Every state the search thinks about is one the viewer can't tell from the true one."""
    rng, looked = Random(seats), 0
    for number in range(150):
        s = SWAPPING.start(seats)
        for _ in range(rng.randrange(8, 150)):
            if (actor := SWAPPING.actor(s)) == OVER:
                break
            move = SWAPPING.chance(s).sample(rng) if actor == CHANCE else rng.choice(SWAPPING.moves(s))
            s = SWAPPING.play(s, move).state
        if (seat := SWAPPING.actor(s)) < 0:
            continue
        problem = look(SWAPPING.view(s, seat), ())
        dealt, _ = jit(deal)(problem.v, problem.tables, (), np.uint64(3), number)
        assert seen(dealt, seat) == seen(s, seat)
        looked += 1
    assert looked > 40


def test_a_choice_tells_nothing_of_what_is_hidden() -> None:
    rng = Random(4)
    for s in ends(10, 4):
        view = GAME.view(s, s.turn.seat)
        other = GAME.view(GAME.guess(view, rng), s.turn.seat)
        budget = Budget(iterations=60)
        assert weigh(GUIDE, view, budget, Random(1)) == weigh(GUIDE, other, budget, Random(1))


def test_it_plays_for_the_match() -> None:
    assert wins(1, 1) == 0.5
    assert wins(1, 2) == 0.75
    assert wins(3, 3) == 0.5
    assert (wins(0, 2), wins(2, 0)) == (1.0, 0.0)


def test_it_solves_the_end() -> None:
    hands, taken = ["Ac Fc 3s", "2b 7c 4d"], ("Ab Ad As 3b 3c", "")
    assert choice("master:3", hands, "d", taken=taken, rest=1) == "3s"


@pytest.mark.parametrize("seats", [2, 4])
def test_who_beats_whom(seats: int) -> None:
    assert hands_won("master:iterations=200", "random", seats, 25) > 0.7
    assert hands_won("master:iterations=200", "greedy", seats, 25) > 0.5
