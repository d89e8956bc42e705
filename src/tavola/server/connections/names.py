"""Who a connection is: the name it goes by, claimed names, and tokens that may be guesses."""

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
LONG_TOKEN = 16  # characters: a shorter one could be guessed, and is nobody's without his name


async def name_for(store: Store, holder: str, wanted: str | None, reserved: Collection[str] = ()) -> str:
    """The name somebody goes by: what he asks for if it is not somebody else's, else one he has claimed.

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
    """As `name_for`, for somebody who gives a token: he may be guessing at it.

    Wrong ones are counted, and beyond the limit not even the right one is heard: see `not_heard`.
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
    """Refuse a name of the house that nobody owns: who does was given it by whoever runs the house."""
    if is_reserved(name, more):
        raise Refusal("taken", words.NAME_RESERVED.fill(name=name))


def not_heard(tries: TokenBuckets, place: str, name: str, *, wrong: bool) -> float:
    """Brute force: seconds until a token for this name is heard again from there; 0.0: it is heard now.

    Wrong ones are counted by address and name. Beyond the limit not even the right one is heard, or the
    guessing would go on. Ask when it is known whether the token is right and answer at once, so that many
    guesses at the same time are no way around the limit.
    """
    key, now = f"{place} {fold(name)}", time.monotonic()
    if wait := tries.wait(key, now):
        return wait
    if wrong:
        tries.take(key, now)
        log.warning("a wrong token for a claimed name, from %s", place)
    return 0.0


async def no_guess(store: Store, holder: str, name: str, tries: TokenBuckets, place: str) -> None:
    """A short token may be guessed at by trying whose seats it has: so many an hour from an address, but for
    one that proves a claimed name."""
    if name and await store.owner_of(name) == holder:
        return
    check_wait(tries.take(f"{place} short", time.monotonic()), words.SHORT_TOKENS.fill(most=LONG_TOKEN))


async def claim(
    store: Store, holder: str, wanted: str, reserved: Collection[str], most: int, bot: bool = False
) -> tuple[str, bool]:
    """The name as it is shown, and is it a bot's?"""
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
    if not name or not name.isprintable():
        raise Refusal("bad_request", words.NO_NAME)
    return name
