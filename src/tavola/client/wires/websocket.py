"""One text frame is one message."""

from __future__ import annotations

import asyncio

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from tavola.client.errors import BadAddress
from tavola.client.wires import LONGEST, OPENING


class WebSocketWire:
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def send(self, data: bytes) -> None:
        try:
            await self._socket.send(data.decode())
        except ConnectionClosed as error:
            raise OSError(str(error)) from None

    async def receive(self) -> bytes | None:
        try:
            return await self._socket.recv(decode=False)
        except ConnectionClosed:
            return None

    async def close(self) -> None:
        await self._socket.close()


async def open_websocket(url: str) -> WebSocketWire:
    try:
        async with asyncio.timeout(OPENING + 1):
            socket = await connect(
                url, max_size=LONGEST, compression=None, open_timeout=OPENING, close_timeout=2.0
            )
    except InvalidURI as error:
        raise BadAddress(str(error)) from None
    except InvalidHandshake as error:
        raise OSError(f"there is no WebSocket at {url}: {error}") from None
    return WebSocketWire(socket)
