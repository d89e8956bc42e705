"""`tavola.review`: a game gone through by the coach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from unicodedata import combining, east_asian_width

from tavola.analysis import Progress, silent
from tavola.bots.characters import display_names
from tavola.coach import report, words
from tavola.coach import review as go_through
from tavola.coach.reviewing import Review, ReviewedDecision
from tavola.core.errors import TavolaError
from tavola.core.tables import Table
from tavola.core.words import Lang, clean
from tavola.library.asking import language, whole
from tavola.library.reading import Game, record_of, rules_then
from tavola.library.results import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_WORST = 1000
WIDEST_NAME = 20


@dataclass(frozen=True, repr=False)
class GameReview(Result):
    """What every decision cost, and how much of the result was luck. `found` has all of it as values."""

    found: Review
    lang: Lang = "en"
    worst: int | None = None  # show only so many decisions, those that cost most

    def __repr__(self) -> str:
        told = self.found.record
        return f"<GameReview of {told.game}: {', '.join(told.seats)}; {len(self.found.decisions)} decisions>"

    @property
    def tables(self) -> tuple[Table, ...]:
        return decision_table(self.found, self.lang, self.worst), balance_table(self.found, self.lang)

    @property
    def remarks(self) -> tuple[str, ...]:
        return tuple(clean(each.in_(self.lang)) for each in report.sentences(self.found))

    def to_dict(self) -> dict[str, Any]:
        return report.as_dict(self.found, self.lang)

    def figure(self) -> Figure:
        from tavola.coach.plots import figure

        if not self.found.decisions:
            raise TavolaError("nothing was decided in this game, so there is nothing to plot")
        return figure(self.found, self.lang)


def review(
    game: Game, *, worst: int | None = None, lang: str = "en", progress: Progress = silent
) -> GameReview:
    """What every decision of a game cost, what was best, and how much of the result was luck.

    Of a match, of a record, of its text or of a file. Exact for the dice games; cards are estimated. The
    first time a game may have to be solved, which takes from seconds to a minute.

    >>> import tavola
    >>> match = tavola.play("dice-poker", "house,random", seed=1)
    >>> print(tavola.review(match, worst=3))  # doctest: +SKIP
    """
    said = language(lang)
    if worst is not None:
        whole("worst", worst, 0, MOST_WORST)
    record = record_of(game)
    return GameReview(go_through(rules_then(record), record, progress), said, worst)


# ---- for people ----


def decision_table(review: Review, lang: Lang, worst: int | None = None) -> Table:
    """One row for each decision, in the order of the game; only the costliest if `worst` is given."""
    shown = review.decisions
    if worst is not None:
        dearest = sorted(shown, key=lambda d: -d.made.cost)[:worst]
        shown = sorted(dearest, key=lambda d: d.number)
    columns = (words.NUMBER, words.WHO, words.MADE, words.BEST, words.COST)
    rows = tuple(_row(review, decision, lang) for decision in shown)
    note = report.counted_in(review).in_(lang)
    return Table(words.DECISIONS.in_(lang), tuple(word.in_(lang) for word in columns), rows, note)


def _row(review: Review, decision: ReviewedDecision, lang: Lang) -> tuple[str, ...]:
    made, best = decision.made, decision.best
    as_good = made.cost <= words.NOTHING and made.high == made.low
    return (
        str(decision.number),
        name_of(review, decision.seat),
        words.in_words(decision.move).in_(lang),
        words.in_words(decision.move if as_good else best.move).in_(lang),
        words.cost(review.unit, made).in_(lang),
    )


def balance_table(review: Review, lang: Lang) -> Table:
    """One row for each seat: start + luck + own play + others' play = result."""
    columns = (words.WHO, words.START, words.LUCK, words.PLAY, words.OTHERS, words.RESULT)
    rows = []
    for balance in review.balances:
        parts = report.parts_of(review, balance)
        told = (parts[name].in_(lang) for name in ("start", "luck", "play", "others", "result"))
        rows.append((name_of(review, balance.seat), *told))
    return Table(words.BALANCE.in_(lang), tuple(word.in_(lang) for word in columns), tuple(rows))


def name_of(review: Review, seat: int) -> str:
    return cut(clean(display_names(review.record)[seat]), WIDEST_NAME)


def cut(text: str, width: int) -> str:
    """Not wider than so many columns; a character of East Asia takes two."""
    taken = 0
    for place, sign in enumerate(text):
        taken += 0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1
        if taken > width:
            return f"{cut(text[:place], width - 1)}…"
    return text
