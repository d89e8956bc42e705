"""A table as a client sees it: its state, its commands, and the news as they come."""

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

MOST_KEPT = 10_000  # messages not taken yet; beyond that the oldest are dropped


class Table:
    """`async for news in table` tells what happens, until the game is over; `sight` is how it stands."""

    def __init__(self, client: Client, id: str) -> None:
        self.id = id
        self.client = client
        self._news: deque[TableMessage] = deque(maxlen=MOST_KEPT)
        self._bell = asyncio.Event()
        self._failed: Exception | None = None

    # ---- its state ----

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
        """Yours; None while you watch."""
        return self.state.you

    @property
    def names(self) -> list[str]:
        """Who sits there, by seat."""
        return [chair.name for chair in self.state.seats]

    @property
    def turn(self) -> int:
        """How many moves were made."""
        return self.state.turn

    @property
    def over(self) -> m.Ending | None:
        """How the game ended; None while it is being played."""
        return self.state.over

    @property
    def moves(self) -> list[str]:
        """What you may do now."""
        return self.state.sight.moves if self.state.sight is not None else []

    @property
    def my_turn(self) -> bool:
        """Whether the server waits for a move of yours."""
        state = self.state
        return state.sight is not None and state.you is not None and state.sight.actor == state.you

    @property
    def gone(self) -> list[m.Gone]:
        """The players away from your game, the longest first, and in how many seconds, from when it was told,
        you may do what about it."""
        return self.state.gone

    @property
    def won(self) -> bool:
        """Whether the game is over and you are among its winners."""
        return self.over is not None and self.seat in self.over.winners

    # ---- commands ----

    async def join(self, seat: int | None = None, *, salt: str | None = None) -> m.State:
        """Sit down. The game begins when the last seat is taken.

        The server's commitment to its dice is known before that, and saved with the salt, which is random
        unless you give your own.
        """
        await self.client.open(self.id)
        conversation = self.client.conversation
        conversation.sits_down(self.id, salt := new_salt() if salt is None else salt)
        try:
            answer = await self.client.ask(m.Join(table=self.id, seat=seat, salt=salt))
        except Refused:
            conversation.stands(self.id)
            raise
        if isinstance(answer, m.Done):  # a retry: the first answer, with the state, was lost
            await self.client.ask(m.Resume(table=self.id, since=conversation.places[self.id].told))
        conversation.sat(self.id)
        return self.state

    async def seat_bot(self, bot: str = "house", seat: int | None = None) -> None:
        """Seat a bot on a free seat; in a game, on that of a player who has gone."""
        await self.client.ask(m.Seat_Bot(table=self.id, bot=bot, seat=seat))

    async def play(self, move: str | int, *, turn: int | None = None) -> None:
        """Move, by notation or by the index in `moves`. With `turn`: only if no move was made since."""
        index = move if isinstance(move, int) else None
        text = None if isinstance(move, int) else move
        await self.client.ask(m.Play(table=self.id, move=text, index=index, turn=turn))

    async def chat(self, text: str) -> None:
        """Says something to everyone at the table."""
        await self.client.ask(m.Chat(table=self.id, text=text))

    async def report(self, version: int, why: str = "") -> None:
        """Report a line of chat, by its version, to the server's operator."""
        await self.client.ask(m.Report(table=self.id, version=version, why=why))

    async def log(self, *lines: m.LogLine) -> None:
        """Log lines about your own decisions: they are shown beside the game to your token only.

        Refused, if you have no seat here, or log too much."""
        await self.client.ask(m.Bot_Log(table=self.id, lines=list(lines)))

    async def resign(self) -> None:
        """Gives the game up."""
        await self.client.ask(m.Resign(table=self.id))

    async def abort(self) -> None:
        """Call the game off: a player has gone before it really began."""
        await self.client.ask(m.Abort(table=self.id))

    async def claim_win(self, seat: int | None = None) -> None:
        """Win against a player who has gone: the one longest away, unless a seat is named."""
        await self.client.ask(m.Claim_Win(table=self.id, seat=seat))

    async def rematch(self) -> None:
        """Ask for a rematch. The new table's id comes in a message `rematch`, when everyone wants it."""
        await self.client.ask(m.Rematch(table=self.id))

    async def leave(self, *, keep: bool = False) -> None:
        """Stand up, or stop watching; with `keep` the seat stays yours, and the others see you are away."""
        await self.client.ask(m.Leave(table=self.id, keep=keep))
        self.client.conversation.leave(self.id)
        self.client.tables.pop(self.id, None)

    # ---- the dice ----

    @property
    def receipt(self) -> Receipt:
        """What was saved of this game before it began, and what was told since."""
        return self._place().receipt

    @property
    def receipt_kept(self) -> bool:
        """Is the receipt on the disk? If not, only this process has it."""
        return self._place().kept

    def prove(self) -> Proof | None:
        """Once the game is over: were the dice those committed to? Every throw and deal is made again."""
        state, receipt = self.state, self.receipt
        if (over := state.over) is None:
            return None
        proof = prove(receipt, Revealed(over.seed, over.salts), _our_rules(state), self.names, state.turn)
        receipt.finding = proof.finding
        self.client.conversation.keep(self._place())
        return proof

    # ---- messages ----

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
        """How many messages are there to be taken."""
        return len(self._news)

    async def next(self) -> Any:
        """The next message about the table, of any kind."""
        while not self._news:
            if self._failed is not None:
                raise self._failed
            self._bell.clear()
            await self._bell.wait()
        return self._news.popleft()

    async def messages(self) -> AsyncIterator[TableMessage]:
        """All messages: news, who sits where, chat, rematches. Never ends by itself."""
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
    """The rules the game was played by, if this version has them."""
    try:
        rules = rules_named(state.game, None, **state.options)
    except TavolaError:
        return None
    return rules if rules.info.rules_version == state.rules_version else None
