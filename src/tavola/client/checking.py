"""A few hundred games of a bot against random players: does it hold, and how fast is it?

Here they are played in this process, by whoever trusts the bot; apart.py plays them in one that can be ended.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
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
    unanswered: int = 0  # it had to be ended: no answer came
    mistakes: list[str] = field(default_factory=list)  # the first few different ones
    traces: list[str] = field(default_factory=list)  # where in the bot they came from
    times: Times = field(default_factory=Times)

    @property
    def fine(self) -> bool:
        return not (self.illegal or self.broke_down or self.unfinished or self.unanswered)

    def mistake(self, trouble: BotTrouble) -> None:
        text = str(trouble)
        if text not in self.mistakes and len(self.mistakes) < MOST_KEPT:
            self.mistakes.append(text)
            if trouble.cause is not None:
                self.traces.append("".join(traceback.format_exception(trouble.cause)))

    def as_dict(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "finished": self.finished,
            "won": self.won,
            "decisions": len(self.times.each),
            "illegal": self.illegal,
            "broke_down": self.broke_down,
            "unfinished": self.unfinished,
            "unanswered": self.unanswered,
            "mistakes": self.mistakes,
            "seconds": {
                "mean": self.times.mean,
                "p99": self.times.under(0.99),
                "longest": self.times.longest,
            },
        }


class Watcher:
    """Has the report as it grows, and hears what the bot is asked to do. This one does not care."""

    def begins(self, report: Report) -> None:
        """What is found will stand in it."""

    def asks(self, what: str) -> None:
        """From now on it is the bot's time."""


def check(
    name: str,
    make: MindMaker,
    rules: Rules[Any, Any],
    games: int,
    seats: int,
    rng: Random,
    longest: float = float("inf"),
    watcher: Watcher | None = None,
) -> Report:
    """Play so many games, in every seat in turn, or as many as there is time for."""
    report, until, watcher = Report(), time.monotonic() + longest, watcher or Watcher()
    watcher.begins(report)
    while report.games < games and report.broke_down < MOST_BREAKDOWNS and time.monotonic() < until:
        report.games += 1
        seat = (report.games - 1) % seats
        _Game(name, make, rules, seat, seats, rng, report, watcher).play()
    return report


class _Game:
    """One game."""

    def __init__(
        self,
        name: str,
        make: MindMaker,
        rules: Rules[Any, Any],
        seat: int,
        seats: int,
        rng: Random,
        report: Report,
        watcher: Watcher,
    ) -> None:
        names = [name[:32] if place == seat else f"random {place}" for place in range(seats)]
        self._here = TableHere(rules, names, rng)
        self._name, self._make, self._seat = name, make, seat
        self._rng, self._report, self._watcher = rng, report, watcher
        self._mind: Mind | None = None

    def play(self) -> None:
        report, before = self._report, self._report.illegal
        try:
            mind = self._mind = self._bots("begin", lambda: self._make(self._here.setting(self._seat)))
            assert mind is not None
            self._to_the_end(mind)
            if (ending := self._here.ending) is not None:
                self._bots("end", lambda: mind.end(ending))
                report.finished += 1
                # At a server the first move that is not allowed costs the game.
                report.won += self._seat in ending.winners and report.illegal == before
        except BotTrouble as trouble:
            report.broke_down += 1
            report.mistake(trouble)
        finally:
            if self._mind is not None:
                self._mind.close()

    def _bots(self, what: str, does: Callable[[], Any]) -> Any:
        """What is done by the bot's own code."""
        self._watcher.asks(what)
        return guarded(self._name, does)

    def _to_the_end(self, mind: Mind) -> None:
        here, seat, decisions = self._here, self._seat, 0
        while (actor := here.actor) is not None:
            self._bots("hear", lambda: here.tell({seat: mind}))
            move = self._rng.choice(here.sight(actor).moves)
            if actor == seat:
                decisions += 1
                move = self._choice(mind) or move
            if decisions > MOST_DECISIONS:
                self._report.unfinished += 1
                why = f"{self._name} was asked {MOST_DECISIONS} times and the game did not end"
                self._report.mistake(BotTrouble(why))
                here.give_up(seat)
            else:
                here.play(actor, move)
        self._bots("hear", lambda: here.tell({seat: mind}))

    def _choice(self, mind: Mind) -> str | None:
        """Its move, None if that is not allowed: it hears of it, and a random one is played for it."""
        self._watcher.asks("choose")
        mind.time = self._here.time(self._seat)
        try:
            return decide(self._name, mind, self._here.sight(self._seat), self._report.times)
        except IllegalChoice as trouble:
            self._report.illegal += 1
            self._report.mistake(trouble)
            return None
