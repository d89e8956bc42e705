"""The key by which a limit counts a client: its address, behind trusted proxies too."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from functools import lru_cache


@lru_cache(maxsize=4096)
def address_key(address: str) -> str:
    """The key of an address: of IPv4 itself, of IPv6 its /64, for that is what one household has."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(found) >> 64 << 64)) + "/64"


@lru_cache(maxsize=4096)
def network_key(address: str) -> str:
    """The network an address is in, as far as one customer may have it: IPv4 its /24, IPv6 its /48."""
    key = address_key(address)
    try:
        network = ipaddress.ip_network(key)
    except ValueError:
        return key
    return str(network.supernet(new_prefix=24 if network.version == 4 else 48))


def client_address(peer: str, forwarded: str, trusted: Sequence[str]) -> str:
    """The client's address: the peer's, or what trusted proxies say about the client that asked them.

    X-Forwarded-For grows to the right, and anybody may send one: only what a trusted proxy wrote counts.
    """
    if not trusted:
        return peer
    hops = [hop.strip() for hop in forwarded[-1000:].split(",") if hop.strip()]
    while hops and is_trusted(peer, tuple(trusted)):
        peer = hops.pop()
        try:
            ipaddress.ip_address(peer)
        except ValueError:
            return "unknown"
    return peer


@lru_cache(maxsize=1024)
def is_trusted(address: str, trusted: tuple[str, ...]) -> bool:
    """Is it one of these proxies?"""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found in ipaddress.ip_network(network) for network in trusted)
