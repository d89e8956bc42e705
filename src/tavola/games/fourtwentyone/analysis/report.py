"""The odds of 421 and its solution, as plain dicts for JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from tavola.analysis import Progress, fraction, silent
from tavola.analysis.distribution import Distribution
from tavola.analysis.store import StoredResult, remembered
from tavola.core.options import describe, text
from tavola.games.fourtwentyone.analysis import exact
from tavola.games.fourtwentyone.analysis.more.worth import line
from tavola.games.fourtwentyone.analysis.two import load, measure
from tavola.games.fourtwentyone.analysis.two.flow import Flow, flow
from tavola.games.fourtwentyone.analysis.two.solved import Solved, label, solved
from tavola.games.fourtwentyone.analysis.two.turn import TurnPlan
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.state import MAX_THROWS, SETS_TO_LOSE, TOKENS
from tavola.pieces.seats import MAX_SEATS

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
        "combinations": exact.combinations(options),
        "first_player": exact.first_player(options),
        "make": exact.make(options),
        "beat": exact.beat(options),
    }


def solve(rules: FourTwentyOne, progress: Progress = silent) -> dict[str, Any]:
    """Two players, both playing as well as can be: the unload, the set, the game; and more players."""
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
    """One's own tokens / the other's, at the start of a turn of the load."""
    return {f"{mine}/{theirs}": p for (mine, theirs), p in sorted(values.items())}


def game_loss(set_loss: float) -> dict[str, Any]:
    """The chance to lose the game by sets lost (one's own, the other's), at the start of a set.

    `set_loss` is that of the starter; the loser of a set starts the next, the opening die is even.
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
