"""Guests of this node at tables of others: their commands go there, and what they are told comes back.

A guest's commands are carried out one after the other, wherever the tables are: the next one goes off when
the one before it is done with. When the owner of a table dies, or something is lost on the way, everyone of
ours who was at that table is sent again, with the version he heard last; a command that was under way is sent
again if that is safe, that is if it has an id or changes nothing.

Whoever is sent again may still be at the table in the owner's eyes, and what it tells him is under way: that
is held back, for he hears it among what he missed.
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
from tavola.server.guests import Guest
from tavola.server.hall import RETRY, Hall
from tavola.server.live import Live
from tavola.server.nodes import wire
from tavola.server.nodes.post import Post
from tavola.server.nodes.roads import LivesElsewhere
from tavola.server.registry import Counter
from tavola.table import messages as m
from tavola.table import words
from tavola.table.people import Person
from tavola.table.refusal import Refusal

log = logging.getLogger(__name__)

PATIENCE = 15.0  # seconds a command may look for its table
PAUSE = 0.1  # seconds before asking again where a table is
AT_ONCE = 32  # guests sent to their tables again at the same time

UNREACHABLE = "the node where this table is can't be reached"
UNKNOWN = "the table moved house, and it is not known whether that was done; give commands an id"

Outcome = Literal["there", "away", "elsewhere", "lost"]


class _Brief(msgspec.Struct):
    """What we look at in a message that goes through."""

    type: str
    table: str = ""
    version: int | None = None
    code: str = ""
    id: str = ""


@dataclass(slots=True, eq=False)
class Stay:
    """A guest of ours at a table that is not here."""

    table: str
    owner: str = ""  # "" while we look for it
    version: int | None = None  # of the last news he heard; None: he is not at the table
    asking: int = 0  # commands under way
    settling: asyncio.Task[None] | None = None
    # While he is sent again: the table as he finds it, and what came then.
    held: list[tuple[_Brief, bytes]] = field(default_factory=list)

    def hold(self, brief: _Brief, data: bytes) -> None:
        """What was told before the last picture of the table is in the picture."""
        if brief.type == "table":
            self.held.clear()
        elif not self.held:
            return
        self.held.append((brief, data))


@dataclass(slots=True, eq=False)
class Traveller:
    """A guest of ours who is, or was, at tables elsewhere."""

    number: int
    guest: Guest
    stays: dict[str, Stay] = field(default_factory=dict)
    owners: set[str] = field(default_factory=set)  # nodes that know of him


@dataclass(slots=True)
class _Asked:
    owner: str
    guest: Guest
    answer: asyncio.Future[Outcome]


_brief = msgspec.json.Decoder(_Brief).decode


class Travel:
    """All of them."""

    def __init__(self, hall: Hall, post: Post, forwarded: Counter) -> None:
        self._hall = hall
        self._post = post
        self._forwarded = forwarded
        self._travellers: dict[int, Traveller] = {}
        self._by_guest: dict[Guest, Traveller] = {}
        self._asked: dict[int, _Asked] = {}
        self._numbers = itertools.count(1)
        self._gate = asyncio.Semaphore(AT_ONCE)

    def __len__(self) -> int:
        return len(self._travellers)

    def owners(self) -> set[str]:
        """Nodes at whose tables somebody of ours is."""
        return {stay.owner for one in self._travellers.values() for stay in one.stays.values()} - {""}

    # ---- a command goes where its table is ----

    async def carry(self, guest: Guest, person: Person, command: m.TableCommand) -> None:
        traveller = self._by_guest.get(guest)
        stay = None if traveller is None else traveller.stays.get(command.table)
        if stay is not None and stay.settling is not None:
            await asyncio.wait([stay.settling])
        await self._carry(guest, person, command)

    async def _carry(self, guest: Guest, person: Person, command: m.TableCommand) -> None:
        until = time.monotonic() + PATIENCE
        while guest.here:
            place = await self._where(guest, command.table)
            if isinstance(place, Live):
                self._is_here(guest, command.table)
                if (later := self._hall.carry_out(guest, person, place, command)) is not None:
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
            traveller = self._by_guest.get(guest)
            stay = None if traveller is None else traveller.stays.get(command.table)
            if stay is not None and stay.settling is not None and stay.settling is not asyncio.current_task():
                await asyncio.wait([stay.settling])

    async def _where(self, guest: Guest, table: str) -> Live | str:
        if (live := self._hall.live.get(table)) is not None:
            return live
        traveller = self._by_guest.get(guest)
        stay = None if traveller is None else traveller.stays.get(table)
        if stay is not None and stay.owner:
            return stay.owner
        try:
            return await self._hall.find(table)
        except LivesElsewhere as there:
            return there.node

    async def _ask(
        self, owner: str, guest: Guest, person: Person, command: m.TableCommand, until: float
    ) -> Outcome:
        """Send it there and wait until it is done with."""
        if not self._post.connected:
            raise Refusal("closing", UNREACHABLE, retry_after=RETRY)
        traveller = self._traveller(guest)
        traveller.owners.add(owner)
        stay = traveller.stays.setdefault(command.table, Stay(command.table))
        stay.owner = owner
        stay.asking += 1
        number = next(self._numbers)
        asked = self._asked[number] = _Asked(owner, guest, asyncio.get_running_loop().create_future())
        self._post.send(owner, _wish(traveller, number, person, command))
        self._forwarded.add("out")
        outcome: Outcome = "lost"
        try:
            async with asyncio.timeout(max(0.1, until - time.monotonic())):
                outcome = await asked.answer
        except TimeoutError:
            pass
        finally:
            del self._asked[number]
            stay.asking -= 1
            self._now_is(traveller, stay, outcome, command)
        return outcome

    def _now_is(self, traveller: Traveller, stay: Stay, outcome: Outcome, command: m.TableCommand) -> None:
        if outcome == "elsewhere":
            stay.owner = ""
        elif outcome == "away" and not stay.asking and stay.settling in (None, asyncio.current_task()):
            if stay.version is None or stay.settling is not None or isinstance(command, m.Leave):
                self._leaves(traveller, stay)
            else:  # he was there: the table was put down there and taken up again without him
                self._send_again(traveller, stay)

    def _traveller(self, guest: Guest) -> Traveller:
        if (traveller := self._by_guest.get(guest)) is None:
            traveller = self._by_guest[guest] = Traveller(next(self._numbers), guest)
            self._travellers[traveller.number] = traveller
        return traveller

    def _is_here(self, guest: Guest, table: str) -> None:
        """The table came to us."""
        if (traveller := self._by_guest.get(guest)) is not None:
            traveller.stays.pop(table, None)

    def _leaves(self, traveller: Traveller, stay: Stay) -> None:
        if traveller.stays.get(stay.table) is stay:
            del traveller.stays[stay.table]
            if stay.table not in self._hall.live:
                traveller.guest.tables.discard(stay.table)

    # ---- what comes back ----

    def finished(self, peer: str, item: wire.Finished) -> None:
        asked = self._asked.get(item.number)
        if asked is None or asked.owner != peer or asked.answer.done():
            return  # he has gone, or another owner was asked since
        if item.refused:
            asked.guest.send(item.refused)
        asked.answer.set_result(item.outcome)

    def told(self, peer: str, item: wire.Told) -> None:
        """Pass it on to those who are still at that table, as far as the sender still owns it."""
        try:
            brief = _brief(item.data)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return
        for number in item.guests:
            traveller = self._travellers.get(number)
            stay = None if traveller is None else traveller.stays.get(brief.table)
            if traveller is None or stay is None or stay.owner != peer:
                continue
            if stay.settling is not None:
                stay.hold(brief, item.data)
            else:
                self._pass_on(traveller, stay, brief, item.data)

    def _pass_on(self, traveller: Traveller, stay: Stay, brief: _Brief, data: bytes) -> None:
        self._note(traveller, stay, brief)
        traveller.guest.send(data)

    def _note(self, traveller: Traveller, stay: Stay, brief: _Brief) -> None:
        if brief.type == "table":
            stay.version = brief.version
            traveller.guest.tables.add(stay.table)
        elif brief.type == "news" and stay.version is not None:
            stay.version = brief.version  # only news are missed: a resume tells all the rest
        elif brief.type == "refused" and brief.code in ("closing", "unknown_table") and not brief.id:
            self._is_let_go(traveller, stay)

    def _is_let_go(self, traveller: Traveller, stay: Stay) -> None:
        """The table was let go there. The answer to a command under way is still to come."""
        stay.version = None
        traveller.guest.tables.discard(stay.table)
        if not stay.asking:
            self._leaves(traveller, stay)

    # ---- the ways change ----

    def gone(self, guest: Guest) -> None:
        """A connection to this node is closed."""
        if (traveller := self._by_guest.pop(guest, None)) is not None:
            del self._travellers[traveller.number]
            for owner in traveller.owners:
                self._post.send(owner, wire.Left(traveller.number))

    def moved(self, peer: str) -> None:
        """That node is gone, or something it said is lost: ask anew where its tables are."""
        for asked in self._asked.values():
            if asked.owner == peer and not asked.answer.done():
                asked.answer.set_result("lost")
        for traveller in self._travellers.values():
            traveller.owners.discard(peer)
            for stay in traveller.stays.values():
                if stay.owner == peer:
                    stay.owner = ""
                    if stay.version is not None and stay.settling is None:
                        self._send_again(traveller, stay)

    def _send_again(self, traveller: Traveller, stay: Stay) -> None:
        stay.owner = ""
        stay.settling = asyncio.create_task(self._settle(traveller, stay))

    async def _settle(self, traveller: Traveller, stay: Stay) -> None:
        """Send a guest to his table again, wherever it is now."""
        guest, person = traveller.guest, traveller.guest.person
        assert person is not None
        try:
            async with self._gate:
                await self._carry(guest, person, m.Resume(table=stay.table, since=stay.version))
        except Exception as error:
            if not isinstance(error, TavolaError):
                log.exception("a guest could not be sent to his table again")
            self._leaves(traveller, stay)
            why = error.why if isinstance(error, Refusal) else words.NOT_WRITTEN
            guest.tell(Refusal("closing", why, retry_after=RETRY).told(guest.lang, table=stay.table))
        finally:
            stay.settling = None
            held, stay.held = stay.held, []
            if traveller.stays.get(stay.table) is stay:
                for brief, data in held:
                    self._pass_on(traveller, stay, brief, data)
                if stay.version is not None and not stay.owner:  # which was lost as he got there
                    self._send_again(traveller, stay)


def _wish(traveller: Traveller, number: int, person: Person, command: m.TableCommand) -> wire.Wish:
    guest = traveller.guest
    return wire.Wish(
        guest=traveller.number,
        number=number,
        holder=person.holder,
        name=person.name,
        lang=guest.lang,
        address=guest.address[:100],
        command=m.encode(command),
    )


def _may_be_repeated(command: m.TableCommand) -> bool:
    return bool(command.id) or isinstance(command, m.Watch | m.Resume)
