"""Shares of tables: how many unfinished tables each owner has, and whose may be put away for another.

An owner is who opened a table (the holder), the address he came from, and its network. An address has no more
tables than may still be opened, a network no more than twice that: whoever takes many leaves as many to
others. When somebody is over his share, or nothing is free, a table nobody is at is put away first: one of
his own address, or if nothing is free one of the address that has most.

Addresses are not in the log. After a restart it is known from where a table was opened when its owner comes
back; until then it is counted for its owner only.
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
        """One more table that is not over; or it is known only now from where it was opened."""
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
        """May one more be opened from there?"""
        free = self.free
        if free <= 0:
            return False
        if self._per_address:
            return self.of(owner.address) < self._per_address
        return self.of(owner.address) < free and self.of(owner.network) < 2 * free

    def to_put_away(self, owner: Owner, idle: Iterable[LiveTable]) -> LiveTable | None:
        """Which of these tables, at which nobody is, makes room for one of that owner."""
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
