"""A mind at a table of a server: it is told the news, and plays when it is its turn, until the end."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from tavola.client.bot_log import LogSender
from tavola.client.errors import BotTrouble, ClientError, Refused
from tavola.client.loading import MindMaker, guarded
from tavola.client.minds import GameSetup, Mind, time_left
from tavola.client.table import Table
from tavola.client.thinking import Thinker, Times, decide
from tavola.core.errors import TavolaError
from tavola.games import rules as rules_named
from tavola.table import messages as m

LOOK_AGAIN = 5.0  # seconds between two attempts to end a game that another player has left
GIVING_UP = 5.0  # seconds to resign, or to send the log, after an error


@dataclass(frozen=True, slots=True)
class BotGame:
    """A game a bot has played, from its side."""

    game: str
    table: str
    seat: int
    names: list[str]
    won: bool
    winners: list[int]
    scores: list[int]
    how: str
    decisions: int
    mean_seconds: float
    longest_seconds: float
    reason: str = ""  # why it is over, in words, if it was not played to its end
    dice: str = ""  # verified, fits or wrong, as in `Proof`; "" where the server has made no commitment
    dice_why: str = ""  # the same in words

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def played(
    setting: GameSetup,
    winners: list[int],
    scores: list[int],
    how: str,
    times: Times,
    won: bool | None = None,
    reason: str = "",
) -> BotGame:
    return BotGame(
        game=setting.rules.info.name,
        table=setting.table,
        seat=setting.seat,
        names=list(setting.names),
        won=setting.seat in winners if won is None else won,
        winners=winners,
        scores=scores,
        how=how,
        decisions=len(times.each),
        mean_seconds=round(times.mean, 6),
        longest_seconds=round(times.longest, 6),
        reason=reason,
    )


async def play_table(table: Table, name: str, make: MindMaker, log: LogSender | None = None) -> BotGame:
    """Play a whole game, from the seat we have. If the bot breaks down the game is resigned, so that nobody
    waits for it.

    With a `log` what the bot writes about its decisions goes to the server, for its token alone."""
    waited: list[m.News] = []
    while table.state.status == "waiting":
        message = await table.next()
        if isinstance(message, m.News):
            waited.append(message)
    state = table.state
    if state.you is None:
        raise ClientError(f"you have no seat at the table {table.id}")
    rules = rules_named(state.game, None, **state.options)
    setting = GameSetup(rules, state.you, tuple(table.names), table.id)
    thinker, times = Thinker(), Times()
    mind: Mind | None = None
    try:
        mind = await thinker.do(lambda: guarded(name, lambda: make(setting)))
        assert mind is not None
        ending = await _to_the_end(table, name, mind, thinker, times, waited, log)
        reason = "" if ending.how == "played" else ending.reason
        result = played(setting, ending.winners, ending.scores, ending.how, times, reason=reason)
        proof = await asyncio.to_thread(table.prove)
        return result if proof is None else replace(result, dice=proof.finding, dice_why=proof.said.en)
    except BotTrouble:
        await _give_up(table)
        if log is not None:  # what it said before it broke down
            await log.add(table.turn, 0.0)
        raise
    finally:
        if log is not None:
            with contextlib.suppress(TavolaError, TimeoutError):
                async with asyncio.timeout(GIVING_UP):
                    await log.send()
        if mind is not None:
            mind.close()
        thinker.close()


async def _to_the_end(
    table: Table,
    name: str,
    mind: Mind,
    thinker: Thinker,
    times: Times,
    heard: list[m.News],
    log: LogSender | None,
) -> m.Ending:
    acted = -1  # the turn of our last decision
    while True:
        for news in heard:
            await thinker.do(lambda news=news: guarded(name, lambda: mind.hear(news)))  # type: ignore[misc]
        if (over := table.over) is not None and not table.waiting:
            await thinker.do(lambda: guarded(name, lambda: mind.end(over)))
            return over
        if table.my_turn and not table.waiting and table.turn != acted:
            acted = table.turn
            await _act(table, await thinker.do(_decision(name, mind, table, times)), acted)
            if log is not None:
                await log.add(acted, times.each[-1])
            heard = []
            continue
        message = await _next(table)
        heard = [message] if isinstance(message, m.News) else []


async def _next(table: Table) -> Any:
    """The next message. If the player to move has gone, the game is ended as soon as that is allowed."""
    wait: float | None = None
    while True:
        gone = _gone_mover(table)
        if gone is not None and wait is None:
            wait = gone.claim if gone.abort is None else gone.abort
        try:
            async with asyncio.timeout(None if gone is None else wait):
                return await table.next()
        except TimeoutError:
            wait = None if gone is None else await _end_without(table, gone)


def _gone_mover(table: Table) -> m.Gone | None:
    sight = table.state.sight
    actor = None if sight is None else sight.actor
    return next((gone for gone in table.gone if gone.seat == actor), None)


async def _end_without(table: Table, gone: m.Gone) -> float:
    """Call the game off, or claim it. Returns in how many seconds to try again."""
    try:
        await (table.claim_win(gone.seat) if gone.abort is None else table.abort())
    except Refused as refused:
        return refused.retry_after or LOOK_AGAIN
    return LOOK_AGAIN


def _decision(name: str, mind: Mind, table: Table, times: Times) -> partial[str]:
    sight = table.state.sight
    assert sight is not None
    mind.time = time_left(table.state.time, mind.setting.seat)
    return partial(decide, name, mind, sight, times)


async def _act(table: Table, move: str, turn: int) -> None:
    try:
        await table.play(move, turn=turn)
    except Refused as refused:
        if refused.code not in ("stale", "not_your_turn", "bad_request"):
            raise
        if refused.code == "bad_request" and table.over is None:
            raise  # else the game was over before our move came: out of time, or another player resigned


async def _give_up(table: Table) -> None:
    with contextlib.suppress(TavolaError, TimeoutError):
        async with asyncio.timeout(GIVING_UP):
            await table.resign()
