"""Whose share something is: one address, one share; one person at several addresses still has one.

Tokens cost nothing, so a new one brings no new share. Who uses one token at several addresses counts at the
first of them for as long as he keeps coming.
"""

from __future__ import annotations

from collections import OrderedDict

from tavola.server.limits.addresses import address_key, network_key
from tavola.server.limits.fair_queue import Payer

STAYS = 600.0  # seconds without a sign, and a person may be at home elsewhere
MOST_HOMES = 20_000


def place_of(address: str) -> str:
    """Who shares a share with this address: of IPv6 its network, for a line may have any number of /64."""
    key = address_key(address)
    return network_key(address) if key.endswith("/64") else key


class Payers:
    """Knows at which address a person was first seen."""

    def __init__(self, most: int = MOST_HOMES) -> None:
        self._homes: OrderedDict[str, tuple[str, float]] = OrderedDict()  # and when he was last seen
        self._most = most

    def of(self, address: str, holder: str, now: float) -> Payer:
        home, seen = self._homes.pop(holder, ("", 0.0))
        if not home or now - seen > STAYS:
            home = place_of(address)
        self._homes[holder] = (home, now)
        while len(self._homes) > self._most:
            self._homes.popitem(last=False)
        return Payer(home, holder)
