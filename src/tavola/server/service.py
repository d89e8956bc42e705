"""A game's own service: what a server opens for a game beside its tables, such as a protocol of its own.

It is the part `service` of a `Game` (core/game.py). Loading it is cheap, for the options of `tavola serve`
come from it; whatever is heavy is imported by `open` and `routes`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from tavola.core.plugins import BrokenPlugin, guarded
from tavola.core.words import Phrase
from tavola.games import OURS, game_names, game_of

if TYPE_CHECKING:
    from tavola.core.record import Record
    from tavola.server.admin.moderation import Moderation
    from tavola.server.http.routes import Route
    from tavola.server.limits.connections import ConnectionLimit
    from tavola.server.limits.rates import RateLimits
    from tavola.server.nodes.node import Node
    from tavola.server.settings import Settings
    from tavola.server.store import Store
    from tavola.server.telemetry.metrics import Metrics


@dataclass(frozen=True, slots=True)
class ServiceContext:
    """What a server lends to a service."""

    settings: Settings
    store: Store
    connection_limit: ConnectionLimit
    rates: RateLimits
    metrics: Metrics
    moderation: Moderation
    node: Node | None = None  # if the server is one of several


class OpenService(Protocol):
    """A service while its server runs."""

    @property
    def ports(self) -> Mapping[str, int]:
        """The ports it listens on, by name."""

    async def stop(self, grace: float = 0.0, /) -> None:
        """Begin nothing new; what is under way may end within `grace` seconds. May be called twice."""


@runtime_checkable
class LookedOn(Protocol):
    """An open service whose games may be watched while they are played."""

    def in_play(self, table: str, /) -> Record | Phrase | None:
        """One of its games as far as it is played; or why spectators have to wait for it."""


class GameService(Protocol):
    """How a service is configured, opened and shown."""

    settings: type[Any]  # a dataclass of `setting` fields (setting_kinds.py); options of `tavola serve`
    link: tuple[str, Phrase] | None  # the path of its page, and what a link to it says

    async def open(self, context: ServiceContext, /) -> OpenService: ...

    def routes(self) -> Sequence[Route]:
        """Its pages and REST. Handlers find the open service in `context.services`, by the game's name."""

    def announce(
        self, settings: Settings, ports: Mapping[str, int], /
    ) -> Sequence[tuple[Phrase, str | Phrase]]:
        """What `tavola serve` says when it is open: a label, and a path, a port, or a phrase."""


def services_of_ours() -> dict[str, GameService]:
    """The services of the games in this package."""
    return {name: part for name, game in OURS.items() if (part := game.part("service")) is not None}


def game_services() -> dict[str, GameService]:
    """All services, of other packages too; one that can't be loaded, or whose settings fail, is left out."""
    found: dict[str, GameService] = {}
    for name in game_names():
        try:
            part = game_of(name).part("service")
            if part is not None and name not in OURS:
                guarded("game", name, lambda part=part: part.settings())  # type: ignore[misc]
        except BrokenPlugin:  # the list of games tells of it
            continue
        if part is not None:
            found[name] = part
    return found
