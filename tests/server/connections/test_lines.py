"""The TCP door: any pieces, any rubbish, its limits, and who does not read."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from tavola.server.connections.session import AT_ONCE
from tavola.server.setting_kinds import Rate
from tests.server.running import DOORS, Guest, LinesGuest, by_lines, running


def test_commands_in_any_pieces_and_with_any_line_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.ports["lines"])
            said = b'{"type":"hello","id":"1"}\r\n\n  \n{"type":"ping","id":"2"}\n{"type":"ping","id":"3"}\n'
            for n in range(len(said)):
                writer.write(said[n : n + 1])
                await writer.drain()
            writer.write(said * 2)
            async with asyncio.timeout(20):
                ids = [json.loads(await reader.readline())["id"] for _ in range(9)]
            assert ids == ["1", "2", "3"] * 3
            writer.close()

    asyncio.run(story())


@pytest.mark.parametrize("last", [b"\n", b""], ids=["ended", "not ended"])
def test_who_has_typed_all_is_answered_and_then_hung_up_on(last: bytes, tmp_path: Path) -> None:
    """A few lines by a pipe into netcat, which closes its side at once."""

    async def story() -> None:
        async with running(tmp_path) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.ports["lines"])
            writer.write(b'{"type":"hello","id":"1"}\n{"type":"create","id":"2","game":"421"}\n')
            writer.write(b'{"type":"create","id":"3","game":"whist"}' + last)
            writer.write_eof()
            async with asyncio.timeout(20):
                said = [json.loads(line) for line in (await reader.read()).splitlines()]
            assert [(each["type"], each["id"]) for each in said] == [
                ("welcome", "1"),
                ("table", "2"),
                ("refused", "3"),
            ]
            writer.close()

    asyncio.run(story())


@pytest.mark.parametrize(
    "line",
    [
        b"hello",
        b"{}",
        b"[]",
        b"null",
        b'{"type":"nothing"}',
        b'{"type":"ping","more":1}',
        b'{"type":"ping"}{"type":"ping"}',
        b"\xff\xfe\x00",
        b'{"type":"ping","id":"' + b"x" * 65 + b'"}',
        b'{"type":"hello","token":"short"}',
        b'{"type":"hello","name":"\\ud800"}',
        b"[" * 5000,
        b'{"type":"create","game":"421","options":' + b'{"a":' * 1000 + b"}",
    ],
)
def test_rubbish_is_refused_and_the_connection_goes_on(line: bytes, tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            guest = await by_lines(server)
            await guest.send_raw(line)
            refused = await guest.until(lambda said: said["type"] == "refused")
            assert refused["code"] == "bad_message"
            assert "Traceback" not in refused["why"]
            assert (await guest.ask("ping"))["type"] == "pong"
            await guest.close()

    asyncio.run(story())


def test_what_needs_a_name_needs_a_hello(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            guest = await by_lines(server)
            for command in ("create", "join", "claim", "watch"):
                fields = {"create": {"game": "421"}, "claim": {"name": "x"}}.get(command, {"table": "t"})
                assert (await guest.ask(command, **fields))["code"] == "say_hello_first"
            assert (await guest.ask("games"))["games"]
            assert (await guest.ask("tables"))["tables"] == []
            await guest.close()

    asyncio.run(story())


@pytest.mark.parametrize("ended", [True, False], ids=["a line", "no end in sight"])
def test_a_line_too_long_ends_the_conversation(ended: bool, tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, line_bytes=256) as server:
            guest = await by_lines(server)
            assert isinstance(guest, LinesGuest)
            guest._writer.write(b"x" * 300 + (b"\n" if ended else b""))
            assert (await guest.until(bool))["code"] == "too_much"
            async with asyncio.timeout(20):
                await guest.over.wait()
            await guest.close()

    asyncio.run(story())


def test_who_says_nothing_is_sent_away_and_who_said_hello_stays(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, hello_seconds=1.0) as server:
            silent, polite = await by_lines(server), await by_lines(server)
            await polite.hello()
            async with asyncio.timeout(20):
                await silent.over.wait()
            assert silent.heard[-1]["code"] == "say_hello_first"
            assert (await polite.ask("ping"))["type"] == "pong"
            for guest in (silent, polite):
                await guest.close()

    asyncio.run(story())


def test_too_many_connections(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, connections_per_address=2) as server:
            players = [await (await by_lines(server)).hello() for _ in range(2)]
            table = (await players[0].ask("create", game="421", seats=3))["table"]
            for player in players:
                await player.ask("join", table=table)
            late = await by_lines(server)
            refused = await late.until(bool)
            assert (refused["code"], refused["retry_after"]) == ("too_much", 10.0)
            assert "2 connections from your address" in refused["why"]
            async with asyncio.timeout(20):
                await late.over.wait()
            await players[0].ask("leave", table=table)
            again = await (await by_lines(server)).hello()  # who only stands about gives way to a newcomer
            assert (await again.ask("ping"))["type"] == "pong"
            told = await players[0].until(lambda said: said.get("code") == "too_much")
            assert told["retry_after"] == 10.0
            async with asyncio.timeout(20):
                await players[0].over.wait()
            for guest in (again, late, *players):
                await guest.close()

    asyncio.run(story())


def test_too_fast_is_told_when_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, connection_rate=Rate(3, 60)) as server:
            guest = await by_lines(server)
            answers = [await guest.ask("ping") for _ in range(4)]
            assert [said["type"] for said in answers] == ["pong", "pong", "pong", "refused"]
            assert (answers[3]["code"], 0 < answers[3]["retry_after"] <= 60) == ("too_much", True)
            other = await by_lines(server)
            assert (await other.ask("ping"))["type"] == "pong"
            for one in (guest, other):
                await one.close()

    asyncio.run(story())


def test_chat_and_new_tables_have_their_rates(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, chat_rate=Rate(1, 60), create_rate=Rate(1, 60)) as server:
            guest = await (await by_lines(server)).hello()
            table = (await guest.ask("create", game="421"))["table"]
            for command in ("create", "chat", "chat"):
                fields = {"game": "421"} if command == "create" else {"table": table, "text": "x"}
                said = await guest.ask(command, **fields)
            assert said["code"] == "too_much"
            assert said["retry_after"] > 0
            assert sum(heard.get("code") == "too_much" for heard in guest.heard) == 2
            await guest.close()

    asyncio.run(story())


def test_who_does_not_read_is_dropped_and_disturbs_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, output_bytes=4096, connection_rate=Rate(100_000, 1)) as server:
            lazy, other = await by_lines(server), await (await by_lines(server)).hello()
            assert isinstance(lazy, LinesGuest)
            lazy._listening.cancel() if lazy._listening else None
            lazy._writer.transport.pause_reading()  # type: ignore[attr-defined]
            asked = b'{"type":"games"}\n' * 500
            while server.connection_limit.count == 2:
                lazy._writer.write(asked)
                await asyncio.sleep(0.01)
            assert (await other.ask("ping"))["type"] == "pong"
            assert server.connection_limit.count == 1
            lazy._writer.transport.abort()
            await other.close()

    asyncio.run(story())


def test_of_many_lines_a_few_are_taken_at_once_and_all_in_order(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, connection_rate=Rate(100_000, 1)) as server:
            guest = await by_lines(server)
            await guest.ask("ping")
            (taking,) = server.lines.open
            many = 3 * AT_ONCE + 5
            pings = b"".join(b'{"type":"ping","id":"n%d"}\n' % n for n in range(many))
            taking.data_received(pings + b'{"type":"ping"')
            assert f'tavola_commands_total{{type="ping"}} {1 + AT_ONCE}' in server.manager.metrics.text()
            await guest.send_raw(b',"id":"last"}')
            await guest.until(lambda said: said.get("id") == "last")
            assert [said["id"] for said in guest.heard[1:]] == [f"n{n}" for n in range(many)] + ["last"]
            await guest.close()

    asyncio.run(story())


def test_a_flood_has_few_answers_in_the_line_in_which_moves_wait_to_be_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            guest = await (await by_lines(server)).hello()
            (taking,) = server.lines.open
            journal = server.manager.journal
            journal.write("", (), lambda: None)  # what is told from now on waits behind it
            taking.data_received(b"{}\n" * 10_000)
            for _ in range(20):
                assert len(journal._waiting) + len(journal._written) <= 2 * AT_ONCE
                await asyncio.sleep(0)
            await guest.close()

    asyncio.run(story())


def test_nobody_new_while_the_server_goes_down(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            inside = await (await by_lines(server)).hello()
            server.manager.draining = True
            assert (await inside.ask("create", game="421"))["code"] == "closing"
            server.manager.closing = True
            late: Guest = await by_lines(server)
            assert (await late.until(bool))["code"] == "closing"
            server.manager.closing = False  # it is closed as ever
            for guest in (late, inside):
                await guest.close()

    asyncio.run(story())


def test_the_last_word_is_when_to_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            guest = await (await by_lines(server)).hello()
        async with asyncio.timeout(20):
            await guest.over.wait()
        assert guest.heard[-1]["type"] == "closing"
        assert guest.heard[-1]["retry_after"] > 0
        await guest.close()

    asyncio.run(story())


@pytest.mark.parametrize("verb", [b"POST", b"GET", b"OPTIONS", b"PUT", b"HEAD", b"post", b"\r\n\r\n Get"])
@pytest.mark.parametrize("piece", [1, 5, 10_000])
def test_a_page_claims_no_name_through_a_browser(verb: bytes, piece: int, tmp_path: Path) -> None:
    """A form or a script of any site may have a browser send this, with lines of its own for a body."""
    body = (
        b'{"type":"hello","id":"1","token":"the page knows this"}\n{"type":"claim","name":"ada","id":"2"}\n'
    )
    request = verb + b" / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n\r\n" + body

    async def story() -> None:
        async with running(tmp_path) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.ports["lines"])
            with contextlib.suppress(ConnectionError):  # it may hang up in the middle
                for start in range(0, len(request), piece):
                    writer.write(request[start : start + piece])
                    await writer.drain()
                async with asyncio.timeout(20):
                    heard = await reader.read()
                assert b"no HTTP" in heard
                assert b"welcome" not in heard
            writer.close()
            assert await server.store.owner_of("ada") is None
            ada = await by_lines(server)  # others are not disturbed
            await ada.hello(name="ada")
            await ada.close()

    asyncio.run(story())


@pytest.mark.parametrize("begins", [b"\x16\x03\x01\n", b"\x00\x01\x00\x08\n"], ids=["TLS", "STUN"])
def test_no_other_protocol_carries_commands(begins: bytes, tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.ports["lines"])
            writer.write(begins + b'{"type":"hello","id":"1"}\n')
            async with asyncio.timeout(20):
                assert b"welcome" not in await reader.read()
            writer.close()

    asyncio.run(story())


@pytest.mark.parametrize("line", [b"P", b"GE", b"POSTERIOR", b"hello"])
def test_who_types_something_like_a_verb_is_only_refused(line: bytes, tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.ports["lines"])
            writer.write(line + b'\n{"type":"hello","id":"1"}\n')
            async with asyncio.timeout(20):
                said = [json.loads(await reader.readline()) for _ in range(2)]
            assert [each["type"] for each in said] == ["refused", "welcome"]
            writer.close()

    asyncio.run(story())


@pytest.mark.skipif(sys.platform != "linux", reason="these options have other names elsewhere")
@pytest.mark.parametrize("door", ["lines", "battle"])
def test_who_vanishes_without_a_word_is_noticed_soon(door: str, tmp_path: Path) -> None:
    """No machine can vanish in a test: what the system is asked to watch for is looked at."""

    async def story() -> None:
        async with running(tmp_path) as server:
            _, writer = await asyncio.open_connection("127.0.0.1", server.ports[door])
            of_5000: Any = server.services["5000"]
            waiting: Any = (
                server.lines.open if door == "lines" else of_5000.server._matchmakings[door].waiting
            )
            while not waiting:
                await asyncio.sleep(0.01)
            (connection,) = waiting
            transport = connection._transport if door == "lines" else connection.transport
            sock = transport.get_extra_info("socket")
            assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            idle, every, times = (
                sock.getsockopt(socket.IPPROTO_TCP, option)
                for option in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
            )
            assert idle + every * times <= 30
            assert 0 < sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) <= 30_000
            writer.close()

    asyncio.run(story())


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_who_promised_to_say_something_and_does_not_is_taken_for_gone(door: Any, tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            keeps, silent, never = [await door(server) for _ in range(3)]
            await keeps.hello(heartbeat=1)
            await silent.hello(heartbeat=1)
            await never.hello()  # has promised nothing
            table = (await keeps.ask("create", game="scopetta"))["table"]
            for guest in (keeps, silent):
                await guest.ask("join", table=table)
            async with asyncio.timeout(30):
                while not silent.over.is_set():
                    assert (await keeps.ask("ping"))["type"] == "pong"
                    await asyncio.sleep(0.3)
            told = await keeps.until(lambda said: said["type"] == "seated" and "gone" in said)
            assert "connected" not in told["seats"][1]
            assert (await never.ask("ping"))["type"] == "pong"
            again = await (await door(server)).hello(token=silent.token)
            assert (await again.ask("resume", table=table))["you"] == 1
            wrong = await again.ask("hello", token=silent.token, heartbeat=0)
            assert wrong["code"] == "bad_message"
            for guest in (keeps, silent, never, again):
                await guest.close()

    asyncio.run(story())
