"""What `tavola bot run` does once its options are read: games at a server, by themselves or on the ladder."""

from __future__ import annotations

import json
import sys
import traceback
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from tavola.core.errors import TavolaError
from tavola.core.game import Game
from tavola.games import OURS, game_at
from tavola.terminal.commands.shared import BAD_DATA
from tavola.terminal.drawings.screen import warn

if TYPE_CHECKING:
    from tavola.client.client import Client
    from tavola.client.errors import BotTrouble
    from tavola.client.loading import MindMaker
    from tavola.client.playing import BotGame
    from tavola.client.running import Play
    from tavola.client.seeking import Wish
    from tavola.table.messages import Ladder

EVERY_WAY = "ws://HOST:8421/ws, wss://..., tcp://HOST:8422, stdio:" + "".join(
    f" or, for {game.name}, {game.address}" for game in OURS.values() if game.address
)
LADDER_PATIENCE = 600.0  # seconds a server may be away


@dataclass(frozen=True, slots=True)
class BotRunRequest:
    """The options of the command line."""

    bot: str
    url: str
    name: str | None
    token: str | None
    games: int
    as_json: bool
    debug: bool = False
    claim: bool = False
    log: bool = False

    def broke_down(self, trouble: BotTrouble) -> None:
        """The bot broke down in one of several games."""
        if self.debug and trouble.cause is not None:
            warn_traceback(trouble.cause)


def run_games(ask: BotRunRequest, wish: Wish, make: MindMaker) -> None:
    import asyncio

    from tavola.client.bot_log import StandardError
    from tavola.client.wires import address

    listening = StandardError() if ask.log else nullcontext()
    if (own := game_at(ask.url)) is not None:
        scheme = own.address.partition("://")[0] + "://"
        if wish.game != own.name:
            why = f"{scheme} plays {own.name} and not {wish.game}; ws:// and tcp:// play every game"
            raise TavolaError(why)
        if wish.particular or wish.table or wish.create or wish.against:
            why = f"{scheme} plays {own.name} as it is, with whoever comes: leave the table's options out"
            raise TavolaError(why)
        with listening:
            results = asyncio.run(_run_over_own_protocol(ask, own, make))
    else:
        address(ask.url, EVERY_WAY)
        with listening:
            results = asyncio.run(_run_tables(ask, wish, make))
    _sum_up(ask, results)
    _must_be_well(results)


def _sum_up(ask: BotRunRequest, results: list[BotGame]) -> None:
    if len(results) > 1 and not ask.as_json:
        _say(ask, f"won {sum(result.won for result in results)} of {len(results)} games")


def _must_be_well(results: list[BotGame]) -> None:
    if any(result.how == "broke_down" or result.dice == "wrong" for result in results):
        raise typer.Exit(BAD_DATA)


def run_on_ladder(ask: BotRunRequest, wish: Ladder, games: int | None, make: MindMaker) -> None:
    import asyncio

    from tavola.client.wires import address

    if game_at(ask.url) is not None:
        raise TavolaError("the ladder is at ws://HOST:8421/ws or tcp://HOST:8422")
    address(ask.url, EVERY_WAY)
    from tavola.client.bot_log import StandardError

    results: list[BotGame] = []
    try:
        with StandardError() if ask.log else nullcontext():
            asyncio.run(_climb(ask, wish, games, make, results))
    finally:
        _sum_up(ask, results)
    _must_be_well(results)


async def _climb(
    ask: BotRunRequest, wish: Ladder, games: int | None, make: MindMaker, results: list[BotGame]
) -> None:
    from tavola.client.client import Client
    from tavola.client.climbing import Climbing

    async with Client.connect(ask.url, name=ask.name, token=ask.token, patience=LADDER_PATIENCE) as client:
        await client.claim(client.name, bot=True)
        climbing = Climbing(client, wish, ask.bot, make, warn, ask.log)
        async for result in climbing.games(games, ask.broke_down):
            results.append(result)
            _tell(ask, results)


async def _run_over_own_protocol(ask: BotRunRequest, game: Game, make: MindMaker) -> list[BotGame]:
    play = game.part("player")
    return await _results(ask, game.name, lambda: play(ask.url, ask.bot, make, ask.name, ask.token))


async def _run_tables(ask: BotRunRequest, wish: Wish, make: MindMaker) -> list[BotGame]:
    from tavola.client.client import Client

    async with Client.connect(ask.url, name=ask.name, token=ask.token) as client:
        if ask.claim:
            await client.claim(client.name)
        return await _results(ask, wish.game, lambda: _run_game(ask, client, wish, make))


async def _results(ask: BotRunRequest, game: str, play: Play) -> list[BotGame]:
    from tavola.client.running import play_on

    results: list[BotGame] = []
    async for result in play_on(play, game, ask.games, warn, ask.broke_down):
        results.append(result)
        _tell(ask, results)
    return results


async def _run_game(ask: BotRunRequest, client: Client, wish: Wish, make: MindMaker) -> BotGame:
    from tavola.client.bot_log import LogSender
    from tavola.client.playing import play_table
    from tavola.client.seeking import sit_down

    table = await sit_down(client, wish)
    if table.state.status == "waiting":
        warn(f"waiting at the table {table.id}; its dice are committed to: {table.receipt.commitment}")
    log = LogSender(table) if ask.log else None
    try:
        return await play_table(table, ask.bot, make, log)
    finally:
        if log is not None and log.refused:
            warn(f"the server did not take all of the log: {log.refused}")
        client.conversation.leave(table.id)


def _tell(ask: BotRunRequest, results: list[BotGame]) -> None:
    result = results[-1]
    if ask.as_json:
        _say(ask, json.dumps(result.as_dict()))
        return
    end = "won" if result.won else "lost"
    scores = f", {' : '.join(map(str, result.scores))}" if result.scores else ""
    how = f" ({result.reason or result.how})" if result.how != "played" else ""
    mean = result.mean_seconds * 1000
    pace = f"; {result.decisions} decisions, {mean:.1f} ms each" if result.decisions else ""
    dice = {"verified": "; dice verified", "fits": "; dice not verified"}.get(result.dice, "")
    _say(ask, f"game {len(results)}: {end}{scores}{how}{pace}{dice}")
    if result.dice == "wrong":
        warn(f"game {len(results)}, table {result.table}: {result.dice_why}")


def _say(ask: BotRunRequest, text: str) -> None:
    """To the error stream with stdio, where the standard output is the wire."""
    if ask.url.startswith("stdio"):
        warn(text)
    else:
        print(text, flush=True)


def warn_traceback(error: BaseException) -> None:
    sys.stdout.flush()
    warn_trace(getattr(error, "trace", None) or "".join(traceback.format_exception(error)))


def warn_trace(trace: str) -> None:
    for line in trace.rstrip("\n").split("\n"):
        warn(line)
