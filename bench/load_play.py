"""Players for our own server: two at every table, random legal moves, a new table when a game is over.

A move is sent as soon as its player has heard that it is his turn (or after some thought, if asked for). Its
latency is from sending `play` to hearing the `news` that carries its id.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable
from random import random, randrange
from time import perf_counter
from typing import Any

import msgspec

from bench.load_ws import Socket, connect
from tavola.table import messages as m

encode = msgspec.json.Encoder().encode


class Sight(msgspec.Struct):
    actor: int
    moves: list[msgspec.Raw] = []


class Heard(msgspec.Struct):
    """What a player needs of any message; all else is skipped unread."""

    type: str
    id: str = ""
    table: Any = None
    turn: int = 0
    sight: Sight | None = None
    over: msgspec.Raw = msgspec.Raw()
    code: str = ""
    why: str = ""


hear = msgspec.json.Decoder(Heard).decode


class Crowd:
    """What all players together count."""

    def __init__(self, address: tuple[str, int], think: float = 0.0) -> None:
        self.address, self.think = address, think
        self.latencies = array("d")  # seconds, of the moves heard while measuring
        self.measuring = self.stopped = False
        self.moves = self.games = self.heard = self.lost = 0
        self.refused: dict[str, int] = {}
        self.size = 0  # bytes heard

    def refuse(self, code: str, why: str) -> None:
        if not self.stopped:
            said = f"{code}: {why}"
            self.refused[said] = self.refused.get(said, 0) + 1

    def leaves(self) -> None:
        if not self.stopped:
            self.lost += 1


class Guest:
    """One connection that has said hello."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.number = 0
        self.socket: Socket
        self._answers: dict[str, asyncio.Future[Heard]] = {}

    async def arrive(self) -> None:
        self.socket = await connect(*self.crowd.address, "/ws", self.hear, self.crowd.leaves)
        await self.ask(m.Hello(id="hello"))

    async def ask(self, command: m.Command) -> Heard:
        """The answer to a command that is no move; RuntimeError if it was refused."""
        answer: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()
        self._answers[command.id] = answer
        self.socket.send(m.encode(command))
        async with asyncio.timeout(60):
            said = await answer
        if said.type == "refused":
            raise RuntimeError(f"the server refused: {said.why}")
        return said

    def hear(self, data: bytes) -> None:
        self.crowd.heard += 1
        self.crowd.size += len(data)
        said = hear(data)
        if said.id and (answer := self._answers.pop(said.id, None)) is not None and not answer.done():
            answer.set_result(said)
        elif said.type == "refused":
            self.crowd.refuse(said.code, said.why)
        self.sees(said)

    def sees(self, said: Heard) -> None:
        """Something to do for a player; one who looks on only looks."""

    def next_id(self) -> str:
        self.number += 1
        return f"c{self.number}"


class Player(Guest):
    """One who plays, at one table at a time."""

    def __init__(self, crowd: Crowd, seat: int, over: Callable[[], None]) -> None:
        super().__init__(crowd)
        self.seat, self.over = seat, over
        self.table = ""
        self._turn = -1  # the last turn on which we have moved, or are about to
        self._waits_for, self._sent = "", 0.0

    async def sit(self, table: str) -> None:
        self.table, self._turn = table, -1
        await self.ask(m.Join(id=self.next_id(), table=table, seat=self.seat))

    def sees(self, said: Heard) -> None:
        if said.id and said.id == self._waits_for:
            self._measure(said)
        sight = said.sight
        if sight is None or said.table != self.table:
            return
        if said.over:
            self.table = ""
            self.over()
        elif sight.actor == self.seat and said.turn > self._turn:
            self._turn = said.turn
            choice = randrange(len(sight.moves))
            if self.crowd.think:
                wait = self.crowd.think * (0.5 + random())
                asyncio.get_running_loop().call_later(wait, self._play, self.table, said.turn, choice)
            else:
                self._play(self.table, said.turn, choice)

    def _measure(self, said: Heard) -> None:
        self._waits_for = ""
        if said.type == "news":
            self.crowd.moves += 1
            if self.crowd.measuring:
                self.crowd.latencies.append(perf_counter() - self._sent)

    def _play(self, table: str, turn: int, choice: int) -> None:
        if self.crowd.stopped or table != self.table:
            return
        self._waits_for = self.next_id()
        data = encode({"type": "play", "id": self._waits_for, "table": table, "index": choice, "turn": turn})
        self._sent = perf_counter()
        self.socket.send(data)


class Pair:
    """Two players who play on and on."""

    def __init__(self, crowd: Crowd, game: str) -> None:
        self.crowd, self.game = crowd, game
        self.players = [Player(crowd, seat, self._over) for seat in (0, 1)]
        self.watchers: list[Guest] = []
        self._left = 0  # players who have not yet heard that the game is over
        self._tasks: set[asyncio.Task[None]] = set()

    async def arrive(self) -> None:
        for player in self.players:
            await player.arrive()

    async def open(self) -> None:
        """A new table. Whoever looks on comes along before the first move."""
        first = self.players[0]
        create = m.Create(id=first.next_id() + f"-{random():.12f}", game=self.game, seats=2)
        table = (await first.ask(create)).table
        self._left = 2
        for watcher in self.watchers:
            await watcher.ask(m.Watch(id=watcher.next_id(), table=table))
        for player in self.players:
            await player.sit(table)

    def _over(self) -> None:
        self._left -= 1
        if self._left == 0 and not self.crowd.stopped:
            self.crowd.games += 1
            task = asyncio.get_running_loop().create_task(self._again())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _again(self) -> None:
        try:
            await self.open()
        except (RuntimeError, TimeoutError) as error:
            self.crowd.refuse("new table", str(error))


async def gather(crowd: Crowd, tables: int, games: list[str], spectators: int = 0) -> list[Pair]:
    """All players and spectators at their tables, a few arriving at a time; the games have begun."""
    pairs = [Pair(crowd, games[number % len(games)]) for number in range(tables)]
    for number in range(spectators):
        pairs[number % tables].watchers.append(Guest(crowd))
    door = asyncio.Semaphore(20)

    async def seat(pair: Pair) -> None:
        async with door:
            await pair.arrive()
            for watcher in pair.watchers:
                await watcher.arrive()
            await pair.open()

    await asyncio.gather(*map(seat, pairs))
    return pairs


def leave(crowd: Crowd, pairs: list[Pair]) -> None:
    crowd.stopped = True
    for pair in pairs:
        for guest in (*pair.players, *pair.watchers):
            guest.socket.close()
