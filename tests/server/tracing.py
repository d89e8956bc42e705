"""A real server under strace: which bytes went to which file or socket, and what was on the disk by then.

strace handles one stop of a process after the other, so the order of its lines is one that really was: what
ended on an earlier line was over before what begins on a later one began.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

CALLS = "openat,write,pwrite64,writev,fsync,fdatasync,ftruncate,sendto,sendmsg,unlink"
SYNCS = ("fsync", "fdatasync")
SECTOR = 512  # what a disk writes whole
PORTS = ("http", "lines", "training", "battle", "tournament")

_LINE = re.compile(r"(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\()(.*)")
_QUOTED = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_FD = re.compile(r"\d+<((?:\\x[0-9a-f]{2})+|[^>]*)>")


@dataclass(eq=False)
class Call:
    """A system call: the lines on which it began and ended, and what it was about."""

    process: int
    name: str
    begins: int
    ends: int
    text: str

    @cached_property
    def target(self) -> str:
        """The path of the file, or what strace calls the socket."""
        if self.name == "unlink":
            return self.data.decode()
        found = _FD.match(self.text)
        return "" if found is None else _plain(found[1]).decode()

    @cached_property
    def data(self) -> bytes:
        return b"".join(_plain(each) for each in _QUOTED.findall(self.text))

    @property
    def last(self) -> int:
        """The last argument: the offset of a write, the length of a truncated file."""
        return int(self.text.partition(")")[0].rstrip().rpartition(",")[2])


def _plain(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", "")) if text.startswith("\\x") else text.encode()


def calls(trace: Path) -> list[Call]:
    """All that was traced, in the order in which it began."""
    found: list[Call] = []
    under_way: dict[int, Call] = {}
    for number, line in enumerate(trace.read_text("ascii").splitlines()):
        if (read := _LINE.match(line)) is None:
            continue
        process, resumed, name, rest = int(read[1]), read[2], read[3], read[4]
        if resumed:
            if (call := under_way.pop(process, None)) is not None:
                call.ends = number
                call.text += rest
        else:
            found.append(call := Call(process, name, number, number, rest.replace(" <unfinished ...>", "")))
            if rest.endswith("<unfinished ...>"):
                call.ends = sys.maxsize
                under_way[process] = call
    return found


# ---- the server ----


@cache
def why_not() -> str:
    """Why nothing can be traced here; empty if it can."""
    if (strace := shutil.which("strace")) is None:
        return "strace is not installed"
    command = [strace, "-f", "--seccomp-bpf", "-e", "trace=fsync", "-o", os.devnull, "true"]
    tried = subprocess.run(command, capture_output=True, text=True)
    return f"nothing can be traced here: {tried.stderr[:200]}" if tried.returncode else ""


@asynccontextmanager
async def traced_server(folder: Path, trace: Path) -> AsyncIterator[dict[str, Any]]:
    """Where a server listens whose calls are traced. In the end it is killed."""
    strace = ["strace", "-f", "--seccomp-bpf", "-qq", "-yy", "-xx", "-s", "1000000", "-e", "signal=none"]
    ports = [word for door in PORTS for word in (f"--{door}-port", "0")]
    serve = [sys.executable, "-m", "tavola", "serve", "--json", "--log-level", "error", *ports]
    command = [*strace, "-e", f"trace={CALLS}", "-o", str(trace), *serve]
    process = await asyncio.create_subprocess_exec(
        *command, "--storage", f"sqlite:///{folder / 'tavola.db'}", stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            yield json.loads(await process.stdout.readline())
    finally:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGKILL)
        async with asyncio.timeout(60):
            await process.wait()


# ---- the disk ----


@dataclass(frozen=True, slots=True)
class Disk:
    """What a power cut leaves of some files."""

    calls: Sequence[Call]
    files: Sequence[str]

    def after(self, cut: int, luck: random.Random | None, lies: int) -> Iterator[tuple[str, bytes]]:
        """The files if the power goes at a line: what was synced is there. Of the rest nothing is, or by luck
        any part, even half a write. `lies`: the line from which on the disk ignores syncs."""
        for file in self.files:
            mine = [call for call in self.calls if call.target == file and call.begins < cut]
            start = max((n for n, call in enumerate(mine, 1) if call.name == "unlink"), default=0)
            mine = mine[start:]
            over = [call.begins for call in mine if call.name in SYNCS and call.ends < min(cut, lies)]
            safe = max(over, default=-1)
            content = bytearray()
            for call in mine:
                if call.name in ("pwrite64", "write", "ftruncate"):
                    _apply(content, call, None if call.ends < safe else luck, sure=call.ends < safe)
            yield Path(file).name, bytes(content)


def _apply(content: bytearray, call: Call, luck: random.Random | None, *, sure: bool) -> None:
    if not sure and (luck is None or luck.random() < 0.4):
        return
    if call.name == "ftruncate":
        del content[call.last :]
        content.extend(bytes(max(0, call.last - len(content))))
        return
    data, at = call.data, call.last
    if luck is not None and luck.random() < 0.3:
        data = data[: SECTOR * luck.randrange(1 + len(data) // SECTOR)]
    content.extend(bytes(max(0, at + len(data) - len(content))))
    content[at : at + len(data)] = data
