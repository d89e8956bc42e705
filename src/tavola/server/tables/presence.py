"""Presence: who is connected to a table. It is not in the log, but everyone at the table is told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from tavola.core.contract import Seat
from tavola.server.connections.guest import Guest
from tavola.server.table_log.journal import Journal
from tavola.server.tables.live_table import LiveTable
from tavola.table import facts as f
from tavola.table import messages as m

SPECTATOR_COUNT_SECONDS = 1.0  # broadcast interval; debounced so that a crowd causes one message


class PresenceBroadcast:
    """Its messages wait behind writes in the journal, because they contain seats and versions."""

    def __init__(self, journal: Journal, changed: Callable[[LiveTable], None]) -> None:
        self._journal = journal
        self._changed = changed  # called when the listing may have changed

    def connected(self, live: LiveTable, guest: Guest, seat: Seat | None, state: m.State) -> None:
        self._tell(live, live.connected(guest, seat, state))
        if seat is None:
            self._count(live)
        self._changed(live)

    def disconnected(self, live: LiveTable, guest: Guest) -> None:
        looked_on = guest in live.guests and live.guests[guest] is None
        self._tell(live, live.disconnected(guest))
        if looked_on:
            self._count(live)
        self._changed(live)

    def seen(self, live: LiveTable) -> None:
        """A player is away, and what may be done about it has changed."""
        self._tell(live, live.table.seen(time.monotonic()))

    def _tell(self, live: LiveTable, fact: f.Fact | None) -> None:
        if fact is not None:
            self._journal.after(live.table.id, lambda: live.broadcast(fact))

    def _count(self, live: LiveTable) -> None:
        """A spectator came or went: schedule the broadcast of their number."""
        if live.count is None and live.guests:
            live.count = asyncio.get_running_loop().call_later(SPECTATOR_COUNT_SECONDS, self._counted, live)

    def _counted(self, live: LiveTable) -> None:
        live.count = None
        self._tell(live, live.table.seen(time.monotonic()))
