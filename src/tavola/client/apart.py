"""Trying a bot out in a process of its own, which is ended when its time is up, whatever the bot is doing.

The process sends its report regularly, and which call of the bot is running. So when it has to be ended, the
report until then is there, and the call from which the bot did not return.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.sharedctypes import Synchronized
from random import Random
from typing import Any

from tavola.client.checking import Report, Watcher, check
from tavola.client.errors import BotTrouble
from tavola.client.loading import load
from tavola.client.own_process import FRESH, FarError, died, own_process
from tavola.client.thinking import Times
from tavola.core.errors import TavolaError
from tavola.games import rules as rules_named

SLOW = 1.0  # seconds without an answer, at the end of the time, from which the bot counts as hanging
TOLD_EVERY = 0.1  # seconds
ASKED = {
    "load": "was not loaded",
    "begin": "was not ready to play",
    "hear": "had not taken in what was played",
    "choose": "had not answered",
    "end": "had not taken in the end of a game",
}
WORDS = tuple(ASKED)


@dataclass(frozen=True, slots=True)
class Trial:
    """What to try: the bot, the game, how often, and for how long at most."""

    bot: str
    game: str
    options: Mapping[str, str]
    seats: int
    games: int
    seed: int
    seconds: float


def check_apart(trial: Trial) -> Report:
    """The report, after so many seconds at the latest. BotTrouble: the bot can't be loaded."""
    until = time.monotonic() + trial.seconds
    asked, since = FRESH.Value("i", 0), FRESH.Value("d", time.monotonic())
    with own_process(_work, asked, since, trial) as (line, process):
        report, ended = _listen(line, process, until, trial)
        if not ended:
            _time_is_up(report, trial, WORDS[asked.value], time.monotonic() - since.value)
    return report


def _listen(line: Connection, process: SpawnProcess, until: float, trial: Trial) -> tuple[Report, bool]:
    """The last report, and whether the check came to its end."""
    report = Report()
    while line.poll(max(0.0, until - time.monotonic())):
        try:
            said = line.recv()
        except (EOFError, OSError):
            report.broke_down += 1
            report.mistake(BotTrouble(died(trial.bot, process)))
            return report, True
        match said:
            case Report():
                report = _grown(report, said)
            case FarError():
                raise said.raised()
            case None:
                return report, True
    return report, False


def _grown(before: Report, more: Report) -> Report:
    """The newer report with all times: they are sent piece by piece, because there may be many."""
    more.times.each[:0] = before.times.each
    return more


def _time_is_up(report: Report, trial: Trial, asked: str, waited: float) -> None:
    """A bot that is only slow may be ended in the middle of a call. A bot that hangs is at fault."""
    if not report.times.each or waited > max(SLOW, 2 * report.times.longest):
        report.unanswered += 1
        so_long = f"after {waited:.1f} seconds and was ended; --seconds gives it more time"
        report.mistake(BotTrouble(f"{trial.bot} {ASKED[asked]} {so_long}"))


# ---- in the process ----


class _Teller(Watcher):
    """Sends the report, in a thread of its own: also while a call of the bot does not return."""

    def __init__(self, line: Connection, asked: Synchronized[int], since: Synchronized[float]) -> None:
        self._line, self._asked, self._since = line, asked, since
        self._report, self._told = Report(), 0
        self._lock = threading.Lock()
        threading.Thread(target=self._tell_on, daemon=True).start()

    def begins(self, report: Report) -> None:
        self._report = report

    def asks(self, what: str) -> None:
        self._asked.value = WORDS.index(what)
        self._since.value = time.monotonic()

    def _tell_on(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                time.sleep(TOLD_EVERY)
                self.tell()

    def tell(self, *last: object) -> None:
        """Send the report, with the new times only, and then `last`."""
        with self._lock:
            report = self._report
            new = report.times.each[self._told :]
            self._told += len(new)
            mistakes, traces = list(report.mistakes), list(report.traces)
            self._line.send(replace(report, mistakes=mistakes, traces=traces, times=Times(new)))
            for each in last:
                self._line.send(each)


def _work(line: Connection, asked: Any, since: Any, trial: Trial) -> None:
    teller = _Teller(line, asked, since)
    try:
        teller.asks("load")
        make = load(trial.bot, trial.game, Random(trial.seed))
        rules = rules_named(trial.game, None, **trial.options)
        check(trial.bot, make, rules, trial.games, trial.seats, Random(trial.seed), trial.seconds, teller)
        teller.tell(None)
    except (TavolaError, KeyboardInterrupt) as error:
        teller.tell(FarError.of(trial.bot, error))
