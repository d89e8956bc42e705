"""The client without `await`, for first programs.

from tavola.client.simple import sit_down

with sit_down("ws://127.0.0.1:8421/ws", game, against="house", name="ada") as table:
    for turn in table:
        turn.play(turn.moves[0])
    print("won" if table.won else "lost")
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import msgspec

from tavola.client.client import Client
from tavola.client.errors import Refused
from tavola.client.seeking import Wish
from tavola.client.seeking import sit_down as find_a_seat
from tavola.client.table import Table
from tavola.core.errors import TavolaError

T = TypeVar("T")


class _Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


@dataclass(frozen=True, slots=True)
class Turn:
    """Your turn: what you may do, and all you may know."""

    moves: list[str]
    table: dict[str, Any]  # the game's picture of what lies open
    score: list[int]
    seat: int
    number: int  # how many moves were made
    _owner: SimpleTable

    def play(self, move: str | int) -> None:
        """One of the moves, or its index."""
        self._owner.play(move, self.number)


class SimpleTable:
    """A seat at a table. Loop over it: each round is a turn of yours, and it ends with the game."""

    def __init__(self, loop: _Loop, client: Client, table: Table) -> None:
        self._loop, self._client, self._table = loop, client, table

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._loop.do(self._client.close())
        self._loop.close()

    @property
    def id(self) -> str:
        return self._table.id

    @property
    def token(self) -> str:
        """With it the seat stays yours: keep it."""
        return self._client.token

    @property
    def seat(self) -> int:
        seat = self._table.seat
        assert seat is not None
        return seat

    @property
    def names(self) -> list[str]:
        return self._table.names

    @property
    def over(self) -> bool:
        return self._table.over is not None

    @property
    def won(self) -> bool:
        return self._table.won

    @property
    def scores(self) -> list[int]:
        sight, over = self._table.state.sight, self._table.over
        return list(over.scores if over is not None else sight.score if sight is not None else [])

    def __iter__(self) -> Iterator[Turn]:
        before = -1
        while (turn := self._loop.do(self._my_turn())) is not None:
            if turn.number == before:
                raise TavolaError("it is still your turn: play one of the moves before you go on")
            before = turn.number
            yield turn

    async def _my_turn(self) -> Turn | None:
        table = self._table
        while not table.my_turn or table.over is not None:
            if table.over is not None:
                return None
            await table.next()
        sight = table.state.sight
        assert sight is not None
        picture = msgspec.to_builtins(sight.table)
        return Turn(list(sight.moves), picture, list(sight.score), self.seat, table.turn, self)

    def play(self, move: str | int, turn: int | None = None) -> None:
        try:
            self._loop.do(self._table.play(move, turn=turn))
        except Refused:
            if not self.over:
                raise

    def abort(self) -> None:
        """Call the game off: a player has gone before it really began."""
        self._loop.do(self._table.abort())

    def claim_win(self) -> None:
        """Win against a player who has gone."""
        self._loop.do(self._table.claim_win())

    def resign(self) -> None:
        self._loop.do(self._table.resign())


def sit_down(
    url: str,
    game: str,
    *,
    against: str | None = None,
    name: str | None = None,
    token: str | None = None,
    table: str | None = None,
    **options: Any,
) -> SimpleTable:
    """A seat: against a bot of the server, at the table you name, or with a person who waits."""
    loop = _Loop()
    wish = Wish(game, options, table=table, against=() if against is None else tuple(against.split(",")))

    async def sits() -> tuple[Client, Table]:
        client = Client.connect(url, name=name, token=token)
        await client.__aenter__()
        try:
            return client, await find_a_seat(client, wish)
        except BaseException:
            await client.close()
            raise

    try:
        return SimpleTable(loop, *loop.do(sits()))
    except BaseException:
        loop.close()
        raise
