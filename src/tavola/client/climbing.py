"""A bot on the ladder: game after game, several at once, through lost connections and errors of the bot."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from msgspec.structs import replace

from tavola.client.bot_log import LogSender
from tavola.client.client import Client
from tavola.client.errors import BotTrouble, ClientError, Refused
from tavola.client.loading import MindMaker
from tavola.client.playing import BotGame, play_table
from tavola.client.running import Faults, Note, lost_by
from tavola.core.errors import TavolaError
from tavola.table import messages as m

LATER = 0.1  # seconds to wait beyond `retry_after`, so as not to be too early again


class Climbing:
    """Games of the ladder: so many; `games` None: until it is ended."""

    def __init__(
        self, client: Client, wish: m.Ladder, bot: str, make: MindMaker, note: Note, log: bool = False
    ) -> None:
        self._log = log  # is the bot's log sent to the server?
        self._client, self._wish, self._bot, self._make, self._note = client, wish, bot, make, note
        self._results: asyncio.Queue[BotGame | Exception] = asyncio.Queue()
        self._playing: set[str] = set()  # tables
        self._tasks: set[asyncio.Task[None]] = set()
        self._entering: asyncio.Task[None] | None = None
        self._off_until = 0.0  # by the clock of the loop
        self._wanted: int | None = None
        self._done = 0

    async def games(
        self, games: int | None, broke: Callable[[BotTrouble], None] | None = None
    ) -> AsyncIterator[BotGame]:
        self._wanted = games
        self._do(self._listen())
        self._enter_soon()
        faults = Faults()
        try:
            while games is None or self._done < games or self._playing or not self._results.empty():
                result = await self._results.get()
                if isinstance(result, BotTrouble):
                    if faults.are_enough():
                        raise result
                    if broke is not None:
                        broke(result)
                    result = lost_by(result, self._wish.game)
                elif isinstance(result, Exception):
                    raise result
                else:
                    faults.went_well()
                yield result
        finally:
            await self._stop()

    def _do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a task; its errors are raised by `games`."""
        task = asyncio.create_task(self._heard_of(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _heard_of(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:
            self._results.put_nowait(error)

    def _enter_soon(self, pause: float = 0.0) -> None:
        """Enter the ladder, once every pause is over."""
        self._off_until = max(self._off_until, asyncio.get_running_loop().time() + pause)
        if self._entering is not None:
            self._entering.cancel()  # its number of games may be out of date
        self._entering = self._do(self._enter())

    async def _enter(self) -> None:
        loop = asyncio.get_running_loop()
        while self._due() != 0:
            await asyncio.sleep(self._off_until - loop.time())
            try:
                told = await self._client.climb(replace(self._wish, total=self._due()))
            except Refused as refused:
                if refused.retry_after is None:
                    raise
                self._note(f"off the ladder for {refused.retry_after:.0f} s: {refused.why}")
                self._off_until = loop.time() + refused.retry_after + LATER
                continue
            self._remember()
            if told.why:
                self._note(told.why)
            return

    def _due(self) -> int | None:
        """How many games are still to be begun; None: any number."""
        return None if self._wanted is None else max(0, self._wanted - self._done - len(self._playing))

    def _remember(self) -> None:
        """Update the wish that is sent again after a reconnect."""
        climbing, game, due = self._client.conversation.climbing, self._wish.game, self._due()
        if game in climbing:
            if due == 0:
                del climbing[game]
            else:
                climbing[game] = replace(self._wish, total=due)

    async def _listen(self) -> None:
        """Handle the ladder's messages as they come, waiting for nothing else."""
        while True:
            message = await self._client.ladder.get()
            match message:
                case m.Paired():
                    self._begin(message)
                case m.OffLadder():
                    self._off(message)
                case m.Challenged():
                    self._do(self._answer(message))
                case m.OnLadder(why=why) if why and not message.id:
                    self._note(why)
                case Exception():
                    raise message

    async def _answer(self, challenged: m.Challenged) -> None:
        """Answer a challenge; it does not matter if it is off by now."""
        with contextlib.suppress(Refused):
            await self._client.ask(m.Answer(challenge=challenged.challenge, accept=self._due() != 0))

    def _off(self, message: m.OffLadder) -> None:
        self._client.conversation.climbing.pop(message.game, None)
        if message.retry_after is None:
            raise ClientError(f"off the ladder: {message.why}")
        self._note(f"off the ladder for {message.retry_after:.0f} s: {message.why}")
        self._enter_soon(message.retry_after + LATER)

    def _begin(self, paired: m.Paired) -> None:
        if paired.table not in self._playing:
            self._playing.add(paired.table)
            self._do(self._play(paired))
            self._remember()

    async def _play(self, paired: m.Paired) -> None:
        result: BotGame | Exception | None = None
        try:
            table = self._client.table(paired.table)
            await table.join()
            log = LogSender(table) if self._log else None
            result = await play_table(table, self._bot, self._make, log)
            if log is not None and log.refused:
                self._note(f"the server did not take all of the log: {log.refused}")
        except Refused as refused:
            self._note(f"nothing came of the game with {_names(paired)}: {refused.why}")
        except Exception as error:
            result = error
        finally:
            self._playing.discard(paired.table)
            self._client.conversation.leave(paired.table)
            self._client.tables.pop(paired.table, None)
        if result is not None:
            self._done += 1
            self._results.put_nowait(result)
        else:
            self._enter_soon()  # this game did not take place: another is needed

    async def _stop(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(TavolaError, TimeoutError):
            async with asyncio.timeout(1.0):
                await self._client.leave_ladder(self._wish.game)


def _names(paired: m.Paired) -> str:
    return ", ".join(each.name for each in paired.opponents)
