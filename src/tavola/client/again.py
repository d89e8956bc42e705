"""A bot asked again at a position of a recorded game: what it chooses now, beside what was played then.

The bot is told the game up to there as a server would tell it, and asked at every decision of its seat on the
way, because a bot may have memory. Whatever it answers there, the recorded move is played. All of that runs
in a process of its own, which is ended when its time is up.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from tavola.client.errors import BotTrouble
from tavola.client.loading import guarded, load
from tavola.client.minds import GameSetup, Mind, news_of, over_a_wire
from tavola.client.own_process import FRESH, FarError, died, own_process
from tavola.client.thinking import IllegalChoice, Times, decide
from tavola.coach.finding import judge_of, reason
from tavola.coach.judging import JudgedMove, Unit
from tavola.core.contract import CHANCE, Seat
from tavola.core.errors import TavolaError
from tavola.core.match import Match, replay
from tavola.core.record import RESIGNS, Record
from tavola.core.words import Phrase
from tavola.games import game_of, rules_of
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.table.redaction import sight

NEAR = 4  # decisions named in the error when a move is none
NOT_LEGAL = "not a legal move"
LOADING = 0  # the bot is not asked anything yet


@dataclass(frozen=True, slots=True)
class DecisionThen:
    """A decision of a record: the match at that moment, and the move then ("" if the game ended there)."""

    match: Match[Any, Any]
    number: int  # of the move in the record, from 1
    seat: Seat
    then: str


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """A bot's answer at a position: a legal move, or `fault` says why there is none."""

    move: str = ""
    seconds: float = 0.0
    fault: str = ""
    trace: str = ""
    otherwise: dict[int, str] = field(default_factory=dict)  # earlier moves where it now chooses another


@dataclass(frozen=True, slots=True)
class CoachSays:
    """The coach's values of a decision; the best move first."""

    unit: Unit
    exact: bool
    by_the_book: bool  # if all then play by a fixed book
    choices: tuple[JudgedMove, ...]
    why: Phrase | None

    def price(self, move: str) -> JudgedMove | None:
        return next((choice for choice in self.choices if str(choice.move) == move), None)


def position_at(record: Record, number: int) -> DecisionThen:
    """The decision before a move of the record; one more than the last move is where the game ended."""
    rules, moves = rules_of(record), record.moves
    for done, (match, _) in enumerate(replay(rules, record)):
        if done == number - 1 and match.actor >= 0:
            who, then = moves[done] if done < len(moves) else (match.actor, "")
            return DecisionThen(match, number, match.actor, then if who == match.actor else "")
    raise TavolaError(_no_decision(record, number))


def _no_decision(record: Record, number: int) -> str:
    decisions = [place for place, (who, _) in enumerate(record.moves, 1) if who != CHANCE]
    if not decisions:
        return "nobody decides anything in this game"
    near = sorted(sorted(decisions, key=lambda place: abs(place - number))[:NEAR])
    what = "is dice or a deal" if 0 < number <= len(record.moves) else "is not in this game"
    there = f"decisions are moves {decisions[0]} to {decisions[-1]}, such as {', '.join(map(str, near))}"
    return f"move {number} {what}, nobody's decision; {there}"


def weighed(position: DecisionThen, progress: Any) -> CoachSays:
    """The coach's values. TavolaError: this game has no coach, or something is not installed."""
    match = position.match
    judge = judge_of(match.rules, len(match.names), progress)
    view = match.rules.view(match.state, position.seat)
    choices = judge.weigh(view)
    return CoachSays(
        judge.unit, judge.exact, judge.by_the_book, choices, reason(match.rules, view, choices[0].move)
    )


# ---- asking ----


def ask_again(bot: str, record: Record, position: DecisionThen, seconds: float, seed: int) -> BotAnswer:
    """The bot's answer, after so many seconds at the latest. BotTrouble: it can't be loaded."""
    until = time.monotonic() + seconds
    at = FRESH.Value("i", LOADING)
    what = (bot, record, position.number, position.seat, seed)
    with own_process(_work, at, *what) as (line, process):
        try:
            if not line.poll(max(0.0, until - time.monotonic())):
                return BotAnswer(seconds=seconds, fault=_silent(bot, at.value, position.number, seconds))
            said = line.recv()
        except (EOFError, OSError):
            return BotAnswer(fault=died(bot, process))
    if isinstance(said, FarError):
        raise said.raised()
    assert isinstance(said, BotAnswer)
    return said


def _silent(bot: str, at: int, number: int, seconds: float) -> str:
    where = "" if at == number else f" at move {at}, on the way there,"
    what = "was not loaded" if at == LOADING else f"had not answered{where}"
    return f"{bot} {what} after {seconds:g} seconds and was ended; --seconds gives it more time"


def _work(line: Connection, at: Any, bot: str, record: Record, number: int, seat: Seat, seed: int) -> None:
    try:
        rules = rules_of(record)
        make = load(bot, record.game, Random(seed))
        setting = GameSetup(rules, seat, record.seats, record.tags.get("Table", ""))
        line.send(_asked(bot, lambda: make(setting), setting, record, number, at))
    except (TavolaError, KeyboardInterrupt) as error:
        line.send(FarError.of(bot, error))


def _asked(bot: str, make: Any, setting: GameSetup, record: Record, number: int, at: Any) -> BotAnswer:
    mind: Mind | None = None
    times, otherwise, place = Times(), dict[int, str](), number
    try:
        mind = guarded(bot, make)
        assert mind is not None
        for place, news, seen in _told(setting, record, number):
            at.value = place
            for one in news:
                guarded(bot, lambda one=one: mind.hear(one))  # type: ignore[misc]
            try:
                move = decide(bot, mind, seen, times)
            except IllegalChoice:
                if place == number:
                    raise
                move = NOT_LEGAL
            if place == number:
                return BotAnswer(move, times.each[-1], otherwise=otherwise)
            if move != (then := record.moves[place - 1][1]) and then != RESIGNS:
                otherwise[place] = move
    except BotTrouble as trouble:
        error = FarError.of(bot, trouble)
        when = "" if place == number else f" (at move {place}, on the way there)"
        took = times.each[-1] if times.each else 0.0
        return BotAnswer(seconds=took, fault=error.why + when, trace=error.trace, otherwise=otherwise)
    finally:
        if mind is not None:
            mind.close()
    raise AssertionError("the position was found before anybody was asked")


def _told(setting: GameSetup, record: Record, number: int) -> Iterator[tuple[int, list[m.News], m.Sight]]:
    """Every decision of the seat up to that move: the news since the last one, and the sight."""
    as_told = game_of(record.game).part("retold")
    news: list[m.News] = []
    steps: list[f.Stepped] = []
    for done, (match, step) in enumerate(replay(setting.rules, record)):
        if step is not None:
            steps.append(f.Stepped(*_made(match, done, record), step.events))
        if steps and match.actor != CHANCE:
            news.append(over_a_wire(news_of(setting, steps, match.state, match.actor, done)))
            steps = []
        if match.actor != setting.seat:
            continue
        seen = None if as_told is None else as_told(record, setting.rules, match.state, setting.seat)
        if seen is None:
            yield done + 1, news, sight(setting.rules, match.state, setting.seat)
        else:  # a protocol that tells no news
            yield done + 1, [], seen
        news = []
        if done + 1 == number:
            return


def _made(match: Match[Any, Any], done: int, record: Record) -> tuple[Seat, Any]:
    return match.moves[-1] if match.resigned is None else record.moves[done - 1]
