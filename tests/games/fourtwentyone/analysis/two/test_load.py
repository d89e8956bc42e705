"""The load as a chain, against the rules' own load."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from tavola.core.contract import CHANCE
from tavola.games.fourtwentyone import events as e
from tavola.games.fourtwentyone.analysis.report import game_loss
from tavola.games.fourtwentyone.analysis.two.load import load_values, turn_total, unload_starts
from tavola.games.fourtwentyone.analysis.two.solved import solved
from tavola.games.fourtwentyone.chances import chances
from tavola.games.fourtwentyone.rules import begin_turn
from tavola.games.fourtwentyone.state import State, Tokens
from tavola.pieces.seats import NONE_EACH
from tests.games.fourtwentyone.analysis.brute import rules_of, shrunk


def loaded(s: State, found: Counter[int], share: Fraction, depth: int) -> None:
    """Every way the load may go, down to shares that don't matter."""
    game = rules_of()
    for fall, p in game.chance(s).outcomes():
        step = game.play(s, fall)
        lost = [event for event in step.events if isinstance(event, e.SetLost)]
        begun = [event for event in step.events if isinstance(event, e.UnloadBegins)]
        rampo = any(isinstance(event, e.HotHand) for event in step.events)
        if lost:
            found[4] += share * p  # type: ignore[assignment]
        elif begun:
            found[step.state.tokens.held[begun[0].seat]] += share * p  # type: ignore[assignment]
        elif depth > int(rampo):
            loaded(step.state, found, share * p, depth - rampo)


def test_the_rules_own_load_of_a_small_game() -> None:
    """Two faces, four tokens: every load written out, rampos to the third."""
    with shrunk(2, 4, 3):
        found: Counter[int] = Counter()
        loaded(begin_turn(2, Tokens(4, NONE_EACH, NONE_EACH), 0, 1), found, Fraction(1), 3)
        starts = unload_starts(chances(rules_of().options), 4)
        missing = 1 - sum(found.values())
        assert missing < 0.1
        for held, p in starts.pairs:
            assert 0 <= p - found[held] <= missing


def test_loads_played_on_the_rules() -> None:
    game, rng, sets = rules_of(), Random(7), 4000
    seen: Counter[int] = Counter()
    for _ in range(sets):
        s = begin_turn(2, Tokens(21, NONE_EACH, NONE_EACH), 0, 1)
        while game.actor(s) == CHANCE and s.turn.loading and not any(s.tokens.sets_lost):
            s = game.play(s, game.chance(s).sample(rng)).state
            if not s.turn.loading:
                break
        seen[21 if any(s.tokens.sets_lost) else s.tokens.held[s.turn.first]] += 1
    starts = unload_starts(chances(game.options), 21)
    assert set(seen) <= set(starts)
    for held, p in starts.pairs:
        assert abs(seen[held] / sets - float(p)) <= 4.5 * (float(p) * (1 - float(p)) / sets) ** 0.5


@pytest.mark.parametrize("options", [{}, {"others_value": 0}, {"suites": False}])
def test_a_turn_of_the_load(options: dict[str, object]) -> None:
    c = chances(rules_of(**options).options)
    total = turn_total(c, 21)
    assert sum(p for _, p in total.pairs) == 1
    # Two throws that make the least total: both others, not equal, or equal and then more.
    least = 2 * options.get("others_value", 1)  # type: ignore[operator]
    assert min(total) == least


def test_a_set_is_even_at_its_start_and_so_is_the_game() -> None:
    found = solved(rules_of().options)
    values = load_values(found.chances, 21, found.loss.tolist())
    assert values[0, 0] == pytest.approx(0.5, abs=1e-12)
    for (mine, theirs), p in values.items():
        assert p + values[theirs, mine] == pytest.approx(1, abs=1e-12)
    loss = game_loss(values[0, 0])
    assert loss["before_opening"] == pytest.approx(0.5)
    assert loss["starter"]["1/0"] == pytest.approx(0.75)
    assert loss["other"]["1/1"] == pytest.approx(0.5)


def test_a_game_in_which_starting_is_bad() -> None:
    """A starter who always loses the set, and so starts the next, loses the game."""
    loss = game_loss(1.0)
    assert loss["starter"]["0/0"] == 1
    assert loss["other"]["0/0"] == 0
