"""A line to a bot in another process: a program started here, or one that listens elsewhere.

Whatever the bot does, waiting has a timeout, and what is kept of its output is bounded.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import IO, Protocol

from tavola.tournaments.faults import Fault

LONGEST_ANSWER = 1000
ANSWERS_AHEAD = 64  # lines buffered before they are asked for; then reading stops
TAIL = 8000  # bytes of its stderr that are kept
GOODBYE = 1.0  # seconds it has to end when its input is closed
TO_CONNECT = 5.0
A_LOOK = 0.1  # seconds between two checks whether we are closing
DIE_WITH_PARENT = 1  # Linux: PR_SET_PDEATHSIG
# Loaded here, because nothing may be loaded between fork and exec.
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


class BotLine(Protocol):
    """Takes lines and answers with lines."""

    def send(self, data: bytes, seconds: float) -> None:
        """Raises a Fault if the bot is gone, or does not read for so long."""

    def receive(self, seconds: float) -> bytes:
        """The next line that is not empty; a Fault if none comes in time, or none can come any more."""

    def errors(self) -> str:
        """The end of its stderr."""

    def close(self) -> None:
        """Let it end; kill it if it does not."""

    def kill(self) -> None:
        """End it at once."""


class ProgramLine:
    """A program started here, with all processes it starts."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                preexec_fn=_die_with_us if sys.platform == "linux" else None,
            )
        except OSError as error:
            raise Fault("crashed", f"it can't be started: {error.strerror or error}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        # Not on Windows before Python 3.12: there a bot that does not read blocks us.
        if hasattr(os, "set_blocking"):
            os.set_blocking(self._process.stdin.fileno(), False)
        self._answers: queue.Queue[bytes] = queue.Queue(ANSWERS_AHEAD)
        self._tail: deque[bytes] = deque()
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._remember, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _listen(self, stream: IO[bytes]) -> None:
        """Read answers in a thread, so that a program that does not answer can be given up."""
        rest = b""
        for chunk in _chunks(stream, self._closing):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._heard(line)
            rest = rest[:LONGEST_ANSWER]
        self._heard(rest)
        self._heard(b"", last=True)

    def _remember(self, stream: IO[bytes]) -> None:
        kept = 0
        for chunk in _chunks(stream, self._closing):
            self._tail.append(chunk)
            kept += len(chunk)
            while kept - len(self._tail[0]) >= TAIL:
                kept -= len(self._tail.popleft())

    def _heard(self, line: bytes, last: bool = False) -> None:
        """Queue a line; wait while the queue is full."""
        while (line.strip() or last) and not self._closing.is_set():
            with contextlib.suppress(queue.Full):
                self._answers.put(line[:LONGEST_ANSWER], timeout=0.1)
                return

    def send(self, data: bytes, seconds: float) -> None:
        assert self._process.stdin is not None
        until, left = time.monotonic() + seconds, memoryview(data)
        while left:
            try:
                written = os.write(self._process.stdin.fileno(), left)
            except BlockingIOError:
                written = 0
            except OSError:
                raise self._gone("input") from None
            left = left[written:]
            if left and time.monotonic() > until:
                raise Fault("stalled", f"it has not read its question for {seconds:g} seconds")
            if left and not written:
                time.sleep(0.001)

    def receive(self, seconds: float) -> bytes:
        try:
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            if self._process.poll() is not None:  # ended, but a process it has started holds the line open
                raise self._gone("output") from None
            raise Fault("stalled", f"it has not answered within {seconds:g} seconds") from None
        if not answer:
            raise self._gone("output")
        return answer

    def _gone(self, closed: str) -> Fault:
        try:
            code = self._process.wait(GOODBYE)
        except subprocess.TimeoutExpired:
            return Fault("crashed", f"it has closed its {closed} instead of answering")
        how = f"with code {code}" if code >= 0 else f"killed by signal {-code}"
        return Fault("crashed", f"it has ended instead of answering, {how}")

    def errors(self) -> str:
        # Its last output may not be read yet.
        self._threads[1].join(0.1 if self._process.poll() is None else GOODBYE)
        return b"".join(self._tail)[-TAIL:].decode("utf-8", "replace")

    def close(self) -> None:
        process = self._process
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GOODBYE)
        self.kill()

    def kill(self) -> None:
        """Kill it, and everything it has started."""
        process = self._process
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:  # as on Windows
                process.kill()
        process.wait()
        self._closing.set()
        for thread in self._threads:
            thread.join(GOODBYE)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None and not any(thread.is_alive() for thread in self._threads):
                stream.close()


def _die_with_us() -> None:
    """Runs in the new process: it will be killed with us, even if we are killed."""
    assert _LIBC is not None
    _LIBC.prctl(DIE_WITH_PARENT, signal.SIGKILL)


def _chunks(stream: IO[bytes], closing: threading.Event) -> Iterator[bytes]:
    """Read a stream to its end, or until we are closing. A process that a bot has started may hold the other
    end open for ever: waiting for it would cost a thread and a file for every game."""
    with contextlib.suppress(OSError, ValueError):
        while _has_something(stream, closing) and (chunk := stream.read(4096)):
            yield chunk


def _has_something(stream: IO[bytes], closing: threading.Event) -> bool:
    """Wait for input. False: we are closing."""
    if not hasattr(select, "poll"):  # as on Windows
        return not closing.is_set()
    watch = select.poll()
    watch.register(stream, select.POLLIN)
    while not closing.is_set():
        if watch.poll(1000 * A_LOOK):
            return True
    return False


class RemoteLine:
    """A program at the far end of a TCP connection, one connection for each game."""

    def __init__(self, address: tuple[str, int]) -> None:
        where = f"{address[0]}:{address[1]}"
        try:
            self._socket = socket.create_connection(address, TO_CONNECT)
        except OSError as error:
            raise Fault("crashed", f"nobody answers at {where}: {error.strerror or error}") from None
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""

    def send(self, data: bytes, seconds: float) -> None:
        self._socket.settimeout(seconds)
        try:
            self._socket.sendall(data)
        except TimeoutError:
            raise Fault("stalled", f"it has not read its question for {seconds:g} seconds") from None
        except OSError as error:
            raise Fault("crashed", f"the connection is lost: {error.strerror or error}") from None

    def receive(self, seconds: float) -> bytes:
        until = time.monotonic() + seconds
        while True:
            line, newline, rest = self._rest.partition(b"\n")
            if newline:
                self._rest = rest
                if line.strip():
                    return line[:LONGEST_ANSWER]
                continue
            self._rest = self._rest[:LONGEST_ANSWER] + self._more(until, seconds)

    def _more(self, until: float, seconds: float) -> bytes:
        left = until - time.monotonic()
        try:
            self._socket.settimeout(max(0.001, left))
            if left > 0 and (found := self._socket.recv(4096)):
                return found
        except TimeoutError:
            left = 0
        except OSError as error:
            raise Fault("crashed", f"the connection is lost: {error.strerror or error}") from None
        if left > 0:
            raise Fault("crashed", "the connection was closed from there")
        raise Fault("stalled", f"it has not answered within {seconds:g} seconds")

    def errors(self) -> str:
        return ""

    def close(self) -> None:
        self._socket.close()

    def kill(self) -> None:
        self._socket.close()
