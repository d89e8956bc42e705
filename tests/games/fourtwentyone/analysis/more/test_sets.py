"""A set of three by the book: turns played out come to its table, and the chain stands still."""

from __future__ import annotations

from math import sqrt
from random import Random

import numpy as np
import pytest

from tavola.games.fourtwentyone.analysis.more.book import Book
from tavola.games.fourtwentyone.analysis.more.load import load_chances
from tavola.games.fourtwentyone.analysis.more.sets import Among, turn_table
from tavola.games.fourtwentyone.analysis.more.splits import chances_of, split_place, splits
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Stop, Throw, action_of
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.rules import Effects, begin_turn, is_deciding, step
from tavola.games.fourtwentyone.state import TOKENS, State, Tokens
from tavola.pieces.seats import NONE_EACH, eight

TURNS = 3000
SURE = 5.5  # standard deviations: beyond them less than once in a million, for all that is compared here


@pytest.fixture
def three() -> Among:
    return Among(Options(), 3)


def played_turn(rules: FourTwentyOne, book: Book, s: State, rng: Random) -> Effects:
    """A turn by the rules and the book; how it ended."""
    while True:
        if is_deciding(s):
            move = book.move(s)
            assert isinstance(move, Stop | Throw)
            action = action_of(s.go.dice, move)
        else:
            action = rules.chance(s).sample(rng).on_table(s.go.kept)  # type: ignore[union-attr]
        assert action is not None
        s, news = step(rules.options.variant, s, action)
        if news.ending.loser >= 0:
            return news


def test_turns_played_out_come_to_the_table(three: Among) -> None:
    rules, book, rng = FourTwentyOne(), Book(three.found), Random(11)
    table = turn_table(three.found, three.turns(3).first)
    assert table.sum() == pytest.approx(1, abs=1e-12)
    seen = np.zeros_like(table)
    start = begin_turn(3, Tokens(0, eight([5, 4, 12]), NONE_EACH), 0, 0)
    for _ in range(TURNS):
        call, ending = played_turn(rules, book, start, rng)
        seen[ending.loser, ending.winner, min(call.total, table.shape[-1] - 1)] += 1 / TURNS
    for axes in (2, (0, 1)):  # who loses and who wins; the total
        for often, chance in zip(seen.sum(axis=axes).ravel(), table.sum(axis=axes).ravel(), strict=True):
            assert abs(often - chance) <= SURE * sqrt(chance * (1 - chance) / TURNS)


def test_the_chain_of_tokens_stands_still(three: Among) -> None:
    """One turn on, by what is paid as anyone would pay it, the chances to lose the set are the same."""
    table, losses = turn_table(three.found, three.turns(3).first), three.losses
    for split in [(7, 7, 7), (1, 19, 1), (1, 1, 19), (12, 4, 5), (19, 1, 1)]:
        found = np.zeros(3)
        for (loser, winner, total), chance in np.ndenumerate(table):
            if loser == winner:
                continue
            held = list(split)
            paid = min(total, held[winner])
            held[winner], held[loser] = held[winner] - paid, held[loser] + paid
            found += chance * chances_of(losses, tuple(held), loser)
        assert found == pytest.approx(losses(3)[split_place(np.array(split))], abs=1e-12)


def test_chances_are_chances(three: Among) -> None:
    for players in (1, 2, 3):
        losses = three.losses(players)
        assert losses.shape == splits(players).shape
        assert losses.min() >= 0
        assert losses.sum(axis=1) == pytest.approx(1, abs=1e-12)
    assert load_chances(three.load, (0, 0, 0)) == pytest.approx([1 / 3] * 3)
    assert load_chances(three.load, (20, 0, 0))[0] > 0.5 > load_chances(three.load, (0, 20, 0))[0]
    assert chances_of(three.losses, (0, TOKENS, 0), 1) == pytest.approx([0, 1, 0])
    assert chances_of(three.losses, (11, 0, 10), 2)[1] == 0
