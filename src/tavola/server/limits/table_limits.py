"""Quotas and rate limits of tables: how many there may be, how often to talk, which bots may sit down."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tavola.core.words import Phrase
from tavola.server.connections.guest import Guest
from tavola.server.limits.addresses import address_key
from tavola.server.limits.connections import SAID_EVERY
from tavola.server.limits.table_shares import Owner, TableShares
from tavola.server.store.values import Change
from tavola.server.tables.live_table import LiveTable
from tavola.server.telemetry.logs import RateLimitedLog
from tavola.table import messages as m
from tavola.table import words
from tavola.table.identity import Person
from tavola.table.refusal import Refusal, check_wait

if TYPE_CHECKING:
    from tavola.server.tables.manager import TableManager

log = logging.getLogger(__name__)
TABLES_AT_ONCE = 1000  # tables of one connection
LINE_BYTES = 40  # what a line of a bot's log costs beside its text


class TableLimits:
    """Each `may_...` raises a Refusal, or returns nothing."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        settings = manager.settings
        self.shares = TableShares(settings.max_tables, settings.tables_per_address)
        self._refusals = RateLimitedLog(1, SAID_EVERY)

    def opened_from(self, live: LiveTable, guest: Guest) -> None:
        """The guest who opened a table is back after a restart: now the table counts for an address, too."""
        owner, person = self.shares.owner(live.table.id), guest.person
        if owner and not owner.address and person is not None and person.holder == owner.holder:
            self.shares.count(live.table.id, Owner.at(owner.holder, guest.address))

    def may_open(self, guest: Guest, person: Person) -> None:
        most = self._manager.settings.tables_per_holder
        if self.shares.of(person.holder) >= most:
            raise Refusal("too_much", words.YOUR_TABLES.fill(most=most), retry_after=60.0)
        self._may_write(guest, person)
        self._may_stand(guest, person)

    def may_do(self, guest: Guest, person: Person, live: LiveTable, command: m.TableCommand) -> None:
        if isinstance(command, m.Join | m.Seat_Bot | m.Chat | m.Rematch):
            self._may_write(guest, person)  # leaving is always allowed: it can't be more often than coming
        match command:
            case m.Chat():
                self._may_talk(guest, person, live)
            case m.Seat_Bot(bot=bot):
                self._manager.bots.check(bot, live.table.rules)
            case m.Join():
                self.may_come(guest, live)
            case m.Rematch():
                self._may_stand(guest, person)

    def _may_talk(self, guest: Guest, person: Person, live: LiveTable) -> None:
        if not self._manager.settings.chat:
            raise Refusal("bad_request", words.NO_CHAT)
        if live.table.opened.quiet:
            raise Refusal("bad_request", words.NO_CHAT_HERE)
        self._manager.moderation.check("mute", person.holder, [person.name], guest.address)
        self._not_too_often("chat", person.holder, words.TOO_MUCH_TALK)

    def may_report(self, person: Person) -> None:
        self._not_too_often("report", person.holder, words.TOO_MANY_REPORTS)

    def may_log(self, guest: Guest, person: Person, command: m.Bot_Log) -> None:
        """Bytes of a bot's log, by person and by address."""
        now, cost = time.monotonic(), sum(len(line.text) + LINE_BYTES for line in command.lines)
        places = [("bot_log", person.holder), ("address_bot_log", address_key(guest.address))]
        buckets = [(self._manager.rates.of_kind(kind), key) for kind, key in places]
        check_wait(max(bucket.wait(key, now) for bucket, key in buckets), words.TOO_MUCH_LOG)
        for bucket, key in buckets:
            bucket.spend(key, now, cost)

    def may_challenge(self, guest: Guest) -> None:
        """A challenge may become a table, and counts against the same rate limit."""
        self._not_too_often("create", address_key(guest.address), words.TOO_MANY_NEW)

    def may_come(self, guest: Guest, live: LiveTable) -> None:
        """The number of tables of one connection is bounded: each of them stays in memory."""
        if len(guest.tables) >= TABLES_AT_ONCE and live.table.id not in guest.tables:
            raise Refusal("too_much", words.AT_TOO_MANY.fill(most=TABLES_AT_ONCE), retry_after=60.0)

    def _may_stand(self, guest: Guest, person: Person) -> None:
        """Is there room for one more table, or can it be made?"""
        if self._manager.draining:
            raise Refusal("closing", words.GOING_DOWN, retry_after=10.0)
        self._not_too_often("create", address_key(guest.address), words.TOO_MANY_NEW)
        owner = Owner.at(person.holder, guest.address)
        if self.shares.room(owner):
            return
        live = self.shares.to_put_away(owner, self._idle())
        if live is not None:
            self._manager.set_aside(live)
        else:
            full = self.shares.free <= 0
            limit = "--max-tables" if full else "--tables-per-address"
            self._refusals.happened(log, "new tables are refused", limit=limit, address=owner.address)
            why = words.HOUSE_FULL if full else words.TABLES_OF_ADDRESS
            raise Refusal("too_much", why, retry_after=30.0)

    def _idle(self) -> Iterator[LiveTable]:
        """Tables at which nobody is connected, and has not been for a while."""
        since = time.monotonic() - self._manager.settings.claim_seconds
        for live in self._manager.live.values():
            if not live.guests and live.quiet_since <= since and live.table.status != "over":
                yield live

    # ---- the log: what is written there stays ----

    def _may_write(self, guest: Guest, person: Person) -> None:
        """Has the person, or their address, written too many bytes lately?"""
        now, rates = time.monotonic(), self._manager.rates
        wait = max(
            rates.of_kind("log").wait(person.holder, now),
            rates.of_kind("address_log").wait(address_key(guest.address), now),
        )
        if wait:
            self._refusals.happened(
                log, "writing is refused", limit="--log-rate", address=address_key(guest.address)
            )
            check_wait(wait, words.TOO_MUCH_WRITTEN)

    def wrote(self, guest: Guest, changes: Sequence[Change]) -> None:
        """What a command other than a move costs: the bytes it adds to the log."""
        now, rates = time.monotonic(), self._manager.rates
        cost = sum(len(entry) for each in changes for entry in each.entries)
        if guest.person is not None:
            rates.of_kind("log").spend(guest.person.holder, now, cost)
        rates.of_kind("address_log").spend(address_key(guest.address), now, cost)

    def _not_too_often(self, kind: str, key: str, why: Phrase) -> None:
        check_wait(self._manager.rates.take(kind, key, time.monotonic()), why)
