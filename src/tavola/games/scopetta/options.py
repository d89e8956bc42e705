"""What may be agreed on before a match of Scopetta."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.core.options import option


@dataclass(frozen=True, slots=True)
class Options:
    target: int = option(11, "the points that win the match", low=1, high=1_000_000)
    primiera: str = option(
        "values",
        "best card of each suit by its value, or more sevens and then more sixes",
        choices=("values", "sevens"),
    )
    napola: bool = option(True, "ace, two, three and on of denari score")
