"""A table of a server. The client reconnects by itself; here its messages become news."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

from tavola.client.client import Client
from tavola.client.errors import Refused
from tavola.client.fairness.proof import Proof, contradiction, short
from tavola.client.table import Table
from tavola.client.views import view_of
from tavola.core.codec import BadData, codec_of
from tavola.core.contract import Event, Outcome, Seat
from tavola.core.errors import TavolaError
from tavola.core.words import LANGS, Lang, Phrase, colon, same
from tavola.games import rules as rules_named
from tavola.table import messages as m
from tavola.terminal.app import source as told
from tavola.terminal.app import words as w
from tavola.terminal.app.place import ServerPlace
from tavola.terminal.app.terms import all_terms, seats
from tavola.terminal.drawings.pen import clean

# ---- a page to read about the dice of a table ----


def dice_page(table: Table, proof: Proof | None, lang: Lang) -> str:
    """In Markdown; every hash whole, on a line of its own, for copying."""
    receipt = table.receipt
    said = proof.said if proof is not None else contradiction(receipt, table.names) or w.DICE_STILL
    parts = [f"**{clean(said.in_(lang))}**"]
    kept = w.DICE_KEPT if receipt.before and receipt.salt else w.DICE_NOT_BEFORE
    rows = [("table", receipt.table, ""), ("commitment", receipt.commitment, f" ({kept.in_(lang)})")]
    rows += [("seed", proof.seed, "")] if proof is not None else []
    parts += [colon(w.DICE_ROWS[name].in_(lang) + note, _code(value), lang) for name, value, note in rows]
    salts = list(receipt.salts)
    if receipt.salt and receipt.seat is not None and receipt.seat < len(salts):
        salts[receipt.seat] = receipt.salt
    for name, salt in zip(table.names, salts, strict=False):
        if name:
            said = w.DICE_ROWS["salt"].fill(who=clean(name))
            parts.append(colon(said.in_(lang), _code(salt) if salt else "–", lang))
    return "\n\n".join(parts)


def _code(text: str) -> str:
    """Escapes a text of others, so that it does not format our page."""
    return f"`{clean(text).replace('`', '?') or '–'}`"


FAREWELL = 2.0  # seconds to tell the server that we leave
MOVED_ON = ("stale", "not_your_turn")  # the table has moved on, so the next question comes soon
CALL_OFF, CLAIM, BOT = WAYS = ("f6", "f7", "f8")  # the keys, if a player has gone
FEW = 8  # most waiting news that still get their pauses


class Remote:
    """One table, from a seat or from beside it."""

    remote = True

    def __init__(self, client: Client, table: Table, place: ServerPlace) -> None:
        self.client, self.table, self.place = client, table, place
        state = table.state
        self.rules = rules_named(state.game, None, **state.options)
        self.view: told.AnyView | None = None
        self._opened = state.version  # older versions are history
        self._asked = -1  # the turn whose question was asked
        self._answered = -1  # the turn whose question was answered
        self._ended = False
        self._want_again: frozenset[Seat] = frozenset()  # seats whose wish for a rematch was reported
        self._left = self._accused = False
        self.proof: Proof | None = None  # once it is over
        self.stays = False  # did we leave a game that goes on?
        self._seats(state.seats, state.you)

    def _seats(self, chairs: list[m.Chair], you: Seat | None) -> None:
        self._here = tuple(chair.connected for chair in chairs)
        self._told_at = time.monotonic()  # when the times of `gone` were received
        self.names = tuple(clean(chair.name) for chair in chairs)
        self.humans = frozenset() if you is None else frozenset({you})

    @property
    def link(self) -> str:
        return self.place.link(self.table.id)

    # ---- what happens ----

    async def news(self) -> AsyncIterator[told.News]:
        state = self.table.state
        yield told.Noted(w.INVITE.fill(link=self.link))
        yield told.Noted(self._terms())
        yield told.Noted(w.COMMITTED.fill(commitment=short(self.table.receipt.commitment)))
        if self.table.receipt.salt and not self.table.receipt_kept:
            yield told.Noted(w.NOT_KEPT, bad=True)
        for said in state.chat:
            yield self._line(said)
        message: Any = state
        while True:
            for news in self._read(message):
                yield news
            for news in self._contradicts():
                yield news
            if getattr(message, "over", None) is not None and not self._ended:
                yield await self._end()
            if self._asks_us():
                yield self._question()
            if isinstance(message, m.Again) and message.new_table and self.humans:
                yield told.MovedOn(await self._next_table(message.new_table))
                return
            message = await self.table.next()

    def _read(self, message: Any) -> Iterator[told.News]:
        match message:
            case m.News():
                yield from self._happened(message)
            case m.State():
                yield from self._stands(message)
            case m.Seated():
                yield from self._seated(message)
            case m.Said():
                yield self._line(message)
            case m.Again(wanted=wanted):
                for seat in wanted:
                    if seat not in self._want_again:
                        yield told.Noted(w.WANTS_REMATCH.fill(who=self.names[seat]))
                self._want_again = frozenset(wanted)

    def _line(self, said: m.Said) -> told.ChatLine:
        ours = said.name == self.client.name and said.seat == self.table.seat
        return told.ChatLine(said.name, said.text, said.version, ours)

    def _happened(self, news: m.News) -> Iterator[told.News]:
        before, seat = self.view, self.table.seat
        self.view = view_of(self.rules, seat, news.sight)
        self._asked = -1  # the question is off the board
        events, said = self._events(news.steps)
        fresh = news.version > self._opened and self.table.waiting < FEW
        yield told.StepShown(before, self.view, events, said, fresh)
        yield from self._clocks(news.time)

    def _stands(self, state: m.State) -> Iterator[told.News]:
        self._seats(state.seats, state.you)
        yield told.SeatsChanged(self.names, state.you)
        self.view = None if state.sight is None else view_of(self.rules, state.you, state.sight)
        self._asked = -1
        yield told.Stands(self.view)
        yield from self._clocks(state.time)

    def _clocks(self, time: m.Time | None) -> Iterator[told.News]:
        if time is not None:
            yield told.TimeLeft(time.decision, None if time.game is None else tuple(time.game))

    async def _end(self) -> told.GameEnded:
        """How it ended, and whether the dice were fair: all throws are made again for that."""
        self._ended = True
        over = self.table.over
        assert over is not None
        self.proof = await asyncio.to_thread(self.table.prove)
        return told.GameEnded(Outcome(same(over.reason), tuple(over.scores), tuple(over.winners)), self.proof)

    def _contradicts(self) -> Iterator[told.News]:
        """The server contradicts what it said before: reported at once, and only once."""
        said = None if self._accused else contradiction(self.table.receipt, self.names)
        if said is not None:
            self._accused = True
            yield told.Noted(said, bad=True)

    def _asks_us(self) -> bool:
        """Is it our decision, with no news waiting, and not asked yet?"""
        known = self.view is not None and not self.table.waiting and self.table.over is None
        return known and self.table.my_turn and self.table.turn not in (self._answered, self._asked)

    def _question(self) -> told.Asks:
        seat, view = self.table.seat, self.view
        assert seat is not None
        assert view is not None
        self._asked = self.table.turn
        return told.Asks(seat, view)

    def _seated(self, message: m.Seated) -> Iterator[told.News]:
        before = self.names
        was_here = self._here
        self._seats(message.seats, self.table.seat)
        for old, new in zip(before, self.names, strict=True):
            if old != new:
                yield told.Noted(w.SITS.fill(who=new) if new else w.STANDS_UP.fill(who=old))
        for seat, (was, here) in enumerate(zip(was_here, self._here, strict=True)):
            if was != here and before[seat] == self.names[seat] != "" and seat not in self.humans:
                yield told.Noted((w.IS_BACK if here else w.HAS_GONE).fill(who=self.names[seat]))
        yield told.SeatsChanged(self.names, self.table.seat)

    def _events(self, steps: list[m.Happened]) -> tuple[tuple[Event, ...], tuple[str, ...]]:
        """The events; of those that can't be read here, at least their words."""
        events, said = [], []
        for data in (event for step in steps for event in step.events):
            event = self._event(data)
            if event is not None:
                events.append(event)
            elif data.get("words"):
                said.append(str(data["words"]))
        return tuple(events), tuple(said)

    def _event(self, data: dict[str, Any]) -> Event | None:
        with contextlib.suppress(BadData):  # of another version: its words have to do
            return codec_of(self.rules).read_event(data)
        return None

    async def _next_table(self, name: str) -> Remote:
        table = await self.client.open(name)
        if table.seat is None:
            with contextlib.suppress(Refused):
                await table.join()
        return Remote(self.client, table, self.place)

    # ---- players and terms ----

    def _terms(self) -> Phrase:
        en, fr, it = (", ".join(all_terms(self.table.state, lang)) for lang in LANGS)
        return w.TERMS.fill(terms=Phrase(en, fr, it))

    def room(self, lang: Lang) -> list[str]:
        state = self.table.state
        dice = w.COMMITTED.fill(commitment=short(self.table.receipt.commitment)).in_(lang)
        return [" · ".join(seats(state.seats, lang, state.you)), ", ".join(all_terms(state, lang)), dice]

    def dice(self, lang: Lang) -> str:
        return dice_page(self.table, self.proof, lang)

    def ways(self) -> list[told.Way]:
        gone = self.table.gone
        if not gone or self.table.over is not None:
            return []
        passed = time.monotonic() - self._told_at
        claim = next((each.claim for each in gone if each.claim is not None), None)
        found = (CALL_OFF, w.CALL_OFF, gone[0].abort), (CLAIM, w.CLAIM_WIN, claim)
        each = (*found, (BOT, w.GO_ON_WITH_BOT, gone[0].bot))
        return [
            told.Way(key, label, max(0.0, wait - passed)) for key, label, wait in each if wait is not None
        ]

    async def take(self, key: str) -> None:
        if key not in [way.key for way in self.ways()]:
            return
        if key == CALL_OFF:
            await self.table.abort()
        elif key == CLAIM:
            await self.table.claim_win()
        else:
            await self.table.seat_bot(seat=self.table.gone[0].seat)

    # ---- commands ----

    async def answer(self, move: Any) -> None:
        self._answered = self.table.turn
        try:
            await self.table.play(str(move), turn=self._answered)
        except Refused as refused:
            if refused.code not in MOVED_ON and self.table.over is None:
                self._answered = -1
                raise

    async def resign(self, seat: Seat) -> None:
        del seat  # the server knows our seat
        await self.table.resign()

    async def chat(self, text: str) -> None:
        await self.table.chat(text)

    async def report(self, line: told.ChatLine) -> None:
        await self.table.report(line.version)

    async def rematch(self) -> None:
        await self.table.rematch()

    async def seat_bot(self) -> None:
        await self.table.seat_bot()

    async def sit(self) -> None:
        await self.table.join()

    async def reachable(self) -> bool:
        with contextlib.suppress(TavolaError):
            await self.client.ping()
            return True
        return False

    async def leave(self) -> None:
        """After the start one only leaves: the seat is kept. Before it one stands up."""
        if self._left:
            return
        self._left = True
        if self.table.id in self.client.conversation.places:
            self.stays = bool(self.humans) and self.table.state.status == "playing"
            with contextlib.suppress(TavolaError, TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await self.table.leave(keep=self.stays)
        self.client.conversation.leave(self.table.id)
        self.client.tables.pop(self.table.id, None)
