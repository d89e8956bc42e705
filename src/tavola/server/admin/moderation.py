"""Bans, mutes and reserved names in memory, as every door asks for them. The database has them for good."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING

from tavola.core.words import Phrase
from tavola.server.store import StorageTrouble, fold
from tavola.server.store.values import Kind, Sanction, What
from tavola.table import words
from tavola.table.refusal import Refusal

if TYPE_CHECKING:
    from tavola.server.store import Store

log = logging.getLogger(__name__)
POLL = 5.0  # seconds between two looks whether another process has changed something


class Moderation:
    """Asked with every connection, hello, name and line of chat."""

    def __init__(self) -> None:
        self._by: dict[tuple[What, Kind], dict[str, Sanction]] = {}
        self._networks: dict[What, dict[tuple[int, int], dict[int, Sanction]]] = {}
        self._known: tuple[list[Sanction], list[str]] = ([], [])
        self.reserved: tuple[str, ...] = ()
        self.listeners: list[Callable[[], None]] = []  # told when something has changed

    async def load(self, store: Store) -> None:
        """As it is in the database now."""
        known = await store.sanctions(), await store.reserved_names()
        if known == self._known:
            return
        self._known, self.reserved = known, tuple(known[1])
        self._by, self._networks = {}, {}
        for one in known[0]:
            if one.kind == "address":
                network = ip_network(one.subject)
                sort = network.version, network.prefixlen
                there = self._networks.setdefault(one.what, {}).setdefault(sort, {})
                there[int(network.network_address)] = one
            else:
                self._by.setdefault((one.what, one.kind), {})[one.subject] = one
        for listener in self.listeners:
            listener()

    async def follow(self, store: Store) -> None:
        """Poll for what another node, or a command beside the server, has changed."""
        while True:
            await asyncio.sleep(POLL)
            try:
                await self.load(store)
            except StorageTrouble as trouble:
                log.debug("bans could not be read: %s", trouble)

    def find(
        self, what: What, holder: str = "", names: Collection[str] = (), address: str = ""
    ) -> Sanction | None:
        """The sanction in force against any of these; of several the one that lasts longest."""
        found = [self._by.get((what, "holder"), {}).get(holder)]
        if of_names := self._by.get((what, "name")):
            found += [of_names.get(fold(name)) for name in names]
        found += self._of_address(what, address)
        now = time.time()
        there = [one for one in found if one is not None and (one.until is None or one.until > now)]
        return max(there, key=lambda one: one.until or float("inf"), default=None)

    def _of_address(self, what: What, address: str) -> list[Sanction | None]:
        networks = self._networks.get(what)
        if not networks:
            return []
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return []
        found = getattr(found, "ipv4_mapped", None) or found
        bits, number = found.max_prefixlen, int(found)
        return [
            there.get(number >> (bits - length) << (bits - length))
            for (version, length), there in networks.items()
            if version == found.version
        ]

    def check(self, what: What, holder: str = "", names: Collection[str] = (), address: str = "") -> None:
        """Raise a Refusal if there is a sanction."""
        if (one := self.find(what, holder, names, address)) is not None:
            raise refusal(one)


def refusal(one: Sanction) -> Refusal:
    left = None if one.until is None else round(max(1.0, one.until - time.time()), 1)
    return Refusal("banned" if one.what == "ban" else "muted", why(one), retry_after=left)


def why(one: Sanction) -> Phrase:
    """What the person is told: until when, and why in the administrator's words."""
    ever, until = (
        (words.BANNED, words.BANNED_UNTIL) if one.what == "ban" else (words.MUTED, words.MUTED_UNTIL)
    )
    reason = one.why or words.NO_REASON
    if one.until is None:
        return ever.fill(why=reason)
    return until.fill(why=reason, until=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(one.until)))
