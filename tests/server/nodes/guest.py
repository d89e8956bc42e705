"""Somebody at a door, for the tests: JSON lines, everything heard is kept."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

Message = dict[str, Any]
PATIENCE = 90.0


class Refused(Exception):
    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(message["why"])


class Guest:
    """One connection to one node."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._ids = itertools.count(1)
        self._bell = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())
        self.heard: list[Message] = []

    @classmethod
    async def enter(cls, port: int, name: str, token: str) -> Guest:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        guest = cls(reader, writer)
        guest.name = name
        await guest.ask("hello", name=name, token=token, lang="en")
        return guest

    name = ""

    async def _listen(self) -> None:
        try:
            while line := await self._reader.readline():
                self.heard.append(json.loads(line))
                self._bell.set()
        except OSError:
            pass  # the node was killed
        self.heard.append({"type": "hung up"})
        self._bell.set()

    async def close(self) -> None:
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)
        self._writer.close()

    def send(self, type_: str, **fields: Any) -> str:
        """Without waiting for the answer; its id."""
        id_ = fields.setdefault("id", f"{self.name}-{next(self._ids)}")
        self._writer.write(json.dumps({"type": type_, **fields}).encode() + b"\n")
        return str(id_)

    async def asks_once(self, type_: str, **fields: Any) -> Message:
        """The answer; Refused if it is a refusal."""
        return await self.answer(self.send(type_, **fields))

    async def ask(self, type_: str, **fields: Any) -> Message:
        """As a client should: again, with the same id, while the table is on its way to another node.

        On a busy machine a lease may run out at any moment.
        """
        fields.setdefault("id", f"{self.name}-{next(self._ids)}")
        async with asyncio.timeout(PATIENCE):
            while True:
                since = len(self.heard)
                self.send(type_, **fields)
                try:
                    return await self.answer(fields["id"], since)
                except Refused as refused:
                    if refused.message["code"] != "closing":
                        raise
                    await asyncio.sleep(0.2)

    async def answer(self, id_: str, since: int = 0) -> Message:
        message = await self.until(lambda one: one.get("id") == id_ or one["type"] == "hung up", since)
        if message["type"] == "refused":
            raise Refused(message)
        assert message["type"] != "hung up"
        return message

    async def until(self, wanted: Any, since: int = 0) -> Message:
        """The first message of those heard since then that is wanted."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._until(wanted, since)
        except TimeoutError:
            last = "\n".join(json.dumps(one)[:300] for one in self.heard[-8:])
            raise AssertionError(f"{self.name} waits in vain; heard last:\n{last}") from None

    async def _until(self, wanted: Any, since: int) -> Message:
        while True:
            for place in range(since, len(self.heard)):
                if wanted(self.heard[place]):
                    return self.heard[place]
            since = len(self.heard)
            self._bell.clear()
            await self._bell.wait()

    # ---- at a table ----

    def of(self, table: str) -> list[Message]:
        return [one for one in self.heard if one.get("table") == table]

    def sight(self, table: str) -> Message:
        """The latest news of a table, or how it stood when last seen."""
        return next(one for one in reversed(self.of(table)) if one["type"] in ("news", "table"))

    def news(self, table: str) -> list[Message]:
        """All news of a table, those that were missed and told later too, each once, in the order heard."""
        found: list[Message] = []
        for one in self.of(table):
            found += [one] if one["type"] == "news" else one.get("missed", [])
        return found

    async def open(self, game: str, **more: Any) -> str:
        return str((await self.ask("create", game=game, **more))["table"])

    async def plays(self, table: str) -> None:
        """Whenever it is his turn, a move, until the game is over."""
        seat = (await self.until(lambda one: one["type"] == "table" and one["you"] is not None))["you"]
        done = -1
        async with asyncio.timeout(180):
            while True:
                if self._was_let_go(table):
                    await self.comes_back(table)
                seen = self.sight(table)
                if seen.get("over"):
                    return
                if seen.get("sight") and seen["sight"]["actor"] == seat and seen["turn"] > done:
                    done = seen["turn"]
                    await self.moves(table, seen)
                else:
                    heard = len(self.heard)
                    await self.until(lambda one: one["type"] in ("news", "table", "refused"), heard)

    async def sees_the_end(self, table: str) -> None:
        """Looks on until the game is over."""
        async with asyncio.timeout(180):
            while not self.sight(table).get("over"):
                heard = len(self.heard)
                if self._was_let_go(table):
                    await self.comes_back(table)
                else:
                    await self.until(lambda one: one["type"] in ("news", "table", "refused"), heard)

    def _was_let_go(self, table: str) -> bool:
        """The node let the table go; since then he is not at it."""
        told = [one["type"] for one in self.of(table) if one["type"] == "table" or _lets_go(one)]
        return bool(told[-1] == "refused")

    async def comes_back(self, table: str) -> None:
        """As a client should: again and again, with the version he knows."""
        while True:
            id_ = self.send("resume", table=table, since=self.sight(table)["version"])
            answer = await self.until(lambda one: one.get("id") == id_)  # noqa: B023 - it is awaited here
            if answer["type"] == "table":
                return
            assert answer["code"] == "closing", answer
            await asyncio.sleep(0.2)

    async def moves(self, table: str, seen: Message) -> None:
        """Some move, sent until it is answered."""
        number = seen["turn"] % len(seen["sight"]["moves"])
        id_ = f"{self.name}-turn-{seen['turn']}"
        while True:
            since = len(self.heard)
            self.send("play", table=table, index=number, turn=seen["turn"], id=id_)
            answer = await self.until(lambda one: one.get("id") == id_ or one["type"] == "hung up", since)
            if answer["type"] != "refused" or answer["code"] != "closing":
                assert answer["type"] in ("news", "done"), answer
                return
            await asyncio.sleep(0.2)


def _lets_go(message: Message) -> bool:
    """Said to everyone at a table, and no answer to anything."""
    return message["type"] == "refused" and "id" not in message
