from collections import Counter
from fractions import Fraction
from random import Random

from tavola.core.chance import Weighted

COIN = Weighted([("heads", 2), ("tails", 1)])


def test_exact() -> None:
    assert COIN.prob("heads") == Fraction(2, 3)
    assert COIN.prob("edge") == 0
    assert dict(COIN.outcomes()) == {"heads": Fraction(2, 3), "tails": Fraction(1, 3)}


def test_samples_follow_the_weights() -> None:
    rng = Random(1)
    seen = Counter(COIN.sample(rng) for _ in range(30_000))
    assert abs(seen["heads"] / 30_000 - 2 / 3) < 0.02


class EveryWay:
    """Luck that shows each number once."""

    def __init__(self) -> None:
        self.at = -1

    def randrange(self, stop: int) -> int:
        self.at = (self.at + 1) % stop
        return self.at


def test_each_unit_of_weight_is_drawn_by_one_number() -> None:
    every = EveryWay()
    assert Counter(COIN.sample(every) for _ in range(3)) == {"heads": 2, "tails": 1}
