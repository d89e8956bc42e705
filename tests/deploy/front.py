"""A real server behind a proxy, as a client meets it."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import time
from collections.abc import Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import cycle

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.browser.house import House
from tests.deploy.proxies import PATIENCE

MOST = 3  # connections from one address
NETWORKS = cycle(range(10, 250))
ENVIRONMENT = {
    "TAVOLA_TRUSTED_PROXIES": "127.0.0.1",
    "TAVOLA_PROXY_PROTOCOL": "lines",
    "TAVOLA_ALLOWED_HOSTS": "games.example.org",
    "TAVOLA_CONNECTIONS_PER_ADDRESS": str(MOST),
}


@dataclass
class Front:
    house: House
    http: int
    https: int
    lines: Mapping[str, int] = field(default_factory=dict)  # ports that speak lines, by door

    def get(
        self, path: str, headers: dict[str, str] | None = None, *, plain: bool = False
    ) -> tuple[int, dict[str, str], bytes]:
        if plain:
            line = http.client.HTTPConnection("127.0.0.1", self.http, timeout=PATIENCE)
        else:
            line = http.client.HTTPSConnection("127.0.0.1", self.https, timeout=PATIENCE, context=blind())
        try:
            line.request("GET", path, headers={"Host": "games.example.org"} | (headers or {}))
            answer = line.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            line.close()

    def comes(self, claimed: str) -> ClientConnection:
        """Somebody connects, and says he is somewhere else."""
        url, said = f"wss://127.0.0.1:{self.https}/ws", {"X-Forwarded-For": claimed}
        return connect(url, ssl=blind(), proxy=None, additional_headers=said)


def blind() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


# ---- what holds behind every proxy ----


def pages_and_rest(front: Front) -> None:
    status, headers, body = front.get("/")
    assert (status, b"Tavola" in body) == (200, True)
    assert headers["strict-transport-security"]
    assert b'content="https://games.example.org/"' in body  # it knows how it is reached
    assert json.loads(front.get("/api/games")[2])["games"]
    assert front.get("/healthz")[0] == 200


def figures_are_private(front: Front) -> None:
    assert front.get("/metrics")[0] == 404


def sent_to_tls(front: Front) -> None:
    status, headers, _ = front.get("/rules/421?lang=it", plain=True)
    assert (status, headers["location"]) == (308, "https://games.example.org/rules/421?lang=it")


def nobody_chooses_his_address(front: Front) -> None:
    """Limits count people, not the proxy, and not what somebody claims to be."""
    with ExitStack() as inside:
        several = [inside.enter_context(front.comes(f"203.0.113.{number}")) for number in range(MOST)]
        several[0].send(json.dumps({"type": "hello", "id": "h"}))
        assert json.loads(several[0].recv())["type"] == "welcome"
        inside.enter_context(front.comes("203.0.113.99"))  # an older one has to go for it
        assert sum(map(is_over, several)) == 1


class Line:
    """A connection at a port of lines, from an address of our own choice."""

    def __init__(self, port: int, source: str, tls: bool = False) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE, source_address=(source, 0))
        if tls:
            self._socket = blind().wrap_socket(self._socket)
        self._file = self._socket.makefile("rw", encoding="utf-8")

    def hello(self) -> bool:
        """Said and welcome; False if the connection is gone, or is told to go."""
        try:
            self._file.write(json.dumps({"type": "hello", "id": "h"}) + "\n")
            self._file.flush()
            return any(json.loads(line)["type"] == "welcome" for line in iter(self._file.readline, ""))
        except OSError:
            return False

    def close(self) -> None:
        self._socket.close()


def knows_who_is_gone(port: int) -> None:
    """A balancer has found out which nodes are not there: several in a row get through."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with ExitStack() as inside:
            source = f"127.0.{next(NETWORKS)}"
            several = [inside.enter_context(closing(Line(port, f"{source}.{n}"))) for n in range(1, 7)]
            if all(one.hello() for one in several):
                return
    raise AssertionError("it still sends people to nodes that are gone")


def lines_have_addresses(port: int, *, tls: bool = False) -> None:
    """By the PROXY protocol: each address is counted by itself."""
    with ExitStack() as inside:

        def comes(source: str) -> Line:
            return inside.enter_context(closing(Line(port, source, tls)))

        network = f"127.0.{next(NETWORKS)}"  # nobody of an earlier test is still on the way out there
        crowd = [comes(f"{network}.3") for _ in range(MOST)]
        assert all(one.hello() for one in crowd)
        assert comes(f"{network}.4").hello()
        assert comes(f"{network}.3").hello()  # one of the crowd has to go for it
        assert sum(not one.hello() for one in crowd) == 1


def a_game_of_5000_begins(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as player:
        assert player.recv(100).startswith(b"STARTING")


def is_over(one: ClientConnection) -> bool:
    """Was this connection closed by the other side?"""
    try:
        one.send(json.dumps({"type": "hello", "id": "again"}))
        while "again" not in str(one.recv(timeout=PATIENCE)):
            pass
    except ConnectionClosed:
        return True
    return False
