"""Forwarding: commands of this node's guests go to the node that has the table, and messages come back.

A guest's commands are carried out one after the other, wherever the tables are: the next one is sent when the
one before it is finished. When the owner of a table dies, or a message is lost, every guest of this node at
that table is resumed at the new owner, from the last version it was sent; a command that was under way is
retried if that is safe: if it has an id, or changes nothing.

After a failover the old owner may still send events to a guest that has just resumed. They are held back: the
resume already brings everything since the guest's last version.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from tavola.core.errors import TavolaError
from tavola.server.connections.guest import Guest
from tavola.server.nodes import wire
from tavola.server.nodes.mailbox import Mailbox
from tavola.server.tables.live_table import LiveTable
from tavola.server.tables.manager import RETRY, OnAnotherNode, TableManager
from tavola.server.telemetry.prometheus import Counter
from tavola.table import messages as m
from tavola.table import words
from tavola.table.identity import Person
from tavola.table.refusal import Refusal

log = logging.getLogger(__name__)

PATIENCE = 15.0  # seconds a command may look for its table's owner
PAUSE = 0.1  # seconds before asking again where a table is
AT_ONCE = 32  # guests resumed at the same time

UNREACHABLE = "the node where this table is can't be reached"
UNKNOWN = "the table moved house, and it is not known whether that was done; give commands an id"

Outcome = Literal["there", "away", "elsewhere", "lost"]


class _Brief(msgspec.Struct):
    """The fields of a forwarded message that are looked at on its way."""

    type: str
    table: str = ""
    version: int | None = None
    code: str = ""
    id: str = ""


@dataclass(slots=True, eq=False)
class RemoteTable:
    """A guest of this node at a table of another node."""

    table: str
    owner: str = ""  # the node; "" while it is not known
    version: int | None = None  # of the last news the guest was sent; None: not at the table
    asking: int = 0  # commands under way
    settling: asyncio.Task[None] | None = None
    # While the guest is resumed: the whole table as it was sent, and what came after it.
    held: list[tuple[_Brief, bytes]] = field(default_factory=list)

    def hold(self, brief: _Brief, data: bytes) -> None:
        """Hold a message back. What came before the whole table is part of it, and dropped."""
        if brief.type == "table":
            self.held.clear()
        elif not self.held:
            return
        self.held.append((brief, data))


@dataclass(slots=True, eq=False)
class ForwardedGuest:
    """A guest of this node that is, or was, at tables of other nodes."""

    number: int
    guest: Guest
    remote_tables: dict[str, RemoteTable] = field(default_factory=dict)
    owners: set[str] = field(default_factory=set)  # nodes that know the guest


@dataclass(slots=True)
class _Asked:
    owner: str
    guest: Guest
    answer: asyncio.Future[Outcome]


_brief = msgspec.json.Decoder(_Brief).decode


class Forwarding:
    """All guests of this node at tables of other nodes."""

    def __init__(self, manager: TableManager, mailbox: Mailbox, forwarded: Counter) -> None:
        self._manager = manager
        self._mailbox = mailbox
        self._forwarded = forwarded
        self._forwarded_guests: dict[int, ForwardedGuest] = {}
        self._by_guest: dict[Guest, ForwardedGuest] = {}
        self._asked: dict[int, _Asked] = {}
        self._numbers = itertools.count(1)
        self._gate = asyncio.Semaphore(AT_ONCE)

    def __len__(self) -> int:
        return len(self._forwarded_guests)

    def owners(self) -> set[str]:
        """Nodes at whose tables guests of this node are."""
        return {
            remote.owner for one in self._forwarded_guests.values() for remote in one.remote_tables.values()
        } - {""}

    # ---- commands to other nodes ----

    async def carry(self, guest: Guest, person: Person, command: m.TableCommand) -> None:
        await self._settled(guest, command.table)
        await self._carry(guest, person, command)

    async def _settled(self, guest: Guest, table: str) -> None:
        """Wait until the guest is resumed at that table, if another task is doing so."""
        remote = self._remote(guest, table)
        settling = None if remote is None else remote.settling
        if settling is not None and settling is not asyncio.current_task():
            await asyncio.wait([settling])

    def _remote(self, guest: Guest, table: str) -> RemoteTable | None:
        forwarded = self._by_guest.get(guest)
        return None if forwarded is None else forwarded.remote_tables.get(table)

    async def _carry(self, guest: Guest, person: Person, command: m.TableCommand) -> None:
        until = time.monotonic() + PATIENCE
        while guest.connected:
            place = await self._where(guest, command.table)
            if isinstance(place, LiveTable):
                self._is_here(guest, command.table)
                if (later := self._manager.carry_out(guest, person, place, command)) is not None:
                    await later
                return
            outcome = await self._ask(place, guest, person, command, until)
            if outcome in ("there", "away"):
                return
            if outcome == "lost" and not _may_be_repeated(command):
                raise Refusal("closing", UNKNOWN, retry_after=RETRY)
            if time.monotonic() > until:
                raise Refusal("closing", UNREACHABLE, retry_after=RETRY)
            await asyncio.sleep(PAUSE)
            await self._settled(guest, command.table)

    async def _where(self, guest: Guest, table: str) -> LiveTable | str:
        if (live := self._manager.live.get(table)) is not None:
            return live
        remote = self._remote(guest, table)
        if remote is not None and remote.owner:
            return remote.owner
        try:
            return await self._manager.find(table)
        except OnAnotherNode as there:
            return there.node

    async def _ask(
        self, owner: str, guest: Guest, person: Person, command: m.TableCommand, until: float
    ) -> Outcome:
        """Forward a command and wait until it is finished."""
        if not self._mailbox.connected:
            raise Refusal("closing", UNREACHABLE, retry_after=RETRY)
        forwarded = self._forwarded_guest(guest)
        forwarded.owners.add(owner)
        remote = forwarded.remote_tables.setdefault(command.table, RemoteTable(command.table))
        remote.owner = owner
        remote.asking += 1
        number = next(self._numbers)
        asked = self._asked[number] = _Asked(owner, guest, asyncio.get_running_loop().create_future())
        self._mailbox.send(owner, _forwarded_command(forwarded, number, person, command))
        self._forwarded.add("out")
        outcome: Outcome = "lost"
        try:
            async with asyncio.timeout(max(0.1, until - time.monotonic())):
                outcome = await asked.answer
        except TimeoutError:
            pass
        finally:
            del self._asked[number]
            remote.asking -= 1
            self._now_is(forwarded, remote, outcome, command)
        return outcome

    def _now_is(
        self, forwarded: ForwardedGuest, remote: RemoteTable, outcome: Outcome, command: m.TableCommand
    ) -> None:
        if outcome == "elsewhere":
            remote.owner = ""
        elif outcome == "away" and not remote.asking and remote.settling in (None, asyncio.current_task()):
            if remote.version is None or remote.settling is not None or isinstance(command, m.Leave):
                self._leaves(forwarded, remote)
            else:  # the guest was there: the owner has dropped the table and brought it back since
                self._send_again(forwarded, remote)

    def _forwarded_guest(self, guest: Guest) -> ForwardedGuest:
        if (forwarded := self._by_guest.get(guest)) is None:
            forwarded = self._by_guest[guest] = ForwardedGuest(next(self._numbers), guest)
            self._forwarded_guests[forwarded.number] = forwarded
        return forwarded

    def _is_here(self, guest: Guest, table: str) -> None:
        """The table is at this node now."""
        if (forwarded := self._by_guest.get(guest)) is not None:
            forwarded.remote_tables.pop(table, None)

    def _leaves(self, forwarded: ForwardedGuest, remote: RemoteTable) -> None:
        if forwarded.remote_tables.get(remote.table) is remote:
            del forwarded.remote_tables[remote.table]
            if remote.table not in self._manager.live:
                forwarded.guest.tables.discard(remote.table)

    # ---- answers of other nodes ----

    def finished(self, peer: str, item: wire.CommandFinished) -> None:
        asked = self._asked.get(item.number)
        if asked is None or asked.owner != peer or asked.answer.done():
            return  # the guest has gone, or another owner was asked since
        if item.refused:
            asked.guest.send(item.refused)
        asked.answer.set_result(item.outcome)

    def told(self, peer: str, item: wire.ForwardedMessage) -> None:
        """Pass a message on to guests that are still at that table, if the sender still owns it."""
        try:
            brief = _brief(item.data)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return
        for number in item.guests:
            forwarded = self._forwarded_guests.get(number)
            remote = None if forwarded is None else forwarded.remote_tables.get(brief.table)
            if forwarded is None or remote is None or remote.owner != peer:
                continue
            if remote.settling is not None:
                remote.hold(brief, item.data)
            else:
                self._pass_on(forwarded, remote, brief, item.data)

    def _pass_on(self, forwarded: ForwardedGuest, remote: RemoteTable, brief: _Brief, data: bytes) -> None:
        self._note(forwarded, remote, brief)
        forwarded.guest.send(data)

    def _note(self, forwarded: ForwardedGuest, remote: RemoteTable, brief: _Brief) -> None:
        if brief.type == "table":
            remote.version = brief.version
            forwarded.guest.tables.add(remote.table)
        elif brief.type == "news" and remote.version is not None:
            remote.version = brief.version  # only news have to be resumed from: all the rest is sent whole
        elif brief.type == "refused" and brief.code in ("closing", "unknown_table") and not brief.id:
            self._is_let_go(forwarded, remote)

    def _is_let_go(self, forwarded: ForwardedGuest, remote: RemoteTable) -> None:
        """The owner has dropped the table. The answer to a command under way is still to come."""
        remote.version = None
        forwarded.guest.tables.discard(remote.table)
        if not remote.asking:
            self._leaves(forwarded, remote)

    # ---- guests leave, tables move ----

    def disconnected(self, guest: Guest) -> None:
        """A connection to this node is closed."""
        if (forwarded := self._by_guest.pop(guest, None)) is not None:
            del self._forwarded_guests[forwarded.number]
            for owner in forwarded.owners:
                self._mailbox.send(owner, wire.GuestLeft(forwarded.number))

    def moved(self, peer: str) -> None:
        """That node is gone, or a message of it is lost: look up anew where its tables are."""
        for asked in self._asked.values():
            if asked.owner == peer and not asked.answer.done():
                asked.answer.set_result("lost")
        for forwarded in self._forwarded_guests.values():
            forwarded.owners.discard(peer)
            for remote in forwarded.remote_tables.values():
                if remote.owner == peer:
                    remote.owner = ""
                    if remote.version is not None and remote.settling is None:
                        self._send_again(forwarded, remote)

    def _send_again(self, forwarded: ForwardedGuest, remote: RemoteTable) -> None:
        remote.owner = ""
        remote.settling = asyncio.create_task(self._settle(forwarded, remote))

    async def _settle(self, forwarded: ForwardedGuest, remote: RemoteTable) -> None:
        """Resume a guest at its table, wherever that is now."""
        guest, person = forwarded.guest, forwarded.guest.person
        assert person is not None
        try:
            async with self._gate:
                await self._carry(guest, person, m.Resume(table=remote.table, since=remote.version))
        except Exception as error:
            if not isinstance(error, TavolaError):
                log.exception("a guest could not be sent to its table again")
            self._leaves(forwarded, remote)
            why = error.why if isinstance(error, Refusal) else words.NOT_WRITTEN
            guest.tell(Refusal("closing", why, retry_after=RETRY).told(guest.lang, table=remote.table))
        finally:
            remote.settling = None
            held, remote.held = remote.held, []
            if forwarded.remote_tables.get(remote.table) is remote:
                for brief, data in held:
                    self._pass_on(forwarded, remote, brief, data)
                if remote.version is not None and not remote.owner:  # that owner was lost meanwhile
                    self._send_again(forwarded, remote)


def _forwarded_command(
    forwarded: ForwardedGuest, number: int, person: Person, command: m.TableCommand
) -> wire.ForwardedCommand:
    guest = forwarded.guest
    return wire.ForwardedCommand(
        guest=forwarded.number,
        number=number,
        holder=person.holder,
        name=person.name,
        lang=guest.lang,
        address=guest.address[:100],
        command=m.encode(command),
        claimed=person.claimed,
        bot=person.bot,
    )


def _may_be_repeated(command: m.TableCommand) -> bool:
    return bool(command.id) or isinstance(command, m.Watch | m.Resume)
