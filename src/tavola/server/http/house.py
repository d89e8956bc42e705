"""What the handlers stand in: the settings, the store, the arena, and what they need of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tavola.games.five_thousand.tcp import settings as arena_settings
from tavola.server.http.kept import Bookmarks, Kept
from tavola.server.http.odds_desk import Desk
from tavola.server.limits.rates import RateLimits
from tavola.server.settings import Settings
from tavola.server.store import Store
from tavola.server.telemetry.metrics import Metrics


class TcpStatus(Protocol):
    """What the pages want to know of the arena: by environment, who waits and who plays."""

    def status(self) -> Mapping[str, Any]: ...


ENVIRONMENTS = {each.name: each for each in arena_settings.ENVIRONMENTS}


@dataclass(slots=True)
class House:
    """Everything a handler may ask."""

    settings: Settings
    store: Store
    metrics: Metrics
    rates: RateLimits
    desk: Desk
    arena: TcpStatus | None = None
    ports: dict[str, int] = field(default_factory=dict)  # where the doors are, once they are open
    draining: bool = False
    node: Callable[[], dict[str, Any]] | None = None  # how this one of several nodes is
    replays: Kept = field(default_factory=Kept)
    bookmarks: Bookmarks = field(default_factory=Bookmarks)

    def port(self, door: str) -> int:
        return self.ports.get(door) or int(getattr(self.settings, f"{door}_port"))

    def seen(self, environment: str) -> Mapping[str, Any]:
        """Who waits in an environment, who plays, and what the dice were committed to."""
        return (self.arena.status() if self.arena else {}).get(environment) or {}
