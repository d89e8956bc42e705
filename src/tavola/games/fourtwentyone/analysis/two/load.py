"""The load of two players, a Markov chain without decisions: who starts the unload, and with how many tokens.

Both throw once, so either is equally likely to be lower. Exact.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tavola.analysis.distribution import Distribution
from tavola.games.fourtwentyone.chances import NOTHING, Chances


def turn_total(c: Chances, cap: int) -> Distribution[int]:
    """What a turn of the load adds up to, rampos included; `cap` stands for that and more."""
    lower, equal = _sums(c)
    found = [Fraction(0)] * (cap + 1)
    coming = [Fraction(0)] * (cap + 1)  # the chance that a round begins with this total
    coming[0] = Fraction(1)
    for total in range(cap + 1):
        # Equal throws that leave the total as it is: the same round once more.
        same = sum((p for x, p in equal.items() if min(total + x, cap) == total), Fraction(0))
        here = coming[total] / (1 - same)
        for x, p in lower.items():
            found[min(total + x, cap)] += 2 * p * here
        for x, p in equal.items():
            if min(total + x, cap) != total:
                coming[min(total + x, cap)] += p * here
    return Distribution.of({total: p for total, p in enumerate(found) if p})


def _sums(c: Chances) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """By the sum of two throws: the chance that a given one of them is lower, and that they are equal."""
    lower: dict[int, Fraction] = {}
    equal: dict[int, Fraction] = {}
    ways, square = c.ways(NOTHING), c.whole**2
    for one, n in enumerate(ways):
        for other, m in enumerate(ways[: one + 1]):
            x, p = c.values[one] + c.values[other], Fraction(n * m, square)
            found = equal if one == other else lower
            found[x] = found.get(x, Fraction(0)) + p
    return lower, equal


def unload_starts(c: Chances, tokens: int) -> Distribution[int]:
    """How many tokens the starter of the unload holds; all of them: that player has lost the set already."""
    total = turn_total(c, tokens)
    coming = {(0, 0): Fraction(1)}  # tokens of both players, who are alike: the larger number first
    ended: dict[int, Fraction] = {}
    for taken in range(tokens):
        for pair in [pair for pair in coming if sum(pair) == taken]:
            p = coming.pop(pair)
            for more, chance in _moves(total, tokens - taken):
                for held, other in (pair, pair[::-1]):
                    after, share = held + more, p * chance / 2
                    if taken + more == tokens:
                        ended[after] = ended.get(after, Fraction(0)) + share
                    else:
                        key = max(after, other), min(after, other)
                        coming[key] = coming.get(key, Fraction(0)) + share
    return Distribution.of(dict(sorted(ended.items())))


def _moves(total: Distribution[int], kitty: int) -> list[tuple[int, Fraction]]:
    """How many tokens leave the kitty, at least one: turns for nothing are thrown again."""
    some = 1 - total[0]
    taken: Callable[[int], int] = lambda n: min(n, kitty)  # noqa: E731
    return [(n, p / some) for n, p in total.map(taken).pairs if n]


def load_values(c: Chances, tokens: int, loss: list[float]) -> dict[tuple[int, int], float]:
    """The chance to lose the set, by tokens (own, the other's) at the start of a turn of the load."""
    total = turn_total(c, tokens)
    found: dict[tuple[int, int], float] = {}
    for taken in reversed(range(tokens)):
        for mine in range(taken + 1):
            theirs, worth = taken - mine, 0.0
            for more, chance in _moves(total, tokens - taken):
                if taken + more < tokens:
                    ends = found[mine + more, theirs] + found[mine, theirs + more]
                else:
                    ends = _starts(loss, tokens, mine + more) + 1 - _starts(loss, tokens, theirs + more)
                worth += float(chance) / 2 * ends
            found[mine, theirs] = worth
    return found


def _starts(loss: list[float], tokens: int, held: int) -> float:
    """The chance to lose of the player who starts the unload."""
    return 1.0 if held == tokens else loss[held - 1]
