"""What HTTP handlers are given: the settings, the store, the games' own services."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tavola.core.record import Record
from tavola.core.words import Phrase
from tavola.server.admin.moderation import Moderation
from tavola.server.http.kept import Kept
from tavola.server.limits.addresses import address_key
from tavola.server.limits.rates import RateLimits
from tavola.server.service import LookedOn
from tavola.server.settings import Settings
from tavola.server.telemetry.health import Health
from tavola.server.telemetry.logs import RateLimitedLog
from tavola.server.telemetry.metrics import Metrics

if TYPE_CHECKING:
    from tavola.server.admin.doors import AdminHttp
    from tavola.server.http.odds_desk import Desk
    from tavola.server.store import Store

log = logging.getLogger("tavola.http")
SAID_EVERY = 10.0  # seconds between two lines of the log about requests that are refused
WINDOW = 2.0  # seconds in which requests are counted
SHORTEST, LONGEST = 2.0, 30.0  # seconds between two requests of one spectator
MOST = 100.0  # requests a second of all spectators together


class Pace:
    """The polling interval of spectators: however many there are, together they ask `most` times a second.

    `asked` counts one request, and says after how many seconds to ask again. With a thousand that is ten.
    """

    def __init__(self, most: float = MOST) -> None:
        self._most = most
        self._again = SHORTEST
        self._since = 0.0
        self._asks = 0

    def asked(self, now: float) -> float:
        passed = now - self._since
        if passed >= WINDOW:
            # Requests times interval is the number of spectators. The interval goes half of the way only:
            # some requests still come by the one before.
            wanted = self._asks / passed * self._again / self._most
            self._again = min(LONGEST, max(SHORTEST, (self._again + wanted) / 2))
            self._since, self._asks = now, 0
        self._asks += 1
        return round(self._again, 1)


async def nothing() -> int:
    return 0


@dataclass(slots=True)
class House:
    """Everything a handler may ask."""

    settings: Settings
    store: Store
    metrics: Metrics
    rates: RateLimits
    desk: Desk
    services: Mapping[str, Any] = field(default_factory=dict)  # the games' own, open, by game
    ports: dict[str, int] = field(default_factory=dict)  # where the doors are, once they are open
    draining: bool = False
    admin: AdminHttp | None = None  # if administration over HTTP is asked for
    moderation: Moderation = field(default_factory=Moderation)
    health: Health = field(init=False)
    node: Callable[[], dict[str, Any]] | None = None  # how this one of several nodes is
    offline: Callable[[], Awaitable[int]] = nothing  # bytes of the offline engine; 0: there is none here
    replays: Kept[bytes] = field(default_factory=Kept)
    told: dict[Any, Any] = field(
        default_factory=dict
    )  # answers that are the same for everybody, by what was asked
    onlookers: Pace = field(default_factory=Pace)
    refusals: RateLimitedLog = field(default_factory=lambda: RateLimitedLog(1, SAID_EVERY))

    def __post_init__(self) -> None:
        self.health = Health(self.store, self.metrics)

    def in_play(self, table: str) -> Record | Phrase | None:
        """A game of one of the games' own services; see `LookedOn`."""
        services = (each for each in self.services.values() if isinstance(each, LookedOn))
        found = (service.in_play(table) for service in services)
        return next((each for each in found if each is not None), None)

    def too_many(self, kind: str, address: str) -> float:
        """Seconds to wait, if an address has done this too often by `--KIND-rate`; that is logged."""
        key = address_key(address)
        if wait := self.rates.take(kind, key, time.monotonic()):
            self.refusals.happened(log, "requests are refused", limit=f"--{kind}-rate", address=key)
        return wait
