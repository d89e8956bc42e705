"""What may be agreed on before a match of Spazzino."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.core.options import option


@dataclass(frozen=True, slots=True)
class Options:
    target: int = option(21, "the points that win the match", low=1, high=1_000_000)
