"""Hints at the prompt: the best move and what the others cost, from what the player sees and no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tavola.core.contract import Rules, View
from tavola.core.errors import TavolaError
from tavola.core.words import Lang
from tavola.terminal.drawings.waiting import waiting

if TYPE_CHECKING:
    from tavola.coach import Judge, JudgedMove


class Advice:
    """Loads the coach of a game when first asked, and keeps it for the next question."""

    def __init__(self) -> None:
        self._judge: tuple[Rules[Any, Any], int, Judge] | None = None

    def weighed(
        self, rules: Rules[Any, Any], seats: int, view: View[Any, Any], progress: Callable[[str, float], None]
    ) -> tuple[Judge, tuple[JudgedMove, ...]]:
        from tavola.coach import judge_of

        if self._judge is None or self._judge[:2] != (rules, seats):
            self._judge = (rules, seats, judge_of(rules, seats, progress))
        judge = self._judge[2]
        return judge, judge.weigh(view)

    def __call__(
        self,
        rules: Rules[Any, Any],
        seats: int,
        view: View[Any, Any],
        lang: Lang,
        progress: Callable[[str, float], None],
    ) -> list[str]:
        """The best move and what the others cost, in words."""
        from tavola.coach import words

        judge, choices = self.weighed(rules, seats, view, progress)
        return [line.in_(lang) for line in words.hint(judge.unit, choices, judge.by_the_book)]


class Hints:
    """Asks the coach at the table of one game. `always`: before every decision."""

    def __init__(self, rules: Rules[Any, Any], seats: int, lang: Lang, always: bool = False) -> None:
        self.rules = rules
        self.seats = seats
        self.lang = lang
        self.always = always
        self._advice = Advice()

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
        with waiting() as progress:
            return self._advice.weighed(self.rules, self.seats, view, progress)
