"""Guests of other nodes at tables of this one: to the table manager they are guests like any other."""

from __future__ import annotations

import logging
from typing import Literal, NamedTuple

import msgspec

from tavola.core.errors import TavolaError
from tavola.server.connections.guest import Guest
from tavola.server.nodes import wire
from tavola.server.nodes.mailbox import Mailbox
from tavola.server.tables.live_table import LiveTable
from tavola.server.tables.manager import RETRY, Later, OnAnotherNode, TableManager
from tavola.table import messages as m
from tavola.table import words
from tavola.table.identity import Person
from tavola.table.refusal import Refusal

log = logging.getLogger(__name__)

TOO_LONG = "too much happened since to tell it all at once; watch the table instead"


class RemoteGuest(Guest):
    """Somebody connected to another node."""

    def __init__(self, mailbox: Mailbox, peer: str, number: int, address: str) -> None:
        super().__init__(address)
        self._mailbox = mailbox
        self._peer = peer
        self._number = number

    def send(self, data: bytes) -> None:
        if len(data) > wire.LARGEST:
            data = _instead_of(data)
        self._mailbox.tell(self._peer, self._number, data)


class Wish(NamedTuple):
    """A command of a guest who is connected to another node, a peer."""

    peer: str
    number: int  # for the answer
    guest: RemoteGuest
    person: Person
    command: m.TableCommand


class RemoteGuests:
    """All guests of other nodes."""

    def __init__(self, manager: TableManager, mailbox: Mailbox) -> None:
        self._manager = manager
        self._mailbox = mailbox
        self._guests: dict[str, dict[int, RemoteGuest]] = {}  # by node, by number

    def __len__(self) -> int:
        return sum(map(len, self._guests.values()))

    def wish(self, peer: str, item: wire.ForwardedCommand) -> None:
        """A command has come from another node."""
        person = Person(item.holder, item.name, item.claimed, item.bot)
        guest = self._guest(peer, item, person)
        try:
            command = m.decode_command(item.command)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            log.error("a command of another node can't be read: %s", error)
            return
        if not isinstance(command, m.TableCommand):
            log.error("another node sent on a %s, which is none for a table", type(command).__name__)
            return
        wish = Wish(peer, item.number, guest, person, command)
        if (live := self._manager.live.get(command.table)) is not None:
            self._now(wish, live)
        else:
            self._manager.do(self._later(wish))

    def _guest(self, peer: str, item: wire.ForwardedCommand, person: Person) -> RemoteGuest:
        there = self._guests.setdefault(peer, {})
        if (guest := there.get(item.guest)) is None:
            guest = there[item.guest] = RemoteGuest(self._mailbox, peer, item.guest, item.address)
        guest.person, guest.lang = person, item.lang
        return guest

    def _now(self, wish: Wish, live: LiveTable) -> None:
        refused, later = b"", None
        try:
            later = self._manager.carry_out(wish.guest, wish.person, live, wish.command)
        except Exception as error:
            refused = self._no(wish, error)
        if later is not None:
            self._manager.do(self._rest(wish, live, later))
        else:
            self._finish(wish, live, refused)

    def _finish(self, wish: Wish, live: LiveTable, refused: bytes) -> None:
        """Say so once everything the command brought about was told."""
        comes = not refused and isinstance(wish.command, m.Watch | m.Resume | m.Join)

        def finish() -> None:
            self._say(wish, "there" if comes or wish.guest in live.guests else "away", refused)

        self._manager.journal.after(live.table.id, finish, lambda _: finish())

    def _say(self, wish: Wish, outcome: Literal["there", "away", "elsewhere"], refused: bytes = b"") -> None:
        self._mailbox.send(wish.peer, wire.CommandFinished(wish.number, outcome, refused))

    async def _rest(self, wish: Wish, live: LiveTable, later: Later) -> None:
        """What of a command had to wait."""
        refused = b""
        try:
            await later
        except Exception as error:
            refused = self._no(wish, error)
        self._finish(wish, live, refused)

    async def _later(self, wish: Wish) -> None:
        """The table has to be brought back first, or is not here at all."""
        try:
            live = await self._manager.find(wish.command.table)
        except OnAnotherNode:
            self._say(wish, "elsewhere")
        except Exception as error:
            self._say(wish, "away", self._no(wish, error))
        else:
            if wish.guest.connected:
                self._now(wish, live)

    def _no(self, wish: Wish, error: Exception) -> bytes:
        """The refusal. What is wrong with the database is not a guest's business, nor is where it is."""
        metrics = self._manager.metrics
        if isinstance(error, Refusal):
            refusal = error
        elif isinstance(error, TavolaError):
            refusal = Refusal("closing", words.NOT_WRITTEN, retry_after=RETRY)
        else:
            log.exception("a command of another node's guest failed", exc_info=error)
            metrics.faults.add("command")
            refusal = Refusal("closing", words.OUR_FAULT, retry_after=1.0)
        if isinstance(error, TavolaError):
            metrics.refusals.add(refusal.code)
        return m.encode(refusal.told(wish.guest.lang, wish.command.id))

    def disconnected(self, peer: str, number: int) -> None:
        if (guest := self._guests.get(peer, {}).pop(number, None)) is not None:
            guest.connected = False
            self._manager.disconnected(guest)

    def forget(self, peer: str) -> None:
        """That node is gone, or what it said is lost: nobody of it is here."""
        for number in tuple(self._guests.get(peer, ())):
            self.disconnected(peer, number)
        self._guests.pop(peer, None)


class _Brief(msgspec.Struct):
    table: str = ""
    id: str = ""


def _instead_of(data: bytes) -> bytes:
    """What is said in place of a message too long for NATS."""
    brief = msgspec.json.decode(data, type=_Brief)
    return m.encode(m.Refused(code="too_much", why=TOO_LONG, id=brief.id, table=brief.table, retry_after=0.0))
