"""Brute force: wrong tokens for a claimed name are counted, and beyond the limit no token is heard."""

from __future__ import annotations

import logging
import time

from tavola.server.limits.rates import TokenBuckets
from tavola.server.store.names import fold

log = logging.getLogger(__name__)


def not_heard(tries: TokenBuckets, place: str, name: str, *, wrong: bool) -> float:
    """Seconds until a token for this name is heard again from there; 0.0: it is heard now.

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
