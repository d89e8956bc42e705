"""The command as a process of its own: pipes, signals, terminals."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tavola.core.record import Record

TAVOLA = [sys.executable, "-m", "tavola"]
PLAY = [*TAVOLA, "play", "421", "--players", "you:Ada,house,house", "--seed", "12"]
HEAVY = ("hypothesis", "numpy", "numba", "pytest", "asyncio", "fastapi", "textual")
PROMPT = re.compile(r"Ada> (?:Enter [^:]*: )?|q ends: |yes or no: ")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def environment(**extra: str) -> dict[str, str]:
    keep = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES")}
    return {**keep, "PYTHONIOENCODING": "utf-8", "TERM": "xterm-256color", **extra}


def run(*args: str, given: bytes = b"", **extra: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*TAVOLA, *args], input=given, capture_output=True, env=environment(**extra), timeout=60, check=False
    )


# ---- a light start ----


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import tavola", (*HEAVY, "rich", "typer")),
        ("import tavola; tavola.rules('421')", (*HEAVY, "rich", "typer")),
        ("import sys; from tavola.cli import app; app(['games'], standalone_mode=False)", HEAVY),
    ],
)
def test_nothing_heavy_is_imported(code: str, absent: tuple[str, ...]) -> None:
    ask = f"{code}\nimport json, sys\nprint()\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, timeout=60, check=True)
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}
    assert "tavola" in loaded
    assert loaded.isdisjoint(absent)


# ---- pipes ----


def test_a_reader_that_stops_reading(tmp_path: Path) -> None:
    path = tmp_path / "game"
    assert run("play", "421", "--players", "house,house", "--record", str(path)).returncode == 0
    with subprocess.Popen(
        [*TAVOLA, "replay", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_the_end_of_the_input(tmp_path: Path) -> None:
    path = tmp_path / "game"
    done = run(*PLAY[3:], "--record", str(path))
    assert done.returncode == 0
    assert b"not finished" in done.stdout
    assert done.stderr == b""
    assert Record.parse(path.read_text()).result is None


def test_bytes_instead_of_moves() -> None:
    done = run(*PLAY[3:], given=bytes(range(256)) + b"\n" + b"\xff\n" + b"x" * 3_000_000 + b"\nscore\n")
    assert done.returncode == 0
    assert b"Ada: 3 tokens" in done.stdout
    assert done.stderr == b""


def test_a_screen_with_few_signs() -> None:
    done = run(*PLAY[3:], "--no-plain", "--lang", "fr", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    text = done.stdout.decode("ascii")
    assert "+-------+" in text
    assert '"' in text


def test_a_full_disk_behind_the_output() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [*TAVOLA, "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"error: can't write")
    assert b"Traceback" not in done.stderr


# ---- signals ----


@contextmanager
def waiting(*args: str) -> Iterator[subprocess.Popen[bytes]]:
    """A game that has come to its first prompt."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*PLAY, *args], stdin=pipe, stdout=pipe, stderr=pipe, env=environment()) as process:
        assert process.stdout is not None
        seen = b""
        while not seen.endswith(b"Ada> "):
            piece = os.read(process.stdout.fileno(), 4096)
            assert piece, seen
            seen += piece
        yield process


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_signals_keep_the_record(number: signal.Signals, code: int, tmp_path: Path) -> None:
    path = tmp_path / "game"
    with waiting("--record", str(path)) as process:
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == code
    assert b"Traceback" not in errors
    assert Record.parse(path.read_text()).moves
    assert [found.name for found in tmp_path.iterdir()] == ["game"]
    if number == signal.SIGINT:
        assert str(path) in errors.decode()


def test_ctrl_c_while_bots_play(tmp_path: Path) -> None:
    path = tmp_path / "game"
    args = [*TAVOLA, "play", "421", "--players", "house,house", "--delay", "5", "--record", str(path)]
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as process:
        assert process.stdout is not None
        while b"start" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Goodbye" in errors
    assert Record.parse(path.read_text()).moves


# ---- a terminal ----


def at_a_terminal(args: list[str], typed: list[str], columns: int = 80, **extra: str) -> tuple[str, int]:
    """What a person at a terminal sees who answers each prompt with the next line, and the exit code."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(args[0], args, environment(COLUMNS=str(columns), **extra))
    seen, answered, end = "", 0, time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([fd], [], [], 0.2)[0]:
            # Quiet: like a person, answer only once the prompt stands there.
            if answered < len(typed) and len(PROMPT.findall(seen)) > answered:
                os.write(fd, typed[answered].encode())
                answered += 1
            continue
        try:
            piece = os.read(fd, 65536).decode("utf-8", "replace")
        except OSError:  # how Linux says that the other side is gone
            break
        if not piece:
            break
        seen += piece
    os.close(fd)
    return seen, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


TABLE = [*PLAY, "--no-plain", "--delay", "0"]  # without a word about it, the app opens


def test_a_person_throws_with_enter() -> None:
    seen, code = at_a_terminal(TABLE, ["\n", "help\n", "\n", "nonsense\n", "q\n", "yes\n"])
    assert code == 0
    assert "Enter throws your dice" in seen
    assert "╭───────╮" in seen
    assert "There is nothing to decide" in seen
    assert "Traceback" not in seen


def test_ctrl_c_and_ctrl_d_at_the_prompt() -> None:
    seen, code = at_a_terminal(TABLE, ["\x03"])
    assert code == 130
    assert "Goodbye" in seen
    seen, code = at_a_terminal(TABLE, ["\x04"])
    assert code == 0
    assert "Goodbye" in seen
    assert "Traceback" not in seen


def test_colours_only_where_wanted() -> None:
    seen, _ = at_a_terminal(TABLE, ["\n", "q\n", "yes\n"])
    assert "\x1b[1;36m" in seen
    plain, _ = at_a_terminal(TABLE, ["\n", "q\n", "yes\n"], NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]", plain)
    dumb, _ = at_a_terminal(TABLE, ["\n", "q\n", "yes\n"], TERM="dumb")
    assert not re.search(r"\x1b\[[0-9;]*m", dumb)


def test_a_narrow_terminal() -> None:
    seen, _ = at_a_terminal(TABLE, ["\n"] * 5 + ["t\n", "help\n", "q\n", "yes\n"], columns=40)
    lines = [ESCAPE.sub("", line).rstrip("\r") for line in seen.split("\n")]
    assert max(len(line) for line in lines if "Ada>" not in line) <= 40


def test_stepping_through_a_record(tmp_path: Path) -> None:
    path = tmp_path / "game"
    run("play", "421", "--players", "house,house", "--seed", "1", "--record", str(path))
    seen, code = at_a_terminal([*TAVOLA, "replay", "--step", str(path)], ["\n", "\n", "q\n"])
    assert code == 0
    assert seen.count("Enter goes on") == 3
