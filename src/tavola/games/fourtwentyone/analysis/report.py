"""The odds of 421 and its solution, as plain dicts for JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from tavola.analysis import Progress, fraction, silent
from tavola.analysis.distribution import Distribution
from tavola.analysis.store import StoredResult, remembered
from tavola.core.options import describe, text
from tavola.fast.arrays import np
from tavola.games.fourtwentyone.analysis.more.worth import line
from tavola.games.fourtwentyone.analysis.two import load, measure
from tavola.games.fourtwentyone.analysis.two.flow import Flow, flow
from tavola.games.fourtwentyone.analysis.two.solved import Solved, label, solved
from tavola.games.fourtwentyone.analysis.two.turn import TurnPlan
from tavola.games.fourtwentyone.chances import NOTHING, Chances, chances
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.options import Options
from tavola.games.fourtwentyone.state import MAX_THROWS, SETS_TO_LOSE, TOKENS
from tavola.games.fourtwentyone.strategies import CONTENT, published_keep
from tavola.games.fourtwentyone.words import combination
from tavola.pieces.seats import MAX_SEATS

# ---- the exact odds of 421: combinations, the published first player, making one, beating one ----
#
# Everything here is a whole number of ways over a power of the denominator of one throw; nothing is rounded
# before it is printed.


# ---- combinations ----


def combinations(options: Options) -> list[dict[str, Any]]:
    """All of them, the highest first: name, value, and how often one throw makes it."""
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
    """The same when the last throw must be announced before it, and every other throw is followed by one
    more."""
    hit = c.expect(good)
    thrown, scale = hit, c.whole  # for each keep, with one more throw in every round
    found = [Fraction(hit[NOTHING], scale)]
    while len(found) < MAX_THROWS:
        worth = [max(thrown[k] for k in keeps) for keeps in c.keeps_of]
        on, scale = c.expect(worth), scale * c.whole
        # Announcing now, over the same denominator as throwing on.
        thrown = [max(h * (scale // c.whole), o) for h, o in zip(hit, on, strict=True)]
        found.append(Fraction(thrown[NOTHING], scale))
    return found


def _by_throws(ps: list[Fraction]) -> dict[str, Any]:
    return {str(n): fraction(p) for n, p in enumerate(ps, 1)}


OBJECTIVE = (
    "Both minimise their own chance to lose the set. That is also best for the game: a set is even at its "
    "start whoever starts it, so the rest of the game depends only on who lost the set, and losing one never "
    "helps."
)
MORE = (
    "With three or more players the last of a turn plays exactly, given what his tokens after it are worth "
    "(a straight line fitted to the two-player values); those before him expect each player behind to answer "
    "the best combination shown as the solved second player of an even set would. `measured` says how much "
    "more often one loses a set of two players, against the solved player, by playing so there."
)


def head(rules: FourTwentyOne) -> dict[str, Any]:
    options = {name: text(getattr(rules.options, name)) for name in describe(type(rules.options))}
    return {"game": "421", "options": options}


def odds(rules: FourTwentyOne, progress: Progress = silent) -> dict[str, Any]:  # noqa: ARG001 - it is quick
    """Everything exact that can be said about the dice."""
    options = rules.options
    return head(rules) | {
        "combinations": combinations(options),
        "first_player": first_player(options),
        "make": make(options),
        "beat": beat(options),
    }


def solve(rules: FourTwentyOne, progress: Progress = silent) -> dict[str, Any]:
    """Two players, both at their best: the unload, the set, the game; and an estimate for more players."""
    kept = remembered(label("421-solve", rules.options), lambda: StoredResult(_solve(rules, progress)))
    progress("solved", 1.0)
    return dict(kept.data)


def _solve(rules: FourTwentyOne, progress: Progress) -> dict[str, Any]:
    found = solved(rules.options, progress)
    starts = load.unload_starts(found.chances, TOKENS)
    values = load.load_values(found.chances, TOKENS, found.loss.tolist())
    progress("what other ways to play give away", 0.0)
    return head(rules) | {
        "players": 2,
        "objective": OBJECTIVE,
        "precision": {"arithmetic": "float64", "residual": found.residual, "rounds": found.rounds},
        "set_loss_first": {str(n): float(p) for n, p in enumerate(found.loss, 1)},
        "turn": _turns(found),
        "load": _load_report(found, starts),
        "set_loss": {"starter": values[0, 0], "by_tokens_in_load": _by_tokens(values)},
        "game_loss": game_loss(values[0, 0]),
        "given_away": {"published_first": measure.given_away(found, measure.published(found), starts)},
        "more_players": _more_report(found, starts),
    }


def _turns(found: Solved) -> dict[str, dict[str, Any]]:
    """How a turn goes between solved players, by the tokens of its first player."""
    ended: Flow = flow(found.work(), found.plan, MAX_THROWS, TOKENS - 1)
    held, totals = np.arange(1, TOKENS), np.arange(TOKENS)[:, None]
    paid = (ended.won * np.minimum(totals, held) + ended.lost * np.minimum(totals, TOKENS - held)).sum(axis=0)
    return {
        str(n): {
            "first_wins": float(ended.won[:, n - 1].sum()),
            "rampo": float(ended.rampos[n - 1]),
            "tokens_paid": float(paid[n - 1]),
            "throws": {str(k + 1): float(p) for k, p in enumerate(ended.throws[:, n - 1])},
        }
        for n in range(1, TOKENS)
    }


def _load_report(found: Solved, starts: Distribution[int]) -> dict[str, Any]:
    total = load.turn_total(found.chances, TOKENS)
    return {
        "turn_total": total.as_json(),
        "unload_starter_tokens": starts.as_json(),
        "set_lost_in_load": fraction(starts[TOKENS]),
    }


def _by_tokens(values: dict[tuple[int, int], float]) -> dict[str, float]:
    """Keys are "own tokens/the other's" at the start of a turn of the load."""
    return {f"{mine}/{theirs}": p for (mine, theirs), p in sorted(values.items())}


def game_loss(set_loss: float) -> dict[str, Any]:
    """The chance to lose the game by sets lost (own, the other's), at the start of a set.

    `set_loss` is the starter's chance to lose a set; its loser starts the next, the opening die is even.
    """
    known: dict[tuple[int, int, bool], float] = {}
    for sets in reversed(range(2 * SETS_TO_LOSE - 1)):
        for mine in range(sets + 1):
            theirs = sets - mine
            if max(mine, theirs) < SETS_TO_LOSE:
                for starts in (True, False):
                    p = set_loss if starts else 1 - set_loss
                    lost = 1.0 if mine + 1 == SETS_TO_LOSE else known[mine + 1, theirs, True]
                    won = 0.0 if theirs + 1 == SETS_TO_LOSE else known[mine, theirs + 1, False]
                    known[mine, theirs, starts] = p * lost + (1 - p) * won
    states = sorted({key[:2] for key in known})
    return {
        "before_opening": (known[0, 0, True] + known[0, 0, False]) / 2,
        "starter": {f"{a}/{b}": known[a, b, True] for a, b in states},
        "other": {f"{a}/{b}": known[a, b, False] for a, b in states},
    }


def _more_report(found: Solved, starts: Distribution[int]) -> dict[str, Any]:
    last = measure.approximate_last(found)
    first = measure.approximate_first(found, exact_two=False)
    both = TurnPlan(first.first, last.opens, last.second)
    return {
        "method": MORE,
        "worth": {str(n): line(found.loss).among(n)._asdict() for n in range(2, MAX_SEATS + 1)},
        "measured": {
            "last": measure.given_away(found, last, starts),
            "before_last": measure.given_away(found, first, starts),
            "both": measure.given_away(found, both, starts),
        },
    }
