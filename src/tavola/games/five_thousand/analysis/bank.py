"""From how many points on a turn of 5000 is banked, by the five new dice that the player sees before
deciding."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tavola.analysis import Progress, fraction, silent
from tavola.games.five_thousand.analysis import tabulate
from tavola.games.five_thousand.analysis.turn import Exact
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.rules import DICE, HANDS
from tavola.pieces.dice import FACES, dashed, throws


def bank_from(rules: FiveThousand, progress: Progress = silent) -> dict[str, Any]:
    """For the most points of a turn: the least turn score that is banked, for each kind of throw and hand.

    None where the dice are always played. What banks at one score banks at every higher one: a point more
    is worth a whole point in the bank, and less on the table.
    """
    variant = rules.options.variant
    exact, kinds = Exact(variant), tabulate.classes(variant.brelan_of_aces)[DICE]
    there = tabulate.reachable(variant.brelan_of_aces)
    scores = {
        hand: sorted(t for h, dice, t in there if (h, dice) == (hand, DICE)) for hand in range(1, HANDS)
    }
    found: list[dict[str, Any]] = []
    for number, (allowed, ways) in enumerate(kinds.items()):
        progress("banking", number / len(kinds))
        thresholds = {str(hand + 1): _least(exact, hand, scores[hand], allowed) for hand in scores}
        found.append(
            {
                "dice": _example(rules, allowed),
                "chance": fraction(Fraction(ways, FACES**DICE)),
                "bank_from": thresholds,
            }
        )
    found.sort(key=lambda kind: [t if t is not None else 1 << 30 for t in kind["bank_from"].values()])
    return {"game": "5000", "hands": {str(hand + 1): scores[hand] for hand in scores}, "throws": found}


def _least(exact: Exact, hand: int, scores: list[int], allowed: frozenset[tabulate.Play]) -> int | None:
    """By bisection: below it the dice are played, from it on the turn is banked."""
    low, high = 0, len(scores)
    while low < high:
        middle = (low + high) // 2
        best = max((exact.after_play(hand, scores[middle], *play) for play in allowed), default=Fraction(0))
        if scores[middle] >= best:
            high = middle
        else:
            low = middle + 1
    return scores[low] if low < len(scores) else None


def _example(rules: FiveThousand, allowed: frozenset[tabulate.Play]) -> str:
    """The most frequent of the throws that allow just this."""
    variant = rules.options.variant
    alike = [(ways, dice) for dice, ways in throws(DICE) if tabulate.plays(variant, dice) == allowed]
    return dashed(max(alike)[1])
