"""The whole server: the store, the table manager, every port; opened, drained and closed in order."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import time
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from socket import socket
from typing import TYPE_CHECKING, Any, cast

import tavola
from tavola.core.extras import SERVER

try:
    import uvicorn
except ModuleNotFoundError:
    SERVER.check("tavola.server")
    raise

from tavola.server.admin.acting import Acting
from tavola.server.admin.administration import Administration
from tavola.server.admin.doors import AdminHttp, AdminSocket
from tavola.server.admin.doors import place as admin_place
from tavola.server.connections.lines import LineServer
from tavola.server.connections.sockets import listening
from tavola.server.connections.websocket import WebSocketServer
from tavola.server.handover import Listening, Offer, Successor, place
from tavola.server.http.app import App
from tavola.server.http.guarded import guarded
from tavola.server.limits.connections import ConnectionLimit
from tavola.server.limits.open_files import fitting, raise_limit
from tavola.server.nodes.wire import node_id
from tavola.server.retention import keep_for_ever
from tavola.server.service import OpenService, ServiceContext, game_services
from tavola.server.settings import Settings
from tavola.server.store import Store
from tavola.server.tables.housekeeping import tidy_for_ever
from tavola.server.tables.manager import TableManager
from tavola.server.telemetry.logs import happened, short
from tavola.server.telemetry.metrics import Metrics
from tavola.table.messages import Closing, encode
from tavola.table.refusal import Refusal

if TYPE_CHECKING:
    from tavola.server.nodes.node import Node

log = logging.getLogger(__name__)

TAKES_OVER = 60.0  # seconds an old server may take, beside what its games have
BACK_IN = 5.0  # retry_after for clients that are disconnected by a shutdown
LAST_WORDS = 2.0  # seconds for open HTTP answers to be sent
# A node that is suspended in the middle of a transaction must not lock others out of its tables: after so
# many seconds PostgreSQL ends the transaction. Shorter than a lease, longer than a healthy node's pauses.
IDLE = 2.0

Ready = Callable[[dict[str, int]], None]


class Server:
    """One node. `open` it, then await `closed`: it returns when the server was asked to stop and has."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.ports: dict[str, int] = {}
        self.node: Node | None = None  # if this is one of several
        self.services: dict[str, OpenService] = {}  # by game
        self._stop = asyncio.Event()
        self._hurry = asyncio.Event()
        self._handing_over = False
        self._exits = AsyncExitStack()

    async def open(self, *, helped: bool = False) -> None:
        """Open everything; `helped`: with the log writer, a child process.

        TavolaError says what failed; then nothing is left open.
        """
        try:
            await self._open(helped)
        except BaseException:
            await self._exits.aclose()
            raise
        where = {name: self.ports[name] for name in sorted(self.ports)}
        node = {"node": self.store.node} if self.store.node else {}
        storage, version = self.store.shown, tavola.__version__
        happened(
            log,
            "the server is open",
            version=version,
            host=self.settings.host,
            **where,
            storage=storage,
            **node,
        )

    async def _open(self, helped: bool) -> None:
        settings, exits = self.settings, self._exits
        successor = Successor.of(settings.storage) if settings.take_over else None
        theirs = {} if successor is None else successor.listening
        web = listening(settings.host, settings.http_port, "--http-port", theirs)
        exits.callback(web.close)
        lines = listening(settings.host, settings.lines_port, "--lines-port", theirs)
        exits.callback(lines.close)
        if successor is not None:
            game_services()  # slow imports are done while the other server still serves
            successor.go()
        me = node_id(settings.node_name) if settings.nodes else ""
        if settings.nodes:
            await (await Store.open(settings.storage)).close()  # migrations may take longer than IDLE
        wait = 0.0 if successor is None else settings.drain_seconds + TAKES_OVER
        self.store = await Store.open(settings.storage or None, node=me, idle=IDLE if me else None, wait=wait)
        exits.push_async_callback(self.store.close)
        if helped:
            await self.store.start_log_writer(self.metrics)
        self.connection_limit = ConnectionLimit(
            fitting(settings.max_connections), settings.connections_per_address
        )
        self.manager = TableManager(settings, self.store, self.metrics)
        await self.manager.moderation.load(self.store)
        self.manager.start()
        exits.push_async_callback(self.manager.stop)
        if settings.nodes:
            await self._join()
        await self._open_services()
        self.lines = LineServer(self.manager, self.connection_limit)
        self.ports["lines"] = await self.lines.start(lines)
        exits.callback(self.lines.close)
        self.websockets = WebSocketServer(self.manager, self.connection_limit)
        exits.push_async_callback(self.websockets.close)
        self.ports["http"] = web.getsockname()[1]
        await self._open_web(web)
        await self._open_administration()
        self._watch_figures()
        self.app.house.health.journal = self.manager.journal
        if self.node is None:
            self._in_background(restore(self.manager))
            self._offer({"--http-port": web, "--lines-port": lines})
        for work in (
            self.manager.moderation.follow(self.store),
            tidy_for_ever(self.manager),
            self.manager.ladder.run(),
            keep_for_ever(self.store, settings, self.metrics),
            self.manager.turns.watch_loop(),
            self.app.house.health.watch(),
        ):
            self._in_background(work)

    async def _join(self) -> None:
        """Become one of several nodes."""
        from tavola.server.nodes.node import Node

        self.node = self.manager.directory = Node(self.manager, self.settings.nodes, self.connection_limit)
        self._exits.push_async_callback(self.node.stop)
        await self.node.start()

    async def _open_services(self) -> None:
        """Open the services some games have beside their tables."""
        context = ServiceContext(
            self.settings,
            self.store,
            self.connection_limit,
            self.manager.rates,
            self.metrics,
            self.manager.moderation,
            self.node,
        )
        for game, service in game_services().items():
            opened = self.services[game] = await service.open(context)
            self._exits.push_async_callback(opened.stop)
            self.ports.update(opened.ports)

    async def _open_web(self, sock: Any) -> None:
        self.app = App(
            self.settings,
            self.store,
            self.manager,
            self.services,
            self.metrics,
            rates=self.manager.rates,
        )
        self.app.ports.update(self.ports)
        self.app.house.node = None if self.node is None else self.node.health
        self._exits.push_async_callback(self.app.close)
        config = uvicorn.Config(
            self.app,
            loop="none",
            http=guarded(self.settings, self.connection_limit, self.metrics),
            ws=cast(Any, self.websockets),  # a protocol factory will do instead of a class
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=True,
            proxy_headers=False,
        )
        self._web = _Web(config)
        serving = asyncio.create_task(self._web.serve(sockets=[sock]), name="web")
        while not self._web.started and not serving.done():
            await asyncio.sleep(0.01)

        async def close_web() -> None:
            self._web.ask_to_end()
            await asyncio.gather(serving, return_exceptions=True)

        self._exits.push_async_callback(close_web)

    async def _open_administration(self) -> None:
        """For tavola admin: a socket, and HTTP if there is a token for it."""
        settings = self.settings
        acting = Acting(self.manager, None if self.node is None else self.node.order)
        if self.node is not None:
            self.node.on_order = acting.ordered
        administration = Administration(self.store, acting)
        if settings.admin_token:
            self.app.house.admin = AdminHttp(administration, settings.admin_token, self.manager.rates)
        if (path := admin_place(settings.storage, settings.admin_socket)) is not None:
            door = AdminSocket(path, administration)
            await door.open()
            self._exits.push_async_callback(door.close)

    def _watch_figures(self) -> None:
        self.metrics.tables.follow(self._tables)
        self.metrics.most_connections.set(self.connection_limit.most)
        self.metrics.made_room.follow(lambda: float(self.connection_limit.closed))

    def _tables(self) -> dict[tuple[str, ...], float]:
        found: dict[tuple[str, ...], float] = {}
        for live in self.manager.live.values():
            key = (live.table.status, live.table.opened.game)
            found[key] = found.get(key, 0) + 1
        return found

    def _offer(self, listening: Listening) -> None:
        """Offer the listening sockets to a process that takes over."""
        if (path := place(self.settings.storage)) is not None:
            offer = Offer(path, listening, self.hand_over)
            offer.open()
            self._exits.callback(offer.close)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)

        async def cancel() -> None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

        self._exits.push_async_callback(cancel)

    # ---- the end ----

    def stop(self) -> None:
        """Stop gracefully; if called a second time, at once."""
        if self._stop.is_set():
            self._hurry.set()
        self._stop.set()

    def hand_over(self) -> None:
        """Another process has the listening sockets and waits for the tables."""
        self._handing_over = True
        happened(log, "another process takes over")
        self.stop()

    async def closed(self) -> None:
        """Wait until asked to stop; drain, until the games or the time are over; then close everything."""
        await self._stop.wait()
        self.manager.draining = self.app.draining = True
        seconds = self.settings.drain_seconds
        happened(log, "asked to stop: no new tables", games=self._in_play(), seconds=seconds)
        draining = asyncio.create_task(self._drain())
        hurried = asyncio.create_task(self._hurry.wait())
        await asyncio.wait([draining, hurried], return_when=asyncio.FIRST_COMPLETED)
        for task in (draining, hurried):
            task.cancel()
        await asyncio.gather(draining, hurried, return_exceptions=True)
        happened(log, "the doors close", hurried=self._hurry.is_set(), games=self._in_play())
        await self.close()
        happened(log, "the server is closed")

    async def _drain(self) -> None:
        """Wait for games with a guest connected to come to their end."""
        until = time.monotonic() + self.settings.drain_seconds
        services = asyncio.gather(
            *(each.stop(self.settings.drain_seconds) for each in self.services.values())
        )
        try:
            while time.monotonic() < until and self._in_play():
                await asyncio.sleep(0.1)
            await services
        finally:
            services.cancel()
            await asyncio.gather(services, return_exceptions=True)  # or an exception would never be retrieved

    def _in_play(self) -> int:
        if self.node is not None or self._handing_over:
            return 0  # their games go on at another node, or in the next process
        return sum(
            live.table.status == "playing" and bool(live.guests) for live in self.manager.live.values()
        )

    async def close(self) -> None:
        """Stop listening, write everything, tell all clients, close all connections."""
        back_in = 0.0 if self._handing_over else BACK_IN
        goodbye = encode(Closing(retry_after=back_in, why="the server is going down"))
        self._web.stop_listening()
        self.lines.close()
        self.manager.close()
        await self.manager.journal.flush()
        self.lines.farewell(goodbye)
        self.websockets.farewell(goodbye)
        await asyncio.sleep(0.05)
        if self._handing_over:  # the successor waits for the file, not for the rest
            await self.manager.stop()
            await self.store.close()
        await self._exits.aclose()


async def restore(manager: TableManager) -> None:
    """Bring back every unfinished table; the event loop serves others in between."""
    back = 0
    for table in await manager.store.running():
        try:
            await manager.find(table)
            back += 1
        except Refusal:
            continue
        except Exception:
            log.exception("the table %s could not be brought back", short(table))
            manager.metrics.faults.add("restore")
    if back:
        happened(log, "unfinished tables are back", tables=back)


class _Web(uvicorn.Server):
    """Without signal handlers, which are ours. It ends as soon as it is told to, while uvicorn polls ten
    times a second whether it should end, and whether all connections are closed."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._asked = asyncio.Event()

    def ask_to_end(self) -> None:
        self.should_exit = True
        self._asked.set()

    async def main_loop(self) -> None:
        while not await self.on_tick(0):  # sets the Date header of the next second
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    await self._asked.wait()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self.stop_listening()
        for each in sockets or ():
            each.close()
        state = self.server_state
        for connection in tuple(state.connections):
            connection.shutdown()
        until = time.monotonic() + LAST_WORDS
        while (state.connections or state.tasks) and time.monotonic() < until:
            await asyncio.sleep(0.01)
        for task in state.tasks:
            task.cancel()

    def stop_listening(self) -> None:
        """Accept no more connections. New ones wait for another process, if one shares the socket."""
        for server in getattr(self, "servers", ()):
            server.close()

    def capture_signals(self) -> Any:
        from contextlib import nullcontext

        return nullcontext()


async def serve(settings: Settings, ready: Ready = lambda _: None) -> None:
    """Open, tell where, and stay until SIGTERM or Ctrl-C."""
    raise_limit()
    server = Server(settings)
    await server.open(helped=True)
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(sign, server.stop)
        except NotImplementedError:  # as on Windows
            signal.signal(sign, lambda *_: loop.call_soon_threadsafe(server.stop))
    # All objects so far stay for good: freeze them. Tables make hardly any reference cycles, so it is enough
    # to collect the young generation; a full collection of many tables takes half a second: make it rare.
    gc.collect()
    gc.freeze()
    gc.set_threshold(1000, 2000, 5)
    ready(server.ports)
    await server.closed()


def run(settings: Settings, ready: Ready = lambda _: None) -> None:
    """Serve until stopped, on uvloop where it is installed."""
    try:
        import uvloop
    except ImportError:  # not on this system
        return asyncio.run(serve(settings, ready))
    return uvloop.run(serve(settings, ready))
