"""Guests of other nodes at tables of this one: to the table manager they are guests like any other."""

from __future__ import annotations

import logging
from typing import NamedTuple

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
    """A guest connected to another node."""

    def __init__(self, mailbox: Mailbox, peer: str, number: int, address: str) -> None:
        super().__init__(address)
        self._mailbox = mailbox
        self._peer = peer
        self._number = number

    def send(self, data: bytes) -> None:
        if len(data) > wire.LARGEST:
            data = _instead_of(data)
        self._mailbox.tell(self._peer, self._number, data)


class RemoteCommand(NamedTuple):
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

    def forwarded(self, peer: str, item: wire.ForwardedCommand) -> None:
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
        remote = RemoteCommand(peer, item.number, guest, person, command)
        if (live := self._manager.live.get(command.table)) is not None:
            self._now(remote, live)
        else:
            self._manager.in_background(self._later(remote))

    def _guest(self, peer: str, item: wire.ForwardedCommand, person: Person) -> RemoteGuest:
        there = self._guests.setdefault(peer, {})
        if (guest := there.get(item.guest)) is None:
            guest = there[item.guest] = RemoteGuest(self._mailbox, peer, item.guest, item.address)
        guest.person, guest.lang = person, item.lang
        return guest

    def _now(self, remote: RemoteCommand, live: LiveTable) -> None:
        refused, later = b"", None
        try:
            later = self._manager.carry_out(remote.guest, remote.person, live, remote.command)
        except Exception as error:
            refused = self._no(remote, error)
        if later is not None:
            self._manager.in_background(self._rest(remote, live, later))
        else:
            self._finish(remote, live, refused)

    def _finish(self, remote: RemoteCommand, live: LiveTable, refused: bytes) -> None:
        """Report a command as finished, once everything it brought about was told."""
        comes = not refused and isinstance(remote.command, m.Watch | m.Resume | m.Join)

        def finish() -> None:
            self._say(remote, "there" if comes or remote.guest in live.guests else "away", refused)

        self._manager.journal.after(live.table.id, finish, lambda _: finish())

    def _say(self, remote: RemoteCommand, outcome: wire.Outcome, refused: bytes = b"") -> None:
        self._mailbox.send(remote.peer, wire.CommandFinished(remote.number, outcome, refused))

    async def _rest(self, remote: RemoteCommand, live: LiveTable, later: Later) -> None:
        """The part of a command that has to wait."""
        refused = b""
        try:
            await later
        except Exception as error:
            refused = self._no(remote, error)
        self._finish(remote, live, refused)

    async def _later(self, remote: RemoteCommand) -> None:
        """The table has to be brought back first, or is at another node."""
        try:
            live = await self._manager.find(remote.command.table)
        except OnAnotherNode:
            self._say(remote, "elsewhere")
        except Exception as error:
            self._say(remote, "away", self._no(remote, error))
        else:
            if remote.guest.connected:
                self._now(remote, live)

    def _no(self, remote: RemoteCommand, error: Exception) -> bytes:
        """The refusal. A guest is told nothing about the database: neither its address nor its errors."""
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
        return m.encode(refusal.told(remote.guest.lang, remote.command.id))

    def disconnected(self, peer: str, number: int) -> None:
        if (guest := self._guests.get(peer, {}).pop(number, None)) is not None:
            guest.connected = False
            self._manager.disconnected(guest)

    def forget(self, peer: str) -> None:
        """That node is gone, or a letter of it is lost: drop its guests."""
        for number in tuple(self._guests.get(peer, ())):
            self.disconnected(peer, number)
        self._guests.pop(peer, None)


class _Brief(msgspec.Struct):
    table: str = ""
    id: str = ""


def _instead_of(data: bytes) -> bytes:
    """What is sent in place of a message too long for NATS."""
    brief = msgspec.json.decode(data, type=_Brief)
    return m.encode(m.Refused(code="too_much", why=TOO_LONG, id=brief.id, table=brief.table, retry_after=0.0))
