"""What is known about a game, for programs: as `tavola odds`, `solve`, `explain` and `review` with --json.

Runs in a process of its own: solving takes seconds to minutes of a whole core.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

import tavola
from tavola import analysis as knowledge
from tavola.analysis.programs import for_programs
from tavola.bots import make_bot
from tavola.core.contract import Rules
from tavola.core.errors import BadOption
from tavola.core.options import make
from tavola.core.record import Record
from tavola.core.words import Lang
from tavola.games import game_class, game_of

OWN_POLICIES = ("optimal", "turns", "win", "random")


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to work out. Equal questions have equal answers."""

    what: str  # odds, solve, explain, bank, review or counts
    game: str
    preset: str | None = None
    options: dict[str, str] = {}
    position: str = ""
    strategy: str | None = None
    policy: str | None = None
    total: int = 0
    opponent: int = 0
    lang: Lang = "en"
    record: str = ""  # to be reviewed

    def rules(self) -> Rules[Any, Any]:
        """The rules it is about; a TavolaError says what is wrong with it. Cheap: nothing is worked out."""
        info = game_class(self.game).info
        make(info.options, dict(self.options), self.game)
        rules = tavola.rules(self.game, self.preset, **self.options)
        if self.what != "counts" and not game_of(self.game).odds:
            raise knowledge.NoOdds(self.game)
        if self.what == "bank" and self.game != "5000":
            raise BadOption("points are banked at 5000")
        if self.strategy is not None and self.game != "dice-poker":
            raise BadOption("strategy is for dice-poker")
        if self.game != "5000" and (self.policy is not None or self.total or self.opponent):
            raise BadOption("policy, total and opponent are for 5000")
        return rules


def answer(question: Question) -> Any:
    """The report, JSON-ready."""
    if question.what == "review":
        return _review(question)
    rules, package = question.rules(), knowledge.package(question.game)
    if question.what == "solve":
        report = package.solve(rules, knowledge.silent)
    elif question.what == "bank":
        report = _bank(rules)
    elif question.what == "explain":
        report = package.explain(rules, question.position, question.lang, knowledge.silent)
    else:
        report = package.odds(rules, progress=knowledge.silent, **_choices(question, rules, package))
    return for_programs(report)


def _review(question: Question) -> Any:
    from tavola.coach import report, review
    from tavola.games import rules_of

    record = Record.parse(question.record)
    return report.as_dict(review(rules_of(record), record), question.lang)


def _bank(rules: Rules[Any, Any]) -> dict[str, Any]:
    from tavola.games.five_thousand.analysis.bank import bank_from

    return bank_from(rules)  # type: ignore[arg-type]


def _choices(question: Question, rules: Rules[Any, Any], package: Any) -> dict[str, Any]:
    if question.strategy is not None:
        return {"strategy": question.strategy}
    if question.game != "5000":
        return {}
    total, opponent, goal = question.total, question.opponent, rules.options.goal
    if max(total, opponent) >= goal or total % 50 or opponent % 50:
        raise BadOption(f"total and opponent take multiples of 50 below the goal {goal}")
    names = ("optimal", "house") if question.policy is None else (question.policy,)
    bots = {
        name: package.as_policy(rules, make_bot(name, rules, Random(0)).choose, total, opponent)
        for name in names
        if name not in OWN_POLICIES
    }
    own = tuple(name for name in names if name in OWN_POLICIES)
    return {"policies": own, "bots": bots, "total": total, "opponent": opponent}
