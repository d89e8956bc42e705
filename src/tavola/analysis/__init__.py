"""What can be known about the games: exact odds, optimal play, and reasons in words.

One package a game. Each has `odds(rules)`, `solve(rules, progress)`, `explain(rules, position)`, which give
plain JSON-ready dicts, and `tables(report)`, which lays such a dict out for people. Nothing here is imported
until it is asked for: NumPy and Numba are heavy.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tavola.core.errors import TavolaError
from tavola.core.extras import ODDS
from tavola.core.tables import Table as Table
from tavola.games import OURS, game_class, game_of

Progress = Callable[[str, float], None]


class NoOdds(TavolaError):
    def __init__(self, game: str) -> None:
        there = ", ".join(known_games())
        super().__init__(
            f"nobody has worked out the odds of {game} yet, they are known for: {there}; "
            f"tavola simulate {game} plays it out"
        )


class BadPosition(TavolaError):
    """A position that was not understood, with the notation that would be."""

    def __init__(self, why: str, examples: tuple[str, ...]) -> None:
        super().__init__(f"{why}; positions look like: {', '.join(map(repr, examples))}")


def package(game: str) -> Any:
    """The odds of a game, imported when first asked for."""
    known = game_of(game)
    if not known.odds:
        raise NoOdds(game)
    ODDS.check()
    from tavola.analysis import outside

    outside.check((game_class(game).__module__.rpartition(".")[0], "tavola.pieces.dice"))
    return known.part("odds")


def known_games() -> tuple[str, ...]:
    """Our games whose odds are known."""
    return tuple(name for name, game in OURS.items() if game.odds)


def silent(what: str, done: float) -> None:
    """Progress that nobody watches."""


def fraction(value: Fraction) -> dict[str, Any]:
    """An exact number for JSON: {"exact": "a/b", "p": its float}."""
    return {"exact": f"{value.numerator}/{value.denominator}", "p": float(value)}
