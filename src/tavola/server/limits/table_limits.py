"""Quotas and rate limits of tables: how many there may be, how often one may talk, which bots may sit."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from tavola.core.words import Phrase
from tavola.server.connections.guest import Guest
from tavola.server.limits.addresses import address_key
from tavola.server.tables.live_table import LiveTable
from tavola.table import messages as m
from tavola.table import words
from tavola.table.identity import Person
from tavola.table.refusal import Refusal
from tavola.table.table import Table

if TYPE_CHECKING:
    from tavola.server.tables.manager import TableManager

TABLES_AT_ONCE = 1000  # where one connection may be


class TableLimits:
    """Each question is answered by a Refusal, or by nothing."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self._opened_by: Counter[str] = Counter()  # unfinished tables, by who opened them

    def count(self, table: Table) -> None:
        """One more that is not over."""
        self._opened_by[table.opened.by] += 1

    def discount(self, table: Table) -> None:
        by = table.opened.by
        self._opened_by[by] -= 1
        if self._opened_by[by] <= 0:
            del self._opened_by[by]

    def may_open(self, guest: Guest, person: Person) -> None:
        most = self._manager.settings.tables_per_holder
        if self._opened_by[person.holder] >= most:
            raise Refusal("too_much", words.YOUR_TABLES.fill(most=most), retry_after=60.0)
        self._may_stand(guest)

    def may_do(self, guest: Guest, person: Person, live: LiveTable, command: m.TableCommand) -> None:
        match command:
            case m.Chat():
                self._not_too_often("chat", person.holder, words.TOO_MUCH_TALK)
            case m.Seat_Bot(bot=bot):
                self._manager.bots.check(bot, live.table.rules)
            case m.Join():
                self.may_come(guest, live)
            case m.Rematch():
                self._may_stand(guest)

    def may_come(self, guest: Guest, live: LiveTable) -> None:
        """One connection is not at any number of tables: each it is at stays in memory."""
        if len(guest.tables) >= TABLES_AT_ONCE and live.table.id not in guest.tables:
            raise Refusal("too_much", words.AT_TOO_MANY.fill(most=TABLES_AT_ONCE), retry_after=60.0)

    def _may_stand(self, guest: Guest) -> None:
        """Is there room for one more table?"""
        if self._manager.draining:
            raise Refusal("closing", words.GOING_DOWN, retry_after=10.0)
        if self._opened_by.total() >= self._manager.settings.max_tables:
            raise Refusal("too_much", words.HOUSE_FULL, retry_after=30.0)
        self._not_too_often("create", address_key(guest.address), words.TOO_MANY_NEW)

    def _not_too_often(self, kind: str, key: str, why: Phrase) -> None:
        if wait := self._manager.rates.take(kind, key, time.monotonic()):
            raise Refusal("too_much", why, retry_after=round(wait, 3))
