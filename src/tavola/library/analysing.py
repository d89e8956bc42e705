"""`tavola.odds`, `tavola.solve` and `tavola.explain`: what can be known exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from tavola.analysis import Progress, check_asked, package, silent
from tavola.analysis import odds as odds_of
from tavola.analysis.programs import for_programs
from tavola.core.contract import Rules
from tavola.core.errors import TavolaError
from tavola.core.tables import Table
from tavola.library.asking import language, rules_for
from tavola.library.results import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, repr=False)
class Analysis(Result):
    """What is known of a game or of a position."""

    rules: Rules[Any, Any]
    report: dict[str, Any] = field(hash=False)

    def __repr__(self) -> str:
        return f"<Analysis of {self.rules.info.name}: {', '.join(self.report)}>"

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(Table(*table) for table in package(self.rules.info.name).tables(self.report))

    def to_dict(self) -> dict[str, Any]:
        told: dict[str, Any] = for_programs(self.report)
        return told

    def figure(self) -> Figure:
        known = package(self.rules.info.name)
        if not hasattr(known, "figure"):
            raise TavolaError(f"nobody has drawn a figure of {self.rules.info.title} yet")
        figure: Figure = known.figure(self.rules, self.report)
        return figure


def odds(game: str | Rules[Any, Any], *, progress: Progress = silent, **asked: Any) -> Analysis:
    """Exact odds: what dice do, and what strategies make of them. Chances are exact fractions.

    `asked` is what the odds of the game take besides, as `tavola odds --help` lists it.

    >>> import tavola
    >>> found = tavola.odds("dice-poker", strategy="none")
    >>> found.to_dict()["patterns"]["mega"]["exact"]
    '1/1296'
    """
    from tavola.bots import make_bot

    rules = rules_for(game)
    check_asked(rules.info.name, asked)
    package(rules.info.name)
    report = odds_of(rules, asked, lambda name: make_bot(name, rules, Random(0)).choose, progress)
    return Analysis(rules, report)


def solve(game: str | Rules[Any, Any], *, progress: Progress = silent) -> Analysis:
    """Optimal play, and what it is worth. Kept on disk: the second time it is there at once.

    >>> import tavola
    >>> print(tavola.solve("dice-poker"))  # doctest: +SKIP
    """
    rules = rules_for(game)
    return Analysis(rules, package(rules.info.name).solve(rules, progress))


def explain(
    game: str | Rules[Any, Any], position: str, *, lang: str = "en", progress: Progress = silent
) -> Analysis:
    """All moves of a position with their value, best first, and the reason in words.

    A position is the dice and what else matters, as `tavola explain --help` shows for each game.

    >>> import tavola
    >>> print(tavola.explain("421", "first 442 throws=1 total=3 tokens=8/13"))  # doctest: +SKIP
    """
    rules = rules_for(game)
    if not isinstance(position, str):
        raise TavolaError(f"a position is a text, not {repr(position)[:40]}")
    return Analysis(rules, package(rules.info.name).explain(rules, position, language(lang), progress))
