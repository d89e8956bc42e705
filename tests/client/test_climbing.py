"""Bots on the ladder of a real server, over both doors."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tavola.client.client import Client
from tavola.client.climbing import Climbing
from tavola.client.errors import ClientError
from tavola.client.fairness.folder import Receipts
from tavola.client.loading import MindMaker, load
from tavola.client.playing import BotGame
from tavola.table import messages as m
from tavola.table.identity import holder_of
from tests.client.house import house

WISH = m.Ladder(game="5000", options={"goal": "1000"})


def a_mind() -> MindMaker:
    return load("house", "5000", Random(5))


async def climb(
    url: str,
    folder: Path,
    name: str,
    games: int,
    make: MindMaker,
    wish: m.Ladder = WISH,
    notes: list[str] | None = None,
) -> list[BotGame]:
    receipts, notes = Receipts(folder), [] if notes is None else notes
    async with Client.connect(url, name=name, token=f"the token of {name}", receipts=receipts) as client:
        await client.claim(name, bot=True)
        found = Climbing(client, wish, name, make, notes.append).games(games)
        return [result async for result in found]


def test_two_bots_play_several_games_at_once(tmp_path: Path) -> None:
    async def story() -> list[list[BotGame]]:
        async with house(tmp_path, rated_same_address=True) as home, asyncio.timeout(60):
            doors = (home.lines, home.websocket)
            wish = m.Ladder(game="5000", options={"goal": "1000"}, games=2)
            climbers = (
                climb(door, tmp_path / name, name, 5, a_mind(), wish)
                for door, name in zip(doors, ("ada", "bo"), strict=True)
            )
            results = await asyncio.gather(*climbers)
            assert home.server is not None
            lines = await home.server.store.standings("5000")
            assert {line.name: line.account for line in lines} == {"ada": True, "bo": True}
            return list(results)

    ada, bo = asyncio.run(story())
    assert {game.table for game in ada} == {game.table for game in bo}
    assert len(ada) == 5
    assert {game.how for game in ada} == {"played"}
    assert {game.dice for game in ada} == {"verified"}
    assert [game.won for game in sorted(ada, key=lambda g: g.table)] == [
        not game.won for game in sorted(bo, key=lambda g: g.table)
    ]


def test_an_exception_costs_that_game(tmp_path: Path) -> None:
    good, calls = a_mind(), list[int]()

    def clumsy(setting: Any) -> Any:
        calls.append(1)
        if len(calls) == 1:
            raise ValueError("oh no")
        return good(setting)

    async def story() -> tuple[list[BotGame], list[BotGame]]:
        async with house(tmp_path, rated_same_address=True) as home, asyncio.timeout(60):
            url = home.lines
            found = await asyncio.gather(
                climb(url, tmp_path / "a", "ada", 3, clumsy), climb(url, tmp_path / "b", "bo", 3, good)
            )
            return found[0], found[1]

    ada, bo = asyncio.run(story())
    assert [game.how for game in ada] == ["broke_down", "played", "played"]
    assert [game.how for game in bo] == ["resigned", "played", "played"]


def test_a_bot_that_always_breaks_is_sent_off(tmp_path: Path) -> None:
    notes: list[str] = []

    def broken(_: Any) -> Any:
        raise ValueError("oh no")

    async def story() -> None:
        async with house(tmp_path, rated_same_address=True) as home, asyncio.timeout(60):
            bots = [
                asyncio.create_task(climb(home.lines, tmp_path / "b", "bo", 99, a_mind())),
                asyncio.create_task(climb(home.lines, tmp_path / "a", "ada", 99, broken, WISH, notes)),
            ]
            while not any("off the ladder for 30 s" in note for note in notes):
                await asyncio.sleep(0.01)
            for bot in bots:
                bot.cancel()
            await asyncio.gather(*bots, return_exceptions=True)

    asyncio.run(story())


def test_the_same_bot_started_twice(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home, asyncio.timeout(60):
            url = home.lines
            first = asyncio.create_task(climb(url, tmp_path / "1", "ada", 9, a_mind()))
            assert home.server is not None
            while not home.server.manager.ladder.pool.entries:
                await asyncio.sleep(0.01)
            second = asyncio.create_task(climb(url, tmp_path / "2", "ada", 9, a_mind()))
            with pytest.raises(ClientError, match="another connection"):
                await first
            second.cancel()
            await asyncio.gather(second, return_exceptions=True)

    asyncio.run(story())


def test_a_server_that_goes_and_comes_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, rated_same_address=True) as home, asyncio.timeout(60):
            bots = [
                asyncio.create_task(climb(home.lines, tmp_path / name, name, 3, a_mind()))
                for name in ("ada", "bo")
            ]
            assert home.server is not None
            while not await home.server.store.records():
                await asyncio.sleep(0.01)
            await home.close()
            await home.open()
            for bot in bots:
                assert len([game for game in await bot if game.how == "played"]) == 3

    asyncio.run(story())


def test_the_session_of_the_docs(tmp_path: Path) -> None:
    """docs/ladder.md, as netcat would send it: each line is sent as it stands there, and answered so."""
    text = (Path(__file__).parents[2] / "docs" / "ladder.md").read_text(encoding="utf-8")
    session = text.split("```")[3]
    lines = [line for line in session.splitlines() if line.startswith(("-->", "<--"))]

    async def story() -> None:
        async with house(tmp_path, rated_same_address=True) as home, asyncio.timeout(60):
            port = home.settings.lines_port
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            table = ""
            for number, line in enumerate(lines):
                said = json.loads(line[4:])
                if line.startswith("-->"):
                    said = said | ({"table": table} if "table" in said else {})
                    writer.write(json.dumps(said).encode() + b"\n")
                    continue
                if "others" in said:
                    hal = await hal_comes(port)
                heard = json.loads(await reader.readline())
                table = heard.get("table", table)
                volatile = {"table", "server", "seat", "within"}
                assert {k: v for k, v in heard.items() if k not in volatile} == {
                    k: v for k, v in said.items() if k not in volatile
                }, number
            heard = json.loads(await reader.readline())
            assert (heard["type"], heard["id"]) == ("seated", "3") or heard["type"] in ("table", "seated")
            writer.close()
            hal.close()

    asyncio.run(story())


def test_a_challenge_that_comes_to_nothing_ends_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, rated_same_address=True) as home, asyncio.timeout(60):
            assert home.server is not None
            manager = home.server.manager
            ada = asyncio.create_task(climb(home.lines, tmp_path / "a", "ada", 1, a_mind()))
            await until(lambda: bool(manager.ladder.pool.entries))
            manager.draining = True  # so that her yes comes to nothing
            async with Client.connect(home.lines, name="eve", token="the token of eve") as eve:
                await eve.claim("eve")
                await eve.ask(m.Challenge(to="ada", game="5000", options={"goal": "1000"}))
                assert isinstance(await eve.ladder.get(), m.Declined)
            manager.draining = False
            bo = asyncio.create_task(climb(home.lines, tmp_path / "b", "bo", 1, a_mind()))
            assert [game.how for game in [*await ada, *await bo]] == ["played", "played"]

    asyncio.run(story())


def test_who_comes_back_while_off_the_ladder_is_on_it_again_later(tmp_path: Path) -> None:
    notes: list[str] = []

    async def story() -> None:
        async with house(tmp_path, rated_same_address=True) as home, asyncio.timeout(60):
            assert home.server is not None
            manager = home.server.manager
            ladder, ada = manager.ladder, holder_of("the token of ada")
            ladder._pauses[ada] = (1, time.monotonic() + 0.5)  # she comes too early
            climber = climb(home.lines, tmp_path / "a", "ada", 1, a_mind(), WISH, notes)
            playing = asyncio.create_task(climber)
            await until(lambda: bool(ladder.pool.entries))
            ladder._pauses[ada] = (1, time.monotonic() + 0.5)  # and once more, over a new connection
            for session in tuple(manager.sessions):
                session._close()
            await until(lambda: not ladder.pool.entries)
            await until(lambda: bool(ladder.pool.entries))
            assert len([note for note in notes if note.startswith("off the ladder")]) == 2
            bo = asyncio.create_task(climb(home.lines, tmp_path / "b", "bo", 1, a_mind()))
            assert [game.how for game in [*await playing, *await bo]] == ["played", "played"]

    asyncio.run(story())


def test_what_nobody_foresaw_ends_it_and_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any) -> BotGame:
        raise UnicodeError("oh no")

    async def story() -> None:
        async with house(tmp_path, rated_same_address=True) as home, asyncio.timeout(60):
            monkeypatch.setattr("tavola.client.climbing.play_table", broken)
            url = home.lines
            bots = (climb(url, tmp_path / name, name, 2, a_mind()) for name in ("ada", "bo"))
            found = await asyncio.gather(*bots, return_exceptions=True)
            assert [str(error) for error in found] == ["oh no", "oh no"]

    asyncio.run(story())


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


async def hal_comes(port: int) -> asyncio.StreamWriter:
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    for command in (
        {"type": "hello", "name": "hal", "token": "the token of hal"},
        {"type": "claim", "name": "hal", "bot": True},
        {"type": "ladder", "game": "5000"},
    ):
        writer.write(json.dumps(command).encode() + b"\n")
    return writer
