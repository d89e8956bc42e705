"""Uvicorn around the app, without its signals and its log: the server has its own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import Any

import uvicorn

from tavola.server.http.app import App
from tavola.server.settings import Settings
from tavola.server.sockets import listening

STOP_SECONDS = 5


class _Quiet(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Any:
        yield


class Web:
    """The HTTP door: start, stop."""

    def __init__(self, app: App, settings: Settings, ws: Any = "websockets-sansio") -> None:
        self.app = app
        self._settings = settings
        self._server = _Quiet(
            uvicorn.Config(
                app,
                http="httptools",
                ws=ws,
                ws_max_size=settings.frame_bytes,
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=20,
                timeout_graceful_shutdown=STOP_SECONDS,
                backlog=1024,
            )
        )
        self._sockets: list[socket.socket] = []
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> int:
        """Listen; the port, which matters if it was 0."""
        settings = self._settings
        self._sockets = [listening(settings.host, settings.http_port, "--http-port")]
        port: int = self._sockets[0].getsockname()[1]
        self._task = asyncio.create_task(self._server.serve(self._sockets))
        while not self._server.started:
            if self._task.done():
                await self._task
                raise RuntimeError("uvicorn ended before it began")
            await asyncio.sleep(0.005)
        self.app.ports["http"] = port
        return port

    async def stop(self) -> None:
        """No new connections; those that are answering may finish."""
        self._server.should_exit = True
        if self._task is not None:
            await self._task
        for each in self._sockets:
            each.close()
        await self.app.close()
