"""The client: a conversation over a wire that reconnects by itself.

    async with Client.connect("ws://127.0.0.1:8421/ws", name="ada") as client:
        table = await client.create(game)
        await table.seat_bot("house")
        await table.join()
        async for news in table:
            if table.my_turn:
                await table.play(table.moves[0])

A lost connection is opened again, and what was missed is told; a command whose answer was lost is retried and
counts once. A command the server refuses raises `Refused`; if the server is away for longer than `patience`
seconds, everything that waits raises `NoConnection`.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine, Mapping
from random import uniform
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import msgspec

from tavola.client.conversation import (
    CommandResult,
    Conversation,
    Heard,
    LadderMessage,
    LadderNotice,
    Say,
    TableNotice,
)
from tavola.client.errors import ClientError, NoConnection, Refused
from tavola.client.fairness.folder import Receipts
from tavola.client.table import Table
from tavola.client.wires import Wire, address, open_wire
from tavola.core.words import Lang
from tavola.table import messages as m

PATIENCE = 60.0  # seconds
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
T = TypeVar("T")


class Client:
    """One person's connection to a server. Use it as `async with Client.connect(url) as client`."""

    def __init__(self, url: str, conversation: Conversation, patience: float = PATIENCE) -> None:
        address(url)  # a wrong one is refused here
        self.url = url
        self.conversation = conversation
        self.patience = patience
        self.tables: dict[str, Table] = {}
        self.ladder: asyncio.Queue[LadderMessage | Exception] = asyncio.Queue()  # messages of the ladder
        self._wire: Wire | None = None
        self._answers: dict[str, asyncio.Future[m.AnyMessage]] = {}
        self._waits: dict[str, float] = {}  # by command id: until when its answer is waited for
        self._tasks: set[asyncio.Task[None]] = set()
        self._welcome: asyncio.Future[None] | None = None
        self._sending = asyncio.Lock()
        self._failed: Exception | None = None

    @classmethod
    def connect(
        cls,
        url: str,
        *,
        name: str | None = None,
        token: str | None = None,
        lang: Lang | None = None,
        patience: float = PATIENCE,
        whole: bool = True,
        receipts: Receipts | None = None,
    ) -> Client:
        """A client of the server at `url`. Keep the `token`, and the name and the seats stay yours.

        `whole`: if you come late to your seat, or back to it, you are told everything from the game's start.
        `receipts`: where the commitments to the dice are kept; without it, in the user's data folder.
        """
        conversation = Conversation(
            name=name,
            lang=lang,
            whole=whole,
            receipts=receipts or Receipts(),
            host=urlsplit(url).hostname or "",
        )
        if token is not None:
            conversation.token = token
        return cls(url, conversation, patience)

    @property
    def claimed(self) -> bool:
        """Is the name ours alone? A seat at a rated table needs one."""
        return self.conversation.claimed

    @property
    def name(self) -> str:
        """The name under which you play there."""
        return self.conversation.name or ""

    @property
    def token(self) -> str:
        """The secret that proves who you are. Keep it, to come back as the same person."""
        return self.conversation.token

    async def __aenter__(self) -> Self:
        self._welcome = asyncio.get_running_loop().create_future()
        self._do(self._run())
        try:
            await self._welcome
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connection. Seats stay yours."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for place in self.conversation.places.values():
            self.conversation.keep(place)
        self._fail(NoConnection("the client is closed"))

    # ---- commands ----

    async def games(self) -> list[m.GameTold]:
        """The games of the server, with their options and bots."""
        return (await self._expect(m.Games(), m.GameList)).games

    async def list_tables(self, game: str | None = None) -> list[m.TableTold]:
        """The public tables."""
        return (await self._expect(m.Tables(game=game), m.TableList)).tables

    async def create(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        preset: str | None = None,
        public: bool = True,
        clock: m.Clock | None = None,
        rated: bool = False,
        odds: bool = False,
        quiet: bool = False,
    ) -> Table:
        """Open a table. You look on until you `join`."""
        texts = {name: _text(value) for name, value in (options or {}).items()}
        command = m.Create(
            game=game,
            preset=preset,
            options=texts,
            seats=seats,
            public=public,
            clock=clock or m.Clock(),
            rated=rated,
            odds=odds,
            quiet=quiet,
        )
        return self.table((await self._expect(command, m.State)).table)

    async def open(self, table: str) -> Table:
        """An existing table: to watch, or to come back to your seat."""
        found = self.table(table)
        if table not in self.conversation.places:
            await self._expect(m.Resume(table=table), m.State)
        return found

    def table(self, table: str) -> Table:
        """A table by its id. You need not sit there."""
        if table not in self.tables:
            self.tables[table] = Table(self, table)
        return self.tables[table]

    async def climb(self, wish: m.Ladder) -> m.OnLadder:
        """Wait on the ladder, also after a reconnect. Its messages come in `ladder`."""
        told = await self._expect(wish, m.OnLadder)
        self.conversation.climbing[told.game] = wish
        return told

    async def leave_ladder(self, game: str) -> None:
        """Wait on this ladder no longer."""
        self.conversation.climbing.pop(game, None)
        await self.ask(m.Leave_Ladder(game=game))

    async def claim(self, name: str, *, bot: bool = False) -> None:
        """Make a name yours, perhaps for a bot: from now on only your token plays under it."""
        await self.ask(m.Claim(name=name, bot=bot))
        self.conversation.name, self.conversation.claimed = name, True

    async def ping(self) -> float:
        """The round-trip time in seconds."""
        before = time.monotonic()
        await self.ask(m.Ping())
        return time.monotonic() - before

    async def ask(self, command: m.AnyCommand) -> m.AnyMessage:
        """Send a command and wait for its answer; raises Refused."""
        if self._failed is not None:
            raise self._failed
        command = self.conversation.ask(command)
        future: asyncio.Future[m.AnyMessage] = asyncio.get_running_loop().create_future()
        self._answers[command.id] = future
        self._waits[command.id] = time.monotonic() + self.patience
        try:
            await self._send(command)
            return await future
        finally:
            self.conversation.forget(command.id)
            self._answers.pop(command.id, None)
            self._waits.pop(command.id, None)

    async def _expect(self, command: m.AnyCommand, kind: type[T]) -> T:
        answer = await self.ask(command)
        if not isinstance(answer, kind):
            told, wanted = type(answer).__name__, kind.__name__
            raise ClientError(f"the server answered {told} where {wanted} was due; is it of another version?")
        return answer

    # ---- the wire ----

    async def _run(self) -> None:
        """Connect, and reconnect whenever the connection is lost, until cancelled."""
        try:
            since, pause = time.monotonic(), FIRST_PAUSE
            while True:
                try:
                    await self._connected()
                    since, pause = time.monotonic(), FIRST_PAUSE
                except (OSError, TimeoutError) as error:
                    self._give_up(error, since)
                self.conversation.lost()
                wait = max(self.conversation.retry_after, uniform(pause / 2, pause))
                self.conversation.retry_after = 0.0
                pause = min(2 * pause, LONGEST_PAUSE)
                await asyncio.sleep(wait)
        except Exception as error:  # NoConnection, Refused, or a server that speaks something else
            self._fail(error)

    def _give_up(self, error: Exception, since: float) -> None:
        """Raise NoConnection, unless the server was there before, and not too long ago."""
        never = self._welcome is not None and not self._welcome.done()
        if never or time.monotonic() - since > self.patience or self.url.startswith("stdio"):
            raise NoConnection(self._why(error)) from None

    def _why(self, error: Exception) -> str:
        if (turned_away := self.conversation.farewell) is not None:
            return f"{self.url} turned us away: {turned_away.why}"
        if isinstance(error, TimeoutError):
            return f"{self.url} does not answer"
        if isinstance(error, ConnectionRefusedError) or "Connect call failed" in str(error):
            return f"nobody listens at {self.url}; is the server running? (tavola serve)"
        return f"no connection to {self.url}: {error.strerror or error}" if isinstance(error, OSError) else ""

    async def _connected(self) -> None:
        """One connection, from its hello to its end."""
        wire = await open_wire(self.url)
        try:
            hello = self.conversation.hello()
            await wire.send(m.encode(hello))
            while (data := await wire.receive()) is not None:
                for heard in self._hear(data):
                    if isinstance(heard, CommandResult) and heard.id == hello.id:
                        await self._welcomed(wire, heard.message)
                    else:
                        self._take(heard)
            if self._wire is None:
                raise ConnectionResetError("the server hung up")
        finally:
            self._wire = None
            with contextlib.suppress(OSError):
                await wire.close()

    def _hear(self, data: bytes) -> list[Heard]:
        try:
            return self.conversation.hear(m.decode_message(data))
        except (msgspec.DecodeError, UnicodeDecodeError):
            if self._wire is None:
                raise ClientError(f"what answers at {self.url} is no Tavola server") from None
            return []  # a kind of message that a newer server has and we don't

    async def _welcomed(self, wire: Wire, answer: m.AnyMessage) -> None:
        if isinstance(answer, m.Refused):
            raise Refused(answer)
        self._wire = wire
        if self._welcome is not None and not self._welcome.done():
            self._welcome.set_result(None)
        for command in self.conversation.again():
            await self._send(command)

    def _take(self, heard: Heard) -> None:
        match heard:
            case CommandResult(id, answer):
                self._answered(self._answers.get(id), answer)
            case TableNotice(table, message):
                self.table(table).tell(message)
            case LadderNotice(message):
                self.ladder.put_nowait(message)
            case Say(command, after, because):
                self._say(command, after, because)

    def _answered(self, future: asyncio.Future[m.AnyMessage] | None, answer: m.AnyMessage) -> None:
        if future is None or future.done():
            return
        if isinstance(answer, m.Refused):
            future.set_exception(Refused(answer))
        else:
            future.set_result(answer)

    def _say(self, command: m.AnyCommand, after: float, because: m.Refused | None) -> None:
        """Send a command now, or retry it later; if that would be after its deadline, it is refused."""
        future, until = self._answers.get(command.id), self._waits.get(command.id)
        if because is None or future is None or until is None or time.monotonic() + after <= until:
            self._do(self._send_later(command, after))
        elif not future.done():
            future.set_exception(Refused(because))

    async def _send_later(self, command: m.AnyCommand, after: float) -> None:
        await asyncio.sleep(after)
        if self.conversation.is_open(command.id):
            await self._send(command)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, command: m.AnyCommand) -> None:
        """Send a command. Without a connection it is sent on the next one."""
        wire = self._wire
        if wire is None:
            return
        with contextlib.suppress(OSError):  # the reader notices, and reconnects
            async with self._sending:
                await wire.send(m.encode(command))

    def _fail(self, error: Exception) -> None:
        """End everything: all that wait get the error."""
        if self._failed is None:
            self._failed = error
        for future in (self._welcome, *self._answers.values()):
            if future is not None and not future.done():
                future.set_exception(self._failed)
        for table in self.tables.values():
            table.fail(self._failed)
        self.ladder.put_nowait(self._failed)


def _text(value: object) -> str:
    """An option as it is written: on, off, 21."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
