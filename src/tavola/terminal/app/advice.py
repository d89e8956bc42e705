"""The coach at one's side: the best move, and what the others cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tavola.core.words import Lang
from tavola.terminal.app.source import AnyRules, AnyView

if TYPE_CHECKING:
    from tavola.coach import Judge


class Advice:
    """Fetches the coach of a game when first asked, and keeps it for the next question."""

    def __init__(self) -> None:
        self._judge: tuple[AnyRules, int, Judge] | None = None

    def __call__(
        self,
        rules: AnyRules,
        seats: int,
        view: AnyView,
        lang: Lang,
        progress: Callable[[str, float], None],
    ) -> list[str]:
        from tavola.coach import judge_of, words

        if self._judge is None or self._judge[:2] != (rules, seats):
            self._judge = (rules, seats, judge_of(rules, seats, progress))
        judge = self._judge[2]
        said = words.hint(judge.unit, judge.weigh(view), judge.by_the_book)
        return [line.in_(lang) for line in said]
