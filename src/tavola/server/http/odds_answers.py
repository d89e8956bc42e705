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
from tavola.core.contract import CHANCE, Rules
from tavola.core.errors import BadOption
from tavola.core.options import make
from tavola.core.record import Record
from tavola.core.words import Lang
from tavola.games import game_class, game_of
from tavola.server.http.wire import Refuse

MOST_DECISIONS = 2000  # of a record the coach goes through


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to work out. Equal questions have equal answers."""

    what: str  # odds, solve, explain, bank, review or counts; or one of RECORDS
    game: str
    preset: str | None = None
    options: dict[str, str] = {}
    position: str = ""
    asks: dict[str, str | int] = {}  # by the names of the game's `asks`
    lang: Lang = "en"
    record: str = ""  # to be reviewed, replayed or verified
    seat: int | None = None  # from where it is seen
    start: int = 0  # from which step, and how many
    limit: int = 0

    def rules(self) -> Rules[Any, Any]:
        """The rules it is about; a TavolaError says what is wrong with it. Cheap: nothing is worked out."""
        info = game_class(self.game).info
        make(info.options, dict(self.options), self.game)
        rules = tavola.rules(self.game, self.preset, **self.options)
        if self.what != "counts" and not game_of(self.game).odds:
            raise knowledge.NoOdds(self.game)
        if self.what == "bank" and not game_of(self.game).bank:
            raise BadOption(f"at {self.game} no points are banked")
        knowledge.check_asked(self.game, self.asks)
        return rules


def answer(question: Question) -> Any:
    """The report, JSON-ready."""
    if question.what == "review":
        return _review(question)
    rules, package = question.rules(), knowledge.package(question.game)
    if question.what == "solve":
        report = package.solve(rules, knowledge.silent)
    elif question.what == "bank":
        report = game_of(question.game).part("bank")(rules)
    elif question.what == "explain":
        report = package.explain(rules, question.position, question.lang, knowledge.silent)
    else:
        report = knowledge.odds(rules, question.asks, lambda name: make_bot(name, rules, Random(0)).choose)
    return for_programs(report)


def _review(question: Question) -> Any:
    from tavola.coach import report, review
    from tavola.games import rules_of

    record = Record.parse(question.record)
    if sum(1 for who, _ in record.moves if who != CHANCE) > MOST_DECISIONS:
        why = f"the coach goes through at most {MOST_DECISIONS} decisions here: use tavola review"
        raise Refuse(413, "too_long", why)
    return report.as_dict(review(rules_of(record), record), question.lang)
