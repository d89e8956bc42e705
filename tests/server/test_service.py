"""A game's own service: found through its `Game`, opened with the server, drained and stopped with it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tavola import games
from tavola.core.game import Game
from tavola.core.plugins import BrokenPlugin
from tavola.core.words import Phrase, same
from tavola.server.http.routes import Route
from tavola.server.http.wire import TEXT, Answer
from tavola.server.service import OpenService, ServiceContext, game_services
from tavola.server.settings import Settings
from tests.server.running import fetched, running


@dataclass(frozen=True)
class NoSettings:
    """None of its own."""


class Clockwork:
    """A service that notes what is done to it."""

    settings = NoSettings
    link = "/clockwork", same("clockwork")

    def __init__(self) -> None:
        self.ports: Mapping[str, int] = {"clockwork": 12}
        self.stopped: list[float] = []

    async def open(self, context: ServiceContext) -> OpenService:
        assert context.node is None
        return self

    async def stop(self, grace: float = 0.0) -> None:
        self.stopped.append(grace)

    def routes(self) -> Sequence[Route]:
        async def page(house: object, asked: object) -> Answer:
            del house, asked
            return Answer(b"tick", TEXT)

        return [Route("GET", "/clockwork", page)]

    def announce(self, settings: Settings, ports: Mapping[str, int]) -> list[tuple[Phrase, str | Phrase]]:
        del settings
        return [(same("clockwork"), str(ports["clockwork"]))]


def test_a_server_opens_the_service_of_a_game_it_does_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Clockwork()
    monkeypatch.setitem(games.OURS, "clockwork", Game("clockwork", "", service="unused"))
    monkeypatch.setattr(Game, "part", lambda self, _: service if self.name == "clockwork" else None)

    async def story() -> None:
        async with running(tmp_path, drain_seconds=3.0) as server:
            assert server.ports["clockwork"] == 12
            assert await fetched(server, "/clockwork") == (200, b"tick")
        assert service.stopped == [3.0, 0.0]  # drained, then closed

    asyncio.run(story())


def test_a_service_that_cannot_be_loaded_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> Game:
        raise BrokenPlugin("game", name, "it is broken")

    monkeypatch.setattr("tavola.server.service.game_of", broken)
    assert game_services() == {}


@pytest.mark.parametrize(
    ("url", "game"),
    [
        ("5000://host:8999", "5000"),
        (" 5000://h:1", "5000"),
        ("ws://host/ws", None),
        ("5000", None),
        ("", None),
    ],
)
def test_an_address_tells_whose_protocol_it_is(url: str, game: str | None) -> None:
    found = games.game_at(url)
    assert (found and found.name) == game
