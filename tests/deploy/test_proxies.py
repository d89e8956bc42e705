"""deploy/nginx, deploy/haproxy, deploy/caddy: each in front of a real server, with TLS."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.house import House
from tests.deploy import front as holds
from tests.deploy.front import ENVIRONMENT, Front
from tests.deploy.proxies import DEPLOY, certificate, free_port, nginx, program, put_in, started

CERTIFICATE = "/etc/letsencrypt/live/games.example.org/fullchain.pem"
KEY = "/etc/letsencrypt/live/games.example.org/privkey.pem"
LINES = {"lines": 8422, "training": 8998, "battle": 8999, "tournament": 9000}
NOBODY = "127.0.0.2"  # where no node listens


@contextmanager
def behind_nginx(house: House, folder: Path) -> Iterator[Front]:
    (cert, key), ports = certificate(folder), (free_port(), free_port())
    (folder / "proxy.conf").write_text((DEPLOY / "nginx" / "tavola-proxy.conf").read_text(encoding="utf-8"))
    places = {
        "127.0.0.1:8421": f"127.0.0.1:{house.ports['http']}",
        "listen 80;": f"listen 127.0.0.1:{ports[0]};",
        "listen [::]:80;": "",
        "listen 443 ": f"listen 127.0.0.1:{ports[1]} ",
        "listen [::]:443 ssl http2;": "",
        CERTIFICATE: str(cert),
        KEY: str(key),
        "/etc/nginx/tavola-proxy.conf": str(folder / "proxy.conf"),
    }
    config = put_in((DEPLOY / "nginx" / "tavola.conf").read_text(encoding="utf-8"), places)
    with nginx(folder, config, list(ports)):
        yield Front(house, *ports)


@contextmanager
def behind_haproxy(house: House, folder: Path) -> Iterator[Front]:
    """One node of three is there."""
    haproxy, (cert, key), ports = program("haproxy"), certificate(folder), (free_port(), free_port())
    (folder / "both.pem").write_text(cert.read_text() + key.read_text())
    places = {
        "maxconn 30000": "maxconn 500",
        "bind :8080": f"bind 127.0.0.1:{ports[0]}",
        "bind :8443": f"bind 127.0.0.1:{ports[1]}",
        "/run/secrets/certificate": str(folder / "both.pem"),
        "port 8421": f"port {house.ports['http']}",
        "inter 2s fall 2": "inter 200ms fall 1",
    }
    lines = {door: free_port() for door in LINES}
    for door, usual in {"http": 8421, **LINES}.items():
        places |= {f"bind :{usual}": f"bind 127.0.0.1:{lines[door]}"} if door in lines else {}
        for node, host in (("node1", "127.0.0.1"), ("node2", NOBODY), ("node3", NOBODY)):
            places[f"{node}:{usual}"] = f"{host}:{house.ports[door]}"
    config = put_in((DEPLOY / "haproxy" / "haproxy.cfg").read_text(encoding="utf-8"), places)
    (folder / "haproxy.cfg").write_text(config, encoding="utf-8")
    with started([haproxy, "-db", "-f", str(folder / "haproxy.cfg")], [*ports, *lines.values()]):
        yield Front(house, *ports, lines)


@contextmanager
def behind_caddy(house: House, folder: Path) -> Iterator[Front]:
    caddy, (cert, key), port = program("caddy"), certificate(folder), free_port()
    text = put_in(
        (DEPLOY / "caddy" / "Caddyfile").read_text(encoding="utf-8"),
        {"header Strict": f"tls {cert} {key}\n\theader Strict"},  # outside it gets one by itself
    )
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https off\n}}\n{text}", encoding="utf-8")
    env = {
        **os.environ,
        "SITE": f"https://games.example.org:{port}, https://127.0.0.1:{port}",
        "TAVOLA": f"127.0.0.1:{house.ports['http']} {NOBODY}:{house.ports['http']}",
        "HOME": str(folder),
    }
    command = [caddy, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with started(command, [port], env):
        yield Front(house, 0, port)


PROXIES = {"nginx": behind_nginx, "haproxy": behind_haproxy, "caddy": behind_caddy}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"), env={**os.environ, **ENVIRONMENT})
    yield house.open()
    house.kill()


@pytest.mark.parametrize("name", PROXIES)
def test_behind(name: str, house: House, tmp_path: Path) -> None:
    checks: list[Callable[[Front], None]] = [holds.pages_and_rest, holds.figures_are_private]
    checks += [holds.sent_to_tls] if name != "caddy" else []  # it does so by itself, at port 80 alone
    with PROXIES[name](house, tmp_path) as front:
        for check in (*checks, holds.nobody_chooses_his_address):
            check(front)
        if front.lines:
            holds.knows_who_is_gone(front.lines["lines"])
            holds.lines_have_addresses(front.lines["lines"])
            holds.a_game_of_5000_begins(front.lines["training"])


def test_promtool_has_nothing_to_say_of_the_figures(house: House) -> None:
    """After traffic at several doors, so that every kind of figure is there."""
    promtool = program("promtool", "prometheus")
    front = Front(house, house.ports["http"], 0)
    for path in ("/api/games", "/nowhere", "/scoreboards"):
        front.get(path, plain=True)
    figures = front.get("/metrics", plain=True)[2]
    assert b"tavola_http_requests_total" in figures
    judged = subprocess.run([promtool, "check", "metrics"], input=figures, capture_output=True, check=False)
    assert (judged.returncode, judged.stdout + judged.stderr) == (0, b"")


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "tls"])
def test_lines_behind_nginx(tls: bool, house: House, tmp_path: Path) -> None:
    (cert, key), over_tls = certificate(tmp_path), free_port()
    places = {CERTIFICATE: str(cert), KEY: str(key), "listen 8423 ssl": f"listen 127.0.0.1:{over_tls} ssl"}
    places["listen [::]:8423 ssl;"] = ""
    ours = {door: free_port() for door in LINES}
    for door, usual in LINES.items():
        places |= {f"listen {usual};": f"listen 127.0.0.1:{ours[door]};", f"listen [::]:{usual};": ""}
        places[f"127.0.0.1:1{usual}"] = f"127.0.0.1:{house.ports[door]}"
    stream = put_in((DEPLOY / "nginx" / "tavola-lines.conf").read_text(encoding="utf-8"), places)
    with nginx(tmp_path, "", [*ours.values(), over_tls], beside=stream):
        holds.lines_have_addresses(over_tls if tls else ours["lines"], tls=tls)
        holds.a_game_of_5000_begins(ours["training"])


def test_caddy_below_a_path(tmp_path: Path) -> None:
    caddy, port = program("caddy"), free_port()
    house = House(tmp_path, env={**os.environ, **ENVIRONMENT, "TAVOLA_PATH_PREFIX": "/tavola"}).open()
    env = {**os.environ, "SITE": f"http://127.0.0.1:{port}", "HOME": str(tmp_path), "ROOT": str(tmp_path)}
    env["TAVOLA"] = f"127.0.0.1:{house.ports['http']}"
    config = DEPLOY / "caddy" / "Caddyfile.prefix"
    command = [caddy, "run", "--adapter", "caddyfile", "--config", str(config)]
    try:
        with started(command, [port], env | {"CADDY_ADMIN": f"127.0.0.1:{free_port()}"}):
            front = Front(house, port, 0)

            def get(path: str) -> tuple[int, dict[str, str], bytes]:
                return front.get(path, {"Host": f"127.0.0.1:{port}"}, plain=True)

            assert get("/tavola")[0] == 308
            assert b'src="/tavola/assets/' in get("/tavola/rules/421")[2]
            assert get("/tavola/api/games")[0] == 200
            assert get("/api/games")[0] == 404
            assert get("/tavola/metrics")[0] == 404
    finally:
        house.kill()
