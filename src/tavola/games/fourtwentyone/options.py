"""What may be agreed on before a game of 421."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tavola.core.options import option
from tavola.games.fourtwentyone.combinations import Variant


@dataclass(frozen=True, slots=True)
class Options:
    suites: bool = option(True, "654, 543, 432 and 321 are suites: above the others, worth 2")
    nenette: str = option(
        "above_others", "where 221 ranks; it counts 4 either way", choices=("above_others", "lowest")
    )
    others_value: int = option(1, "what a combination without a name counts", low=0, high=1)
    count: str = option(
        "every_throw", "what adds to the total of a turn", choices=("every_throw", "last_throw")
    )
    knock: Fraction = option(
        Fraction(0), "the chance that a thrown die hits a kept one, which takes a new value", low=0, high=1
    )

    @property
    def variant(self) -> Variant:
        """The options as the rules take them."""
        lowest, last = self.nenette == "lowest", self.count == "last_throw"
        return Variant(int(self.suites), int(lowest), self.others_value, int(last))


PRESETS = {
    "standard": {},
    "classic": {"suites": False},
}
