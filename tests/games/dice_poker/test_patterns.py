from collections import Counter
from itertools import product

import icepool
import pytest

from tavola.games.dice_poker.patterns import NAMES, pattern
from tavola.pieces.dice import from_faces

# The examples of the published rules, and the little straights the rulebook adds.
EXAMPLES = {
    33333: "mega",
    12345: "great_straight",
    23456: "great_straight",
    12346: "little_straight",
    12234: "little_straight",
    34561: "little_straight",
    33456: "little_straight",
    13456: "little_straight",
    22226: "quads",
    11144: "full",
    33346: "trips",
    66551: "two_pair",
    55123: "pair",
    12356: "nothing",
}


@pytest.mark.parametrize(("dice", "name"), EXAMPLES.items())
def test_examples(dice: int, name: str) -> None:
    assert NAMES[pattern(dice)] == name


def second_opinion(shown: tuple[int, ...]) -> str:
    """The same question asked of sets and sorted counts."""
    kinds = tuple(sorted(Counter(shown).values(), reverse=True))
    if kinds == (5,):
        return "mega"
    for length, name in ((5, "great_straight"), (4, "little_straight")):
        if any(set(range(low, low + length)) <= set(shown) for low in range(1, 8 - length)):
            return name
    names = {(4, 1): "quads", (3, 2): "full", (3, 1, 1): "trips", (2, 2, 1): "two_pair", (2, 1, 1, 1): "pair"}
    return names.get(kinds, "nothing")


def test_all_7776_rolls() -> None:
    seen: Counter[str] = Counter()
    for shown in product(range(1, 7), repeat=5):
        name = NAMES[pattern(from_faces(shown))]
        assert name == second_opinion(shown)
        seen[name] += 1
    # The exact counts the rulebook gives.
    assert seen == {
        "mega": 6,
        "great_straight": 240,
        "little_straight": 960,
        "quads": 150,
        "full": 300,
        "trips": 1200,
        "two_pair": 1800,
        "pair": 2880,
        "nothing": 240,
    }


def test_another_engine_agrees() -> None:
    theirs = icepool.d6.pool(5).expand().map(lambda *shown: second_opinion(shown), star=True)
    counts = {str(name): ways for name, ways in theirs.items()}
    assert counts["little_straight"] * 7776 == 960 * theirs.denominator()
