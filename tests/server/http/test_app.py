"""The app under a real uvicorn: routing, errors, headers, limits, health."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tavola.server.setting_kinds import Rate
from tavola.server.telemetry.health import FRESH
from tests.server.http.running import Running, running
from tests.server.postgres import fresh_database

Test = Callable[[Running], Awaitable[None]]


class Broken:
    def status(self) -> dict[str, Any]:
        raise AttributeError("a secret")


def with_server(folder: Path, test: Test, **settings: Any) -> None:
    async def run() -> None:
        async with running(folder, **settings) as server:
            await test(server)

    asyncio.run(run())


def test_health(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for path in ("/healthz", "/readyz"):
            heard = await server.ask(path)
            assert (heard.status, heard.json["ok"], heard.json["storage"]) == (200, True, True)
        server.app.draining = True
        heard = await server.ask("/readyz")
        assert (heard.status, heard.json["ok"], heard.json["draining"]) == (503, False, True)
        heard = await server.ask("/healthz")  # nobody need be sent to help
        assert (heard.status, heard.json["ok"], heard.json["draining"]) == (200, True, True)
        server.app.draining = False
        await server.store.close()
        await asyncio.sleep(FRESH)
        for path in ("/healthz", "/readyz"):
            heard = await server.ask(path)
            assert (heard.status, heard.json["storage"], heard.json["writes"]) == (503, False, False)

    with_server(tmp_path, test)


def test_a_damaged_database_is_not_the_asker_s_fault(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        with closing(sqlite3.connect(tmp_path / "tavola.db")) as direct:
            direct.execute("alter table tables rename to elsewhere")
        heard = await server.ask("/api/tables")
        assert (heard.status, heard.code, heard.headers["retry-after"]) == (503, "storage", "5")
        assert "elsewhere" not in heard.text
        assert str(tmp_path) not in heard.text

    with_server(tmp_path, test)


def test_metrics(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        await server.ask("/api/games")
        await server.ask("/nowhere")
        heard = await server.ask("/metrics")
        assert heard.headers["content-type"].startswith("text/plain; version=0.0.4")
        assert 'tavola_http_requests_total{method="GET",status="200"} 1' in heard.text
        assert 'tavola_http_requests_total{method="GET",status="404"} 1' in heard.text

    with_server(tmp_path, test)


def test_every_answer_is_guarded(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        targets = (
            "/",
            "/scoreboards",
            "/api/games",
            "/nowhere",
            "/healthz",
            "/files/style.css",
            "/api/odds/x",
        )
        for target in targets:
            headers = (await server.ask(target)).headers
            policy = headers["content-security-policy"]
            assert "script-src 'self'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "permissions-policy" in headers
            assert "server" not in headers

    with_server(tmp_path, test)


def test_no_page_has_anything_inline(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for target in ("/", "/scoreboards/battle", "/nowhere"):
            text = (await server.ask(target, accept="text/html")).text
            assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
            assert re.findall(r"<style|\bstyle=|\bon[a-z]+=|javascript:", text) == []
            assert "<!doctype html>" in text

    with_server(tmp_path, test)


def test_errors_are_json_and_say_why(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        heard = await server.ask("/api/nothing")
        assert (heard.status, heard.code) == (404, "not_found")
        heard = await server.ask("/api/games", "DELETE")
        assert (heard.status, heard.code) == (405, "method_not_allowed")
        assert heard.headers["allow"] == "GET, HEAD, OPTIONS"
        heard = await server.ask("/api/verify")
        assert (heard.status, heard.headers["allow"]) == (405, "OPTIONS, POST")
        heard = await server.ask("/api/records?limit=0")
        assert (heard.status, heard.json["error"]["why"]) == (
            400,
            "limit takes a whole number from 1 to 100, not '0'",
        )
        heard = await server.ask("/api/records?limt=5")
        assert "'limt'" in heard.json["error"]["why"]
        for query in ("before=nan", "name=" + "x" * 65, "a=1&" * 50, "x=%ff", "game=%00"):
            assert (await server.ask(f"/api/records?{query}")).status == 400, query
        assert (await server.ask("/api/records?beyond=x")).status == 200  # nothing to be beyond of
        long = "&".join(f"game={number:0>60}" for number in range(39))
        assert (await server.ask(f"/api/records?{long}")).status == 200
        assert (await server.ask(f"/api/records?{'x' * 33_000}")).status == 431

    with_server(tmp_path, test)


def test_no_path_gets_where_it_should_not(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(server: Running) -> None:
        for name in (
            "x%00%0aFORGED%1b.css",
            "..%2fapp.py",
            "%2e%2e%5cx.css",
            "%ff.css",
            "a" * 120 + ".css",
            ".css",
        ):
            for folder in ("files", "assets"):
                heard = await server.ask(f"/{folder}/{name}")
                assert (heard.status, heard.code) == (404, "not_found"), name
                assert heard.text.isprintable()
        heard = await server.ask("/api/%0a%1b%9b")
        assert (heard.status, heard.code) == (404, "not_found")
        assert heard.json["error"]["why"].isprintable()

    with_server(tmp_path, test)
    assert caplog.text == ""


ODD = ("%00", "a%00b", "%1b%0a", "%ed%a0%80", "%ef%bf%bd")


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_what_no_database_can_hold_is_not_there(tmp_path: Path, database: str) -> None:
    async def test(server: Running) -> None:
        for odd in ODD:
            for path in (f"/api/records/{odd}", f"/api/records/{odd}/steps", f"/api/records/{odd}/fair"):
                heard = await server.ask(path)
                assert (heard.status, heard.code) == (404, "unknown_table"), path

    with ExitStack() as exits:
        storage = exits.enter_context(fresh_database()) if database == "postgresql" else ""
        with_server(tmp_path, test, storage=storage)


def test_options_are_what_a_path_takes(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for path, allowed in (
            ("/api/games", "GET, HEAD, OPTIONS"),
            ("/api/records/x", "GET, HEAD, OPTIONS"),
            ("/api/verify", "OPTIONS, POST"),
            ("*", "GET, HEAD, OPTIONS, POST"),
        ):
            heard = await server.ask(path, "OPTIONS", origin="https://friend.example")
            assert (heard.status, heard.headers["allow"]) == (204, allowed)
            assert heard.headers["access-control-allow-methods"] == allowed
        for path in ("/nowhere", "/files", "/api"):
            assert (await server.ask(path, "OPTIONS")).status == 404

    with_server(tmp_path, test, origin=("https://friend.example",))


def test_our_own_fault_is_told_without_details(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(server: Running) -> None:
        server.app.house.services = {"5000": Broken()}
        heard = await server.ask("/api/scoreboards/battle")
        assert (heard.status, heard.code) == (500, "our_fault")
        assert "secret" not in heard.text
        assert "tavola_faults_total" in (await server.ask("/metrics")).text

    with_server(tmp_path, test)
    assert "a request failed: GET /api/scoreboards/battle" in caplog.text


def test_head_is_get_without_the_body(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        got, head = await server.ask("/api/games"), await server.ask("/api/games", "HEAD")
        assert head.status == 200
        assert head.headers["content-length"] == got.headers["content-length"] == str(len(got.raw))
        assert head.headers["etag"] == got.headers["etag"]

    with_server(tmp_path, test)


def test_what_has_not_changed_is_not_sent_again(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for target in ("/files/style.css", "/api/tables", "/api/openapi.json", "/scoreboards"):
            first = await server.ask(target)
            again = await server.ask(target, if_none_match=first.headers["etag"])
            assert (again.status, again.raw) == (304, b"")
            other = await server.ask(target, if_none_match='W/"other"')
            assert other.status == 200

    with_server(tmp_path, test)


def test_large_answers_are_packed_if_the_other_side_can_unpack(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        plain = await server.ask("/api/games")
        packed = await server.ask("/api/games", accept_encoding="br, gzip;q=0.8")
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert len(packed.raw) < len(plain.raw) / 2
        assert packed.json == plain.json
        assert "Accept-Encoding" in plain.headers["vary"]
        assert "content-encoding" not in (await server.ask("/api/games", accept_encoding="gzip;q=0")).headers
        assert "content-encoding" not in (await server.ask("/healthz", accept_encoding="gzip")).headers

    with_server(tmp_path, test)


def test_other_origins_only_if_allowed(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        friend, stranger = "https://friend.example", "https://stranger.example"
        assert (await server.ask("/api/games", origin=friend)).headers[
            "access-control-allow-origin"
        ] == friend
        assert "access-control-allow-origin" not in (await server.ask("/api/games", origin=stranger)).headers
        asked = await server.ask("/api/verify", "OPTIONS", origin=friend)
        assert (asked.status, asked.raw) == (204, b"")
        assert "POST" in asked.headers["access-control-allow-methods"]
        assert (
            "access-control-allow-methods"
            not in (await server.ask("/api/verify", "OPTIONS", origin=stranger)).headers
        )

    with_server(tmp_path, test, origin=("https://friend.example",))


def test_a_name_that_was_made_to_point_here_is_told_nothing(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for path in ("/", "/api/tables", "/metrics", "/healthz", "/nowhere"):
            told = await server.ask(path, host=f"evil.example:{server.port}", accept="text/html")
            assert (told.status, told.headers["content-type"]) == (421, "application/json")
            assert "'evil.example'" in told.json["error"]["why"]
            assert "--allowed-hosts" in told.json["error"]["why"]
        for host in (f"localhost:{server.port}", f"[::1]:{server.port}", "friend.example"):
            assert (await server.ask("/api/games", host=host)).status == 200
        assert (await server.say(b"GET /healthz HTTP/1.0\r\n\r\n")).status == 200

    with_server(tmp_path, test, allowed_hosts=("friend.example",))


def test_nobody_says_twice_whom_he_asks(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        told = await server.say(b"GET /api/games HTTP/1.1\r\nhost: evil.example\r\nhost: localhost\r\n\r\n")
        assert (told.status, told.code) == (400, "bad_request")

    with_server(tmp_path, test)


def test_the_door_for_websockets_says_what_it_is(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        told = await server.say(b"GET /ws HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert told.status == 426
        assert (told.headers["upgrade"], told.headers["connection"]) == ("websocket", "Upgrade")
        assert told.json["error"]["code"] == "upgrade_required"
        assert "WebSocket client" in told.json["error"]["why"]
        assert (await server.ask("/ws", "POST")).status == 405

    with_server(tmp_path, test)


def test_too_many_requests(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        heard = [await server.ask("/api/games") for _ in range(4)]
        assert [each.status for each in heard] == [200, 200, 200, 429]
        assert (heard[3].code, int(heard[3].headers["retry-after"]) > 300) == ("too_much", True)
        assert (await server.ask("/healthz")).status == 200
        from_proxy = await server.ask("/api/games", x_forwarded_for="9.9.9.9")
        assert from_proxy.status == 429, "nobody here is a trusted proxy"

    with_server(tmp_path, test, request_rate=Rate(3, 3600))


def test_a_trusted_proxy_says_who_asks(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        heard = [
            await server.ask("/api/games", x_forwarded_for=who) for who in ("9.9.9.9", "8.8.8.8", "9.9.9.9")
        ]
        assert [each.status for each in heard] == [200, 200, 429]

    with_server(tmp_path, test, request_rate=Rate(1, 3600), trusted_proxies=("127.0.0.0/8",))


def test_of_several_proxies_each_may_add_a_header_of_its_own(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        def asks(who: str) -> bytes:
            hops = (who, "127.0.0.7")  # the client as the first proxy saw it, then that proxy
            lines = "".join(f"x-forwarded-for: {hop}\r\n" for hop in hops)
            return f"GET /api/games HTTP/1.1\r\nhost: localhost\r\n{lines}\r\n".encode()

        heard = [await server.say(asks(who)) for who in ("9.9.9.9", "8.8.8.8", "9.9.9.9")]
        assert [each.status for each in heard] == [200, 200, 429]

    with_server(tmp_path, test, request_rate=Rate(1, 3600), trusted_proxies=("127.0.0.0/8",))


def test_bodies_are_bounded(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        heard = await server.ask("/api/verify", "POST", b"x" * 3000)
        assert (heard.status, heard.code) == (413, "too_long")
        chunk = b"400\r\n" + b"x" * 0x400 + b"\r\n"
        head = b"POST /api/verify HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
        assert (await server.say(head + chunk * 4 + b"0\r\n\r\n")).status == 413
        assert (await server.ask("/api/games", content_length="99999999")).status == 413

    with_server(tmp_path, test, body_bytes=2048)


def test_rubbish_does_not_disturb(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        for data in (
            b"\x00\xff\xfe\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET / HTTP/1.1\r\ncontent-length: -4\r\n\r\n",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(data)
            async with asyncio.timeout(30):
                answer = await reader.read(2000)
            assert not answer or answer.startswith(b"HTTP/1.1 4")
            writer.close()
        strange = await server.ask("/api/games", host="<script>alert(1)</script>", accept="\xff;q=x,,;")
        assert strange.status == 200
        page = await server.ask("/scoreboards", host='"><script>alert(1)</script>')
        assert "<script>alert" not in page.text

    with_server(tmp_path, test, host="0.0.0.0")  # where it may be called anything


def test_names_are_only_names(tmp_path: Path) -> None:
    """Whatever somebody calls himself, the pages show it as a text."""
    evil = "<img src=x onerror=alert(1)>"

    async def test(server: Running) -> None:
        await server.store.count("battle", {evil: (1, 1)}, None, 1.0)
        text = (await server.ask("/scoreboards/battle")).text
        assert "&lt;img" in text
        assert evil not in text

    with_server(tmp_path, test)
