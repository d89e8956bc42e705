"""May a player use a name?"""

from __future__ import annotations

import hmac
import logging
import math
import time
from collections.abc import Collection

from tavola.core.errors import TavolaError
from tavola.games.five_thousand.tcp.commands import Named
from tavola.games.five_thousand.tcp.settings import NameStore
from tavola.server.connections.names import not_heard
from tavola.server.connections.reserved_names import is_reserved
from tavola.server.limits.addresses import address_key
from tavola.server.limits.rates import TokenBuckets
from tavola.server.telemetry.logs import happened
from tavola.table.identity import holder_of

log = logging.getLogger("tavola.five_thousand.tcp")
NOT_YOURS = "this name is claimed, and not with this token"


RESERVED = "this name belongs to the house or to one of its bots; choose another"


async def why_not(
    names: NameStore, claims: TokenBuckets, address: str, said: Named, reserved: Collection[str] = ()
) -> str | None:
    """Why a player may not use a name. None: allowed, and with a token the name is claimed now."""
    owner = await names.owner_of(said.name)
    if not owner and is_reserved(said.name, reserved):
        return RESERVED
    if not said.token:
        return f"this name is claimed; if it is yours, say NAME {said.name} TOKEN" if owner else None
    holder, place = holder_of(said.token), address_key(address)
    # Only new and wrong tokens are rate-limited: to prove a name in every game is usual.
    if owner:
        wrong = not hmac.compare_digest(owner, holder)
        if wait := not_heard(claims, place, said.name, wrong=wrong):
            return too_many_tokens(wait)
        return NOT_YOURS if wrong else None
    if wait := claims.take(place, time.monotonic()):
        return f"too many names claimed from your address; again in {seconds(wait)}"
    try:
        if not await names.claim(said.name, holder):
            return NOT_YOURS
    except TavolaError as error:
        return " ".join(str(error).split())
    happened(log, "a name is claimed", name=said.name)
    return None


def too_many_tokens(wait: float) -> str:
    return f"too many wrong tokens for this name from your address; again in {seconds(wait)}"


def seconds(wait: float) -> str:
    """Whole seconds, rounded up: a retry after that time is accepted."""
    whole = math.ceil(wait)
    return f"{whole} second{'s' * (whole != 1)}"
