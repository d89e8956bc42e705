"""A review laid out for people."""

from __future__ import annotations

from tavola.analysis import Table
from tavola.bots.characters import display_names
from tavola.coach import report, words
from tavola.coach.reviewing import Decision, Review
from tavola.core.words import Lang
from tavola.terminal.drawings.pen import clean, fit

WIDEST_NAME = 20


def decision_table(review: Review, lang: Lang, worst: int | None = None) -> Table:
    """A row a decision, in the order of the game; only the dearest if not all are wanted."""
    shown = review.decisions
    if worst is not None:
        dearest = sorted(shown, key=lambda d: -d.made.cost)[:worst]
        shown = sorted(dearest, key=lambda d: d.number)
    columns = (words.NUMBER, words.WHO, words.MADE, words.BEST, words.COST)
    rows = tuple(_row(review, decision, lang) for decision in shown)
    note = report.counted_in(review).in_(lang)
    return Table(words.DECISIONS.in_(lang), tuple(word.in_(lang) for word in columns), rows, note)


def _row(review: Review, decision: Decision, lang: Lang) -> tuple[str, ...]:
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
    """A row a seat: start + luck + own play + others' play = result."""
    columns = (words.WHO, words.START, words.LUCK, words.PLAY, words.OTHERS, words.RESULT)
    rows = []
    for balance in review.balances:
        parts = report.parts_of(review, balance)
        told = (parts[name].in_(lang) for name in ("start", "luck", "play", "others", "result"))
        rows.append((name_of(review, balance.seat), *told))
    return Table(words.BALANCE.in_(lang), tuple(word.in_(lang) for word in columns), tuple(rows))


def name_of(review: Review, seat: int) -> str:
    return fit(clean(display_names(review.record)[seat]), WIDEST_NAME).rstrip()
