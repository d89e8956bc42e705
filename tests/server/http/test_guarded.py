"""Connections that come in numbers, say too much, or say nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tavola.server.http.guarded import HEAD_BYTES, _Guarded
from tavola.server.setting_kinds import Rate
from tests.server.http.running import Running, running
from tests.server.running import by_web
from tests.server.running import running as whole_server

Test = Callable[[Running], Awaitable[None]]
WAIT = 60.0


def with_server(folder: Path, test: Test, **settings: Any) -> None:
    async def run() -> None:
        async with running(folder, **settings) as server:
            await test(server)

    asyncio.run(run())


async def come(server: Running) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", server.port)


async def counted(server: Running, wanted: int) -> None:
    for _ in range(3000):
        if server.door.count == wanted:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{server.door.count} connections are counted, not {wanted}")


def test_too_many_connections_from_one_address(tmp_path: Path) -> None:
    """Who holds all of them idle does not keep others of his address out."""

    async def test(server: Running) -> None:
        held = [await come(server) for _ in range(3)]
        await counted(server, 3)
        assert (await server.ask("/api/games")).status == 200
        assert server.door.closed == 1
        for _, other in held:
            other.close()
        await counted(server, 0)

    with_server(tmp_path, test, connections_per_address=3)


def test_a_proxy_may_bring_everyone(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        held = [await come(server) for _ in range(4)]
        await counted(server, 4)
        refused = await server.say(b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert (refused.status, refused.headers["retry-after"]) == (503, "10")
        assert b"the house is full" in refused.raw
        for path in ("/healthz", "/readyz", "/metrics?x"):  # how it is can be asked even then
            assert (await server.ask(path, connection="keep-alive")).status == 200
        assert server.door.count == 4
        for _, each in held:
            each.close()
        await counted(server, 0)
        assert (await server.ask("/api/games")).status == 200

    with_server(
        tmp_path, test, connections_per_address=1, max_connections=4, trusted_proxies=("127.0.0.1/32",)
    )


def test_who_says_nothing_or_never_finishes_is_sent_away(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for first in (b"", b"GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: "):
            reader, writer = await come(server)
            writer.write(first)
            with suppress(ConnectionResetError):
                async with asyncio.timeout(WAIT):
                    assert await reader.read() == b""
            writer.close()
        await counted(server, 0)

    with_server(tmp_path, test, hello_seconds=1.0)


def test_a_slow_drip_is_no_way_to_stay(tmp_path: Path) -> None:
    """Each byte of a head must not buy more time."""

    async def test(server: Running) -> None:
        reader, writer = await come(server)
        writer.write(b"GET / HTTP/1.1\r\nx: ")
        gone = asyncio.create_task(reader.read())
        for _ in range(600):
            await asyncio.sleep(0.1)
            if gone.done():
                break
            writer.write(b"a")
        assert gone.done()
        writer.close()
        assert gone.exception() is not None or gone.result() == b""

    with_server(tmp_path, test, hello_seconds=1.0)


def test_a_head_has_an_end(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for line in (b"x-much: " + b"y" * 1000 + b"\r\n", b"z" * 1000):
            reader, writer = await come(server)
            writer.write(b"GET /" + (b"" if b":" in line else b"p"))
            writer.write(b" HTTP/1.1\r\n" if b":" in line else b"")
            answer = asyncio.create_task(reader.read(40))
            for _ in range(2000):
                if answer.done():
                    break
                try:
                    writer.write(line)
                    await writer.drain()
                except ConnectionError:
                    break
                await asyncio.sleep(0)
            with suppress(ConnectionResetError):  # it may be cut off before the refusal is read
                async with asyncio.timeout(WAIT):
                    assert (await answer).startswith(b"HTTP/1.1 4")
            writer.close()
        assert (await server.ask("/healthz")).status == 200

    with_server(tmp_path, test)


def test_kept_connections_answer_again_and_again(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        reader, writer = await come(server)
        for _ in range(3):
            writer.write(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
            async with asyncio.timeout(WAIT):
                head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200")
            length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            await reader.readexactly(length)
            assert server.door.count == 1
        writer.write(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n" * 50)
        for _ in range(50):
            async with asyncio.timeout(WAIT):
                head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]))
        writer.close()
        await counted(server, 0)

    with_server(tmp_path, test)


def test_a_websocket_is_counted_by_its_own_door(tmp_path: Path) -> None:
    async def test() -> None:
        async with whole_server(tmp_path, hello_seconds=1.0) as server:
            guest = await by_web(server)
            await guest.hello()
            assert server.metrics.connections.values[("http",)] == 0
            assert server.metrics.connections.values[("websocket",)] == 1
            await asyncio.sleep(1.5)  # longer than a head may take: this is no head any more
            assert (await guest.ask("ping"))["type"] == "pong"
            await guest.close()

    asyncio.run(test())


def head_of(length: int) -> bytes:
    """A whole head of so many bytes."""
    head = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n"
    line = 1000 * b"y"
    while length - len(head) > 2000:
        head += b"x-much: " + line + b"\r\n"
    return head + b"x: " + (length - len(head) - 7) * b"z" + b"\r\n\r\n"


async def statuses(reader: asyncio.StreamReader, wanted: int) -> list[int]:
    """The statuses of so many answers."""
    found = []
    for _ in range(wanted):
        async with asyncio.timeout(WAIT):
            head = await reader.readuntil(b"\r\n\r\n")
        found.append(int(head.split()[1]))
        await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]))
    return found


@pytest.mark.parametrize(
    ("length", "status"), [(20_000, 200), (HEAD_BYTES, 200), (HEAD_BYTES + 1, 431), (70_000, 431)]
)
@pytest.mark.parametrize("piece", [1 << 20, 1500])
def test_a_head_is_as_long_as_it_may_be_however_it_comes(
    tmp_path: Path, length: int, status: int, piece: int
) -> None:
    async def test(server: Running) -> None:
        reader, writer = await come(server)
        sent = head_of(length)
        assert len(sent) == length
        for at in range(0, length, piece):
            writer.write(sent[at : at + piece])
            await asyncio.sleep(0)
        assert await statuses(reader, 1) == [status]
        if status == 200:  # and the next one on the same connection
            writer.write(sent)
            assert await statuses(reader, 1) == [200]
        writer.close()
        await counted(server, 0)

    with_server(tmp_path, test)


def test_the_answers_before_a_head_that_is_too_long_come_first(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        reader, writer = await come(server)
        writer.write(head_of(100) * 3 + head_of(70_000))
        assert await statuses(reader, 4) == [200, 200, 200, 431]
        with suppress(ConnectionResetError):
            async with asyncio.timeout(WAIT):
                assert await reader.read() == b""
        writer.close()
        await counted(server, 0)

    with_server(tmp_path, test)


def test_bodies_longer_than_a_head_may_be_and_what_follows_them(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        body = b'{"x": "' + 50_000 * b"y" + b'"}'
        post = b"POST /api/verify HTTP/1.1\r\nhost: localhost\r\ncontent-length: %d\r\n\r\n%s" % (
            len(body),
            body,
        )
        reader, writer = await come(server)
        writer.write((post + head_of(30_000)) * 3)
        assert await statuses(reader, 6) == [400, 200] * 3
        writer.close()

    with_server(tmp_path, test)


@pytest.mark.parametrize("reads", [True, False])
def test_a_long_answer_takes_its_time_over_a_slow_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: bool
) -> None:
    monkeypatch.setattr("tavola.server.http.static.read", lambda *_: bytes(30_000_000))
    monkeypatch.setattr("tavola.server.http.guarded.LINGER_SECONDS", -4.0)  # beside five for a next question

    async def test(server: Running) -> None:
        reader, writer = await come(server)
        writer.write(b"GET /files/long.css HTTP/1.1\r\nhost: localhost\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        if reads:
            for _ in range(30):  # longer than an answer nobody reads may stay
                await reader.readexactly(1_000_000)
                await asyncio.sleep(0.1)
        else:
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            await counted(server, 0)
        assert head.startswith(b"HTTP/1.1 200")
        writer.close()

    with_server(tmp_path, test)


def test_requests_behind_one_another_wait_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever pours them in has a few in line, and what he has poured meanwhile does not pile up here."""
    waiting, unread, parse = list[int](), list[int](), _Guarded._parse

    def watched(self: _Guarded, data: bytes) -> None:
        parse(self, data)
        waiting.append(len(self.pipeline))
        unread.append(len(self._unread))

    monkeypatch.setattr(_Guarded, "_parse", watched)
    many = 1500
    body = b"{}"
    post = b"POST /api/verify HTTP/1.1\r\nhost: localhost\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)

    async def test(server: Running) -> None:
        reader, writer = await come(server)
        for _ in range(many):
            writer.write(head_of(100) + post)
        assert await statuses(reader, 2 * many) == [200, 400] * many
        writer.close()

    with_server(tmp_path, test, request_rate=Rate(100_000, 1))
    assert max(waiting) <= 40
    assert max(unread) <= 2 * 262_144  # what is read from a socket at once, and what was under way


def test_an_upgrade_nobody_here_knows_is_left_aside(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        reader, writer = await come(server)
        upgrade = b"connection: Upgrade\r\nupgrade: h2c\r\n\r\n"
        writer.write(head_of(10_000).removesuffix(b"\r\n") + upgrade + b"PRI * HTTP/2.0\r\n" * 1000)
        assert await statuses(reader, 1) == [200]
        writer.close()

    with_server(tmp_path, test)


CHUNKED = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"


@pytest.mark.parametrize("trailer", [b"X: " + b"a" * 200_000, b"X: 1\r\n" * 40_000])
def test_what_follows_a_body_in_chunks_has_an_end_too(tmp_path: Path, trailer: bytes) -> None:
    async def test(server: Running) -> None:
        reader, writer = await come(server)
        writer.write(CHUNKED + trailer)
        assert 431 in await statuses(reader, 2)
        writer.close()

    with_server(tmp_path, test)


def test_what_follows_a_body_does_not_say_anew_who_asks(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        reader, writer = await come(server)
        writer.write(CHUNKED.replace(b"localhost", b"evil.example") + b"Host: localhost\r\n\r\n")
        assert await statuses(reader, 1) == [421]
        writer.close()

    with_server(tmp_path, test)


def test_what_is_wrong_behind_good_requests_leaves_no_trace_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(server: Running) -> None:
        reader, writer = await come(server)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2 + b"nonsense\r\n\r\n")
        async with asyncio.timeout(10):
            answer = await reader.read()
        assert b"400 Bad Request" in answer
        writer.close()

    with_server(tmp_path, test)
    assert not [record for record in caplog.records if record.exc_info]
