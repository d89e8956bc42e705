"""Behind a TCP balancer: limits count its clients, at every door, and nobody else may say who he is."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tavola.core.errors import BadOption
from tavola.server.connections import proxied
from tavola.server.serve import Server
from tavola.server.settings import Settings
from tests.server.running import running

TRUSTED: dict[str, Any] = {
    "trusted_proxies": ("127.0.0.1/32",),
    "proxy_protocol": ("lines", "http"),
    "allowed_hosts": ("localhost",),
}
ADA = b"PROXY TCP4 192.0.2.1 198.51.100.1 56324 8422\r\n"
BO = (
    b"\r\n\r\n\0\r\nQUIT\n\x21\x21\x00\x24"
    + socket.inet_pton(socket.AF_INET6, "2001:db8::1") * 2
    + b"\1\2\3\4"
)
LOCAL = b"\r\n\r\n\0\r\nQUIT\n\x20\x00\x00\x00"
ASKS = {
    "lines": (b'{"type":"hello","id":"1"}\n', b'"welcome"'),
    "training": (b"NAME ada\n", b"STATE"),
    "http": (b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n", b" 200 OK"),
}


async def said(server: Server, door: str, data: bytes, wanted: bytes, source: str = "127.0.0.1") -> bytes:
    """What is heard until it has what was wanted, or the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.ports[door], local_addr=(source, 0))
    try:
        writer.write(data)
        heard = b""
        async with asyncio.timeout(20):
            while wanted not in heard and (more := await reader.read(4096)):
                heard += more
        return heard
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


def story(tmp_path: Path, tell: Callable[[Server], Awaitable[None]], **settings: Any) -> None:
    async def whole() -> None:
        async with running(tmp_path, **TRUSTED | settings) as server:
            await tell(server)

    asyncio.run(whole())


def test_every_door_reads_the_header_and_counts_the_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    async def tell(server: Server) -> None:
        enter = server.connection_limit.enter

        def noted(address: str, *more: Any) -> Any:
            seen.append(address)
            return enter(address, *more)

        monkeypatch.setattr(server.connection_limit, "enter", noted)
        for door, (asks, answer) in ASKS.items():
            for header, address in ((ADA, "192.0.2.1"), (BO, "2001:db8::1")):
                seen.clear()
                assert answer in await said(server, door, header + asks, answer)
                assert seen == [address]
            assert answer in await said(server, door, LOCAL + asks, answer), "a health check of the proxy"
            seen.clear()
            assert answer in await said(server, door, asks, answer, source="127.0.0.9"), "comes directly"
            assert seen == ["127.0.0.9"]

    story(tmp_path, tell)


@pytest.mark.parametrize("door", ASKS)
def test_a_trusted_proxy_has_to_send_one(door: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def tell(server: Server) -> None:
        asks, answer = ASKS[door]
        heard = await said(server, door, asks, answer)
        assert (answer in heard, b"a PROXY header is expected" in heard) == (False, True)
        monkeypatch.setattr(proxied, "HEADER_SECONDS", 0.05)
        assert b"PROXY header" in await said(server, door, ADA[:20], answer), "it has to be whole soon"
        refused = server.metrics.turned_away.values
        assert refused["http" if door == "http" else "lines",] == 2

    story(tmp_path, tell)


@pytest.mark.parametrize("header", [LOCAL, b"PROXY UNKNOWN\r\n"])
def test_a_health_check_takes_no_seat(header: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says nothing; a game would begin, be left, and be kept."""
    monkeypatch.setattr(proxied, "HEADER_SECONDS", 0.05)

    async def tell(server: Server) -> None:
        for door in ("training", "battle", "lines"):
            assert await said(server, door, header, b"-") == b""
        of_5000: Any = server.services["5000"]
        assert (of_5000.counters()["connections"], server.connection_limit.count) == (0, 0)
        assert not server.metrics.turned_away.values

    story(tmp_path, tell)


def test_nobody_else_may_say_who_he_is(tmp_path: Path) -> None:
    async def tell(server: Server) -> None:
        heard = await said(server, "lines", ADA + ASKS["lines"][0], b'"welcome"', source="127.0.0.9")
        assert [json.loads(line)["type"] for line in heard.splitlines()] == ["refused", "welcome"]
        assert b" 400 " in await said(server, "http", ADA + ASKS["http"][0], b"\n", source="127.0.0.9")
        forged = ADA.replace(b"192.0.2.1", b"203.0.113.9")
        heard = await said(server, "lines", ADA + forged + ASKS["lines"][0], b'"welcome"')
        assert b"refused" in heard, "what follows the proxy's header is the client's"

    story(tmp_path, tell)


def test_no_header_is_read_where_none_is_expected(tmp_path: Path) -> None:
    async def tell(server: Server) -> None:
        asks, answer = ASKS["http"]
        assert answer in await said(server, "http", asks, answer)
        assert b"expected" in await said(server, "lines", ASKS["lines"][0], b"expected")

    story(tmp_path, tell, proxy_protocol=("lines",))


def test_it_needs_somebody_to_trust() -> None:
    with pytest.raises(BadOption, match="--trusted-proxies"):
        Settings.read({"proxy_protocol": "lines"}, {})
    with pytest.raises(BadOption, match="lines, http"):
        Settings.read({"proxy_protocol": "smoke", "trusted_proxies": "10.0.0.1"}, {})
    read = Settings.read({"proxy_protocol": "lines, http", "trusted_proxies": "10.0.0.1"}, {})
    assert read.proxy_protocol == ("lines", "http")


HAPROXY = """
defaults
  mode tcp
  timeout connect 10s
  timeout client 60s
  timeout server 60s
"""


@pytest.mark.skipif(shutil.which("haproxy") is None, reason="haproxy is not installed")
def test_people_behind_a_real_haproxy_have_addresses_of_their_own(tmp_path: Path) -> None:
    """Version 1 and version 2; haproxy also looks whether the server lives."""

    async def tell(server: Server) -> None:
        doors = {door: _free() for door in ("lines", "training", "http")}
        text = HAPROXY
        for (door, port), version in zip(doors.items(), ("", "-v2", "-v2"), strict=True):
            text += f"listen {door}\n  bind 127.0.0.1:{port}\n"
            text += f"  server s 127.0.0.1:{server.ports[door]} send-proxy{version} check inter 100ms"
            text += " check-send-proxy\n"
        (tmp_path / "haproxy.cfg").write_text(text)
        process = subprocess.Popen(
            ["haproxy", "-f", str(tmp_path / "haproxy.cfg"), "-db"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            for door, port in doors.items():
                await _through(door, port)
            async with (
                connect(f"ws://localhost:{doors['http']}/ws", local_addr=("127.0.0.5", 0)) as ada,
            ):
                await ada.send('{"type":"hello","id":"1"}')
                assert json.loads(await ada.recv())["type"] == "welcome"
                assert "127.0.0.5" in server.connection_limit._addresses
        finally:
            process.terminate()
            process.wait(20)

    story(tmp_path, tell)


async def _through(door: str, port: int) -> None:
    asks, answer = ASKS[door]
    async with asyncio.timeout(20):
        while True:  # until haproxy is up
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.4", 0))
                break
            except ConnectionRefusedError:
                await asyncio.sleep(0.05)
        writer.write(asks)
        heard = b""
        while answer not in heard:
            more = await reader.read(4096)
            assert more, heard
            heard += more
        writer.close()


def _free() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port
