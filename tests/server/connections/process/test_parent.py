"""A connection_process that is a real process, a server he works for, and what becomes of both."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tavola.server.connections.process import wire
from tavola.server.connections.process.parent import AT_ONCE, ConnectionProcess
from tavola.server.connections.websocket_clients import HandedOverClient, LocalClient
from tavola.server.connections.websocket_peer import WebSocketLimits
from tavola.server.serve import Server
from tests.server.running import ANY_PORT, by_web, running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no porters on this system")


def process_of(server: Server) -> ConnectionProcess:
    connection_process = server.websockets.connection_process
    assert connection_process is not None
    return connection_process


def test_sockets_are_handed_over_and_a_game_goes_on_as_ever(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, connection_process=True) as server:
            ada, bo = [await (await by_web(server)).hello() for _ in range(2)]
            assert {type(visit) for visit in server.websockets.open} == {HandedOverClient}
            assert server.connection_limit.count == 2
            table = (await ada.ask("create", game="dice-poker", options={"goal": "50"}))["table"]
            await ada.ask("join", table=table, seat=0)
            await bo.ask("join", table=table, seat=1)
            players, over, version = (ada, bo), False, 0
            while not over:
                sight = [said for said in ada.heard if said.get("sight")][-1]["sight"]
                mover = players[sight["actor"]]
                told = await mover.ask("play", table=table, index=0)
                assert told["type"] == "news"
                version = told["version"]
                for player in players:
                    await player.until(lambda said, due=version: said.get("version") == due)  # type: ignore[misc]
                over = "over" in told
            began, *later = [said["version"] for said in ada.heard if said["type"] == "news"]
            assert later == list(
                range(began + 1, version + 1)
            )  # each once, in order; bo sat down as it began
            assert later == [said["version"] for said in bo.heard if said["type"] == "news"]
            await bo.close()
            async with asyncio.timeout(30):
                while server.connection_limit.count > 1:
                    await asyncio.sleep(0.01)
            await ada.close()

    asyncio.run(story())


def test_a_porter_that_is_killed_takes_his_visitors_along_but_not_the_house(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, connection_process=True) as server:
            ada = await (await by_web(server)).hello()
            table = (await ada.ask("create", game="5000"))["table"]
            process_of(server)._process.kill()
            await asyncio.wait_for(ada.over.wait(), 30)
            async with asyncio.timeout(30):
                while process_of(server).running:
                    await asyncio.sleep(0.01)
            assert server.connection_limit.count == 0
            assert not server.websockets.open
            again = await (await by_web(server)).hello(token=ada.token)
            assert {type(visit) for visit in server.websockets.open} == {LocalClient}
            assert (await again.ask("watch", table=table))["table"] == table
            for guest in (ada, again):
                await guest.close()

    asyncio.run(story())


def test_many_at_once_are_all_handed_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, connection_process=True, connections_per_address=1000) as server:
            crowd = await asyncio.gather(*(by_web(server) for _ in range(150)))
            await asyncio.gather(*(guest.hello() for guest in crowd))
            assert len(server.websockets.open) == 150
            assert {type(visit) for visit in server.websockets.open} == {HandedOverClient}
            await asyncio.gather(*(guest.close() for guest in crowd))

    asyncio.run(story())


def test_whom_the_porter_cant_take_the_server_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with running(tmp_path, connection_process=True) as server:
            monkeypatch.setattr(process_of(server), "take_over", lambda _file, _first: 0)
            guest = await (await by_web(server)).hello()
            assert {type(visit) for visit in server.websockets.open} == {LocalClient}
            assert server.connection_limit.count == 1
            await guest.close()

    asyncio.run(story())


def test_who_stands_at_the_door_before_it_opens_is_handed_over_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Helpers are hired before the doors open: nobody is left with the server who need not be."""
    monkeypatch.setattr("tavola.server.serve.processors", lambda: 2)

    async def story() -> None:
        server = Server(replace(ANY_PORT, storage=f"sqlite:///{tmp_path / 'tavola.db'}"))
        opened = asyncio.create_task(server.open(helped=True))
        while "http" not in server.ports:  # he knows where it will be
            await asyncio.sleep(0)
        guest = await (await by_web(server)).hello()
        await opened
        assert {type(visit) for visit in server.websockets.open} == {HandedOverClient}
        await guest.close()
        server.stop()
        await server.closed()

    asyncio.run(story())


class Diary:
    """A visit that writes down what it hears."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def message(self, message: bytes, /) -> None:
        self.lines.append(message)

    def disconnected(self, *, slow: bool = False) -> None:
        self.lines.append(b"slow" if slow else b"gone")

    def cut_off(self, seconds: float, /) -> None:
        self.lines.append(b"cut off %d" % seconds)


def test_of_many_commands_a_few_are_taken_at_once_and_all_in_order() -> None:
    async def story() -> None:
        connection_process = await ConnectionProcess.start(WebSocketLimits(4096, 4096))
        assert connection_process is not None
        one, other = connection_process.clients[1], connection_process.clients[2] = Diary(), Diary()
        said = [b"%d" % n for n in range(3 * AT_ONCE)]
        first = [(1, wire.SAID, each) for each in said]
        then = [(2, wire.SAID, b"late"), (1, wire.GONE, b""), (1, wire.SAID, b"after"), (2, wire.SLOW, b"")]
        connection_process.data_received(wire.packed(first))
        assert one.lines == said[:AT_ONCE]
        connection_process.data_received(wire.packed(then))  # they wait behind the others
        assert one.lines == said[:AT_ONCE]
        await asyncio.sleep(0)
        assert one.lines == said[: 2 * AT_ONCE]
        for _ in range(3):
            await asyncio.sleep(0)
        assert (one.lines, other.lines) == ([*said, b"gone"], [b"late", b"slow"])
        assert not connection_process.clients
        await connection_process.close()

    asyncio.run(story())
