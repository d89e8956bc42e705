"""The load of many: a turn on, by the rules, the chances are the same; and so many can hold tokens."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tavola.games.fourtwentyone.analysis.dicework import Floats
from tavola.games.fourtwentyone.analysis.more.load import load_chain, load_chances, most_holders, turn_total
from tavola.games.fourtwentyone.analysis.more.splits import chances_of, splits
from tavola.games.fourtwentyone.chances import chances
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.rules import begin_turn, step, take_from_kitty
from tavola.games.fourtwentyone.state import TOKENS, Tokens
from tavola.pieces.seats import NONE_EACH, eight

CLOSE = 1e-12
FREE = Options(others_value=0)


def losses(players: int) -> Floats:
    """Made up: who holds more and plays sooner is likelier to lose."""
    weights = splits(players) + 1.0 / (1 + np.arange(players))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def a_turn_on(load: Floats, options: Options, held: list[int]) -> Floats:
    """The mean over who is lowest and over the total, each taken from the kitty by the rules."""
    players, total = len(held), turn_total(chances(options), len(held))
    s = begin_turn(players, Tokens(TOKENS - sum(held), eight(held), NONE_EACH), 0, 1)
    found = np.zeros(players)
    for loser in range(players):
        for count, chance in enumerate(total):
            after, ending = take_from_kitty(s._replace(turn=s.turn._replace(total=count)), loser)
            if ending.sets_lost:
                then = np.eye(players)[loser]
            elif after.turn.loading:
                then = load_chances(load, after.tokens.held[:players])
            else:
                then = chances_of(losses, after.tokens.held[:players], loser)
            found += chance / players * then if chance else 0
    return found


@pytest.mark.parametrize(
    ("options", "held"),
    [
        (FREE, [0, 0, 0]),
        (FREE, [4, 0, 11]),
        (FREE, [4, 2, 0, 3, 0]),
        (FREE, [0, 3, 0, 0, 9]),
        (Options(), [0, 5, 0, 0, 9]),
        (Options(), [0, 0, 0, 10, 0, 0, 9]),
        (Options(), [0, 0, 0, 0, 0, 0, 8, 0]),
    ],
    ids=str,
)
def test_a_turn_on_the_chances_are_the_same(options: Options, held: list[int]) -> None:
    load = load_chain(chances(options), len(held), losses)
    found = load_chances(load, held)
    assert found.sum() == pytest.approx(1, abs=CLOSE)
    assert found == pytest.approx(a_turn_on(load, options, held), abs=CLOSE)
    if sum(held) == 0:
        assert found == pytest.approx([1 / len(held)] * len(held), abs=CLOSE)


def test_where_no_load_comes_to_nobody_loses() -> None:
    load = load_chain(chances(Options()), 6, losses)
    assert not load_chances(load, [5, 0, 0, 0, 0, 0]).any()  # six throws count six


def test_so_many_come_to_hold_tokens() -> None:
    """Each counts at least one, so a turn of eight takes eight tokens and more."""
    found = [most_holders(chances(Options()), players) for players in range(2, 9)]
    assert found == [2, 3, 4, 5, 4, 3, 3]
    assert [most_holders(chances(FREE), players) for players in range(2, 9)] == list(range(2, 9))


def test_no_load_leaves_more_holders() -> None:
    rules, rng = FourTwentyOne(), Random(8)
    most = most_holders(chances(rules.options), 6)
    for _ in range(60):
        s = begin_turn(6, Tokens(TOKENS, NONE_EACH, NONE_EACH), 0, 1)
        while s.turn.loading and not any(s.tokens.sets_lost):
            dice = rules.chance(s).sample(rng).on_table(0)  # type: ignore[union-attr]
            assert dice is not None
            s, _ = step(rules.options.variant, s, dice)
        assert sum(tokens > 0 for tokens in s.tokens.held) <= most
