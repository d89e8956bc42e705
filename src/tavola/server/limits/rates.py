"""Rate limits: token buckets by key (a connection, an address, a person).

Buckets are in memory and bounded: a bucket that nobody has used for a whole period is full, so forgetting it
changes nothing. Several nodes tell each other what was spent (nodes/shared_limits.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from tavola.server.setting_kinds import Rate
from tavola.server.settings import Settings

MOST_NOTED = 10_000  # keys in one message to other nodes
MOST_KEYS = 100_000  # of one kind; beyond that the oldest are forgotten, and so full again


class TokenBuckets:
    """All the buckets of one kind. A bucket is one number: when it will be full again."""

    __slots__ = ("_interval", "_most", "_old", "_period", "_until", "_young", "spent")

    def __init__(self, rate: Rate, most: int = MOST_KEYS) -> None:
        self._period = float(rate.seconds)
        self._interval = rate.seconds / rate.times
        self._most = most
        # Two generations: what was not touched for a whole period is full and goes with its generation.
        self._young: dict[str, float] = {}
        self._old: dict[str, float] = {}
        self._until = float("-inf")  # when the young are old
        self.spent: dict[str, int] | None = None  # for other nodes to know, if there are any

    def take(self, key: str, now: float, many: int = 1) -> float:
        if now >= self._until:
            self._next_generation(now)
        full = self._young.get(key)
        if full is None:
            if len(self._young) >= self._most:
                self._next_generation(now)
            full = self._old.get(key, now)
        after = (full if full > now else now) + many * self._interval
        wait = after - self._period - now
        if wait > 1e-9:
            return wait
        self._young[key] = after
        if self.spent is not None:
            self._note(key, many)
        return 0.0

    def _note(self, key: str, many: int) -> None:
        assert self.spent is not None
        if key in self.spent or len(self.spent) < MOST_NOTED:
            self.spent[key] = self.spent.get(key, 0) + many

    def spend(self, key: str, now: float, many: int) -> None:
        """Take so many even if fewer are left: the next `take` waits for them, a period at most."""
        self.charge(key, now, many)
        if self.spent is not None:
            self._note(key, many)

    def charge(self, key: str, now: float, many: int) -> None:
        """As `spend`, for what was spent at another node."""
        if now >= self._until:
            self._next_generation(now)
        full = max(now, self._young.get(key) or self._old.get(key, now))
        self._young[key] = min(full + many * self._interval, now + 2 * self._period)

    def wait(self, key: str, now: float) -> float:
        """How long until one could be taken. Takes none."""
        full = self._young.get(key) or self._old.get(key, now)
        wait = full + self._interval - self._period - now
        return wait if wait > 1e-9 else 0.0

    def _next_generation(self, now: float) -> None:
        self._old, self._young, self._until = self._young, {}, now + self._period

    def __len__(self) -> int:
        return len(self._young) + len(self._old)


class RateLimits:
    """The buckets of every kind; `take` says how many seconds to wait, 0.0 if it may be done now."""

    def __init__(self, rates: Mapping[str, Rate]) -> None:
        self._buckets = {kind: TokenBuckets(rate) for kind, rate in rates.items()}

    @classmethod
    def of(cls, settings: Settings) -> RateLimits:
        """A kind for each setting `--KIND-rate`."""
        rates = (each.name for each in fields(Settings) if isinstance(each.default, Rate))
        return cls({name.removesuffix("_rate"): getattr(settings, name) for name in rates})

    def take(self, kind: str, key: str, now: float) -> float:
        return self._buckets[kind].take(key, now)

    def of_kind(self, kind: str) -> TokenBuckets:
        """The buckets of a kind, for callers that need them with every command."""
        return self._buckets[kind]

    def __len__(self) -> int:
        return sum(map(len, self._buckets.values()))
