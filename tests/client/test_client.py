"""The client against a real server, over each wire: whole games, lost connections, restarts, refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tavola
from tavola.client import BadAddress, Client, NoConnection, Refused, Table
from tavola.client.loading import load
from tavola.client.playing import BotGame, play_table
from tavola.client.seeking import Wish, sit_down
from tavola.server import serve
from tavola.server.setting_kinds import Rate
from tavola.table import messages as m
from tests.client.house import house

# So that a game is short.
SHORT: dict[str, dict[str, Any]] = {
    "5000": {"goal": 1000},
    "dice-poker": {"goal": 300},
    "spazzino": {"target": 5},
    "scopetta": {"target": 3},
    "tombolon": {"target": 8},
}


@pytest.fixture
def back_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that go down say that one may knock again soon, not in five seconds."""
    monkeypatch.setattr(serve, "BACK_IN", 0.2)


def run(work: Coroutine[Any, Any, None], seconds: float = 90) -> None:
    asyncio.run(asyncio.wait_for(work, seconds))


async def play_first_moves(table: Table, turns: list[int] | None = None) -> None:
    """To the end, noting how many moves were told of."""
    async for news in table:
        if turns is not None:
            turns.append(news.turn - len(news.steps))
            turns.append(news.turn)
        if table.my_turn:
            try:
                await table.play(table.moves[0], turn=table.turn)
            except Refused as refused:
                if refused.code not in ("stale", "not_your_turn", "bad_request"):
                    raise


def is_whole(turns: list[int]) -> bool:
    """Every move was told, each once: where one piece of news ends the next begins."""
    return turns[0] == 0 and turns[1:-1:2] == turns[2::2]


@pytest.mark.parametrize("kind", ["ws", "tcp"])
def test_a_game_against_the_house(tmp_path: Path, kind: str) -> None:
    async def main() -> None:
        async with house(tmp_path) as it, Client.connect(it.url(kind), name="ada") as client:
            assert client.name == "ada"
            table = await client.create("scopetta", options=SHORT["scopetta"])
            await table.seat_bot("house")
            await table.join()
            turns: list[int] = []
            await play_first_moves(table, turns)
            assert is_whole(turns)
            assert table.over is not None
            assert table.over.how == "played"
            assert table.turn == turns[-1]

    run(main())


@pytest.mark.parametrize("kind", ["ws", "tcp"])
@pytest.mark.parametrize("game", tavola.game_names())
def test_two_bots_find_each_other_and_play_to_the_end(tmp_path: Path, game: str, kind: str) -> None:
    async def one(url: str, bot: str) -> BotGame:
        async with Client.connect(url, name=f"a {bot} of mine") as client:
            table = await sit_down(client, Wish(game, SHORT.get(game, {})))
            return await play_table(table, bot, load(bot, game, Random(bot)))

    async def main() -> None:
        async with house(tmp_path) as it:
            first, second = await asyncio.gather(one(it.url(kind), "house"), one(it.url(kind), "random"))
            assert first.table == second.table
            assert {first.seat, second.seat} == {0, 1}
            assert first.winners == second.winners
            assert first.won == (first.seat in first.winners)
            # One of them may win before the other has a turn; at 421 the throws alone may decide.
            assert first.decisions + second.decisions > 0 or game == "421"
            assert first.how == "played"

    run(main())


class Cutter:
    """A way to the server that is cut every so many bytes, in the middle of whatever is said."""

    def __init__(self, port: int, every: int) -> None:
        self._port, self._every = port, every
        self.cuts = 0

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.url = f"tcp://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_connection("127.0.0.1", self._port)
        left = self._every if self.cuts < 8 else 1 << 30
        tasks = [
            asyncio.create_task(self._pass(reader, outer, 1 << 30)),
            asyncio.create_task(self._pass(inner, writer, left)),
        ]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        self.cuts += 1
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for side in (writer, outer):
            side.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: int) -> None:
        while left > 0 and (data := await reader.read(min(left, 4096))):
            writer.write(data)
            await writer.drain()
            left -= len(data)

    async def close(self) -> None:
        self._server.close()
        await self._server.wait_closed()


@pytest.mark.parametrize("every", [2000, 3333, 7001])
def test_a_connection_cut_again_and_again(tmp_path: Path, every: int) -> None:
    """Answers are lost in the middle; every move is told once, and none is played twice."""

    async def main() -> None:
        async with house(tmp_path) as it:
            cutter = Cutter(it.settings.lines_port, every)
            await cutter.open()
            async with Client.connect(cutter.url, name="ada") as client:
                table = await client.create("scopetta", options=SHORT["scopetta"])
                await table.join()
                await table.seat_bot("house")
                turns: list[int] = []
                await play_first_moves(table, turns)
                assert is_whole(turns)
                assert table.over is not None
            assert cutter.cuts >= 3
            await cutter.close()

    run(main())


@pytest.mark.usefixtures("back_at_once")
@pytest.mark.parametrize("kind", ["ws", "tcp"])
def test_a_server_restarted_in_the_middle(tmp_path: Path, kind: str) -> None:
    async def main() -> None:
        async with house(tmp_path) as it, Client.connect(it.url(kind), name="ada") as client:
            table = await client.create("scopetta", options=SHORT["scopetta"])  # 421 may end at once
            await table.join()
            await table.seat_bot("house")
            turns: list[int] = []
            playing = asyncio.create_task(play_first_moves(table, turns))
            while len(turns) < 8:
                await asyncio.sleep(0.01)
            await it.close()
            before = len(turns)
            await it.open()
            await playing
            assert len(turns) >= before
            assert is_whole(turns)
            assert table.over is not None

    run(main())


def test_a_bot_comes_back_to_its_seat_by_its_token(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as it:
            async with Client.connect(it.websocket) as client:
                table = await client.create("scopetta", options=SHORT["scopetta"])
                await table.join()
                await table.seat_bot("house")
                while not table.my_turn:
                    await table.next()
                token, id_ = client.token, table.id
            async with Client.connect(it.lines, token=token) as client:
                table = await sit_down(client, Wish("scopetta", table=id_))
                assert table.seat == 0
                turns: list[int] = []
                await play_first_moves(table, turns)
                assert is_whole(turns)

    run(main())


def test_refusals_are_told_with_what_is_right(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as it, Client.connect(it.websocket) as client:
            with pytest.raises(Refused, match="no game called 'tarot'") as refused:
                await client.create("tarot")
            assert refused.value.code == "unknown_game"
            table = await client.create("scopetta")  # at 421 one may never have a turn
            await table.join()
            await table.seat_bot("random")
            while not table.my_turn:
                await table.next()
            with pytest.raises(Refused) as refused:
                await table.play("fly")
            assert refused.value.code == "illegal_move"
            assert refused.value.legal == table.moves
            with pytest.raises(Refused, match="there is no such table"):
                await client.open("nowhere")

    run(main())


def test_what_may_be_done_later_is_done_later(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, create_rate=Rate(2, 1)) as it:
            async with Client.connect(it.websocket) as client:
                opened = [(await client.create("421")).id for _ in range(4)]
                assert len(set(opened)) == 4
            async with Client.connect(it.websocket, patience=0.01) as client:
                with pytest.raises(Refused) as refused:
                    await asyncio.gather(*(client.create("421") for _ in range(4)))
                assert refused.value.code == "too_much"
                assert refused.value.retry_after

    run(main())


def test_lists_names_and_chat(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            house(tmp_path) as it,
            Client.connect(it.websocket, name="ada") as ada,
            Client.connect(it.lines, name="bob") as bob,
        ):
            assert {game.name for game in await ada.games()} == set(tavola.game_names())
            table = await ada.create("421")
            await table.join()
            assert [told.table for told in await bob.list_tables("421")] == [table.id]
            seen = await bob.open(table.id)
            assert seen.seat is None
            await table.chat("hello")
            heard = await seen.next()
            while not isinstance(heard, m.Said):
                heard = await seen.next()
            assert (heard.name, heard.text) == ("ada", "hello")
            await ada.claim("Ada")
            assert await ada.ping() >= 0
            with pytest.raises(Refused, match="claimed"):
                async with Client.connect(it.websocket, name="ada"):
                    pass

    run(main())


def test_once_more(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as it, Client.connect(it.websocket) as client:
            table = await client.create("scopetta", options=SHORT["scopetta"])  # 421 may be over already
            await table.join()
            await table.seat_bot("random")
            await table.resign()
            async for _ in table:
                pass
            await table.rematch()
            while table.state.new_table is None:
                await table.next()
            again = await client.open(table.state.new_table)
            await again.join()
            await play_first_moves(again)
            assert again.over is not None

    run(main())


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://127.0.0.1:8421", "write ws://"),
        ("tcp://127.0.0.1", "tcp://HOST:PORT"),
        ("tcp://127.0.0.1:banana", "no address"),
        ("ws://", "ws://HOST:PORT/ws"),
        ("nonsense", "write ws://"),
    ],
)
def test_wrong_addresses(url: str, why: str) -> None:
    with pytest.raises(BadAddress, match=why):
        Client.connect(url)


@pytest.mark.parametrize("kind", ["ws", "tcp"])
def test_nobody_there(tmp_path: Path, kind: str) -> None:
    async def main() -> None:
        async with house(tmp_path) as it:
            url = it.url(kind)
        with pytest.raises(NoConnection, match=r"nobody listens at .*tavola serve"):
            async with Client.connect(url):
                pass

    run(main())


@pytest.mark.usefixtures("back_at_once")
def test_a_server_that_stays_away(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as it, Client.connect(it.lines, patience=0.5) as client:
            table = await client.create("421")
            await it.close()
            with pytest.raises(NoConnection, match="nobody listens"):
                await table.join()
            with pytest.raises(NoConnection):
                await client.ping()

    run(main())


@pytest.mark.parametrize("moves", [0, 1])
def test_a_bot_ends_a_game_that_somebody_has_left(tmp_path: Path, moves: int) -> None:
    """Called off, if he never moved; claimed, if he did."""

    async def story() -> None:
        async with (
            house(tmp_path, away_seconds=0.5, claim_seconds=1.0) as there,
            Client.connect(there.websocket, name="bot") as bot,
            Client.connect(there.websocket, name="ada") as ada,
        ):
            table = await bot.create("5000", options={"goal": 1_000_000})
            hers = await ada.open(table.id)
            await hers.join(0)
            await table.join(1)
            playing = asyncio.create_task(play_table(table, "random", load("random", "5000", Random(1))))
            for _ in range(moves):
                while hers.my_turn:
                    await hers.play("trash" if "trash" in hers.moves else hers.moves[-1])
                while not hers.my_turn:
                    await hers.next()
            await ada.close()
            played = await playing
            assert played.how == ("left" if moves else "aborted")
            assert played.won == bool(moves)

    run(story())
