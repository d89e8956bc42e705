"""A few hundred games of a bot in this process, against random players: does it hold, and how fast is it?"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tavola.client.errors import BotTrouble
from tavola.client.here import TableHere
from tavola.client.loading import MindMaker, guarded
from tavola.client.minds import Mind
from tavola.client.thinking import IllegalChoice, Times, decide
from tavola.core.contract import Rules

MOST_BREAKDOWNS = 5  # games given up before we stop
MOST_KEPT = 5  # mistakes shown in full
MOST_DECISIONS = 20_000  # of one game


@dataclass(slots=True)
class Report:
    """What was found."""

    games: int = 0
    finished: int = 0
    won: int = 0
    illegal: int = 0
    broke_down: int = 0
    unfinished: int = 0
    mistakes: list[str] = field(default_factory=list)  # the first few different ones
    causes: list[BaseException] = field(default_factory=list)
    times: Times = field(default_factory=Times)

    @property
    def fine(self) -> bool:
        return not (self.illegal or self.broke_down or self.unfinished)

    def mistake(self, trouble: BotTrouble) -> None:
        text = str(trouble)
        if text not in self.mistakes and len(self.mistakes) < MOST_KEPT:
            self.mistakes.append(text)
            if trouble.cause is not None:
                self.causes.append(trouble.cause)

    def as_dict(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "won": self.won,
            "decisions": len(self.times.each),
            "illegal": self.illegal,
            "broke_down": self.broke_down,
            "unfinished": self.unfinished,
            "mistakes": self.mistakes,
            "seconds": {
                "mean": self.times.mean,
                "p99": self.times.under(0.99),
                "longest": self.times.longest,
            },
        }


def check(
    name: str,
    make: MindMaker,
    rules: Rules[Any, Any],
    games: int,
    seats: int,
    rng: Random,
    longest: float = float("inf"),
) -> Report:
    """Play so many games, in every seat in turn, or as many as there is time for."""
    report, until = Report(), time.monotonic() + longest
    while report.games < games and report.broke_down < MOST_BREAKDOWNS and time.monotonic() < until:
        _one_game(name, make, rules, report.games % seats, seats, rng, report)
        report.games += 1
    return report


def _one_game(
    name: str, make: MindMaker, rules: Rules[Any, Any], seat: int, seats: int, rng: Random, report: Report
) -> None:
    names = [name[:32] if place == seat else f"random {place}" for place in range(seats)]
    here = TableHere(rules, names, rng)
    mind: Mind | None = None
    try:
        mind = guarded(name, lambda: make(here.setting(seat)))
        assert mind is not None
        _play(name, here, mind, seat, rng, report)
        if (ending := here.ending) is not None:
            guarded(name, lambda: mind.end(ending))
            report.finished += 1
            report.won += seat in ending.winners
    except BotTrouble as trouble:
        report.broke_down += 1
        report.mistake(trouble)
    finally:
        if mind is not None:
            mind.close()


def _play(name: str, here: TableHere, mind: Mind, seat: int, rng: Random, report: Report) -> None:
    decisions = 0
    while (actor := here.actor) is not None:
        guarded(name, lambda: here.tell({seat: mind}))
        sight = here.sight(actor)
        move = rng.choice(sight.moves)
        if actor == seat:
            decisions += 1
            try:
                move = decide(name, mind, sight, report.times)
            except IllegalChoice as trouble:
                report.illegal += 1
                report.mistake(trouble)
        if decisions > MOST_DECISIONS:
            report.unfinished += 1
            report.mistake(BotTrouble(f"{name} was asked {MOST_DECISIONS} times and the game did not end"))
            here.give_up(seat)
        else:
            here.play(actor, move)
    guarded(name, lambda: here.tell({seat: mind}))
