"""The player of a seat, asked for one move after the other: a bot of ours, or one at the end of a line."""

from __future__ import annotations

import threading
import time
from random import Random
from typing import Any, Protocol

import msgspec

from tavola.bots import Bot, make_bot
from tavola.client.loading import told
from tavola.client.minds import GameSetup, ThinkingTime, move_text, news_of, plain_sight
from tavola.client.program import command_of
from tavola.core.contract import Outcome, View
from tavola.core.driver import Made
from tavola.core.errors import TavolaError
from tavola.core.match import Match
from tavola.core.options import changed
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.tournaments.entrants import Entrant, answering
from tavola.tournaments.faults import Fault
from tavola.tournaments.lines import BotLine, ProgramLine, RemoteLine

SHOWN = 12  # legal moves in a message
TO_START = 5.0  # extra seconds a program has for its first answer
TO_LOAD = 60.0  # seconds for importing a module

Moving = Match[Any, Any]
Happened = Made[Any, Any]


class SeatPlayer(Protocol):
    """One seat of one game."""

    wants_news: bool  # is it told of every decision at once, or only when it is asked?

    def hear(self, match: Moving, happened: list[Happened]) -> None:
        """What happened since the last call. A fault here is raised by the next `choose`."""

    def choose(self, view: View[Any, Any], match: Moving, happened: list[Happened]) -> Any:
        """Its move, given what happened since the last call; a Fault if it has none."""

    def end(self, match: Moving, happened: list[Happened], outcome: Outcome | None) -> None:
        """The game is over, for a seat without a fault; a Fault if it breaks down now."""

    def leave(self) -> None:
        """The game was lost by a fault of this seat."""


class OurPlayer:
    """A bot of Tavola, asked in this process."""

    wants_news = False

    def __init__(self, match: Moving, spec: str, luck: Random) -> None:
        try:
            self._bot: Bot = make_bot(spec, match.rules, luck)
        except TavolaError as error:
            raise Fault("crashed", str(error)) from None

    def hear(self, match: Moving, happened: list[Happened]) -> None:
        """Our bots need no news: the view has everything."""

    def choose(self, view: View[Any, Any], match: Moving, happened: list[Happened]) -> Any:
        del match, happened
        try:
            choice = self._bot.choose(view)
        except Exception as error:
            raise Fault("crashed", told(error)) from error
        if choice not in view.moves:
            raise _cheated(choice, [str(move) for move in view.moves])
        return choice

    def end(self, match: Moving, happened: list[Happened], outcome: Outcome | None) -> None:
        """Our bots need no end."""

    def leave(self) -> None:
        """Nothing to close."""


class LinePlayer:
    """A bot at the end of a line, asked as docs/bots.md says."""

    def __init__(
        self,
        match: Moving,
        seat: int,
        line: BotLine,
        seed: int,
        clock: float,
        to_start: float,
        idle: list[BotLine] | None = None,
    ) -> None:
        self._setting = GameSetup(match.rules, seat, match.names)
        self._line = line
        self._clock = clock
        self._patience = clock + to_start
        self._last: float | None = None  # seconds its last answer took
        self._idle = idle  # where the line is kept for the next game; None: it is not
        # A module may be a card player, which is told of every turn. A program is sent questions only.
        self.wants_news = idle is not None
        self._more = {"options": changed(match.rules.options), "seed": seed}
        self._unheard: Fault | None = None

    def hear(self, match: Moving, happened: list[Happened]) -> None:
        """A bot that crashed on earlier news may be gone by now, or not yet: that is timing. It loses only
        when it is asked for a move, so that the same game always ends the same."""
        try:
            self._send(self._told(self._news(match, happened)))
        except Fault as fault:
            self._unheard = fault

    def choose(self, view: View[Any, Any], match: Moving, happened: list[Happened]) -> Any:
        del view  # it is sent what a server would send
        news = self._news(match, happened)
        legal = news.sight.moves
        try:
            began = time.monotonic()
            asked = msgspec.to_builtins(ThinkingTime(self._patience, self._last))
            self._send({"moves": legal, **self._told(news), "time": asked})
            answer = self._line.receive(self._patience)
            self._last = round(time.monotonic() - began, 6)
        except Fault as fault:
            raise Fault(fault.kind, fault.why, self._line.errors()) from None
        self._patience = self._clock
        text = move_text(_choice(answer), legal)
        if text is None:
            raise _cheated(answer.decode("utf-8", "replace"), legal, self._line.errors())
        return match.rules.parse(text)

    def _send(self, question: dict[str, Any]) -> None:
        if self._unheard is not None:  # the last line may be incomplete
            raise self._unheard
        self._line.send(_line(question), self._clock)

    def _news(self, match: Moving, happened: list[Happened], over: f.Ended | None = None) -> m.News:
        steps = (f.Stepped(made.actor, made.move, made.step.events) for made in happened)
        return news_of(self._setting, steps, match.state, match.actor, len(match.moves), over)

    def _told(self, news: m.News) -> dict[str, Any]:
        told = plain_sight(self._setting, news.sight, msgspec.to_builtins(news.steps))
        return {**told, "actor": news.sight.actor, **self._more}

    def end(self, match: Moving, happened: list[Happened], outcome: Outcome | None) -> None:
        if outcome is None:
            self.leave()
            return
        how = "played" if match.resigned is None else "resigned"
        news = self._news(match, happened, f.Ended(outcome, how, "", ()))
        try:
            self._send({"over": msgspec.to_builtins(news.over), **self._told(news)})
            if self._idle is not None:
                self._line.receive(self._clock)  # READY: for another game
        except Fault as fault:
            trouble = Fault(fault.kind, fault.why, self._line.errors())
            self.leave()
            if self._idle is None:  # it may have ended already, which is no fault now
                return
            raise trouble from None
        if self._idle is None:
            self._line.close()
        else:
            self._idle.append(self._line)

    def leave(self) -> None:
        self._line.kill()


def _line(question: dict[str, Any]) -> bytes:
    return msgspec.json.encode(question) + b"\n"


def _choice(answer: bytes) -> object:
    text = answer.decode("utf-8", "replace").strip().strip('"')
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else text


def _cheated(choice: object, legal: list[str], detail: str = "") -> Fault:
    shown = ", ".join(legal[:SHOWN]) + (", ..." if len(legal) > SHOWN else "")
    return Fault("cheated", f"it chose {str(choice)[:60]!r}; its moves were: {shown}", detail)


# ---- bots kept between games ----


class _Idle(threading.local):
    """Bots in processes of their own, kept for the next game; each thread of ours has its own."""

    def __init__(self) -> None:
        self.lines: dict[str, list[BotLine]] = {}


_idle = _Idle()


def dismiss_all() -> None:
    """Close what this thread has kept."""
    while _idle.lines:
        for line in _idle.lines.popitem()[1]:
            line.close()


def seat_player(match: Moving, seat: int, entrant: Entrant, seed: int, clock: float) -> SeatPlayer:
    """The player of a seat; a Fault if it can't be started."""
    game = match.rules.info.name
    match entrant.kind(game):
        case "ours":
            return OurPlayer(match, entrant.spec, Random(seed))
        case "program":
            line: BotLine = ProgramLine(command_of(entrant.spec))
            return LinePlayer(match, seat, line, seed, clock, TO_START)
        case "remote":
            return LinePlayer(match, seat, RemoteLine(entrant.address), seed, clock, TO_START)
    idle = _idle.lines.setdefault(entrant.spec, [])
    if idle:
        return LinePlayer(match, seat, idle.pop(), seed, clock, 0.0, idle)
    line = ProgramLine(answering(entrant.spec, "--ready", game))
    try:
        line.receive(clock + TO_LOAD)  # READY: it is loaded
    except Fault as fault:
        detail = line.errors()
        line.kill()
        raise Fault(fault.kind, fault.why, detail) from None
    return LinePlayer(match, seat, line, seed, clock, 0.0, idle)
