"""People who keep books: what each said, what was answered, and everything he heard.

A person lives through the server's deaths. He connects again with his token, resumes his tables since the
last version he knows, and says again, with the same id, whatever was not answered.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

from bench.chaos_books import Book, Sent, digest, news_in
from bench.load_ws import Broken, connect
from tavola.core.words import Lang
from tavola.table import messages as m

HOST = "127.0.0.1"
ANSWER_SECONDS = 30.0  # for a hello; beyond it the connection is given up
RETRY = 0.3
AT_ONCE = 40  # commands said again together: a server keeps 64 waiting behind one that has to wait
UNDERSTANDABLE = {"bad_request", "closing"}  # a game may end while one thinks; a server may


class Line(asyncio.Protocol):
    """JSON lines over TCP, with the same manners as the WebSocket client."""

    def __init__(self, hear: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._hear, self._lost = hear, lost
        self._rest = b""
        self._gone = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._hear(line)

    def send(self, payload: bytes) -> None:
        if not self._gone:
            self._transport.write(payload + b"\n")

    def close(self) -> None:
        self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._gone = True
        self._lost()


@dataclass
class World:
    """What all of them share."""

    ports: dict[str, int]
    random: Random
    think: float = 0.3
    winding_up: bool = False
    closed: bool = False
    violations: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    people: list[Person] = field(default_factory=list)
    _triggers: dict[str, asyncio.Event] = field(default_factory=dict)

    def violation(self, what: str) -> None:
        self.violations.append(what)

    def next_said(self, kind: str) -> asyncio.Event:
        """Set when the next command of this kind has been sent."""
        return self._triggers.setdefault(kind, asyncio.Event())

    def said(self, kind: str) -> None:
        if (trigger := self._triggers.pop(kind, None)) is not None:
            trigger.set()

    async def quiet(self, seconds: float = 0.5, most: float = 30.0) -> None:
        """Until nobody has heard anything for a while."""
        heard, until = -1, asyncio.get_running_loop().time() + most
        while heard != self.counts["heard"] and asyncio.get_running_loop().time() < until:
            heard = self.counts["heard"]
            await asyncio.sleep(seconds)

    @property
    def away(self) -> int:
        return sum(not person.awake for person in self.people)


class Person:
    """One who plays or looks on, over one connection at a time."""

    def __init__(self, world: World, name: str, door: str, lang: Lang | None) -> None:
        self.world, self.name, self.door, self.lang = world, name, door, lang
        self.token: str | None = (
            None if world.random.random() < 0.5 else f"{name}-{world.random.getrandbits(64):x}"
        )
        self.awake = False
        self.books: dict[str, Book] = {}
        self.ledger: dict[str, Sent] = {}
        self._open: dict[str, Sent] = {}  # not answered yet
        self._number = 0
        self._voice: Line | None = None
        self._gone = asyncio.Event()
        self._welcome: asyncio.Future[m.Welcome] | None = None
        world.people.append(self)

    # ---- the connection ----

    async def live(self) -> None:
        """Come back as often as it takes, until the world is closed."""
        while not self.world.closed:
            try:
                await self._arrive()
                await self._gone.wait()
            except (OSError, Broken, TimeoutError):
                await asyncio.sleep(self.world.random.uniform(0.05, 0.3))
            self.awake = False
            if self._voice is not None:
                self._voice.close()

    async def _arrive(self) -> None:
        self._gone = gone = asyncio.Event()
        for book in self.books.values():
            book.present = False
        voice = await self._connect(gone)
        self._voice = voice
        self._welcome = asyncio.get_running_loop().create_future()
        self.world.counts["arrived"] += 1
        voice.send(m.encode(m.Hello(token=self.token, name=self.name[:20], lang=self.lang)))
        self.token = (await self._welcomed(self._welcome, gone)).token or self.token
        early = self.world.random.random() < 0.3  # what was done already is then answered by `done` only
        if early:
            self._say_again()
        for book in self.books.values():
            if book.current:
                self._resume(book)
        if not early:
            self._say_again()
        self.awake = True

    async def _welcomed(self, welcome: asyncio.Future[m.Welcome], gone: asyncio.Event) -> m.Welcome:
        """The answer to hello; TimeoutError if the server dies, or takes for ever."""
        dies = asyncio.create_task(gone.wait())
        either: set[asyncio.Future[Any]] = {welcome, dies}
        await asyncio.wait(either, timeout=ANSWER_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        dies.cancel()
        if not welcome.done():
            raise TimeoutError
        return welcome.result()

    async def _connect(self, gone: asyncio.Event) -> Line:
        ports = self.world.ports

        def hear(data: bytes) -> None:
            if gone is self._gone:
                self._hear(data)

        if self.door == "websocket":
            async with asyncio.timeout(ANSWER_SECONDS):
                socket = await connect(HOST, ports["http"], "/ws", hear, gone.set)
            return cast(Line, socket)
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: Line(hear, gone.set), HOST, ports["lines"])
        return line

    def leave(self) -> None:
        if self._voice is not None:
            self._voice.close()
        self._gone.set()

    # ---- speaking ----

    def next_id(self) -> str:
        self._number += 1
        return f"{self.name}.{self._number}"

    def say(self, command: m.Command, move: str = "") -> asyncio.Future[m.AnyMessage]:
        """Say it, now or when the server is back, until it is answered."""
        answer: asyncio.Future[m.AnyMessage] = asyncio.get_running_loop().create_future()
        sent = self.ledger[command.id] = self._open[command.id] = Sent(command, move, answer)
        if self.awake:
            self._send(sent)
            if self.world.random.random() < 0.03:  # a nervous finger: it still counts once
                self._send(sent)
        return answer

    def _send(self, sent: Sent) -> None:
        assert self._voice is not None
        sent.times += 1
        self.world.counts["resent"] += sent.times > 1
        self._voice.send(m.encode(sent.command))
        self.world.said(type(sent.command).__name__.lower())

    def _say_again(self) -> None:
        for sent in tuple(self._open.values())[:AT_ONCE]:
            self._send(sent)

    def _resume(self, book: Book, since: int | None = None) -> None:
        since = book.version if since is None else since
        book.asked_since = since
        assert self._voice is not None
        self._voice.send(m.encode(m.Resume(table=book.table, since=since, id=f"resume.{book.table}")))

    def turn_from(self, book: Book) -> None:
        """Leave a table for good, without waiting to be let go."""
        book.current = book.present = False
        self.say(m.Leave(table=book.table, id=self.next_id()))

    def look_back(self, book: Book) -> None:
        """Ask for the whole story of a table once more."""
        book.present = False
        self._resume(book, 0)

    # ---- hearing ----

    def _hear(self, data: bytes) -> None:
        self.world.counts["heard"] += 1
        try:
            said: m.AnyMessage = m.decode_message(data)
        except Exception as error:
            return self.world.violation(f"{self.name}: not a message: {error}: {data[:200]!r}")
        match said:
            case m.Welcome():
                if self._welcome is not None and not self._welcome.done():
                    self._welcome.set_result(said)
            case m.State():
                self._sees_table(said)
            case m.News() | m.Said() | m.Seated() | m.Again():
                self._hears_news(said)
        if (id_ := getattr(said, "id", "")) and (sent := self.ledger.get(id_)) is not None:
            self._is_answered(sent, said)
        elif isinstance(said, m.Refused) and said.code != "closing":
            self.world.violation(f"{self.name}: refused out of the blue: {said.code}: {said.why}")
        return None

    def book(self, table: str) -> Book:
        if (book := self.books.get(table)) is None:
            book = self.books[table] = Book(table)
        return book

    def _sees_table(self, state: m.State) -> None:
        book = self.book(state.table)
        if state.version < book.version:
            self.world.violation(
                f"{self.name}: {book.table} stands at {state.version}, but {book.version} was told already"
            )
        elif book.present and state.version != book.version:
            self.world.violation(f"{self.name}: {book.table} is at {state.version}, heard {book.version}")
        book.heard.append((state.version, "table", digest(state)))
        if state.id.startswith("resume."):
            book.resumed.append((book.asked_since, state.version, [news.version for news in state.missed]))
            self.world.counts["resumed"] += 1
        for news in state.missed:
            book.heard.append((news.version, "news", digest(news)))
            if news.id and (sent := self.ledger.get(news.id)) is not None:
                self._is_answered(sent, news)
        book.version, book.present, book.seat = max(book.version, state.version), True, state.you
        if state.new_table:
            book.renewed(state.new_table)
        if state.sight is not None:
            self._looks(book, state.turn, state.sight, state.over is not None)

    def _hears_news(self, said: m.News | m.Said | m.Seated | m.Again) -> None:
        book = self.book(said.table)
        book.heard.append((said.version, news_in(said), digest(said)))
        if book.present:
            in_order = said.version == book.version + 1
            coming_or_going = isinstance(said, m.Seated) and said.version == book.version
            if not (in_order or coming_or_going):
                self.world.violation(
                    f"{self.name}: {book.table} told {said.version} after {book.version} ({news_in(said)})"
                )
            book.version = max(book.version, said.version)
        if isinstance(said, m.Again) and said.new_table:
            book.renewed(said.new_table)
        if isinstance(said, m.News):
            self._looks(book, said.turn, said.sight, said.over is not None)

    def _is_answered(self, sent: Sent, said: m.AnyMessage) -> None:
        if isinstance(said, m.Refused):
            self.world.refused[said.code] += 1
            if said.code == "closing" and not sent.answered:
                asyncio.get_running_loop().call_later(RETRY, self._once_more, sent)
                return
            if said.code not in UNDERSTANDABLE:
                self.world.violation(f"{self.name}: {sent.command} refused: {said.code}: {said.why}")
        self._open.pop(sent.command.id, None)
        if self.awake and len(self._open) >= AT_ONCE:
            self._send(tuple(self._open.values())[AT_ONCE - 1])
        if (wrong := sent.take(said)) is not None:
            self.world.violation(f"{self.name}: {wrong}")

    def _once_more(self, sent: Sent) -> None:
        if self.awake and not sent.answered:
            self._send(sent)

    # ---- playing ----

    def _looks(self, book: Book, turn: int, sight: m.Sight, over: bool) -> None:
        if over:
            book.over.set()
        elif book.seat is not None and sight.actor == book.seat and turn > book.moved_at:
            book.moved_at = turn
            wait = book.pace * self.world.random.uniform(0.1, 1.9)
            if self.world.winding_up:
                wait *= 0.05
            asyncio.get_running_loop().call_later(wait, self._moves, book, turn, sight.moves)

    def _moves(self, book: Book, turn: int, moves: list[str]) -> None:
        chance = self.world.random
        if self.world.closed or book.over.is_set():
            return
        if chance.random() < 0.02:
            self.chat(book)
        if chance.random() < 0.002:
            self.say(m.Resign(table=book.table, id=self.next_id()))
            return
        index = chance.randrange(len(moves))
        at = (
            turn if chance.random() < 0.5 else None
        )  # without it only the id keeps a move from counting twice
        by_index = chance.random() < 0.5
        command = m.Play(
            id=self.next_id(),
            table=book.table,
            move=None if by_index else moves[index],
            index=index if by_index else None,
            turn=at,
        )
        self.say(command, moves[index])

    def chat(self, book: Book) -> None:
        self.say(m.Chat(table=book.table, text=f"word {self._number} of {self.name}", id=self.next_id()))
