from __future__ import annotations

import numpy as np
import pytest

from tavola.fast.compile import jit
from tavola.games.dice_poker.analysis.turn import patterns
from tavola.games.dice_poker.fast import rolls
from tavola.games.dice_poker.patterns import NAMES
from tavola.games.dice_poker.points import TABLE
from tavola.games.dice_poker.strategies import none, smart
from tests.fast.chi import fits

# Of 7776, from nothing to the méga: the counts of the rules page.
EXACT = (240, 2880, 1800, 1200, 300, 150, 960, 240, 6)


def test_one_roll_has_the_exact_chances() -> None:
    counts = rolls.roll(11, 0, 2_000_000)
    assert counts.sum() == 2_000_000
    assert fits(counts.tolist(), [n / 7776 for n in EXACT])


def test_every_throw_is_equally_likely() -> None:
    """All 7776 at once, by counting residues instead of patterns."""
    for modulus in (3, 5, 7, 9):
        table = (np.arange(7776) % modulus).astype(np.uint8)
        counts = np.zeros(modulus, np.int64)
        jit(rolls.roll_words)(np.uint64(3), 0, 200_000, table, counts)
        assert fits(counts.tolist(), [len(range(r, 7776, modulus)) / 7776 for r in range(modulus)])


@pytest.mark.parametrize(("name", "strategy"), [("none", none), ("smart", smart)])
def test_turns_have_the_exact_chances(name: str, strategy: object) -> None:
    counts = rolls.turn(5, 0, 1_000_000, rolls.turns_by_throw(strategy))  # type: ignore[arg-type]
    exact = patterns(name, 1, TABLE)
    assert fits(counts.tolist(), [float(exact[each]) for each in NAMES])


def test_chunks_add_up() -> None:
    whole = rolls.roll(7, 0, 80_000)
    assert (whole == rolls.roll(7, 0, 8) + rolls.roll(7, 8, 56_000) + rolls.roll(7, 56_008, 23_992)).all()
    turns = rolls.turns_by_throw(smart)
    parts = rolls.turn(7, 0, 12, turns) + rolls.turn(7, 12, 39_988, turns)
    assert (rolls.turn(7, 0, 40_000, turns) == parts).all()


def test_rolls_come_in_eights() -> None:
    with pytest.raises(ValueError, match="8s"):
        rolls.roll(1, 4, 8)
