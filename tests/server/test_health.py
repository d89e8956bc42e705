"""/healthz and /readyz of a real server whose parts are stopped, killed, starved: they say so; it mends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tests.server.running import LinesGuest, WebGuest

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="children are found in /proc")
SECONDS = 20.0  # what is to happen within a few may take longer on a busy machine
PORTS = ("http", "lines", "training", "battle", "tournament")


class Running:
    """`tavola serve` as a process."""

    def __init__(self, process: asyncio.subprocess.Process, ports: dict[str, int]) -> None:
        self.process, self.ports = process, ports

    async def get(self, path: str) -> tuple[int, bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.ports["http"])
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        async with asyncio.timeout(SECONDS):
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        return int(head.split()[1]), body

    async def until(self, path: str, status: int) -> Any:
        """What the path says once it has that status."""
        async with asyncio.timeout(SECONDS):
            while True:
                found, body = await self.get(path)
                if found == status:
                    return json.loads(body)
                await asyncio.sleep(0.1)

    async def metric(self, line: str) -> float:
        text = (await self.get("/metrics"))[1].decode()
        return next((float(each.split()[-1]) for each in text.splitlines() if each.startswith(line)), 0.0)

    def child(self, module: str) -> int:
        """The child that runs that module."""
        for status in Path("/proc").glob("[0-9]*/status"):
            with contextlib.suppress(OSError):
                ours = f"PPid:\t{self.process.pid}\n" in status.read_text()
                if ours and module.encode() in (status.parent / "cmdline").read_bytes().split(b"\0"):
                    return int(status.parent.name)
        raise LookupError(module)

    async def guest(self, name: str) -> LinesGuest:
        opened = await asyncio.open_connection("127.0.0.1", self.ports["lines"])
        guest = LinesGuest(*opened)
        await guest.hello(token=f"the long token of {name}", name=name)
        return guest

    async def web_guest(self, name: str) -> WebGuest:
        guest = WebGuest(await connect(f"ws://127.0.0.1:{self.ports['http']}/ws"))
        await guest.hello(token=f"the long token of {name}", name=name)
        return guest

    async def log(self) -> str:
        """All it said, once it has ended."""
        self.process.terminate()
        assert self.process.stderr is not None
        async with asyncio.timeout(60):
            return (await self.process.stderr.read()).decode()


@asynccontextmanager
async def serving(folder: Path, **options: Any) -> AsyncIterator[Running]:
    arguments = [f"--{name}-port=0" for name in PORTS]
    options.setdefault("drain_seconds", 0)  # nobody is to play on while it closes
    arguments += [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tavola", "serve", "--json", f"--storage=sqlite:///{folder / 'tavola.db'}"),
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            told = json.loads(await process.stdout.readline())
        yield Running(process, told["ports"])
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.communicate()


async def a_game(server: Running) -> tuple[LinesGuest, str]:
    """Somebody at his turn."""
    guest = await server.guest("ada")
    table = (await guest.ask("create", game="5000"))["table"]
    await guest.ask("join", table=table)
    await guest.ask("seat_bot", table=table, bot="house")
    return guest, table


async def plays(guest: LinesGuest, table: str) -> dict[str, Any]:
    """A move, sent again with the same id as a client does that is told to, until it counts."""
    async with asyncio.timeout(4 * SECONDS):
        while True:
            state = await guest.ask("resume", table=table)
            if state["type"] == "table" and state["sight"]["actor"] != 0:
                await asyncio.sleep(0.05)  # the bot thinks
                continue
            if state["type"] == "table":
                told = await guest.ask("play", table=table, index=0)
                if told["type"] == "news":
                    return told
                assert told["code"] in ("closing", "stale"), told
            await asyncio.sleep(0.2)


LOG_WRITER = ("tavola.server.table_log", "log writer")


@pytest.mark.parametrize("how", [signal.SIGSTOP, signal.SIGKILL])
def test_a_child_that_hangs_or_dies_is_told_of_and_replaced(how: signal.Signals, tmp_path: Path) -> None:
    module, name = LOG_WRITER

    async def story() -> None:
        async with serving(tmp_path) as server:
            assert (await server.until("/readyz", 200))["processes"][name] == "running"
            guest, table = await a_game(server)
            old = server.child(module)
            os.kill(old, how)
            if how == signal.SIGSTOP:
                for path in ("/readyz", "/healthz"):
                    said = await server.until(path, 503)
                    assert said["processes"][name] != "running"
                    assert name in "; ".join(said["why"])
            await plays(guest, table)
            async with asyncio.timeout(SECONDS):
                while await server.metric(f'tavola_process_restarts_total{{process="{name}"}}') != 1:
                    await asyncio.sleep(0.1)
            assert await server.metric(f'tavola_faults_total{{where="{name}"}}') == 1
            await server.until("/readyz", 200)
            assert server.child(module) != old
            await plays(guest, table)
            web = await server.web_guest("bo")
            assert (await web.ask("watch", table=table))["table"] == table
            for each in (guest, web):
                await each.close()
            said = await server.log()
            assert f"the {name} is gone" in said
            assert f"there is a new {name}" in said
            assert ("does not answer; it is killed" in said) == (how == signal.SIGSTOP)

    asyncio.run(story())


@contextmanager
def tiny_disk(folder: Path) -> Iterator[Path]:
    """A file system of two megabytes."""
    folder = folder / "tiny"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tavola-test", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount one")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def test_a_full_disk_is_told_of_and_nothing_waits_for_it(tmp_path: Path) -> None:
    async def story(folder: Path) -> None:
        async with serving(folder, chat_rate="100000/1", log_rate="1000000/1") as server:
            guest, table = await a_game(server)
            with contextlib.suppress(OSError), (folder / "filler").open("wb", buffering=0) as filler:
                while True:
                    filler.write(b"x" * 4096)
            told: dict[str, Any] = {}
            async with asyncio.timeout(4 * SECONDS):
                while told.get("code") != "closing":  # a little may still fit into the pages that are there
                    told = await guest.ask("chat", table=table, text="x" * 200)
            for path in ("/readyz", "/healthz"):
                said = await server.until(path, 503)
                assert said["writes"] is False
                assert said["storage"] is True
            assert await server.metric('tavola_refusals_total{code="closing"}') >= 1
            assert await server.metric('tavola_faults_total{where="journal"}') >= 1
            (folder / "filler").unlink()
            await server.until("/readyz", 200)
            await plays(guest, table)
            await guest.close()
            said = await server.log()
            assert "could not be written: " in said
            assert "disk is full" in said
            assert "not well: " in said
            assert "well again" in said

    with tiny_disk(tmp_path) as folder:
        asyncio.run(story(folder))
