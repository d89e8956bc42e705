"""A contest as docs/contest.md tells it, with a real server and real bots: the week, the day, the scores."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.terminal.commands.test_serve import WAIT, ready, serving

TEAMS = ("red", "blue", "green")


def tavola(folder: Path, *args: str, token: str = "") -> subprocess.Popen[str]:
    env = {k: v for k, v in os.environ.items() if not k.startswith("TAVOLA_")}
    env |= {"TAVOLA_TOKEN": token} if token else {}
    command = [sys.executable, "-m", "tavola", *args]
    return subprocess.Popen(
        command, env=env, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def told(folder: Path, *args: str) -> Any:
    out, err = tavola(folder, *args, "--storage", f"sqlite:///{folder / 'tavola.db'}", "--json").communicate(
        timeout=WAIT
    )
    assert not err
    return json.loads(out)


def bots(folder: Path, door: int, tokens: dict[str, str], games: int) -> None:
    """A bot for each, all at once, till all have played."""
    url = ("--url", f"5000://127.0.0.1:{door}", "--games", str(games))
    running = [
        tavola(folder, "bot", "run", "house", *url, "--name", team, token=token)
        for team, token in tokens.items()
    ]
    for process in running:
        out, err = process.communicate(timeout=WAIT)
        assert process.returncode == 0, err
        assert f"of {games} games" in out


def heard(port: int, said: bytes = b"") -> str:
    with socket.create_connection(("127.0.0.1", port), WAIT) as line:
        line.sendall(said)
        return b"".join(iter(lambda: line.recv(4096), b"")).decode()


def stop(server: subprocess.Popen[str]) -> None:
    server.send_signal(signal.SIGTERM)
    assert server.wait(WAIT) == 0


def counted(board: list[dict[str, Any]], teams: tuple[str, ...], games: int) -> None:
    """Teams and nobody else. A machine that is busy may make a bot too slow; then fewer games count."""
    assert {each["team"] for each in board} <= set(teams)
    assert board
    assert all(1 <= each["games"] <= games for each in board if each["score"])
    assert sum(each["score"] for each in board) <= games


def test_a_week_and_a_day(tmp_path: Path) -> None:
    (tmp_path / "teams.txt").write_text("\n".join(TEAMS), encoding="utf-8")
    tokens = {each["team"]: each["token"] for each in told(tmp_path, "contest", "teams", "teams.txt")}
    assert list(tokens) == list(TEAMS)
    contest = ("--json", "--teams", str(tmp_path / "teams.txt"), "--drain-seconds", "0")
    with serving(tmp_path, *contest, "--no-tournament") as server:
        ports = ready(server)["ports"]
        assert heard(ports["tournament"]) == "ERROR: the tournament is not open yet\nKICK\n"
        bots(tmp_path, ports["battle"], {team: tokens[team] for team in TEAMS[:2]}, 3)
        counted(told(tmp_path, "contest", "scores", "battle"), TEAMS[:2], 3)
        stop(server)
    with serving(tmp_path, *contest) as server:
        bots(tmp_path, ready(server)["ports"]["tournament"], tokens, 3)
        (tmp_path / "more.txt").write_text("\n".join((*TEAMS, "late")), encoding="utf-8")
        (late,) = _given(tmp_path, "contest", "teams", "more.txt")  # beside the server
        assert late["team"] == "late"
        stop(server)
    scores = told(tmp_path, "contest", "scores", "tournament", "--teams", "teams.txt")
    counted(scores, TEAMS, 3)
    standings = told(tmp_path, "contest", "standings", "teams.txt")
    assert {each["team"]: each["games"] for each in standings} == dict.fromkeys(TEAMS, 3)
    shown = tavola(
        tmp_path, "contest", "standings", "teams.txt", "--storage", f"sqlite:///{tmp_path / 'tavola.db'}"
    )
    assert shown.communicate(timeout=WAIT)[0].endswith("told from the next: 0 of 2\n")


def _given(folder: Path, *args: str) -> Any:
    """The same, where those who have a token already are told of."""
    out, _ = tavola(folder, *args, "--storage", f"sqlite:///{folder / 'tavola.db'}", "--json").communicate(
        timeout=WAIT
    )
    return json.loads(out)
