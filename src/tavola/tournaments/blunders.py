"""The coach's verdict on each bot: the decisions that lost most, in some of its games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tavola.coach import Judge, Review, judge_of, review
from tavola.coach.report import counted_in
from tavola.coach.reviewing import ReviewedDecision
from tavola.coach.words import NOTHING, cost, in_words
from tavola.core.contract import CHANCE
from tavola.core.errors import TavolaError
from tavola.core.record import Record
from tavola.games import rules_of
from tavola.tournaments.holding import Held

MOST_BLUNDERS = 5  # of each bot at each game
MOST_DECISIONS = 2000  # of a game; a longer one is left out

Reviews = dict[int, Review | str]  # by number; or why there is none


def numbers_to_coach(held: Held, most: int) -> set[int]:
    """The games the coach goes through, when so many of each bot are asked for."""
    return {number for _, _, numbers in _asked(held, most) for number in numbers}


def blunders(
    held: Held, records: Mapping[int, Record], most: int, tell: Callable[[str], None]
) -> dict[str, Any]:
    """The costliest decisions of every bot in so many of its games; and why games were left out."""
    if records:
        tell(f"the coach goes through {len(records)} games; the first time a game may have to be solved")
    reviews = _reviewed(records)
    told = [_of_bot(reviews, name, game, numbers) for name, game, numbers in _asked(held, most)]
    notes = [why for why in reviews.values() if isinstance(why, str)]
    return {"games_each": most, "entrants": told, "notes": list(dict.fromkeys(notes))}


def _asked(held: Held, most: int) -> list[tuple[str, str, list[int]]]:
    games = [event.game for event in held.plan.events]
    asked = [(name, game) for name in held.standing.order for game in games]
    found = [(name, game, held.chosen.to_coach(name, game, most)) for name, game in asked]
    return [each for each in found if each[2]]


def _reviewed(records: Mapping[int, Record]) -> Reviews:
    judges: dict[tuple[str, int], Judge | str] = {}  # the options of a game are the same in all of it
    found: Reviews = {}
    for number, record in records.items():
        table = record.game, len(record.seats)
        if table not in judges:
            judges[table] = _judge(record)
        judge = judges[table]
        found[number] = judge if isinstance(judge, str) else _review(number, record, judge)
    return found


def _judge(record: Record) -> Judge | str:
    try:
        return judge_of(rules_of(record), len(record.seats))
    except TavolaError as error:
        return f"{record.game}: {error}"


def _review(number: int, record: Record, judge: Judge) -> Review | str:
    decisions = sum(who != CHANCE for who, _ in record.moves)
    if decisions > MOST_DECISIONS:
        return f"game {number} was left out: it has {decisions:,} decisions, more than {MOST_DECISIONS:,}"
    try:
        return review(rules_of(record), record, judge=judge)
    except TavolaError as error:
        return f"game {number}: {error}"


def _of_bot(reviews: Reviews, name: str, game: str, numbers: list[int]) -> dict[str, Any]:
    read = {n: found for n in numbers if isinstance(found := reviews[n], Review)}
    own = [
        (number, found, decision)
        for number, found in read.items()
        for decision in found.decisions
        if found.record.seats[decision.seat] == name
    ]
    # An estimated cost counts by the low end of its interval.
    sure = [each for each in own if each[2].made.low > NOTHING]
    worst = sorted(sure, key=lambda each: (-each[2].made.low, each[0], each[2].number))[:MOST_BLUNDERS]
    first = next(iter(read.values()), None)
    return {
        "name": name,
        "game": game,
        "games": list(read),
        "decisions": len(own),
        "mistakes": len(sure),
        "unit": None if first is None else str(first.unit),
        "unit_says": "" if first is None else counted_in(first).en,
        "exact": None if first is None else first.exact,
        "worst": [_told(*each) for each in worst],
    }


def _told(number: int, found: Review, decision: ReviewedDecision) -> dict[str, Any]:
    made = decision.made
    return {
        "number": number,
        "move": decision.number,
        "played": in_words(decision.move).en,
        "best": in_words(decision.best.move).en,
        "cost": made.cost,
        "low": made.low,
        "high": made.high,
        "says": cost(found.unit, made).en,
        "why": "" if decision.why is None else decision.why.en,
    }
