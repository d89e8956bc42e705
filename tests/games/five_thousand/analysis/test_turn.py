from __future__ import annotations

from fractions import Fraction
from random import Random

import icepool
import pytest

import tavola
from tavola.games.five_thousand.analysis.reasons import no_playable_die
from tavola.games.five_thousand.analysis.report import as_policy
from tavola.games.five_thousand.analysis.turn import Exact, any_move, turn_distribution
from tavola.games.five_thousand.bots import House
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.moves import Bank, Play, Trash
from tavola.games.five_thousand.rules import Variant

DEFAULT = Variant(5000, 100)


def playable(dice: tuple[int, ...]) -> bool:
    """Written anew from the rules page: an ace, a five, three of a kind, or a suite of five."""
    three = any(dice.count(face) >= 3 for face in dice)
    return 1 in dice or 5 in dice or three or dice in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))


@pytest.mark.parametrize("n", range(1, 6))
def test_no_playable_die_as_icepool_has_it(n: int) -> None:
    found = icepool.d6.pool(n).expand().map(lambda dice: playable(tuple(sorted(dice))))
    assert no_playable_die(100, n) == no_playable_die(300, n) == found.probability(False)


def test_no_playable_die_by_hand() -> None:
    assert no_playable_die(100, 1) == Fraction(4, 6)
    assert no_playable_die(100, 2) == Fraction(16, 36)
    assert no_playable_die(100, 3) == Fraction(4**3 - 4, 6**3)  # no 1 or 5, but the four triples


def test_the_points_of_the_best_turn() -> None:
    """Playing the policy brings the value of the equations, to the last digit of the fraction."""
    for brelan in (100, 300):
        best = Exact(Variant(5000, brelan))
        assert turn_distribution(best.variant, best.choose).mean() == best.value()


def test_no_policy_beats_the_best() -> None:
    house = as_policy(_rules(), House().choose, 0, 0)
    best = Exact(DEFAULT).value()
    assert turn_distribution(DEFAULT, house).mean() < best
    assert turn_distribution(DEFAULT, any_move(DEFAULT)).mean() < best


def test_the_last_die_of_the_last_hand_by_hand() -> None:
    """One die left in the third hand at 1000: an ace banks 1300, a five 1150, anything else nothing."""
    assert Exact(DEFAULT).before_roll(2, 1, 1000) == Fraction(1300 + 1150, 6)


def test_the_best_moves_are_chosen() -> None:
    best = Exact(DEFAULT)
    assert best.choose(55555, 0, 0) == (Play(55555),)
    assert best.choose(64322, 1, 350) == (Bank(),)
    assert best.choose(6432, 0, 100) == (Trash(),)


def test_the_distribution_is_that_of_turns_played_on_the_real_rules() -> None:
    game, house, rng, turns = _rules(), House(), Random(5), 4000
    expected = turn_distribution(DEFAULT, as_policy(game, house.choose, 0, 0))
    banked = []
    for _ in range(turns):
        s = game.start(2)
        while s.turn == 0 and s.winner < 0:
            move = game.chance(s).sample(rng) if s.in_hand else house.choose(game.view(s, 0))
            s = game.play(s, move).state
        banked.append(s.scores[0])
    for least in (250, 500, 1500):
        p = float(expected.at_least(least))
        found = sum(points >= least for points in banked) / turns
        assert found == pytest.approx(p, abs=4.5 * (p * (1 - p) / turns) ** 0.5)


def _rules() -> FiveThousand:
    found = tavola.rules("5000")
    assert isinstance(found, FiveThousand)
    return found
