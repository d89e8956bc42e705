"""A review as plain data: for programs, for the server, for the tables of the terminal.

Figures are in the unit as people count it: chances between 0 and 1, turns and sets as positive numbers. In
every balance start + luck + play + others = result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavola.bots.characters import display_names
from tavola.coach import words
from tavola.coach.judging import JudgedMove, Unit
from tavola.coach.reviewing import Balance, Review, ReviewedDecision
from tavola.core.contract import CHANCE
from tavola.core.words import Lang, Phrase

MOST_CHOICES = 12  # of a decision, the best first


def as_dict(review: Review, lang: Lang = "en") -> dict[str, Any]:
    record, sign = review.record, _sign(review.unit)
    return {
        "game": record.game,
        "options": dict(record.options),
        "seats": list(record.seats),
        "moves": len(record.moves),
        "finished": review.finished,
        "unit": str(review.unit),
        "unit_says": counted_in(review).in_(lang),
        "more_is_better": review.unit.more_is_better,
        "exact": review.exact,
        "by_the_book": review.by_the_book,
        "decisions": [_decision(review.unit, decision, lang) for decision in review.decisions],
        "luck": [
            {"number": each.number, "change": [sign * x for x in each.change]}
            for each in review.changes
            if each.seat == CHANCE
        ],
        "course": [{"number": n, "values": [sign * x for x in values]} for n, values in review.course],
        "balances": [_balance(review, balance, lang) for balance in review.balances],
        "says": [each.in_(lang) for each in sentences(review)],
        "remarks": len(remarks(review)),
    }


def _who(review: Review, seat: int) -> str:
    return display_names(review.record)[seat]


def _sign(unit: Unit) -> int:
    return 1 if unit.more_is_better else -1


def _decision(unit: Unit, decision: ReviewedDecision, lang: Lang) -> dict[str, Any]:
    made, best = decision.made, decision.best
    return {
        "number": decision.number,
        "seat": decision.seat,
        "move": decision.move,
        "best": str(best.move),
        **_figures(unit, made),
        "says": words.cost(unit, made).in_(lang),
        "why": decision.why.in_(lang) if decision.why is not None else "",
        "choices": choices_told(unit, decision.choices[:MOST_CHOICES]),
    }


def choices_told(unit: Unit, choices: Sequence[JudgedMove]) -> list[dict[str, Any]]:
    """Moves with their figures."""
    return [{"move": str(choice.move), **_figures(unit, choice)} for choice in choices]


def _figures(unit: Unit, choice: JudgedMove) -> dict[str, float]:
    worth = _sign(unit) * choice.worth
    return {"value": worth, "cost": choice.cost, "low": choice.low, "high": choice.high}


def _balance(review: Review, balance: Balance, lang: Lang) -> dict[str, Any]:
    sign = _sign(review.unit)
    parts = {
        name: sign * getattr(balance, name) + 0.0 for name in ("start", "luck", "play", "others", "result")
    }
    return {
        "seat": balance.seat,
        "name": _who(review, balance.seat),
        **parts,
        "margin": balance.margin,
        "says": summed_up(review, balance).in_(lang),
    }


# ---- in words ----


def sentences(review: Review) -> list[Phrase]:
    """All remarks: first on the whole game, then on one player after the other."""
    return [*remarks(review), *about_players(review)]


def remarks(review: Review) -> list[Phrase]:
    """What is to be known before any figure: how sure all of it is, and what was unusual."""
    found = [_how_sure(review)]
    if review.by_the_book:
        found.append(words.THE_BOOK)
    if (then := review.record.rules_version) != review.rules_version:
        found.append(words.OTHER_RULES.fill(then=then, now=review.rules_version))
    if not review.finished:
        found.append(words.UNFINISHED)
    if (gave := review.gave_up) is not None:
        who = _who(review, gave.seat)
        if gave.cost is None:
            found.append(words.GAVE_UP_UNCOUNTED.fill(who=who))
        else:
            found.append(words.GAVE_UP.fill(who=who, cost=words.amount(review.unit, gave.cost)))
    return found


def about_players(review: Review) -> list[Phrase]:
    """How well everybody decided."""
    decided = [[d for d in review.decisions if d.seat == seat] for seat in range(len(review.record.seats))]
    return [_how_well(review, seat, own) for seat, own in enumerate(decided) if own]


def _how_sure(review: Review) -> Phrase:
    if review.exact:
        return words.EXACT_BY_THE_BOOK if review.by_the_book else words.EXACT
    return words.ESTIMATED


def counted_in(review: Review) -> Phrase:
    """The unit in words, with the assumption behind it."""
    return words.BY_THE_BOOK if review.by_the_book else words.UNITS[review.unit]


def _how_well(review: Review, seat: int, own: list[ReviewedDecision]) -> Phrase:
    who, worst = _who(review, seat), max(own, key=lambda d: d.made.low)
    if worst.made.low <= words.NOTHING:
        is_sure = all(d.made.cost <= words.NOTHING for d in own)
        return (words.ALL_BEST if is_sure else words.NONE_PROVED).fill(who=who, n=words.decided(len(own)))
    return words.WORST.fill(
        who=who,
        n=words.decided(len(own)),
        number=worst.number,
        made=words.in_words(worst.move),
        best=words.in_words(worst.best.move),
        cost=words.cost(review.unit, worst.made),
    )


def summed_up(review: Review, b: Balance) -> Phrase:
    """Start, luck, play and the others', as one sentence."""
    return words.SUMMED_UP.fill(who=_who(review, b.seat), **parts_of(review, b))


def parts_of(review: Review, b: Balance) -> dict[str, Phrase]:
    """The parts of a balance as people read them, each with its sign but for start and result."""
    sign, unit = _sign(review.unit), review.unit
    return {
        "start": words.amount(unit, sign * b.start),
        "luck": words.amount(unit, sign * b.luck, b.margin, signed=True),
        "play": words.amount(unit, sign * b.play, signed=True),
        "others": words.amount(unit, sign * b.others, signed=True),
        "result": words.amount(unit, sign * b.result),
    }
