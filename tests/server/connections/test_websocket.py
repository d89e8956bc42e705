"""The WebSocket door: who may come in, what is too much, and who does not read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tavola.server.connections.websocket import origin_allowed
from tavola.server.setting_kinds import Rate
from tests.server.running import WebGuest, by_web, running

EVIL = {"Host": "evil.example"}


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        (None, "here:1", True),
        ("http://here:1", "here:1", True),
        ("HTTP://HERE:1", "here:1", True),
        ("https://friend.example", "here:1", True),
        ("https://friend.example.evil", "here:1", False),
        ("http://here:2", "here:1", False),
        ("http://evil", "here:1", False),
        ("null", "here:1", False),
        ("null", "", False),
        ("", "", False),
        ("http://[", "here:1", False),
        ("file://", "", False),
    ],
)
def test_origins(origin: str | None, host: str, allowed: bool) -> None:
    headers = Headers(host=host)
    if origin is not None:
        headers["Origin"] = origin
    assert origin_allowed(headers, ("https://friend.example",)) is allowed


def test_two_origins_are_none_of_ours() -> None:
    headers = Headers([("Host", "here"), ("Origin", "http://here"), ("Origin", "https://friend.example")])
    assert not origin_allowed(headers, ("https://friend.example",))
    twice = Headers([("Host", "a"), ("Host", "b"), ("Origin", "http://a")])
    assert not origin_allowed(twice, ())


def test_a_page_of_another_site_does_not_come_in(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            with pytest.raises(InvalidStatus):
                await by_web(server, origin="http://evil.example")
            own = await by_web(server, origin=f"http://127.0.0.1:{server.ports['http']}")
            await own.hello()
            await own.close()

    asyncio.run(story())


def test_a_page_whose_name_was_made_to_point_here_does_not_come_in(tmp_path: Path) -> None:
    """Its origin and its host agree; `Host` is sent twice, and neither may be a stranger's."""

    async def story() -> None:
        async with running(tmp_path) as server:
            port = server.ports["http"]
            with pytest.raises(InvalidStatus) as refused:
                await by_web(server, origin=f"http://evil.example:{port}", additional_headers=EVIL)
            assert refused.value.response.status_code == 421
        async with running(tmp_path, host="127.0.0.1", allowed_hosts=("evil.example",)) as server:
            own = await by_web(server, additional_headers=EVIL)
            await own.hello()
            await own.close()

    asyncio.run(story())


def test_a_frame_too_long_ends_the_conversation(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, frame_bytes=256) as server:
            guest = await by_web(server)
            await guest.send_raw(b'{"type":"ping","id":"' + b"x" * 300 + b'"}')
            async with asyncio.timeout(20):
                await guest.over.wait()
            assert isinstance(guest, WebGuest)
            assert guest.socket.close_code == 1009
            await guest.close()

    asyncio.run(story())


@pytest.mark.parametrize("frame", [b"hello", b"\xff\x00", b""])
def test_rubbish_is_refused_and_the_connection_goes_on(frame: bytes, tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            guest = await by_web(server)
            assert isinstance(guest, WebGuest)
            await guest.socket.send(frame)  # as a binary frame
            assert (await guest.until(bool))["code"] == "bad_message"
            assert (await guest.ask("ping"))["type"] == "pong"
            await guest.close()

    asyncio.run(story())


def test_who_says_nothing_is_sent_away_and_who_said_hello_stays(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, hello_seconds=1.0) as server:
            silent, polite = await by_web(server), await by_web(server)
            await polite.hello()  # and not another word
            async with asyncio.timeout(20):
                await silent.over.wait()
            assert isinstance(silent, WebGuest)
            assert silent.socket.close_code == 1008
            await asyncio.sleep(0.5)
            assert (await polite.ask("ping"))["type"] == "pong"
            for guest in (silent, polite):
                await guest.close()

    asyncio.run(story())


def test_who_does_not_read_is_hung_up_on_and_disturbs_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(
            tmp_path,
            output_bytes=8192,
            connection_rate=Rate(100_000, 1),
        ) as server:
            lazy, other = await by_web(server), await (await by_web(server)).hello()
            assert isinstance(lazy, WebGuest)
            lazy.socket.transport.pause_reading()
            async with asyncio.timeout(60):
                while server.connection_limit.count == 2:
                    try:
                        for _ in range(50):
                            await lazy.send(type="games")
                    except ConnectionClosed:
                        pass
                    await asyncio.sleep(0.01)
            assert (await other.ask("ping"))["type"] == "pong"
            lazy.socket.transport.abort()
            await other.close()

    asyncio.run(story())


def test_the_last_word_is_when_to_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            guest = await (await by_web(server)).hello()
        async with asyncio.timeout(20):
            await guest.over.wait()
        assert guest.heard[-1]["type"] == "closing"
        assert isinstance(guest, WebGuest)
        assert guest.socket.close_code == 1001
        await guest.close()

    asyncio.run(story())


UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def test_an_upgrade_waits_for_the_answers_before_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with running(tmp_path) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.ports["http"])
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + UPGRADE)
            async with asyncio.timeout(10):
                answer = await reader.read()
            assert b"400 Bad Request" in answer
            assert b"101 Switching" not in answer
            writer.close()

    asyncio.run(story())
    assert not [record for record in caplog.records if record.exc_info]
