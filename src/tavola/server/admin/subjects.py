"""Whom a ban or a mute is for, from what an administrator typed."""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network

from tavola.core.errors import TavolaError
from tavola.server.limits.addresses import address_key
from tavola.server.store import Store, fold
from tavola.server.store.values import Kind
from tavola.table.identity import HOLDER_LENGTH

_HOLDER = re.compile(f"[0-9a-f]{{{HOLDER_LENGTH}}}")
WIDEST = {4: 8, 6: 16}  # the shortest prefix by IP version: a shorter one is surely a mistake
KINDS: tuple[Kind, ...] = ("holder", "name", "address")


async def subjects_of(store: Store, text: str) -> list[tuple[Kind, str]]:
    """(kind, subject) of all that is meant: a claimed name stands for its holder, too."""
    given, colon, rest = text.partition(":")
    if colon and given in KINDS:
        kind, text = given, rest
    else:
        kind = "address" if is_network(text) else "holder" if _HOLDER.fullmatch(text) else "name"
    if kind == "address":
        return [("address", network_of(text))]
    if kind == "holder":
        if not _HOLDER.fullmatch(text):
            raise TavolaError(
                f"a holder is {HOLDER_LENGTH} hexadecimal digits, as tavola admin person shows it"
            )
        return [("holder", text)]
    if not (key := fold(text)):
        raise TavolaError("a name needs at least one character that can be seen")
    owner = await store.owner_of(text)
    return [("name", key)] if owner is None else [("name", key), ("holder", owner)]


def is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def network_of(text: str) -> str:
    """A network as it is kept. One IPv6 address stands for its /64, as it does for every limit."""
    try:
        ip_address(text)
    except ValueError:
        pass
    else:
        text = address_key(text)
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        raise TavolaError(f"{text[:60]!r} is no address and no network such as 192.0.2.0/24") from None
    if network.prefixlen < (widest := WIDEST[network.version]):
        raise TavolaError(f"{network} is too wide; at most /{widest}")
    return str(network)
