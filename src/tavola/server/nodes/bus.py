"""The connection to NATS. It reconnects by itself. What is sent meanwhile is lost; the mailbox notices."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from tavola.core.errors import Trouble
from tavola.core.extras import NODES

log = logging.getLogger(__name__)

CONNECT = 10.0  # seconds to wait for NATS when the server starts
AGAIN = 0.25  # seconds between attempts to reconnect
MOST_WAITING = 16_000_000  # bytes waiting to be sent; what exceeds this is dropped

Heard = Callable[[bytes], None]


class Bus:
    """Sends and receives bytes. `back` is called when the connection is there again."""

    def __init__(self, url: str, name: str, back: Callable[[], None] = lambda: None) -> None:
        self._urls = [one.strip() for one in url.split(",")]
        self._name = name
        self._back = back
        self._client: Any = None
        self._subjects: dict[str, Heard] = {}
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._size = 0
        self._bell = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = False

    @property
    def connected(self) -> bool:
        return self._client is not None and self._client.is_connected

    async def open(self, subjects: dict[str, Heard]) -> None:
        """Connect and listen; Trouble if nobody answers."""
        self._subjects = subjects
        try:
            async with asyncio.timeout(CONNECT):
                await self._connect()
        except (TimeoutError, OSError) as error:
            raise Trouble(self._no_answer(error)) from None
        except Exception as error:
            if type(error).__module__.partition(".")[0] != "nats":
                raise
            raise Trouble(self._no_answer(error)) from None
        self._tasks = [asyncio.create_task(self._sends()), asyncio.create_task(self._reopens())]

    def _no_answer(self, error: Exception) -> str:
        places = ", ".join(_place(url) for url in self._urls)
        why = str(error)[:100] if type(error).__module__.startswith("nats") else "no answer"
        return f"can't reach NATS at {places}: {why}; is it there, and is the address right (--nodes)?"

    async def _connect(self) -> None:
        NODES.check("--nodes")
        from nats.aio.client import Client

        client = Client()
        try:
            await client.connect(
                servers=self._urls,
                name=self._name,
                error_cb=self._error,
                disconnected_cb=self._cut,
                reconnected_cb=self._restored,
                max_reconnect_attempts=-1,
                reconnect_time_wait=AGAIN,  # type: ignore[arg-type]
                connect_timeout=2,
                ping_interval=5,
                max_outstanding_pings=2,
                allow_reconnect=True,
            )
            for subject, heard in self._subjects.items():
                await client.subscribe(subject, cb=_hearing(heard))
            await client.flush(timeout=2)
        except BaseException:
            await client.close()
            raise
        self._client = client

    async def _error(self, error: Exception) -> None:
        log.debug("NATS: %s", error)

    async def _cut(self) -> None:
        self._waiting.clear()
        self._size = 0
        if not self._closing:
            log.warning("the connection to NATS is lost; tables here go on, others can't be reached")

    async def _restored(self) -> None:
        log.info("the connection to NATS is back")
        self._back()

    async def _reopens(self) -> None:
        """The client reconnects by itself unless the server has closed it: then a new client is made."""
        while True:
            await asyncio.sleep(AGAIN)
            if self._client.is_closed:
                try:
                    async with asyncio.timeout(CONNECT):
                        await self._connect()
                    await self._restored()
                except Exception as error:
                    log.debug("NATS: %s", error)

    def send(self, subject: str, data: bytes) -> None:
        """Never waits. What can't be sent is dropped."""
        if self.connected and self._size + len(data) <= MOST_WAITING:
            self._size += len(data)
            self._waiting.append((subject, data))
            self._bell.set()

    async def _sends(self) -> None:
        while True:
            await self._bell.wait()
            self._bell.clear()
            await self._empty()

    async def _empty(self) -> None:
        while self._waiting:
            subject, data = self._waiting.popleft()
            self._size -= len(data)
            try:
                await self._client.publish(subject, data)
            except Exception as error:
                log.debug("NATS: %s", error)

    async def close(self) -> None:
        """Send what waits, then hang up."""
        self._closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._client is None:
            return
        try:
            async with asyncio.timeout(2.0):
                if self.connected:
                    await self._empty()
                    await self._client.flush(timeout=1)
        except Exception as error:
            log.debug("NATS: %s", error)
        await self._client.close()


def _hearing(heard: Heard) -> Any:
    async def on_message(message: Any) -> None:
        heard(message.data)

    return on_message


def _place(url: str) -> str:
    """Host and port, without the password."""
    parts = urlsplit(url)
    return f"{parts.hostname or '?'}:{parts.port or 4222}"
