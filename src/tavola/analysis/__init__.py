"""What can be known about the games: exact odds, optimal play, and reasons in words.

One package a game. Each has `odds(rules)`, `solve(rules, progress)`, `explain(rules, position)`, which give
plain JSON-ready dicts, and `tables(report)`, which lays such a dict out for people. Nothing here is imported
until it is asked for: NumPy and Numba are heavy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from tavola.core.contract import Rules
from tavola.core.errors import BadOption, TavolaError
from tavola.core.extras import ODDS
from tavola.core.game import Ask
from tavola.core.plugins import BrokenPlugin
from tavola.core.tables import Table as Table
from tavola.core.words import Phrase
from tavola.games import game_class, game_names, game_of

Progress = Callable[[str, float], None]


_watcher: Progress | None = None


def silent(what: str, done: float) -> None:
    """Progress that nobody watches, unless `watch` was called in this process."""
    if _watcher is not None:
        _watcher(what, done)


def watch(watcher: Progress | None) -> None:
    """From now on this watcher gets all progress that nobody else watches."""
    global _watcher
    _watcher = watcher


NO_ODDS = Phrase(
    "nobody has worked out the odds of {game} yet, they are known for: {there}; "
    "tavola simulate {game} plays it out",
    "personne n'a encore calculé les chances de {game}, on connaît celles de : {there} ; "
    "tavola simulate {game} le joue",
    "nessuno ha ancora calcolato le probabilità di {game}, si conoscono quelle di: {there}; "
    "tavola simulate {game} lo gioca",
)


class NoOdds(TavolaError):
    def __init__(self, game: str) -> None:
        super().__init__(NO_ODDS.fill(game=game, there=", ".join(known_games())))


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


def asks() -> dict[str, list[tuple[str, Ask]]]:
    """All questions that the odds of the games here take, by name: (game, question)."""
    found: dict[str, list[tuple[str, Ask]]] = {}
    for name in game_names():
        with suppress(BrokenPlugin):
            for ask in game_of(name).asks:
                found.setdefault(ask.name, []).append((name, ask))
    return found


def check_asked(game: str, asked: Mapping[str, Any], mark: str = "") -> None:
    """Refuse what the odds of a game don't take; `mark` is put before the names."""
    known, takes = asks(), {ask.name for ask in game_of(game).asks}
    for name in asked:
        if name not in takes:
            of = ", ".join(other for other, _ in known.get(name, ()))
            why = f"is for {of}" if of else f"is nothing that the odds of {game} take"
            raise BadOption(f"{mark}{name[:40]} {why}")


def odds(
    rules: Rules[Any, Any],
    asked: Mapping[str, Any],
    bot: Callable[[str], Callable[[Any], Any]],
    progress: Progress = silent,
) -> dict[str, Any]:
    """The odds of a game, asked as people do: `bot` gives the decisions of a bot by its name."""
    known = package(rules.info.name)
    choices = getattr(known, "choices", None)
    given = asked if choices is None else choices(rules, asked, bot)
    report: dict[str, Any] = known.odds(rules, progress=progress, **given)
    return report


def known_games() -> tuple[str, ...]:
    """The games whose odds are known."""
    found = []
    for name in game_names():
        with suppress(BrokenPlugin):
            found += [name] if game_of(name).odds else []
    return tuple(found)


def fraction(value: Fraction) -> dict[str, Any]:
    """An exact number for JSON: {"exact": "a/b", "p": its float}."""
    return {"exact": f"{value.numerator}/{value.denominator}", "p": float(value)}
