"""The solved play of 421 between two, worked out turn by turn with the standard library alone.

How a set goes on after a turn is known beforehand: `losses.json` has the chance that the first player of a
turn loses the set, by tokens held, from the solver of `analysis` (`make losses` writes it). The turn itself
is worked out here, when a player has to decide in it. All values are the chance that the first player of the
turn loses the set: the first player minimises it, the second maximises it. Lists are by the total of the
turn, capped at the most that can be paid.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from operator import mul
from typing import NamedTuple

from tavola.games.fourtwentyone.chances import NOTHING, Chances, chances
from tavola.games.fourtwentyone.combinations import Variant
from tavola.games.fourtwentyone.moves import Move, Stop, Throw
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.state import MAX_THROWS, TOKENS

LOSSES = "losses.json"
CAP = TOKENS - 1
TOTALS = range(TOKENS)
SLACK = 1e-9  # smaller differences count as equal: sums in another order must lead to the same choice

Values = list[float]  # values[total]
Worth = Sequence[Values]  # worth[combination] or worth[keep]


class EndWorths(NamedTuple):
    """What the end of the turn is worth: the first player lost it, won it, or both are equal."""

    lost: Values
    won: Values
    equal: Values


class SecondThrows(NamedTuple):
    """The second player's throws, by keep: the last one, one before the last, two before it (all dice
    only)."""

    hit: Worth
    on: Worth
    on_twice: Values


# ---- how the set goes on ----


def key_of(variant: Variant) -> str:
    """The key of a variant in losses.json."""
    return "".join(map(str, variant))


@lru_cache(maxsize=1)
def _losses() -> dict[str, Values]:
    text = files(__package__).joinpath(LOSSES).read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def losses(options: Options) -> Values:
    """The chance that the first player of a turn loses the set, by tokens less one. Dice that knock others
    change this little; it is taken as without them, only the turn itself has them."""
    return _losses()[key_of(options.variant)]


@lru_cache(maxsize=64)
def ends_of(options: Options, held: int) -> EndWorths:
    """The loser of a turn starts the next; a player with all the tokens has lost the set."""
    loss = [*losses(options), 1.0]
    lost = [loss[min(held + total, TOKENS) - 1] for total in TOTALS]
    won = [1.0 - loss[min(TOKENS - held + total, TOKENS) - 1] for total in TOTALS]
    return EndWorths(lost, won, _rampo(chances(options), lost, won))


def _rampo(c: Chances, lost: Values, won: Values) -> Values:
    """Both throw once, again while they are equal."""
    ways = c.ways(NOTHING)
    worth = [0.0] * TOKENS
    for total in reversed(TOTALS):
        there = same = 0.0
        for one, n in enumerate(ways):
            for other, m in enumerate(ways[: one + 1]):
                after, chance = min(total + c.values[one] + c.values[other], CAP), n * m / c.whole**2
                if one != other:
                    there += chance * (lost[after] + won[after])
                elif after == total:  # equal throws that leave the total as it is: the same once more
                    same += chance
                else:
                    there += chance * worth[after]
        worth[total] = there / (1 - same)
    return worth


# ---- throws ----


def _adds(c: Chances, combo: int) -> list[int]:
    return [min(total + c.values[combo], CAP) for total in TOTALS]


def _between(c: Chances, combo: int) -> Iterable[int]:
    """The total after a throw that is not the last of a go: if only the last counts, it stays."""
    return TOTALS if c.variant.last_throw_counts else _adds(c, combo)


def _thrown(
    c: Chances, worth: Worth, after: Callable[[Chances, int], Iterable[int]], keeps: Iterable[int]
) -> list[Values]:
    """The mean over a throw, for each keep, by the total before it."""
    landed = [[worth[combo][total] for total in after(c, combo)] for combo in range(len(c.combos))]
    columns = list(zip(*landed, strict=True))
    found = []
    for keep in keeps:
        combos, ways = zip(*c.falls[keep], strict=True)
        found.append([sum(map(mul, ways, (column[n] for n in combos))) / c.whole for column in columns])
    return found


def _all(c: Chances) -> range:
    return range(len(c.keeps))


def _best(c: Chances, kept: Worth, best: Callable[..., float]) -> list[Values]:
    """For each combination the best of what may be kept of it."""
    return [[best(each) for each in zip(*(kept[k] for k in keeps), strict=True)] for keeps in c.keeps_of]


def _either(one: Worth, other: Worth, best: Callable[..., float]) -> list[Values]:
    return [list(map(best, a, b)) for a, b in zip(one, other, strict=True)]


# ---- the goes ----


@lru_cache(maxsize=128)
def answer_to(options: Options, held: int, target: int) -> SecondThrows:
    """The go of the second player, when the first holds so many and shows that combination."""
    c, ends = chances(options), ends_of(options, held)
    shown = [
        ends.won if n < target else ends.equal if n == target else ends.lost for n in range(len(c.combos))
    ]
    hit = _thrown(c, shown, _adds, _all(c))
    on = _thrown(c, _best(c, hit, max), _between, _all(c))
    [on_twice] = _thrown(c, _best(c, _either(hit, on, max), max), _between, [NOTHING])
    return SecondThrows(hit, on, on_twice)


class First(NamedTuple):
    """The first player's go, by throws made: worth of stopping[combination], of throwing again[keep]."""

    stop: dict[int, Worth]
    again: dict[int, Worth]


@lru_cache(maxsize=64)
def first_go(options: Options, held: int) -> First:
    c, stop = chances(options), _stops(options, held)
    again: dict[int, Worth] = {}
    worth = stop[MAX_THROWS]
    for made in reversed(range(1, MAX_THROWS)):
        again[made] = _thrown(c, worth, _between, _all(c))
        worth = _either(_best(c, again[made], min), stop[made], min)
    return First(stop, again)


def _stops(options: Options, held: int) -> dict[int, Worth]:
    """What stopping after so many throws is worth: the other player has no more throws to answer."""
    c = chances(options)
    found: dict[int, list[Values]] = {throws: [] for throws in range(1, MAX_THROWS + 1)}
    for combo in range(len(c.combos)):
        hit, on, on_twice = answer_to.__wrapped__(options, held, combo)  # each is used once: not cached
        totals = _adds(c, combo) if c.variant.last_throw_counts else TOTALS
        for throws, go in ((1, hit[NOTHING]), (2, on[NOTHING]), (3, on_twice)):
            best = list(map(max, hit[NOTHING], go))
            found[throws].append([best[total] for total in totals])
    return dict(found)


# ---- choices: of equal ones the one that keeps most, or ends the go ----


def first_choice(options: Options, held: int, total: int, dice: int, made: int) -> Move:
    """The decision of the turn's first player after so many throws."""
    c, go = chances(options), first_go(options, held)
    combo = c.place(dice)
    again = {keep: go.again[made][keep][total] for keep in reversed(c.keeps_of[combo])}
    least = min(again.values())
    if go.stop[made][combo][total] <= least + SLACK:
        return Stop()
    return Throw(c.keeps[next(keep for keep, loss in again.items() if loss <= least + SLACK)])


def second_choice(options: Options, held: int, total: int, dice: int, target: int, left: int) -> Move:
    """The decision of the second player with so many throws left; `dice` is 0 before the first throw."""
    c = chances(options)
    hit, on, on_twice = answer_to(options, held, c.place(target))
    if not dice:
        after = on_twice if left == MAX_THROWS else on[NOTHING]
        return Throw(0, hit[NOTHING][total] >= after[total] - SLACK)
    keeps = list(reversed(c.keeps_of[c.place(dice)]))
    last = {keep: hit[keep][total] for keep in keeps}
    if left == 1:
        return Throw(c.keeps[_first_of_the_best(last)])
    keep = _first_of_the_best({k: max(last[k], on[k][total]) for k in keeps})
    return Throw(c.keeps[keep], last[keep] >= on[keep][total] - SLACK)


def _first_of_the_best(worth: dict[int, float]) -> int:
    most = max(worth.values())
    return next(keep for keep, value in worth.items() if value >= most - SLACK)
