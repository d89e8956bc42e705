"""The other files of deploy/: container, compose, systemd, Prometheus, configuration.

No container engine runs here. What can be checked without one is: sources, ports, users, variables, commands.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from tavola.cli import app
from tavola.server.configuration import strange_variables
from tavola.server.settings import SETTINGS, configured
from tavola.server.telemetry.metrics import Metrics
from tests.browser.house import House
from tests.deploy.proxies import DEPLOY, program

ROOT = DEPLOY.parent
PORTS = {each.default for each in SETTINGS if each.name.endswith("_port")}
UNIT = DEPLOY / "systemd" / "tavola@.service"
COMPOSE = ("compose.yaml", "compose.nodes.yaml")


# ---- configuration ----


@pytest.mark.parametrize("name", ["tavola.toml", "container.toml"])
def test_the_configuration_is_sound(name: str) -> None:
    settings = configured({"config": str(DEPLOY / name)}, {}).settings
    assert settings.log_json
    if name == "tavola.toml":  # behind a proxy on the same machine, called by its name alone
        assert settings.host == "127.0.0.1"
        assert settings.trusted_proxies
        assert settings.allowed_hosts
        own = settings.services["5000"]
        ports = {settings.lines_port, own.training_port, own.battle_port, own.tournament_port}
        lines = (DEPLOY / "nginx" / "tavola-lines.conf").read_text(encoding="utf-8")
        assert {int(port) for port in re.findall(r"proxy_pass 127\.0\.0\.1:(\d+)", lines)} == ports
        assert settings.proxy_protocol == ("lines",)


# ---- the container ----


def instructions() -> list[tuple[str, str]]:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [tuple(line.split(maxsplit=1)) for line in lines if line and not line.startswith("#")]  # type: ignore[misc]


def all_of(name: str) -> list[str]:
    return [rest for what, rest in instructions() if what == name]


def variables() -> dict[str, str]:
    return dict(one.split("=", 1) for line in all_of("ENV") for one in shlex.split(line))


def test_everything_that_is_copied_is_there_and_sent() -> None:
    """.dockerignore keeps all but some files out of the build."""
    sent = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for line in all_of("COPY"):
        if line.startswith("--from=build"):
            continue
        *sources, _ = line.split()
        for source in sources:
            assert (ROOT / source).exists(), source
            assert any(fnmatch(source, one) for one in sent), f"{source} is not sent to the build"
    for part in ("readme", "license-files"):
        assert part in (ROOT / "pyproject.toml").read_text()  # what the wheel is made of, besides


def test_it_runs_without_rights_and_writes_to_one_place() -> None:
    stages = all_of("FROM")
    assert len(stages) == 2
    assert len({stage.split()[0] for stage in stages}) == 1  # built for the Python it runs on
    last = [what for what, _ in instructions()]
    assert all_of("USER")[-1].isdigit()
    assert "RUN" not in last[last.index("USER") :]
    assert all_of("VOLUME") == ["/var/lib/tavola"]
    there = variables()
    assert there["TAVOLA_CACHE"].startswith("/var/lib/tavola/")
    assert there["XDG_DATA_HOME"] == "/var/lib"  # the database is in /var/lib/tavola
    assert strange_variables(there, SETTINGS) == []
    assert set(map(int, all_of("EXPOSE")[0].split())) == PORTS
    assert all_of("STOPSIGNAL") == ["SIGTERM"]


def test_what_it_starts_can_be_started() -> None:
    command = json.loads(all_of("ENTRYPOINT")[0]) + json.loads(all_of("CMD")[0])
    assert command[0] == "tavola"
    config = {"TAVOLA_CONFIG": str(DEPLOY / "container.toml")}
    done = CliRunner().invoke(app, [*command[1:], "--print-config", "--json"], env=config)
    assert json.loads(done.stdout)["doors"]["host"]["value"] == "0.0.0.0"
    extras = re.findall(r"tavola\[([a-z,]+)\]", all_of("RUN")[2])[0].split(",")
    project = (ROOT / "pyproject.toml").read_text()
    assert all(f"\n{extra} = [" in project for extra in extras)


def test_its_health_is_asked_for(tmp_path: Path) -> None:
    """The very command, against a real server: 0 while it is ready, not 0 when it is gone."""
    said = all_of("HEALTHCHECK")[0]
    command = json.loads(said[said.index("[") :])
    house = House(tmp_path).open()
    asked = [one.replace(":8421", f":{house.ports['http']}") for one in command]
    assert asked != command

    def healthy() -> bool:
        return not subprocess.run([sys.executable, *asked[1:]], capture_output=True, check=False).returncode

    try:
        assert healthy()
    finally:
        house.kill()
    assert not healthy()


# ---- compose ----


@pytest.mark.parametrize("name", COMPOSE)
def test_compose(name: str) -> None:
    told = yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))
    services: dict[str, Any] = told["services"]
    nodes = {key: each for key, each in services.items() if each.get("image") == "tavola"}
    front = next(each for key, each in services.items() if key in ("caddy", "balancer"))
    address = front["networks"]["front"]["ipv4_address"]
    for each in nodes.values():
        environment = {key: str(value) for key, value in each["environment"].items()}
        assert strange_variables(environment, SETTINGS) == []
        assert environment["TAVOLA_TRUSTED_PROXIES"] == address  # who tells who connects is the proxy alone
        assert (each["read_only"], each["cap_drop"]) == (True, ["ALL"])
        assert (DEPLOY / each["build"]["context"] / each["build"]["dockerfile"]).is_file()
        assert any("/var/lib/tavola" in one for one in [*each.get("volumes", ()), *each["tmpfs"]])
        assert set(each.get("depends_on", ())) <= set(services)
    for each in services.values():
        assert set(each["networks"]) <= set(told["networks"])
        assert set(each.get("secrets", ())) <= set(told.get("secrets", ()))
        for volume in each.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in told["volumes"] or (DEPLOY / source).is_file()


def test_the_balancer_of_compose_is_that_of_haproxy() -> None:
    told = yaml.safe_load((DEPLOY / "compose.nodes.yaml").read_text(encoding="utf-8"))["services"]
    config = (DEPLOY / "haproxy" / "haproxy.cfg").read_text(encoding="utf-8")
    inside = {int(port.split(":")[1]) for port in told["balancer"]["ports"]}
    assert inside == set(map(int, re.findall(r"bind :(\d+)", config)))
    assert set(re.findall(r"server (\w+) (\w+):\d+", config)) == {(f"node{n}",) * 2 for n in (1, 2, 3)}
    assert {int(port) for port in re.findall(r"server \w+ \w+:(\d+)", config)} == PORTS
    environment = told["node1"]["environment"]
    assert environment["TAVOLA_NODES"].startswith("nats://nats:")
    assert environment["TAVOLA_STORAGE_FILE"] == "/run/secrets/storage"


# ---- systemd ----


def test_the_unit_is_sound_and_shut_in(tmp_path: Path) -> None:
    analyze = program("systemd-analyze", "systemd")
    text = UNIT.read_text(encoding="utf-8")
    here = tmp_path / "tavola@a.service"
    here.write_text(text.replace("/opt/tavola/%i/bin/tavola", sys.executable), encoding="utf-8")

    def said(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([analyze, *arguments, str(here)], capture_output=True, text=True, check=False)

    verified = said("verify")
    assert (verified.returncode, [one for one in verified.stderr.splitlines() if "tavola" in one]) == (0, [])
    judged = said("security", "--offline=true", "--threshold=20")
    assert judged.returncode == 0, judged.stdout[-300:]  # an exposure of 2.0 at most


def test_the_unit_starts_what_there_is() -> None:
    text = UNIT.read_text(encoding="utf-8")
    for line in re.findall(r"^ExecStart(?:Pre)?=/opt/tavola/%i/bin/tavola (.*)$", text, re.MULTILINE):
        arguments = line.replace("/etc/tavola/tavola.toml", str(DEPLOY / "tavola.toml")).split()
        done = CliRunner().invoke(app, [*arguments, "--check-config"])
        assert done.exit_code == 0, done.output
    stop = float(re.findall(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)[0])
    settings = configured({"config": str(DEPLOY / "tavola.toml")}, {}).settings
    assert settings.drain_seconds < stop
    assert f"sqlite:////var/lib/{re.findall('StateDirectory=(.*)', text)[0]}/" in settings.storage
    assert settings.max_connections < int(re.findall(r"LimitNOFILE=(\d+)", text)[0])
    assert "u tavola " in (DEPLOY / "systemd" / "tavola.conf").read_text()


# ---- Prometheus ----


def test_alerts_ask_for_figures_there_are() -> None:
    text = (DEPLOY / "prometheus" / "alerts.yml").read_text(encoding="utf-8")
    wanted = set(re.findall(r"\b(tavola_\w+?)(?:_bucket)?\{", text))
    assert len(wanted) == 3
    assert wanted <= set(re.findall(r"# TYPE (\w+)", Metrics().text()))


def test_alerts_go_off_when_they_should() -> None:
    promtool, folder = program("promtool", "prometheus"), DEPLOY / "prometheus"
    for command in (["check", "config", "prometheus.yml"], ["test", "rules", "alerts.test.yml"]):
        done = subprocess.run([promtool, *command], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
