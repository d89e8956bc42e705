"""The results of a batch with confidence intervals: JSON-ready, the same bit for bit for the same games.

The layout, format 1:

    format, game, options (those that differ from the default), players, games, seed, compiled (or why_slow)
    wanted        how many games were asked for; more than `games` if it was stopped
    seats: for each seat
        seat, player
        won       games in which it is among the winners: games, p, low, high
        alone     of these, those it won alone: the same
        score     at the end of a game: mean, low, high, sd; the game decides what is counted
        patterns  what the game counts besides: name -> {count, p}, p of the seat's own
    unfinished    games given up because they took too long
    length        decisions a game: mean, low, high, sd, shortest, longest
    throws        dice thrown or cards dealt a game: mean
    histograms    score: width of a bin, counts by seat; length: width, counts; the last bin takes the rest

`low` and `high` are the ends of a 95 % confidence interval: Wilson's for proportions, the normal one for
means.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from tavola.fast.batch import Job
from tavola.fast.sums import Tally

FORMAT = 1
SURE = 1.959963984540054  # standard deviations to either side: 95 %


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % confidence interval of a proportion; right also for none and for all."""
    p, z2 = successes / trials, SURE * SURE
    centre, reach = (p + z2 / (2 * trials)) / (1 + z2 / trials), half_width(p, trials)
    low = 0.0 if successes == 0 else max(0.0, centre - reach)
    high = 1.0 if successes == trials else min(1.0, centre + reach)
    return low, high


def half_width(p: float, trials: int) -> float:
    """Half the width of Wilson's interval."""
    z2 = SURE * SURE
    return SURE * sqrt(p * (1 - p) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)


def proportion(successes: int, trials: int) -> dict[str, Any]:
    low, high = wilson(successes, trials)
    return {"games": successes, "p": successes / trials, "low": low, "high": high}


def average(total: int, squares: int, n: int) -> dict[str, float]:
    """The mean of whole numbers with its interval, and their standard deviation."""
    mean = total / n
    variance = (squares * n - total * total) / (n * (n - 1)) if n > 1 else 0.0
    spread = SURE * sqrt(variance / n)
    return {"mean": mean, "low": mean - spread, "high": mean + spread, "sd": sqrt(variance)}


def report(job: Job, tally: Tally, wanted: int | None = None) -> dict[str, Any]:
    """`wanted`: how many games were asked for, if the batch was stopped."""
    n = tally.games
    how = {"compiled": True} if job.compiled else {"compiled": False, "why_slow": job.why_slow}
    seats = range(len(job.players))
    return {
        "format": FORMAT,
        "game": job.game,
        "options": dict(job.options),
        "players": list(job.players),
        "games": n,
        "wanted": n if wanted is None else wanted,
        "seed": job.seed,
        **how,
        "seats": [_seat(job, tally, seat) for seat in seats],
        "unfinished": tally.winners[0],
        "length": {
            **average(tally.length, tally.length_squares, n),
            "shortest": tally.shortest,
            "longest": tally.longest,
        },
        "throws": {"mean": tally.throws / n},
        "histograms": {
            "score": {"width": job.widths.score, "seats": [list(tally.score_bins[seat]) for seat in seats]},
            "length": {"width": job.widths.length, "counts": list(tally.length_bins)},
        },
    }


def _seat(job: Job, tally: Tally, seat: int) -> dict[str, Any]:
    won = sum(games for winners, games in enumerate(tally.winners) if (winners >> seat) & 1)
    counts = tally.patterns[seat]
    all_counts = sum(counts)
    return {
        "seat": seat,
        "player": job.players[seat],
        "won": proportion(won, tally.games),
        "alone": proportion(tally.winners[1 << seat], tally.games),
        "score": average(tally.scores[seat], tally.squares[seat], tally.games),
        "patterns": {
            name: {"count": counts[place], "p": counts[place] / all_counts if all_counts else 0.0}
            for place, name in enumerate(job.patterns)
        },
    }
