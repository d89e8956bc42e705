"""A bot on the ladder: several games at once, one after the other, whatever breaks on the way."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from msgspec.structs import replace

from tavola.client.bot_log import LogSender
from tavola.client.client import Client
from tavola.client.errors import BotTrouble, ClientError, Refused
from tavola.client.loading import MindMaker
from tavola.client.playing import BotGame, play_table
from tavola.client.running import Faults, Note, lost_by
from tavola.core.errors import TavolaError
from tavola.table import messages as m

AGAIN = 5.0  # seconds until one says again what one wants, where the server names no time


class Climbing:
    """Games of the ladder until there were enough of them; `games` None: until somebody ends it."""

    def __init__(
        self, client: Client, wish: m.Ladder, bot: str, make: MindMaker, note: Note, log: bool = False
    ) -> None:
        self._log = log  # is what the bot says of its decisions sent?
        self._client, self._wish, self._bot, self._make, self._note = client, wish, bot, make, note
        self._results: asyncio.Queue[BotGame | TavolaError] = asyncio.Queue()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._wanted: int | None = None
        self._done = 0
        self._task: asyncio.Task[None] | None = None

    async def games(
        self, games: int | None, broke: Callable[[BotTrouble], None] | None = None
    ) -> AsyncIterator[BotGame]:
        self._wanted = games
        await self._enter()
        self._task = asyncio.create_task(self._listen())
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
                elif isinstance(result, TavolaError):
                    raise result
                else:
                    faults.went_well()
                yield result
        finally:
            await self._stop()

    async def _enter(self) -> None:
        if self._due() == 0:
            return
        told = await self._client.climb(replace(self._wish, total=self._due()))
        self._remember()
        if told.why:
            self._note(told.why)

    def _due(self) -> int | None:
        """How many games are still to begin; None: any number."""
        return None if self._wanted is None else max(0, self._wanted - self._done - len(self._playing))

    def _remember(self) -> None:
        """What is said again after a lost connection."""
        climbing, game, due = self._client.conversation.climbing, self._wish.game, self._due()
        if game in climbing:
            if due == 0:
                del climbing[game]
            else:
                climbing[game] = replace(self._wish, total=due)

    async def _listen(self) -> None:
        try:
            while True:
                message = await self._client.ladder.get()
                match message:
                    case m.Paired():
                        self._begin(message)
                    case m.OffLadder():
                        await self._off(message)
                    case m.Challenged():
                        await self._client.ask(m.Answer(challenge=message.challenge, accept=self._due() != 0))
                    case m.OnLadder(why=why) if why and not message.id:
                        self._note(why)
                    case Exception():
                        raise message
        except Refused as refused:
            self._results.put_nowait(refused)
        except TavolaError as error:
            self._results.put_nowait(error)

    async def _off(self, message: m.OffLadder) -> None:
        self._client.conversation.climbing.pop(message.game, None)
        if message.retry_after is None:
            raise ClientError(f"off the ladder: {message.why}")
        self._note(f"off the ladder for {message.retry_after:g} s: {message.why}")
        await asyncio.sleep(message.retry_after + 0.1)
        await self._enter()

    def _begin(self, paired: m.Paired) -> None:
        if paired.table not in self._playing:
            self._playing[paired.table] = asyncio.create_task(self._play(paired))
            self._remember()

    async def _play(self, paired: m.Paired) -> None:
        result: BotGame | TavolaError | None = None
        try:
            table = self._client.table(paired.table)
            await table.join()
            log = LogSender(table) if self._log else None
            result = await play_table(table, self._bot, self._make, log)
            if log is not None and log.refused:
                self._note(f"the server did not take all of the log: {log.refused}")
        except Refused as refused:
            self._note(f"nothing came of the game with {_names(paired)}: {refused.why}")
        except TavolaError as error:
            result = error
        finally:
            self._playing.pop(paired.table, None)
            self._client.conversation.leave(paired.table)
            self._client.tables.pop(paired.table, None)
        if result is not None:
            self._done += 1
            self._results.put_nowait(result)
        else:
            await self._enter_again()

    async def _enter_again(self) -> None:
        """Of a game nothing came: there is another to play."""
        try:
            await self._enter()
        except TavolaError as error:
            self._results.put_nowait(error)

    async def _stop(self) -> None:
        tasks = [*self._playing.values(), *([] if self._task is None else [self._task])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(TavolaError, TimeoutError):
            async with asyncio.timeout(1.0):
                await self._client.leave_ladder(self._wish.game)


def _names(paired: m.Paired) -> str:
    return ", ".join(each.name for each in paired.opponents)
