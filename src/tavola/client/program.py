"""A bot in any language: a program that is asked over its standard input and answers on its standard output.

Each question is one line of JSON, with `moves` and all the seat may know; each answer is one line, a move or
its index. At the end comes a line with `over`, and the input is closed. `while read line; do echo 0; done`
plays.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import subprocess
import sys
import threading
from typing import Any

import msgspec

from tavola.client.bot_log import StandardError
from tavola.client.errors import BotTrouble
from tavola.client.minds import GameSetup, Mind, plain_sight
from tavola.table import messages as m

PREFIX = "exec:"
LONGEST_ANSWER = 1000
THINKING = 60.0  # seconds a program may take for an answer
GOODBYE = 2.0  # seconds it may take to end


def command_of(spec: str) -> list[str]:
    """The command after `exec:`, in words."""
    try:
        words = shlex.split(spec.removeprefix(PREFIX), posix=os.name == "posix")
    except ValueError as error:
        raise BotTrouble(f"{spec!r} can't be read as a command: {error}") from None
    if not words:
        raise BotTrouble(f"{PREFIX} is followed by a command, as in {PREFIX}./mybot or 'exec:node bot.js'")
    return words


class ProgramMind(Mind):
    """One run of the program for one game."""

    def __init__(self, setting: GameSetup, command: list[str]) -> None:
        super().__init__(setting)
        self._name = " ".join(command)[:80]
        self._happened: list[Any] = []
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if StandardError.now is not None else None,
            )
        except OSError as error:
            raise BotTrouble(f"{self._name} can't be started: {error.strerror or error}") from None
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()
        self._overhearing = threading.Thread(target=self._overhear, daemon=True)
        if self._process.stderr is not None:
            self._overhearing.start()

    def _listen(self) -> None:
        """Read answers in a thread, so that a program that does not answer can be given up."""
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while line := self._process.stdout.readline(LONGEST_ANSWER):
                if line.strip():
                    self._answers.put(line)
        self._answers.put(b"")

    def _overhear(self) -> None:
        """Copy its standard error into ours, which remembers it."""
        assert self._process.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while line := self._process.stderr.readline(LONGEST_ANSWER):
                sys.stderr.write(line.decode("utf-8", "replace"))

    def hear(self, news: m.News) -> None:
        self._happened += msgspec.to_builtins(news.steps)

    def choose(self, sight: m.Sight) -> object:
        happened, self._happened = self._happened, []
        self._tell({"moves": list(sight.moves), **plain_sight(self.setting, sight, happened, self.time)})
        try:
            answer = self._answers.get(timeout=THINKING)
        except queue.Empty:
            raise BotTrouble(f"{self._name} has not answered for {THINKING:.0f} seconds") from None
        if not answer:
            raise BotTrouble(f"{self._name} has ended instead of answering{self._code()}")
        text = answer.decode("utf-8", "replace").strip().strip('"')
        return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else text

    def _code(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            if code := self._process.wait(GOODBYE):
                return f", with code {code}"
        return ""

    def end(self, ending: m.Ending) -> None:
        with contextlib.suppress(BotTrouble):  # it may have ended already, which is no fault now
            self._tell({"over": msgspec.to_builtins(ending)})

    def _tell(self, data: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(data) + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise BotTrouble(f"{self._name} has ended instead of answering{self._code()}") from None

    def close(self) -> None:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(GOODBYE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        if process.stderr is not None:
            self._overhearing.join(GOODBYE)
            process.stderr.close()
