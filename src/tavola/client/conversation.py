"""A client's side of the conversation with a server, without any connection.

Commands get ids here and stay open until they are answered. After a lost connection `again` returns what to
send on the next one: a resume for each table, then every command still open, under its old id, which the
server counts once. Messages of a table are passed on once and in order: duplicates are dropped, gaps are
filled by a resume. A receipt of each game (fairness/receipt.py) is given all of them, too.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from tavola.client.fairness.folder import Receipts
from tavola.client.fairness.receipt import Receipt
from tavola.core.words import Lang
from tavola.table import messages as m

AGAIN = ("closing", "too_much")  # temporary refusals: the same command is retried later
SAY_AGAIN = 1.0  # seconds until a retry, where the server names no time
LadderMessage = m.OnLadder | m.Paired | m.OffLadder | m.Challenged | m.Declined
TableMessage = m.News | m.Said | m.Seated | m.Again | m.State


class CommandResult(NamedTuple):
    """The answer to a command of ours."""

    id: str
    message: m.AnyMessage


class TableNotice(NamedTuple):
    """A message about a table, to be passed on."""

    table: str
    message: TableMessage | m.Refused


class Say(NamedTuple):
    """A command to be sent; if it was refused temporarily, after so many seconds."""

    command: m.AnyCommand
    after: float = 0.0
    because: m.Refused | None = None


class LadderNotice(NamedTuple):
    """A message of the ladder."""

    message: LadderMessage


Heard = CommandResult | TableNotice | LadderNotice | Say


@dataclass(slots=True)
class KnownTable:
    """What we know of a table where we sit or watch."""

    state: m.State
    receipt: Receipt
    kept: bool = False  # is the receipt on the disk?
    told: int = 0  # the version of the last news that was passed on
    turn: int = 0  # and how many moves were made by then
    chat: int = 0  # the version of the last line of chat that was passed on
    asking: str = ""  # the id of a resume under way: until its answer, news are stale
    short: bool = False  # the whole history was too long: resume from the present version

    def since(self) -> int:
        return self.state.version if self.short else self.told


@dataclass(slots=True)
class Conversation:
    """Commands out, messages in."""

    name: str | None = None
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    lang: Lang | None = None
    whole: bool = True  # a player that takes a seat late is told everything from the start
    receipts: Receipts = field(default_factory=Receipts)
    host: str = ""  # of the server
    places: dict[str, KnownTable] = field(default_factory=dict)
    climbing: dict[str, m.Ladder] = field(default_factory=dict)  # what we wait for on the ladder, by game
    claimed: bool = False  # the server says that the name is ours alone
    retry_after: float = 0.0  # seconds the server asked us to wait before reconnecting
    farewell: m.Refused | None = None  # why the connection was refused
    _open: dict[str, m.AnyCommand] = field(default_factory=dict)
    _said_again: set[str] = field(default_factory=set)  # ladder wishes of a reconnect, without a caller
    _prefix: str = field(default_factory=lambda: secrets.token_hex(6))
    _count: int = 0
    _version: str = ""  # of the server

    # ---- out ----

    def hello(self) -> m.Hello:
        """The first command on every connection."""
        hello = m.Hello(id=self._next_id(), token=self.token, name=self.name, lang=self.lang)
        self._open[hello.id] = hello
        return hello

    def ask(self, command: m.AnyCommand) -> m.AnyCommand:
        """The command with an id, open from now on."""
        command = replace(command, id=command.id or self._next_id())
        self._open[command.id] = command
        return command

    def forget(self, id: str) -> None:
        """A command's answer is no longer waited for."""
        self._open.pop(id, None)

    def is_open(self, id: str) -> bool:
        return id in self._open

    def leave(self, table: str) -> None:
        if (place := self.places.pop(table, None)) is not None:
            self.keep(place)

    def sits_down(self, table: str, salt: str) -> None:
        """We are about to sit down with this salt: it is on the disk before the server is told."""
        place = self.places[table]
        place.receipt.pending = salt
        self.keep(place)

    def sat(self, table: str) -> None:
        """We sit: note whether the server has our salt."""
        place = self.places[table]
        place.receipt.answered(place.state.salts)
        self.keep(place)

    def stands(self, table: str) -> None:
        """Our `join` was refused."""
        if (place := self.places.get(table)) is not None:
            place.receipt.pending = ""
            self.keep(place)

    def keep(self, place: KnownTable) -> None:
        """Save the receipt of a player; a spectator has none."""
        receipt = place.receipt
        if receipt.pending or (receipt.salt and receipt.seat is not None):
            place.kept = self.receipts.keep(receipt)

    def lost(self) -> None:
        """The connection is lost. If a resume from the start had no answer yet, the next one is shorter."""
        for place in self.places.values():
            place.receipt.lost = True
            if place.asking:
                place.short = place.told == 0 and place.turn == 0
                self.forget(place.asking)
                place.asking = ""
        hellos = [id for id, command in self._open.items() if isinstance(command, m.Hello)]
        for id in (*hellos, *self._said_again):
            self.forget(id)
        self._said_again.clear()

    def again(self) -> list[m.AnyCommand]:
        """What to send on a new connection, after the hello was answered."""
        waiting = [command for command in self._open.values() if not isinstance(command, m.Hello)]
        resumed = [self._resume(table, place) for table, place in self.places.items()]
        wishes = [self.ask(wish) for wish in self.climbing.values()]
        self._said_again.update(wish.id for wish in wishes)
        return [*resumed, *wishes, *waiting]

    def _resume(self, table: str, place: KnownTable) -> m.AnyCommand:
        command = self.ask(m.Resume(table=table, since=place.since()))
        place.asking = command.id
        return command

    def _next_id(self) -> str:
        self._count += 1
        return f"{self._prefix}-{self._count}"

    # ---- in ----

    def hear(self, message: m.AnyMessage) -> list[Heard]:
        """What follows from a message: answers, notices, commands to send."""
        return list(self._hear(message))

    def _hear(self, message: m.AnyMessage) -> Iterator[Heard]:
        match message:
            case m.Refused():
                yield from self._refused(message)
                return
            case m.Closing(retry_after=seconds):
                self.retry_after = seconds
                return
            case m.Welcome(name=name, server=version):
                self.claimed, self._version = message.claimed, version
                self.name, self.retry_after, self.farewell = name, 0.0, None
            case m.State():
                yield from self._state(message)
            case m.News():
                yield from self._news(message)
            case m.Said() | m.Seated() | m.Again():
                yield from self._around(message)
            case m.OnLadder() | m.Paired() | m.OffLadder() | m.Challenged() | m.Declined():
                yield LadderNotice(message)
        id = getattr(message, "id", "")
        if self._open.pop(id, None) is not None:
            yield CommandResult(id, message)

    def _refused(self, refused: m.Refused) -> Iterator[Heard]:
        command = self._open.get(refused.id)
        if command is not None:
            yield from self._no(command, refused)
        elif refused.table in self.places and not refused.id:
            yield from self._sent_away(refused.table, refused)
        elif not refused.id:
            self.farewell = refused
            self.retry_after = refused.retry_after or 0.0

    def _no(self, command: m.AnyCommand, refused: m.Refused) -> Iterator[Heard]:
        if refused.code in AGAIN and refused.retry_after is not None:
            yield Say(command, refused.retry_after, refused)
            return
        del self._open[refused.id]
        place = self.places.get(getattr(command, "table", ""))
        if place is not None and place.asking == refused.id:
            place.asking = ""
            yield TableNotice(place.state.table, refused)
        if isinstance(command, m.Ladder) and refused.id in self._said_again:
            off = m.OffLadder(game=command.game, why=refused.why, retry_after=refused.retry_after)
            yield LadderNotice(off)
        yield CommandResult(refused.id, refused)

    def _sent_away(self, table: str, refused: m.Refused) -> Iterator[Heard]:
        """The table is put away; or moves to another node, and is resumed there soon."""
        if refused.code in AGAIN:
            yield Say(self._resume(table, self.places[table]), refused.retry_after or SAY_AGAIN)
        else:
            yield TableNotice(table, refused)

    def _state(self, state: m.State) -> Iterator[Heard]:
        place = self.places.get(state.table)
        if place is None:
            place = self.places[state.table] = self._first_heard(state)
        elif place.state.you is None and state.you is not None:
            place.told = place.turn = 0  # a player's news differ from a spectator's: get them from the start
        self._hear_for_receipt(place, state)
        asked = bool(place.asking) and place.asking == state.id
        place.asking = "" if asked else place.asking
        place.state = state
        for news in state.missed:
            if news.version > place.told:
                yield self._goes_on(place, news)
        for said in state.chat:
            yield from self._said(place, said)
        if place.turn < state.turn and self.whole and not asked and state.you is not None:
            yield Say(self._resume(state.table, place))
        else:
            place.told, place.turn = max(place.told, state.version), state.turn
            yield TableNotice(state.table, state)

    def _news(self, news: m.News) -> Iterator[Heard]:
        place = self.places.get(news.table)
        if place is None or news.version <= place.told or place.asking or self._sits_down(news.table):
            return
        if news.turn - len(news.steps) > place.turn:
            yield Say(self._resume(news.table, place))
            return
        yield self._goes_on(place, news)

    def _sits_down(self, table: str) -> bool:
        """Is a `join` under way? Until its answer, news are still those for a spectator."""
        return any(isinstance(command, m.Join) and command.table == table for command in self._open.values())

    def _goes_on(self, place: KnownTable, news: m.News) -> TableNotice:
        place.told, place.turn = news.version, news.turn
        self._hear_for_receipt(place, news)
        if news.version >= place.state.version:
            place.state = replace(
                place.state,
                version=news.version,
                turn=news.turn,
                status="playing" if news.over is None else "over",
                sight=news.sight,
                time=news.time,
                over=news.over,
                gone=place.state.gone if news.over is None else [],
                missed=[],
            )
        return TableNotice(news.table, news)

    def _around(self, message: m.Said | m.Seated | m.Again) -> Iterator[Heard]:
        place = self.places.get(message.table)
        if place is None:
            return
        match message:
            case m.Said():
                yield from self._said(place, message)
                return
            case m.Seated(seats=seats, watchers=watchers, gone=gone):
                salts = message.salts or place.state.salts
                place.state = replace(place.state, seats=seats, watchers=watchers, gone=gone, salts=salts)
                self._hear_for_receipt(place, message)
            case m.Again(wanted=wanted, new_table=new):
                place.state = replace(place.state, rematch=wanted, new_table=new)
        yield TableNotice(message.table, message)

    def _said(self, place: KnownTable, said: m.Said) -> Iterator[Heard]:
        if said.version > place.chat:
            place.chat = said.version
            yield TableNotice(said.table, said)

    # ---- receipts ----

    def _first_heard(self, state: m.State) -> KnownTable:
        """A table new to this conversation; there may be a receipt of it on the disk."""
        found = self.receipts.find(state.table, state.commitment, self.host)
        if found is not None:
            found.lost = True
        return KnownTable(
            state, found or self._receipt(state), kept=found is not None, chat=_last_chat(state)
        )

    def _receipt(self, state: m.State) -> Receipt:
        return Receipt(
            table=state.table,
            game=state.game,
            commitment=state.commitment,
            server=self.host,
            version=self._version,
            at=time.time(),
            before=state.status == "waiting" and state.you is None,
        )

    def _hear_for_receipt(self, place: KnownTable, message: m.State | m.Seated | m.News) -> None:
        receipt = place.receipt
        if isinstance(message, m.State) and message.you is not None and not (receipt.salt or receipt.pending):
            found = self.receipts.find(message.table, receipt.commitment, self.host)
            receipt = place.receipt = found or receipt  # another program with our token may have sat down
        before = receipt.begun, receipt.salt, len(receipt.changed)
        receipt.hear(message)
        over = not isinstance(message, m.Seated) and message.over is not None
        if over or before != (receipt.begun, receipt.salt, len(receipt.changed)):
            self.keep(place)


def _last_chat(state: m.State) -> int:
    return max((said.version for said in state.chat), default=0)
