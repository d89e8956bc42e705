"""Hints at the prompt: the best move and what the others cost, from what the player sees and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavola.core.contract import Rules, View
from tavola.core.errors import TavolaError
from tavola.core.words import Lang
from tavola.terminal.drawings.waiting import waiting

if TYPE_CHECKING:
    from tavola.coach import Judge, JudgedMove


class Hints:
    """Asks the coach, who is fetched when first asked. `always`: before every decision, unasked."""

    def __init__(self, rules: Rules[Any, Any], seats: int, lang: Lang, always: bool = False) -> None:
        self.rules = rules
        self.seats = seats
        self.lang = lang
        self.always = always
        self._judge: Judge | None = None

    def lines(self, view: View[Any, Any]) -> list[str]:
        """The hint in words; where there is no coach, why not."""
        from tavola.coach import words
        from tavola.coach.finding import reason

        try:
            judge, choices = self._weighed(view)
        except TavolaError as error:
            return [error.said.in_(self.lang)]
        why = reason(self.rules, view, choices[0].move)
        said = words.hint(judge.unit, choices, judge.by_the_book)
        if why is not None and choices[1:]:
            said.append(why)
        return [line.in_(self.lang) for line in said]

    def told(self, view: View[Any, Any]) -> dict[str, Any] | None:
        """The hint for programs, None where there is no coach."""
        from tavola.coach.report import choices_told

        try:
            judge, choices = self._weighed(view)
        except TavolaError:
            return None
        return {
            "unit": str(judge.unit),
            "exact": judge.exact,
            "by_the_book": judge.by_the_book,
            "choices": choices_told(judge.unit, choices),
        }

    def _weighed(self, view: View[Any, Any]) -> tuple[Judge, tuple[JudgedMove, ...]]:
        from tavola.coach import judge_of

        with waiting() as progress:
            if self._judge is None:
                self._judge = judge_of(self.rules, self.seats, progress)
            return self._judge, self._judge.weigh(view)
