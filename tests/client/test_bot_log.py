"""What a bot writes to stderr while it decides reaches the page of its game, for its token alone."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tavola.cli import app
from tests.client.house import House, house_beside

TOKEN = "the-long-token-of-titou"
CLASS = """
import sys
class Bot:
    def __init__(self, rng):
        self.asked = 0
    def choose(self, view):
        self.asked += 1
        print(f"thought {self.asked}", file=sys.stderr)
        return view.moves[-1] if self.asked < 9 else self.fail()
    def fail(self):
        raise ValueError("enough")
"""
PROGRAM = """
import json, sys
asked = 0
for line in sys.stdin:
    if "over" in json.loads(line):
        break
    asked += 1
    print(f"thought {asked}", file=sys.stderr, flush=True)
    print(len(json.loads(line)["moves"]) - 1 if asked < 9 else "nonsense", flush=True)
"""


def log_of(here: House, table: str, token: str) -> Any:
    url = f"http://127.0.0.1:{here.settings.http_port}/api/records/{table}/log"
    asked = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return json.load(answer)["lines"]


def tables(here: House) -> list[str]:
    url = f"http://127.0.0.1:{here.settings.http_port}/api/records"
    with urllib.request.urlopen(url, timeout=30) as answer:
        return [each["table"] for each in json.load(answer)["records"]]


def awaited(ask: Callable[[], list[Any]]) -> list[Any]:
    """What is written after the bot has hung up."""
    for _ in range(100):
        if found := ask():
            return found
        time.sleep(0.2)
    raise AssertionError("it never came")


def test_on_the_ladder(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(CLASS, encoding="utf-8")
    with house_beside(tmp_path, rated_same_address=True) as here:
        url = f"tcp://127.0.0.1:{here.settings.lines_port}"
        wish = ["--game", "5000", "--set", "goal=1000000", "--url", url, "--ladder", "--games", "1"]
        other = ["bot", "run", "house", *wish, "--name", "other", "--token", f"not {TOKEN}"]
        with subprocess.Popen([sys.executable, "-m", "tavola", *other]) as playing:
            bot = [
                "bot",
                "run",
                f"{tmp_path}/mybot.py:Bot",
                *wish,
                "--name",
                "titou",
                "--token",
                TOKEN,
                "--log",
            ]
            done = CliRunner().invoke(app, bot)
            playing.wait(60)
        assert done.exit_code == 1, done.output  # it broke down
        (table,) = tables(here)
        found = awaited(lambda: log_of(here, table, TOKEN))
        assert [line["text"] for line in found][:8] == [f"thought {n}" for n in range(1, 9)]
        assert "--log is for one game" in CliRunner().invoke(app, [*bot, "--at-once", "2"]).output


@pytest.mark.parametrize("kind", ["class", "program"])
def test_over_json_lines(tmp_path: Path, kind: str) -> None:
    (tmp_path / "mybot.py").write_text(CLASS if kind == "class" else PROGRAM, encoding="utf-8")
    bot = f"{tmp_path}/mybot.py:Bot" if kind == "class" else f"exec:{sys.executable} {tmp_path}/mybot.py"
    with house_beside(tmp_path) as here:
        url = f"tcp://127.0.0.1:{here.settings.lines_port}"
        where = ["--game", "5000", "--set", "goal=1000000", "--url", url, "--against", "house"]
        done = CliRunner().invoke(
            app, ["bot", "run", bot, *where, "--name", "titou", "--token", TOKEN, "--log"]
        )
        assert done.exit_code != 0  # it broke down at its ninth decision, and its log tells what was before
        (table,) = tables(here)
        found = log_of(here, table, TOKEN)
        assert [line["text"] for line in found][:8] == [f"thought {n}" for n in range(1, 9)]
        assert [line["turn"] for line in found] == sorted(line["turn"] for line in found)
        assert all(line["seconds"] >= 0 for line in found)
        assert log_of(here, table, "the long token of another") == []
        assert "thought 1" in done.stderr  # it is still shown


def test_over_the_lines_of_5000(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(CLASS, encoding="utf-8")
    with house_beside(tmp_path) as here:
        url = f"5000://127.0.0.1:{here.own.training_port}"
        CliRunner().invoke(
            app,
            [
                "bot",
                "run",
                f"{tmp_path}/mybot.py:Bot",
                "--url",
                url,
                "--name",
                "titou",
                "--token",
                TOKEN,
                "--log",
            ],
        )
        (table,) = awaited(lambda: tables(here))
        lines = awaited(lambda: log_of(here, table, TOKEN))
        thought = [line["text"] for line in lines]  # luck may end the game before its ninth decision
        assert thought[:8] == [f"thought {n}" for n in range(1, min(8, len(thought)) + 1)]
        assert lines[0]["turn"] == 1


def test_without_a_token_there_is_nobody_to_keep_it_for() -> None:
    done = CliRunner().invoke(app, ["bot", "run", "house", "--log"], env={"TAVOLA_TOKEN": ""})
    assert done.exit_code != 0
    assert "say --token" in done.stderr
