"""`tavola.odds`, `tavola.solve` and `tavola.explain`: what can be known exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from tavola.analysis import Progress, package, silent
from tavola.analysis.programs import for_programs
from tavola.core.contract import Rules
from tavola.core.errors import BadOption, TavolaError
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


def odds(
    game: str | Rules[Any, Any],
    *,
    strategy: str | None = None,
    policy: str | None = None,
    total: int = 0,
    opponent: int = 0,
    progress: Progress = silent,
) -> Analysis:
    """Exact odds: what dice do, and what strategies make of them. Chances are exact fractions.

    `strategy` is one of Dice Poker's, without it all of them; `policy` one of 5000's, a bot too, with the
    points `total` and `opponent` before the turn.

    >>> import tavola
    >>> found = tavola.odds("dice-poker", strategy="none")
    >>> found.to_dict()["patterns"]["mega"]["exact"]
    '1/1296'
    """
    rules = rules_for(game)
    known = package(rules.info.name)
    choices: dict[str, Any] = {}
    if rules.info.name == "5000":
        choices = _policies(rules, known, policy, total, opponent)
    elif policy is not None or total or opponent:
        raise BadOption("--policy, --total and --opponent are for 5000")
    if strategy is not None:
        if rules.info.name != "dice-poker":
            raise BadOption("--strategy is for dice-poker")
        choices["strategy"] = strategy
    return Analysis(rules, known.odds(rules, progress=progress, **choices))


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

    A position is the dice and what else matters: `54263 hand=2 turn=350 total=1200 opponent=3000` (5000),
    `54263 total=600 opponent=700 second=1` (Dice Poker), `first 442 throws=1 total=3 tokens=8/13` (421).

    >>> import tavola
    >>> print(tavola.explain("421", "first 442 throws=1 total=3 tokens=8/13"))  # doctest: +SKIP
    """
    rules = rules_for(game)
    if not isinstance(position, str):
        raise TavolaError(f"a position is a text, not {repr(position)[:40]}")
    return Analysis(rules, package(rules.info.name).explain(rules, position, language(lang), progress))


def _policies(
    rules: Rules[Any, Any], package: Any, policy: str | None, total: int, opponent: int
) -> dict[str, Any]:
    """Which policies to report on: those the odds know themselves, and bots."""
    from tavola.bots import make_bot

    goal = rules.options.goal
    if max(total, opponent) >= goal or total % 50 or opponent % 50:
        raise BadOption(f"--total and --opponent take multiples of 50 below the goal {goal}")
    own = ("optimal", "turns", "win", "random")
    names = ("optimal", "house") if policy is None else (policy,)
    bots = {
        name: package.as_policy(rules, make_bot(name, rules, Random(0)).choose, total, opponent)
        for name in names
        if name not in own
    }
    known = tuple(name for name in names if name in own)
    return {"policies": known, "bots": bots, "total": total, "opponent": opponent}
