"""A wall between the nodes and the database, with a door that can be shut."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy.engine import make_url

from bench.chaos_house import quiet_ports


class Wall:
    """Listens on a port; what is said there is said to the socket of a PostgreSQL."""

    def __init__(self, storage: str) -> None:
        self._behind = make_url(storage)
        self._server: asyncio.Server | None = None
        (self._port,) = quiet_ports()  # nobody else is given it, not even while it is shut
        self._talks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        through = self._behind.set(host="127.0.0.1", port=self._port, query={})
        return through.render_as_string(hide_password=False)

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._talk, "127.0.0.1", self._port)

    async def shut(self) -> None:
        """Nobody gets through, and who was talking is cut off."""
        if self._server is not None:
            self._server.close()
        for talk in tuple(self._talks):
            talk.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._talks.add(task)
        query = self._behind.query["host"]
        folder = query if isinstance(query, str) else query[0]
        try:
            back, there = await asyncio.open_unix_connection(str(Path(folder) / ".s.PGSQL.5432"))
            try:
                await asyncio.gather(_pass_on(reader, there), _pass_on(back, writer))
            finally:
                there.close()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            self._talks.discard(task)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()
    writer.close()
