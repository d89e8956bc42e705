"""The exact odds of 421: combinations, the published first player, making one, beating one.

Everything here is a whole number of ways over a power of the denominator of one throw; nothing is rounded
before it is printed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from tavola.analysis import fraction
from tavola.analysis.distribution import Distribution
from tavola.games.fourtwentyone.chances import NOTHING, Chances, chances
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.state import MAX_THROWS
from tavola.games.fourtwentyone.strategies import CONTENT, published_keep
from tavola.games.fourtwentyone.words import combination

# ---- combinations ----


def combinations(options: Options) -> list[dict[str, Any]]:
    """All of them, the highest first: what each is called and counts, and how often one throw makes it."""
    c = chances(options)
    ways = c.ways(NOTHING)
    return [
        {
            "dice": c.combos[n],
            "name": combination(c.variant, c.combos[n]).en,
            "value": c.values[n],
            "rank": position,
            "ways": ways[n] * 216 // c.whole,
            **fraction(Fraction(ways[n], c.whole)),
        }
        for position, n in enumerate(reversed(range(len(c.combos))), 1)
    ]


# ---- the published first player ----


class End(NamedTuple):
    """How a go ended."""

    dice: int
    throws: int
    every_throw: int  # what the go adds to the total, as the option `count` has it
    last_throw: int


def first_player(options: Options) -> dict[str, Any]:
    """Where the published rules for the first player lead: combination, throws, what the go counts."""
    go = published_goes(options)
    finals, throws = go.map(lambda end: end.dice), go.map(lambda end: end.throws)
    totals = {
        "every_throw": go.map(lambda end: end.every_throw),
        "last_throw": go.map(lambda end: end.last_throw),
    }
    return {
        "combinations": [
            {"dice": dice, "name": combination(options.variant, dice).en, **fraction(finals[dice])}
            for dice in reversed(chances(options).combos)
        ],
        "throws": _numbers(throws),
        "throws_mean": fraction(throws.mean()),
        "total": {count: _numbers(total) for count, total in totals.items()},
        "total_mean": {count: fraction(total.mean()) for count, total in totals.items()},
    }


def published_goes(options: Options) -> Distribution[End]:
    """A whole go by the published rules."""
    c = chances(options)
    ended: dict[End, Fraction] = {}
    going = {(0, 0, NOTHING): Fraction(1)}  # throws made, total, what is kept for the next
    while going:
        before, going = going, {}
        for (throws, total, keep), p in before.items():
            for combo, ways in c.falls[keep]:
                dice, value = c.combos[combo], c.values[combo]
                chance = p * Fraction(ways, c.whole)
                wanted = published_keep(c.variant, dice) if throws + 1 < MAX_THROWS else CONTENT
                if wanted == CONTENT:
                    end = End(dice, throws + 1, total + value, value)
                    ended[end] = ended.get(end, Fraction(0)) + chance
                else:
                    key = throws + 1, total + value, c.keeps.index(wanted)
                    going[key] = going.get(key, Fraction(0)) + chance
    return Distribution.of(ended)


def _numbers(shares: Distribution[int]) -> dict[str, Any]:
    return {str(n): fraction(p) for n, p in sorted(shares.pairs)}


# ---- making and beating ----


def make(options: Options) -> list[dict[str, Any]]:
    """The best chance to have thrown a combination within 1, 2, 3 throws, stopping when it is made."""
    c = chances(options)
    return [
        {
            "dice": c.combos[n],
            "name": combination(c.variant, c.combos[n]).en,
            "throws": _by_throws(looking(c, [int(k == n) for k in range(len(c.combos))])),
        }
        for n in reversed(range(len(c.combos)))
    ]


def beat(options: Options) -> list[dict[str, Any]]:
    """The best chance to end strictly above a combination within 1, 2, 3 throws, in both ways to play."""
    c = chances(options)
    found = []
    for n in reversed(range(len(c.combos))):
        above = [int(k > n) for k in range(len(c.combos))]
        found.append(
            {
                "dice": c.combos[n],
                "name": combination(c.variant, c.combos[n]).en,
                "looking": _by_throws(looking(c, above)),
                "announcing": _by_throws(announcing(c, above)),
            }
        )
    return found


def looking(c: Chances, good: list[int]) -> list[Fraction]:
    """The best chance to stop on a good combination within 1, 2, 3 throws, seeing each throw first."""
    found, scale, worth = [], 1, good
    for _ in range(MAX_THROWS):
        thrown, scale = c.expect(worth), scale * c.whole
        found.append(Fraction(thrown[NOTHING], scale))
        worth = [
            max(g * scale, *(thrown[k] for k in keeps)) for g, keeps in zip(good, c.keeps_of, strict=True)
        ]
    return found


def announcing(c: Chances, good: list[int]) -> list[Fraction]:
    """The same when the last throw must be announced before it, and any other be followed by one more."""
    hit = c.expect(good)
    thrown, scale = hit, c.whole  # for each keep, with the throws left so far
    found = [Fraction(hit[NOTHING], scale)]
    while len(found) < MAX_THROWS:
        worth = [max(thrown[k] for k in keeps) for keeps in c.keeps_of]
        on, scale = c.expect(worth), scale * c.whole
        # Hitting now, in the same unit as throwing on.
        thrown = [max(h * (scale // c.whole), o) for h, o in zip(hit, on, strict=True)]
        found.append(Fraction(thrown[NOTHING], scale))
    return found


def _by_throws(ps: list[Fraction]) -> dict[str, Any]:
    return {str(n): fraction(p) for n, p in enumerate(ps, 1)}
