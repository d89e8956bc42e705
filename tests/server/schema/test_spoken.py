"""A real server, real games over TCP: every line it says is one the published schema knows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tavola
from tavola.server.serve import Server
from tests.server.running import ANY_PORT
from tests.server.schema.test_schema import validator

WAIT = 60.0


class Player:
    """A client by hand that keeps all it heard."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.heard: list[dict[str, Any]] = []

    async def say(self, **command: Any) -> None:
        validator("AnyCommand").validate(command)
        self.writer.write(json.dumps(command).encode() + b"\n")
        await self.writer.drain()

    async def hear(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while True:
            async with asyncio.timeout(WAIT):
                line = await self.reader.readline()
            assert line, "the server hung up"
            self.heard.append(json.loads(line))
            if self.heard[-1]["type"] in types:
                return self.heard[-1]


@asynccontextmanager
async def sitting(folder: Path) -> AsyncIterator[Player]:
    storage = f"sqlite:///{folder / 'tavola.db'}"
    server = Server(replace(ANY_PORT, storage=storage))
    await server.open()
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.ports["lines"], limit=1 << 20)
        yield Player(reader, writer)
        writer.close()
    finally:
        await server.close()


async def play(player: Player, game: str, most: int = 150) -> None:
    """Against a bot, the first legal move each time; given up if it takes long."""
    await player.say(type="hello", name="ada", lang="fr")
    await player.say(type="create", game=game, id="new")
    table = (await player.hear("table"))["table"]
    await player.say(type="join", table=table, salt="x")
    await player.say(type="seat_bot", table=table, bot="random")
    told = await player.hear("news")
    for _ in range(most):
        if "over" in told:
            break
        if told["sight"]["actor"] == 0:
            await player.say(type="play", table=table, index=0, turn=told["turn"])
        told = await player.hear("news")
    else:
        await player.say(type="chat", table=table, text="too long")
        await player.say(type="resume", table=table, since=3)
        await player.say(type="resign", table=table)
        while "over" not in told:
            told = await player.hear("news")
    await player.say(type="rematch", table=table)
    await player.hear("rematch")


@pytest.mark.parametrize("game", tavola.game_names())
def test_a_game(tmp_path: Path, game: str) -> None:
    async def run() -> list[dict[str, Any]]:
        async with sitting(tmp_path) as player:
            await play(player, game)
            await player.say(type="tables")
            await player.hear("tables")
            await player.say(type="watch", table="nowhere")
            await player.hear("refused")
            return player.heard

    knows = validator("AnyMessage")
    heard = asyncio.run(run())
    wrong = [(message, error.message) for message in heard for error in knows.iter_errors(message)]
    assert not wrong, wrong[0]
    assert {"welcome", "table", "seated", "news", "tables", "refused"} <= {each["type"] for each in heard}


def test_the_list_of_games(tmp_path: Path) -> None:
    async def run() -> dict[str, Any]:
        async with sitting(tmp_path) as player:
            await player.say(type="games", id="g")
            return await player.hear("games", "refused")

    told = asyncio.run(run())
    validator("AnyMessage").validate(told)
    assert [game["name"] for game in told["games"]] == list(tavola.game_names())
