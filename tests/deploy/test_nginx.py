"""deploy/nginx: a host of its own with TLS, in front of a real server."""

from __future__ import annotations

import http.client
import json
import os
import ssl
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.browser.house import House
from tests.deploy.proxies import DEPLOY, PATIENCE, certificate, free_port, nginx, put_in

CERTIFICATE = "/etc/letsencrypt/live/games.example.org/fullchain.pem"
MOST = 3  # connections from one address
KEY = "/etc/letsencrypt/live/games.example.org/privkey.pem"


@dataclass
class Front:
    """nginx as a client meets it."""

    house: House
    http: int
    https: int

    def get(
        self, path: str, headers: dict[str, str] | None = None, *, plain: bool = False
    ) -> tuple[int, dict[str, str], bytes]:
        if plain:
            line = http.client.HTTPConnection("127.0.0.1", self.http, timeout=30)
        else:
            line = http.client.HTTPSConnection("127.0.0.1", self.https, timeout=30, context=blind())
        try:
            line.request("GET", path, headers={"Host": "games.example.org"} | (headers or {}))
            answer = line.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            line.close()


def blind() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    folder = tmp_path_factory.mktemp("nginx")
    cert, key = certificate(folder)
    env = {"TAVOLA_TRUSTED_PROXIES": "127.0.0.1", "TAVOLA_ALLOWED_HOSTS": "games.example.org"}
    house = House(folder, env={**os.environ, **env, "TAVOLA_CONNECTIONS_PER_ADDRESS": str(MOST)}).open()
    http_port, https_port = free_port(), free_port()
    (folder / "proxy.conf").write_text((DEPLOY / "nginx" / "tavola-proxy.conf").read_text(encoding="utf-8"))
    places = {
        "127.0.0.1:8421": f"127.0.0.1:{house.ports['http']}",
        "listen 80;": f"listen 127.0.0.1:{http_port};",
        "listen [::]:80;": "",
        "listen 443 ": f"listen 127.0.0.1:{https_port} ",
        "listen [::]:443 ssl http2;": "",
        CERTIFICATE: str(cert),
        KEY: str(key),
        "/etc/nginx/tavola-proxy.conf": str(folder / "proxy.conf"),
    }
    config = put_in((DEPLOY / "nginx" / "tavola.conf").read_text(encoding="utf-8"), places)
    try:
        with nginx(folder, config, [http_port, https_port]):
            yield Front(house, http_port, https_port)
    finally:
        house.kill()


def test_pages_and_rest_over_tls(front: Front) -> None:
    status, headers, body = front.get("/")
    assert (status, b"Tavola" in body) == (200, True)
    assert headers["strict-transport-security"]
    assert b'content="https://games.example.org/"' in body  # it knows how it is reached
    assert json.loads(front.get("/api/games")[2])["games"]


def test_without_tls_one_is_sent_there(front: Front) -> None:
    status, headers, _ = front.get("/rules/421?lang=it", plain=True)
    assert (status, headers["location"]) == (308, "https://games.example.org/rules/421?lang=it")


def test_figures_are_not_for_everybody(front: Front) -> None:
    assert front.get("/metrics")[0] == 404
    assert front.get("/healthz")[0] == 200


def test_a_stranger_cannot_choose_his_address(front: Front) -> None:
    """Limits count people, not nginx, and not what somebody claims to be."""

    def comes(claimed: str) -> ClientConnection:
        url, said = f"wss://127.0.0.1:{front.https}/ws", {"X-Forwarded-For": claimed}
        return connect(url, ssl=blind(), proxy=None, additional_headers=said)

    with ExitStack() as inside:
        several = [inside.enter_context(comes(f"203.0.113.{number}")) for number in range(MOST)]
        several[0].send(json.dumps({"type": "hello", "id": "h"}))
        assert json.loads(several[0].recv())["type"] == "welcome"
        inside.enter_context(comes("203.0.113.99"))  # an older one has to go for it
        closed = [ask_end(one) for one in several]
        assert sum(closed) == 1


def ask_end(one: ClientConnection) -> bool:
    """Was this connection closed by the other side?"""
    try:
        one.send(json.dumps({"type": "hello", "id": "again"}))
        while "again" not in str(one.recv(timeout=PATIENCE)):
            pass
    except ConnectionClosed:
        return True
    return False
