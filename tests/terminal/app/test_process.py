"""The app as a process of its own, at a terminal: how it begins and how it ends, whatever ends it."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import time
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path
from struct import pack
from termios import TIOCSWINSZ

import pytest

from tavola.core.record import Record

TAVOLA = [sys.executable, "-m", "tavola"]
PLAY = [*TAVOLA, "play", "5000", "--players", "you:Ada,house", "--seed", "3", "--delay", "0"]
ALTERNATE, BACK = "\x1b[?1049h", "\x1b[?1049l"  # the app's own screen, and the one from before


class Terminal:
    """A program at a terminal of 80 columns and 24 lines."""

    def __init__(self, args: list[str], **extra: str) -> None:
        self.seen = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            keep = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
            os.execve(args[0], args, {**keep, "TERM": "xterm-256color", **extra})
        ioctl(self.fd, TIOCSWINSZ, pack("HHHH", 24, 80, 0, 0))

    def until(self, text: str) -> None:
        end = time.monotonic() + 15
        while text not in self.seen:
            assert time.monotonic() < end, self.seen[-2000:]
            assert self._read(), self.seen[-2000:]

    def _read(self) -> bool:
        if not select.select([self.fd], [], [], 0.2)[0]:
            return True
        try:
            piece = os.read(self.fd, 65536)
        except OSError:  # how Linux says that the other side is gone
            return False
        self.seen += piece.decode("utf-8", "replace")
        return bool(piece)

    def type(self, keys: str) -> None:
        os.write(self.fd, keys.encode())

    def end(self) -> int:
        """All it still says, and its exit code."""
        until = time.monotonic() + 15
        while self._read():
            assert time.monotonic() < until, self.seen[-2000:]
        os.close(self.fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def say_goodbye(at: Terminal) -> None:
    at.type("q")
    at.until("Leave the game?")
    at.type("y")


@pytest.mark.parametrize(
    ("ends", "code"),
    [
        (lambda at: at.type("\x03"), 130),
        (lambda at: os.kill(at.pid, signal.SIGTERM), 143),
        (lambda at: os.kill(at.pid, signal.SIGINT), 130),
        (say_goodbye, 0),
    ],
    ids=["ctrl-c", "sigterm", "sigint", "q"],
)
def test_however_it_ends_the_terminal_is_restored_and_the_record_kept(
    ends: Callable[[Terminal], None], code: int, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    at = Terminal([*PLAY, "--record", str(path)])
    at.until("throw the dice")
    at.type("\r")
    at.until("trash")
    ends(at)
    assert at.end() == code
    assert ALTERNATE in at.seen
    after = at.seen.rpartition(BACK)[2]
    assert "Goodbye" in after
    assert str(path) in after
    assert "Traceback" not in at.seen
    assert len(Record.parse(path.read_text()).moves) == 1
    assert [found.name for found in tmp_path.iterdir()] == ["game.txt"]


IMPATIENT = "from tavola import cli; from tavola.terminal.app import app; app.GRACE = 0.5; cli.main()"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_terminal_that_takes_nothing_more_is_not_waited_for(number: signal.Signals) -> None:
    """As when its window hangs: whatever is written there waits, also what would restore it."""
    at = Terminal([sys.executable, "-c", IMPATIENT, *PLAY[3:]])
    at.until("throw the dice")
    for lines in range(24, 84):  # each size is drawn anew
        ioctl(at.fd, TIOCSWINSZ, pack("HHHH", lines, 200, 0, 0))
        time.sleep(0.05)
    os.kill(at.pid, number)
    deadline = time.monotonic() + 15
    while not (ended := os.waitpid(at.pid, os.WNOHANG))[0]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.close(at.fd)
    assert os.waitstatus_to_exitcode(ended[1]) == 128 + number


def test_a_dumb_terminal_gets_lines() -> None:
    at = Terminal(PLAY, TERM="dumb")
    at.until("Enter throws your dice")
    at.type("q\r")
    at.until("Save it for later?")
    at.type("no\r")
    assert at.end() == 0
    assert ALTERNATE not in at.seen


def test_what_is_wrong_is_said_before_the_screen_is_taken(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("")
    for args, why in (
        (["play", "chess"], "there is no game called 'chess'"),
        (["play", "421", "--record", str(there)], "exists already"),
        (["join", "ftp://somewhere"], "is no address of a server or a table"),
    ):
        at = Terminal([*TAVOLA, *args])
        assert at.end() == 2
        assert why in at.seen
        assert ALTERNATE not in at.seen


def test_no_server_is_said_in_words(tmp_path: Path) -> None:
    at = Terminal([*TAVOLA, "join", "ws://127.0.0.1:9/ws"], XDG_DATA_HOME=str(tmp_path))
    assert at.end() == 1
    assert "nobody listens" in at.seen.rpartition(BACK)[2]
    assert "Traceback" not in at.seen
