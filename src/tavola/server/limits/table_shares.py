"""Shares of tables: how many unfinished tables each owner has, and which one is put away for another.

An owner is the holder who opened a table, the holder's address, and its network. An address may have no more
tables than may still be opened, a network no more than twice that: so an address that takes many leaves as
many to others. When an owner is over that share, or nothing is free, a table at which nobody is connected is
put away: one of the same address, or if nothing is free one of the address that has most.

Addresses are not in the log. After a restart the address of a table is known when its holder comes back;
until then the table counts for the holder only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from tavola.server.limits.addresses import address_key, network_key

if TYPE_CHECKING:
    from tavola.server.tables.live_table import LiveTable


class Owner(NamedTuple):
    holder: str
    address: str = ""  # "": not known
    network: str = ""

    @classmethod
    def at(cls, holder: str, address: str) -> Owner:
        return cls(holder, address_key(address), network_key(address)) if address else cls(holder)


class TableShares:
    """`most` tables in all; `per_address` is a fixed number for each address, 0: by shares."""

    def __init__(self, most: int, per_address: int = 0) -> None:
        self._most, self._per_address = most, per_address
        self._owners: dict[str, Owner] = {}  # by table
        self.counts: Counter[str] = Counter()  # tables by holder, address and network
        self.elsewhere: Callable[[str], int] = lambda _: 0  # tables of an owner at other nodes

    def __len__(self) -> int:
        return len(self._owners)

    def count(self, table: str, owner: Owner) -> None:
        """Count an unfinished table; or count it anew, when its address has become known."""
        self.discount(table)
        self._owners[table] = owner
        self.counts.update(filter(None, owner))

    def discount(self, table: str) -> None:
        for key in filter(None, self._owners.pop(table, ())):
            self.counts[key] -= 1
            if not self.counts[key]:
                del self.counts[key]

    def owner(self, table: str) -> Owner | None:
        return self._owners.get(table)

    def of(self, key: str) -> int:
        """How many a holder, an address or a network has, at all nodes."""
        return self.counts[key] + self.elsewhere(key)

    @property
    def free(self) -> int:
        return self._most - len(self._owners)

    def room(self, owner: Owner) -> bool:
        """May that owner open one more?"""
        free = self.free
        if free <= 0:
            return False
        if self._per_address:
            return self.of(owner.address) < self._per_address
        return self.of(owner.address) < free and self.of(owner.network) < 2 * free

    def to_put_away(self, owner: Owner, idle: Iterable[LiveTable]) -> LiveTable | None:
        """Which of these idle tables makes room for one of that owner."""
        whole = self.free <= 0
        found: tuple[tuple[int, float], LiveTable] | None = None
        for live in idle:
            its = self._owners.get(live.table.id)
            if its is None or not (whole or its.address == owner.address):
                continue
            key = (-self.counts[its.address or its.holder], live.quiet_since)
            if found is None or key < found[0]:
                found = key, live
        return None if found is None else found[1]
