"""Do two who play against each other come from one address? For rated tables, which do not count then.

No address is kept: a seat has fingerprints of those its owner came from, keyed by the table's secret seed, so
that those of two tables can't be compared. They are in the table's listing while the game goes on, for
another node or the next process may have to end it, and gone when it is over.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Mapping
from itertools import combinations

from tavola.core.contract import Seat
from tavola.server.limits.addresses import address_key
from tavola.table.table import Table
from tavola.tournaments.pairings import sides_of

MOST = 8  # addresses remembered of one seat
Places = Mapping[Seat, Collection[str]]


def fingerprint(table: Table, address: str) -> str:
    """The same for the same IPv4 address or IPv6 /64, at this table only."""
    text = f"address\n{address_key(address)}".encode()
    return hmac.digest(bytes.fromhex(table.opened.seed), text, "sha256")[:9].hex()


def same_address(table: Table, places: Places) -> bool:
    """Did two people of different sides come from one?"""
    people = {seat for seat, sitter in enumerate(table.sitters) if sitter is not None and not sitter.bot}
    of_side = [
        {place for seat in side if seat in people for place in places.get(seat, ())}
        for side in sides_of(table.opened.game, len(table.sitters))
    ]
    return any(not one.isdisjoint(other) for one, other in combinations(of_side, 2))
