"""A few hundred games of a bot against random players: does it hold, and how fast is it?

They are played in this process, for bots one trusts; apart.py plays them in a process that can be ended.
"""

from __future__ import annotations

import secrets
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tavola.client.errors import BotTrouble
from tavola.client.loading import MindMaker, guarded
from tavola.client.minds import GameSetup, Mind, ThinkingTime, over_a_wire, time_left
from tavola.client.thinking import IllegalChoice, Times, decide
from tavola.core.contract import Rules
from tavola.core.options import changed
from tavola.games import rules as rules_named
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.table.identity import Person
from tavola.table.judge import Accepted, gives_up, receive
from tavola.table.opening import open_table
from tavola.table.redaction import told
from tavola.table.table import Moment, Table

# ---- a table in this process: the server's own table and messages, without a server ----
#
# A bot is sent byte for byte what it would be sent over a wire. So commands go to the table's judge, as at a
# server, and not to the driver.


class TableHere:
    """One game of several minds, each in its seat. `decide` asks a mind; its answer goes to `play`."""

    def __init__(self, rules: Rules[Any, Any], names: Sequence[str], luck: Random | None = None) -> None:
        options: Mapping[str, str] = changed(rules.options)
        wish = m.Create(game=rules.info.name, options=dict(options), seats=len(names))
        self._people = [Person(f"holder {seat}", name) for seat, name in enumerate(names)]
        seed = secrets.token_hex(32) if luck is None else f"{luck.getrandbits(256):064x}"
        self.table: Table = open_table(self._people[0], wish, "here", seed, 0.0)[0]
        self.rules = rules_named(rules.info.name, None, **options)
        self._news: list[list[m.News]] = [[] for _ in names]  # not told yet, by seat
        self._last: list[m.News] = []
        for person in self._people:
            self._take(receive(self.table, person, m.Join(table="here"), _now()))

    def setting(self, seat: int) -> GameSetup:
        return GameSetup(self.rules, seat, tuple(person.name for person in self._people), "here")

    @property
    def actor(self) -> int | None:
        """Whose decision it is; None when the game is over."""
        return self.table.actor

    def tell(self, minds: Mapping[int, Mind]) -> None:
        """Tell each mind what happened since the last call."""
        for seat, mind in minds.items():
            news, self._news[seat] = self._news[seat], []
            for one in news:
                mind.hear(one)

    def sight(self, seat: int) -> m.Sight:
        """The sight of a seat, as it would come over a wire."""
        return self._last[seat].sight

    def time(self, seat: int) -> ThinkingTime:
        """What that seat's clocks show."""
        return time_left(self._last[seat].time, seat)

    def play(self, seat: int, move: str) -> None:
        self._take(receive(self.table, self._people[seat], m.Play(table="here", move=move), _now()))

    def give_up(self, seat: int) -> None:
        self._take(gives_up(self.table, seat, "resigned", _now()))

    @property
    def ending(self) -> m.Ending | None:
        return self._last[0].over if self._last else None

    def _take(self, accepted: Accepted) -> None:
        for fact in accepted.facts:
            if isinstance(fact, f.Played):
                seats = range(len(self._people))
                self._last = [over_a_wire(told("here", fact, seat, None)) for seat in seats]
                for kept, news in zip(self._news, self._last, strict=True):
                    kept.append(news)


def _now() -> Moment:
    return Moment(time.time(), time.monotonic())


MOST_BREAKDOWNS = 5  # games lost by errors of the bot before the check ends
MOST_KEPT = 5  # mistakes shown in full
MOST_DECISIONS = 20_000  # of one game


@dataclass(slots=True)
class Report:
    """The result of a check, so far."""

    games: int = 0
    finished: int = 0
    won: int = 0
    illegal: int = 0
    broke_down: int = 0
    unfinished: int = 0
    unanswered: int = 0  # the bot had to be ended: no answer came
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
    """Is given the report as it grows, and told what the bot is asked to do. This one ignores both."""

    def begins(self, report: Report) -> None:
        """The report that will be filled in."""

    def asks(self, what: str) -> None:
        """The bot is called from now on: `what` is one of ASKED (apart.py)."""


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
        """Run the bot's own code."""
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
        """The bot's move; None if it is illegal: then a random move is played for it."""
        self._watcher.asks("choose")
        mind.time = self._here.time(self._seat)
        try:
            return decide(self._name, mind, self._here.sight(self._seat), self._report.times)
        except IllegalChoice as trouble:
            self._report.illegal += 1
            self._report.mistake(trouble)
            return None
