"""`tavola serve` as a process: what it says, what it refuses, how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tavola.cli import app
from tavola.core.words import Lang
from tavola.server.settings import SETTINGS, Settings
from tavola.terminal.commands.serve import announce

FREE = {f"TAVOLA_{door}_PORT": "0" for door in ("HTTP", "LINES", "TRAINING", "BATTLE", "TOURNAMENT")}
WAIT = 60.0


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    env = {k: v for k, v in os.environ.items() if not k.startswith("TAVOLA_")}
    env |= FREE | {"TAVOLA_STORAGE": f"sqlite:///{folder / 'tavola.db'}"}
    command = [sys.executable, "-m", "tavola", "serve", *arguments]
    process = subprocess.Popen(command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, process.communicate()[1]
    return line


def ready(process: subprocess.Popen[str]) -> dict[str, Any]:
    return dict(json.loads(first_line(process)))


def test_help_explains_every_setting() -> None:
    shown = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "100"})
    text = " ".join(shown.output.split())
    assert shown.exit_code == 0
    for each in SETTINGS:
        assert f"{each.option} " in text
        assert each.help in text
        assert f"[{each.variable}]" in text
    assert "--install-completion" not in text  # Typer offers it; ours is tavola completion


def test_it_says_where_it_listens_and_what_to_type(tmp_path: Path) -> None:
    with serving(tmp_path, "--lang", "fr") as process:
        url = re.findall(r"http://127\.0\.0\.1:\d+/", first_line(process))[0]
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(10)]
        assert sum("nc 127.0.0.1 " in line for line in said) == 4
        assert "Ctrl-C" in said[-1]
        with urllib.request.urlopen(url, timeout=WAIT) as page:
            assert b"Tavola" in page.read()


@pytest.mark.parametrize(
    ("lang", "closed"),
    [("en", "closed until the day"), ("fr", "fermé jusqu'au jour venu"), ("it", "chiuso fino al giorno")],
)
def test_a_tournament_that_is_not_open_is_not_offered(
    lang: Lang, closed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ports = {"http": 1, "lines": 2, "training": 3, "battle": 4, "tournament": 9000}
    announce(Settings.read({"tournament": "no"}), ports, lang, as_json=False)
    shown = capsys.readouterr().out
    assert "nc 127.0.0.1 4" in shown
    assert "nc 127.0.0.1 9000" not in shown
    assert sum(closed in line and "9000" in line for line in shown.splitlines()) == 1
    announce(Settings.read({}), ports, lang, as_json=False)
    shown = capsys.readouterr().out
    assert "nc 127.0.0.1 9000" in shown
    assert closed not in shown


def test_sigterm_ends_well(tmp_path: Path) -> None:
    with serving(tmp_path, "--json") as process:
        told = ready(process)
        with urllib.request.urlopen(told["http"] + "/healthz", timeout=WAIT) as health:
            assert json.load(health)["ok"] is True
        assert set(told["ports"]) == {"http", "lines", "training", "battle", "tournament"}
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=WAIT)
        assert process.returncode == 0, errors
        assert "Traceback" not in errors


def test_a_second_ctrl_c_does_not_wait_for_the_game(tmp_path: Path) -> None:
    with serving(tmp_path, "--json", "--drain-seconds", "3600") as process:
        port = ready(process)["ports"]["training"]
        with socket.create_connection(("127.0.0.1", port), timeout=WAIT) as player:
            assert player.recv(100).startswith(b"STARTING")
            process.send_signal(signal.SIGINT)
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(timeout=1.0)  # the game may go on
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=WAIT)
            assert process.returncode == 0, errors
            assert "Traceback" not in errors


@pytest.mark.parametrize("option", ["--http-port", "--lines-port"])
def test_a_port_in_use_is_named(tmp_path: Path, option: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with serving(tmp_path, option, str(port)) as process:
            _, errors = process.communicate(timeout=WAIT)
    assert process.returncode in (1, 2)
    assert f"{option} {port} is in use" in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--http-port", "x"], "--http-port takes a port from 0 to 65535"),
        (["--host", "no.such.host.invalid"], "--host no.such.host.invalid"),
        (["--host", "203.0.113.7"], "--host 203.0.113.7 is not an address of this machine"),
        (["--chat-rate", "often"], "--chat-rate takes TIMES/SECONDS"),
        (["--lang", "de"], "there is no language"),
    ],
)
def test_what_it_refuses(tmp_path: Path, arguments: list[str], why: str) -> None:
    with serving(tmp_path, *arguments) as process:
        _, errors = process.communicate(timeout=WAIT)
    assert process.returncode == 2
    assert errors.startswith("error: ")
    assert why in errors
