"""What may be agreed on before a match of Tombolon."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.core.options import option

USUAL, USUAL_IN_PADOVA = 31, 51


@dataclass(frozen=True, slots=True)
class Options:
    target: int = option(
        0, "the points that win the match; 0 stands for the usual: 31, in Padova 51", low=0, high=1_000_000
    )
    colour: str = option(
        "all",
        "a scopa di colore: all cards of a capture of the played card's suit, or any three of one suit",
        choices=("all", "any_three"),
    )
    call_out: bool = option(True, "a side that reaches the target for certain, and is ahead, wins at once")
    padova: bool = option(False, "as in Padova: 52 cards, packets of four, the 10 of denari for the 7")

    def __post_init__(self) -> None:
        if self.target == 0:
            object.__setattr__(self, "target", USUAL_IN_PADOVA if self.padova else USUAL)


PRESETS = {
    "rovigo": {},
    "padova": {"padova": True},
}
