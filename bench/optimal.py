"""The optimal dice bots: moves a second, and how often they beat `house`. Writes docs/benchmarks.md.

Moves are timed by the processor, one by one, on decisions of games they play against `house`, in the order
of play: what a bot has to work out anew for a position counts. Strength is counted in pairs of games with the
same dice and the seats changed, so that luck cancels.
"""

from __future__ import annotations

import re
import sys
import time
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, quantiles, stdev
from typing import Any, NamedTuple

import tavola
from tavola.bots import make_bot
from tavola.core.driver import Driver
from tavola.core.match import Match

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
BEGIN, END = "<!-- optimal: begin -->", "<!-- optimal: end -->"
TIMED = 3000  # decisions
PAIRS = 1000
OPPONENTS = {"421": "published"}  # elsewhere `house`, which at 421 plays the solution too
CASES = [
    ("421", "optimal", 2),
    ("421", "optimal", 3),
    ("5000", "optimal", 2),
    ("5000", "optimal:turns", 2),
    ("dice-poker", "optimal", 2),
    ("dice-poker", "optimal:turns", 2),
]
NOTE = (
    "One core. Moves are timed one by one, from a ready view of a solved game, in positions from real games. "
    "Won: the share of {pairs} pairs of games against `house` (421: `published`), with the same dice and the "
    "seats changed, a shared win counting its share; with a 95 % interval. Among three players of 421 "
    "nothing is solved beforehand: a new position is worked out when it comes."
)


class Timed(NamedTuple):
    a_second: float
    median: float  # microseconds
    slow: float  # 99 of 100 are faster


def opponent(game: str) -> str:
    return OPPONENTS.get(game, "house")


def views(game: str, spec: str, seats: int, number: int) -> list[Any]:
    """What the bot sees when it is to decide, game after game."""
    rules, seed = tavola.rules(game), 0
    found: list[Any] = []
    while len(found) < number:
        rng, match = Random(seed), Match(rules, ["bot"] * seats)
        bots = [
            make_bot(spec if seat == seed % seats else opponent(game), rules, Random(0))
            for seat in range(seats)
        ]
        for made in Driver(match, rng, dict(enumerate(bots))):
            if made.actor == seed % seats:
                found.append(rules.view(made.before, made.actor))
            if len(found) == number:
                break
        seed += 1
    return found


def timed(game: str, spec: str, seats: int) -> Timed:
    seen = views(game, spec, seats, TIMED)
    forget()
    bot = make_bot(spec, tavola.rules(game), Random(0))
    bot.choose(seen[0])  # fetches the policy
    took = []
    for view in seen:
        began = time.process_time_ns()
        bot.choose(view)
        took.append((time.process_time_ns() - began) / 1000)
    return Timed(1e6 / mean(took), quantiles(took, n=2)[0], quantiles(took, n=100)[-1])


def forget() -> None:
    """Positions already worked out in this process don't count."""
    from tavola.bots import optimal as shelf

    shelf._there.clear()


def share(game: str, spec: str, seed: int, seat: int) -> float:
    """What the bot has of the win."""
    rules, rng = tavola.rules(game), Random(seed)
    match = Match(rules, ["a", "b"])
    bots = [make_bot(spec if each == seat else opponent(game), rules, Random(0)) for each in range(2)]
    Driver(match, rng, dict(enumerate(bots))).run()
    assert match.outcome is not None
    return (seat in match.outcome.winners) / len(match.outcome.winners)


def strength(game: str, spec: str) -> tuple[float, float]:
    """The share of wins, and the half width of its interval."""
    pairs = []
    for seed in range(PAIRS):
        pairs.append((share(game, spec, seed, 0) + share(game, spec, seed, 1)) / 2)
        if sys.stderr.isatty() and seed % 50 == 0:
            print(f"\r  {game} {spec}: {seed} of {PAIRS} pairs", end="", file=sys.stderr, flush=True)
    return mean(pairs), 1.96 * stdev(pairs) / sqrt(PAIRS)


def table() -> str:
    lines = [
        "| | seats | moves a second | median, µs | 99 %, µs | won against `house` |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for game, spec, seats in CASES:
        speed = timed(game, spec, seats)
        won = "-"
        if seats == 2:
            rate, margin = strength(game, spec)
            won = f"{100 * rate:.1f} ± {100 * margin:.1f} %"
        figures = f"{speed.a_second:,.0f} | {speed.median:.0f} | {speed.slow:.0f}"
        lines.append(f"| {game} `{spec}` | {seats} | {figures} | {won} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def main() -> None:
    print("the optimal dice bots")
    note = NOTE.format(pairs=f"{PAIRS:,}")
    text = f"{BEGIN}\n## The optimal dice bots\n\n{note}\n\n{table()}\n{END}\n"
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else "# Benchmarks\n"
    if BEGIN in page:
        page = re.sub(f"{BEGIN}.*?{END}\n", lambda _: text, page, flags=re.DOTALL)
    else:
        page = f"{page}\n{text}"
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
