"""A table as a client sees it: how it stands, what may be done there, and the news as they come."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from tavola.client.conversation import KnownTable, TableMessage
from tavola.client.errors import ClientError, Refused
from tavola.client.fairness.proof import Proof, Revealed, prove
from tavola.client.fairness.receipt import Receipt, new_salt
from tavola.core.contract import Rules
from tavola.core.errors import TavolaError
from tavola.games import rules as rules_named
from tavola.table import messages as m

if TYPE_CHECKING:
    from tavola.client.client import Client

MOST_KEPT = 10_000  # messages nobody has asked for yet; beyond it the oldest are forgotten


class Table:
    """`async for news in table` tells what happens, until the game is over; `sight` is how it stands."""

    def __init__(self, client: Client, id: str) -> None:
        self.id = id
        self.client = client
        self._news: deque[TableMessage] = deque(maxlen=MOST_KEPT)
        self._bell = asyncio.Event()
        self._failed: Exception | None = None

    # ---- how it stands ----

    @property
    def state(self) -> m.State:
        """Everything known of the table, up to date."""
        return self._place().state

    def _place(self) -> KnownTable:
        place = self.client.conversation.places.get(self.id)
        if place is None:
            raise ClientError(f"nothing is known of the table {self.id} yet; open it, or sit down there")
        return place

    @property
    def seat(self) -> int | None:
        """Yours, None while you look on."""
        return self.state.you

    @property
    def names(self) -> list[str]:
        return [chair.name for chair in self.state.seats]

    @property
    def turn(self) -> int:
        """How many moves were made."""
        return self.state.turn

    @property
    def over(self) -> m.Ending | None:
        return self.state.over

    @property
    def moves(self) -> list[str]:
        """What you may do now."""
        return self.state.sight.moves if self.state.sight is not None else []

    @property
    def my_turn(self) -> bool:
        state = self.state
        return state.sight is not None and state.you is not None and state.sight.actor == state.you

    @property
    def gone(self) -> list[m.Gone]:
        """Who is away from your game, the longest first, and in how many seconds, from when it was told, you
        may do what about it."""
        return self.state.gone

    @property
    def won(self) -> bool:
        return self.over is not None and self.seat in self.over.winners

    # ---- what one does there ----

    async def join(self, seat: int | None = None, *, salt: str | None = None) -> m.State:
        """Sit down. The game begins when the last seat is taken.

        The server's commitment to its dice is known first, and written down with the salt; that is made up
        here, unless you bring your own.
        """
        await self.client.open(self.id)
        conversation = self.client.conversation
        conversation.sits_down(self.id, salt := new_salt() if salt is None else salt)
        try:
            answer = await self.client.ask(m.Join(table=self.id, seat=seat, salt=salt))
        except Refused:
            conversation.stands(self.id)
            raise
        if isinstance(answer, m.Done):  # it was done the first time, whose answer was lost
            await self.client.ask(m.Resume(table=self.id, since=conversation.places[self.id].told))
        conversation.sat(self.id)
        return self.state

    async def seat_bot(self, bot: str = "house", seat: int | None = None) -> None:
        """On a free seat; in a game, on that of somebody who has gone."""
        await self.client.ask(m.Seat_Bot(table=self.id, bot=bot, seat=seat))

    async def play(self, move: str | int, *, turn: int | None = None) -> None:
        """A move by its notation, or by its index in `moves`. With `turn`: only if nothing happened since."""
        index = move if isinstance(move, int) else None
        text = None if isinstance(move, int) else move
        await self.client.ask(m.Play(table=self.id, move=text, index=index, turn=turn))

    async def chat(self, text: str) -> None:
        await self.client.ask(m.Chat(table=self.id, text=text))

    async def report(self, version: int, why: str = "") -> None:
        """Complain of a line of chat, by its version, to whoever runs the server."""
        await self.client.ask(m.Report(table=self.id, version=version, why=why))

    async def log(self, *lines: m.LogLine) -> None:
        """Say something of your own decisions, for yourself: it is shown beside the game to your token only.

        Refused, if you have no seat here, or say too much."""
        await self.client.ask(m.Bot_Log(table=self.id, lines=list(lines)))

    async def resign(self) -> None:
        await self.client.ask(m.Resign(table=self.id))

    async def abort(self) -> None:
        """Call the game off: somebody has gone before it really began."""
        await self.client.ask(m.Abort(table=self.id))

    async def claim_win(self, seat: int | None = None) -> None:
        """Win against somebody who has gone; against who is longest away, unless a seat is named."""
        await self.client.ask(m.Claim_Win(table=self.id, seat=seat))

    async def rematch(self) -> None:
        """Once more? The new table's name comes in a message `rematch`, when everyone wants it."""
        await self.client.ask(m.Rematch(table=self.id))

    async def leave(self, *, keep: bool = False) -> None:
        """Stand up, or stop looking on; with `keep` the seat stays yours, and the others see you are away."""
        await self.client.ask(m.Leave(table=self.id, keep=keep))
        self.client.conversation.leave(self.id)
        self.client.tables.pop(self.id, None)

    # ---- the dice ----

    @property
    def receipt(self) -> Receipt:
        """What was kept of this game before it began, and what was heard since."""
        return self._place().receipt

    @property
    def receipt_kept(self) -> bool:
        """Is it on the disk, for another day? If not, only this program knows it."""
        return self._place().kept

    def prove(self) -> Proof | None:
        """Once the game is over: are these the promised dice? Every throw and deal is made again."""
        state, receipt = self.state, self.receipt
        if (over := state.over) is None:
            return None
        proof = prove(receipt, Revealed(over.seed, over.salts), _our_rules(state), self.names, state.turn)
        receipt.finding = proof.finding
        self.client.conversation.keep(self._place())
        return proof

    # ---- what one hears ----

    def tell(self, message: TableMessage | m.Refused) -> None:
        if isinstance(message, m.Refused):
            self.fail(Refused(message))
            return
        self._news.append(message)
        self._bell.set()

    def fail(self, error: Exception) -> None:
        self._failed = self._failed or error
        self._bell.set()

    @property
    def waiting(self) -> int:
        """How many messages are there to be heard."""
        return len(self._news)

    async def next(self) -> Any:
        """The next message about the table, whatever it is."""
        while not self._news:
            if self._failed is not None:
                raise self._failed
            self._bell.clear()
            await self._bell.wait()
        return self._news.popleft()

    async def messages(self) -> AsyncIterator[TableMessage]:
        """Everything that is told: news, who sits where, chat, rematches. It never ends by itself."""
        while True:
            yield await self.next()

    async def __aiter__(self) -> AsyncIterator[m.News]:
        async for message in self.messages():
            if isinstance(message, m.News):
                yield message
                if message.over is not None:
                    return
            elif isinstance(message, m.State) and message.over is not None and not self._news:
                return


def _our_rules(state: m.State) -> Rules[Any, Any] | None:
    """The rules the game was played by, if they are the ones we have."""
    try:
        rules = rules_named(state.game, None, **state.options)
    except TavolaError:
        return None
    return rules if rules.info.rules_version == state.rules_version else None
