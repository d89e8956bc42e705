"""The exact odds of 421: combinations, the published first player, making one, beating one.

Everything here is a whole number of ways over a power of the denominator of one throw; nothing is rounded
before it is printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.state import MAX_THROWS
from tavola.games.fourtwentyone.strategies import CONTENT, published_keep
from tavola.games.fourtwentyone.words import combination
from tavola.odds.fourtwentyone.chances import NOTHING, Chances, chances

Shares = dict[Any, Fraction]


def told(p: Fraction) -> dict[str, Any]:
    """A chance for people and programs: exact, and as a decimal."""
    return {"exact": f"{p.numerator}/{p.denominator}", "p": float(p)}


def mean(shares: Mapping[int, Fraction]) -> Fraction:
    return sum((n * p for n, p in shares.items()), Fraction(0))


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
            **told(Fraction(ways[n], c.whole)),
        }
        for position, n in enumerate(reversed(range(len(c.combos))), 1)
    ]


# ---- the published first player ----


def first_player(options: Options) -> dict[str, Any]:
    """Where the published rules for the first player lead: his combination, his throws, what his go counts."""
    go = _published_goes(options)
    finals, throws = _share(go, lambda g: g[0]), _share(go, lambda g: g[1])
    every, last = _share(go, lambda g: g[2]), _share(go, lambda g: g[3])
    return {
        "combinations": [
            {"dice": dice, "name": combination(options.variant, dice).en, **told(finals.get(dice, Fraction(0)))}
            for dice in reversed(chances(options).combos)
        ],
        "throws": _numbers(throws),
        "throws_mean": told(mean(throws)),
        "total": {"every_throw": _numbers(every), "last_throw": _numbers(last)},
        "total_mean": {"every_throw": told(mean(every)), "last_throw": told(mean(last))},
    }


def _published_goes(options: Options) -> Shares:
    """The chance of (dice, throws, total of every throw, value of the last) at the end of a go."""
    c = chances(options)
    ended: Shares = {}
    going: Shares = {(0, 0, NOTHING): Fraction(1)}  # throws made, total, what is kept for the next
    while going:
        before, going = going, {}
        for (throws, total, keep), p in before.items():
            for combo, ways in c.falls[keep]:
                dice, chance = c.combos[combo], p * Fraction(ways, c.whole)
                now = total + c.values[combo]
                wanted = published_keep(c.variant, dice) if throws + 1 < MAX_THROWS else CONTENT
                if wanted == CONTENT:
                    _add(ended, (dice, throws + 1, now, c.values[combo]), chance)
                else:
                    _add(going, (throws + 1, now, c.keeps.index(wanted)), chance)
    return ended


def _add(shares: Shares, key: Any, p: Fraction) -> None:
    shares[key] = shares.get(key, Fraction(0)) + p


def _share(shares: Shares, of: Any) -> Shares:
    """The distribution of one feature."""
    found: Shares = {}
    for key, p in shares.items():
        _add(found, of(key), p)
    return dict(sorted(found.items()))


def _numbers(shares: Shares) -> dict[str, Any]:
    return {str(n): told(p) for n, p in shares.items()}


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
        worth = [max(g * scale, *(thrown[k] for k in keeps)) for g, keeps in zip(good, c.keeps_of, strict=True)]
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
    return {str(n): told(p) for n, p in enumerate(ps, 1)}
