"""The name of a connection: claimed and reserved names, and tokens that may be guesses."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection
from typing import TYPE_CHECKING

from tavola.server.connections.reserved_names import is_reserved
from tavola.server.limits.rates import TokenBuckets
from tavola.server.store import fold
from tavola.server.telemetry.logs import happened
from tavola.table import words
from tavola.table.refusal import Refusal, check_wait

if TYPE_CHECKING:
    from tavola.server.store import Store

log = logging.getLogger(__name__)
LONG_TOKEN = 16  # characters; a shorter token could be guessed, and needs the claimed name beside it


async def name_for(store: Store, holder: str, wanted: str | None, reserved: Collection[str] = ()) -> str:
    """The name a holder goes by: the wanted one if nobody else owns it; if none is wanted, a claimed one.

    `reserved` are names nobody may take, beside those of the house.
    """
    if wanted is None:
        claimed = await store.names_of(holder)
        return claimed[0] if claimed else ""
    name = proper(wanted)
    owner = await store.owner_of(name)
    if owner is not None and owner != holder:
        raise NotTheOwner("taken", words.NAME_CLAIMED.fill(name=name))
    if owner is None:
        check_reserved(name, reserved)
    return name


async def name_by_token(
    store: Store, holder: str, wanted: str, reserved: Collection[str], tries: TokenBuckets, place: str
) -> str:
    """As `name_for`, for a client that gives a token, which may be a guess.

    Wrong tokens are rate-limited: see `not_heard`.
    """
    name, no = "", None
    try:
        name = await name_for(store, holder, wanted, reserved)
    except Refusal as refusal:
        no = refusal
    check_wait(not_heard(tries, place, wanted, wrong=isinstance(no, NotTheOwner)), words.TOO_MANY_NAMES)
    if no is not None:
        raise no
    return name


class NotTheOwner(Refusal):
    """The name is claimed, and not with this token."""


def check_reserved(name: str, more: Collection[str]) -> None:
    """Refuse a reserved name that nobody owns; the operator may have given it to an owner."""
    if is_reserved(name, more):
        raise Refusal("taken", words.NAME_RESERVED.fill(name=name))


def not_heard(tries: TokenBuckets, place: str, name: str, *, wrong: bool) -> float:
    """Brute force: seconds until a token for this name from that address is looked at again; 0.0: now.

    Wrong tokens are counted by address and name. Beyond the limit even the right one is refused, or guessing
    would go on. Call this once it is known whether the token is right, and refuse without waiting for
    anything, so that guesses sent in parallel are no way around the limit.
    """
    key, now = f"{place} {fold(name)}", time.monotonic()
    if wait := tries.wait(key, now):
        return wait
    if wrong:
        tries.take(key, now)
        log.warning("a wrong token for a claimed name, from %s", place)
    return 0.0


async def no_guess(store: Store, holder: str, name: str, tries: TokenBuckets, place: str) -> None:
    """A short token may be guessed by trying whose seats it has. So short tokens are rate-limited by address,
    except those that own the claimed name they come with."""
    if name and await store.owner_of(name) == holder:
        return
    check_wait(tries.take(f"{place} short", time.monotonic()), words.SHORT_TOKENS.fill(most=LONG_TOKEN))


async def claim(
    store: Store, holder: str, wanted: str, reserved: Collection[str], most: int, bot: bool = False
) -> tuple[str, bool]:
    """Claim a name. Returns it as it is shown, and whether it is a bot's."""
    name = proper(wanted)
    mine = await store.names_of(holder)
    new = fold(name) not in map(fold, mine)
    if new and len(mine) >= most:
        raise Refusal("too_much", words.ALL_YOUR_NAMES.fill(most=most))
    if new:
        check_reserved(name, reserved)
    if not await store.claim(name, holder, bot):
        raise Refusal("taken", words.NOT_YOUR_NAME.fill(name=name))
    account = await store.account(name)
    is_bot = account is not None and account.bot
    if bot and not is_bot:
        raise Refusal("taken", words.NAME_OF_A_PERSON.fill(name=name))
    if new:
        happened(log, "a name is claimed", name=name, bot=is_bot)
    return name, is_bot


def proper(wanted: str) -> str:
    """A name as it is shown: one line, printable, spaces squeezed."""
    name = " ".join(wanted.split())
    if not fold(name) or not name.isprintable():
        raise Refusal("bad_request", words.NO_NAME)
    return name
