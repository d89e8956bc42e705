"""Guests of other nodes at tables of this one: to the table manager they are guests like any other."""

from __future__ import annotations

import logging

import msgspec

from tavola.core.errors import TavolaError
from tavola.server.connections.guest import Guest
from tavola.server.nodes import wire
from tavola.server.nodes.directory import OnAnotherNode
from tavola.server.nodes.mailbox import Mailbox
from tavola.server.tables.live_table import LiveTable
from tavola.server.tables.manager import RETRY, Later, TableManager
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


class RemoteGuests:
    """All guests of other nodes."""

    def __init__(self, manager: TableManager, mailbox: Mailbox) -> None:
        self._manager = manager
        self._mailbox = mailbox
        self._guests: dict[str, dict[int, RemoteGuest]] = {}  # by node, by number

    def __len__(self) -> int:
        return sum(map(len, self._guests.values()))

    def wish(self, peer: str, wish: wire.ForwardedCommand) -> None:
        """A command has come from another node."""
        guest = self._guest(peer, wish)
        person = Person(wish.holder, wish.name, wish.claimed, wish.bot)
        try:
            command = m.decode_command(wish.command)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            log.error("a command of another node can't be read: %s", error)
            return
        if not isinstance(command, m.TableCommand):
            log.error("another node sent on a %s, which is none for a table", type(command).__name__)
        elif (live := self._manager.live.get(command.table)) is not None:
            self._now(peer, wish, guest, person, live, command)
        else:
            self._manager.do(self._later(peer, wish, guest, person, command))

    def _guest(self, peer: str, wish: wire.ForwardedCommand) -> RemoteGuest:
        there = self._guests.setdefault(peer, {})
        if (guest := there.get(wish.guest)) is None:
            guest = there[wish.guest] = RemoteGuest(self._mailbox, peer, wish.guest, wish.address)
        guest.person, guest.lang = Person(wish.holder, wish.name, wish.claimed, wish.bot), wish.lang
        return guest

    def _now(
        self,
        peer: str,
        wish: wire.ForwardedCommand,
        guest: RemoteGuest,
        person: Person,
        live: LiveTable,
        command: m.TableCommand,
    ) -> None:
        refused, later = b"", None
        try:
            later = self._manager.carry_out(guest, person, live, command)
        except Refusal as refusal:
            refused = self._no(refusal, guest, command.id)
        except Exception:
            refused = self._fault(guest, command.id)
        if later is not None:
            self._manager.do(self._rest(peer, wish, guest, later, live, command))
        else:
            self._finish(peer, wish, guest, live, command, refused)

    def _finish(
        self,
        peer: str,
        wish: wire.ForwardedCommand,
        guest: RemoteGuest,
        live: LiveTable,
        command: m.TableCommand,
        refused: bytes,
    ) -> None:
        """Say so once everything the command brought about was told."""
        comes = not refused and isinstance(command, m.Watch | m.Resume | m.Join)

        def finish() -> None:
            there = comes or guest in live.guests
            self._mailbox.send(peer, wire.CommandFinished(wish.number, "there" if there else "away", refused))

        self._manager.journal.after(live.table.id, finish, lambda _: finish())

    async def _rest(
        self,
        peer: str,
        wish: wire.ForwardedCommand,
        guest: RemoteGuest,
        later: Later,
        live: LiveTable,
        command: m.TableCommand,
    ) -> None:
        """What of a command had to wait."""
        refused = b""
        try:
            await later
        except TavolaError as error:
            refused = self._no(error, guest, command.id)
        except Exception:
            refused = self._fault(guest, command.id)
        self._finish(peer, wish, guest, live, command, refused)

    async def _later(
        self,
        peer: str,
        wish: wire.ForwardedCommand,
        guest: RemoteGuest,
        person: Person,
        command: m.TableCommand,
    ) -> None:
        """The table has to be brought back first, or is not here at all."""
        refused = b""
        try:
            live = await self._manager.find(command.table)
        except OnAnotherNode:
            self._mailbox.send(peer, wire.CommandFinished(wish.number, "elsewhere"))
            return
        except TavolaError as error:
            refused = self._no(error, guest, command.id)
        except Exception:
            refused = self._fault(guest, command.id)
        if refused:
            self._mailbox.send(peer, wire.CommandFinished(wish.number, "away", refused))
        elif guest.connected:
            self._now(peer, wish, guest, person, live, command)

    def _no(self, error: TavolaError, guest: Guest, id_: str) -> bytes:
        # What is wrong with the database is not a guest's business, nor is where it is.
        refusal = (
            error if isinstance(error, Refusal) else Refusal("closing", words.NOT_WRITTEN, retry_after=RETRY)
        )
        self._manager.metrics.refusals.add(refusal.code)
        return m.encode(refusal.told(guest.lang, id_))

    def _fault(self, guest: Guest, id_: str) -> bytes:
        log.exception("a command of another node's guest failed")
        self._manager.metrics.faults.add("command")
        why = "something went wrong here; it is in the server's log"
        return m.encode(Refusal("closing", why, retry_after=1.0).told(guest.lang, id_))

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
