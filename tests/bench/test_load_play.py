"""The players of the load harness at a real server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bench.load_play import Crowd, gather, leave
from bench.load_process import UNLIMITED
from tavola.server.serve import Server
from tavola.server.settings import Settings

PORTS = ("http", "lines", "training", "battle", "tournament")


async def played(folder: Path, game: str, games: int, spectators: int) -> Crowd:
    """What a small crowd counts until so many games are over."""
    given = UNLIMITED | {f"{name}_port": "0" for name in PORTS}
    server = Server(Settings.read(given | {"storage": f"sqlite:///{folder}/load.db"}, {}))
    await server.open()
    try:
        crowd = Crowd(("127.0.0.1", server.ports["http"]), think=0.001)
        pairs = await gather(crowd, 2, [game], spectators)
        crowd.measuring = True
        while crowd.games < games:
            await asyncio.sleep(0.02)
        leave(crowd, pairs)
        await asyncio.sleep(0.05)
        return crowd
    finally:
        await server.close()


@pytest.mark.parametrize("game", ["5000", "scopetta"])
def test_games_are_played_to_the_end_and_begun_again(tmp_path: Path, game: str) -> None:
    crowd = asyncio.run(asyncio.wait_for(played(tmp_path, game, games=2, spectators=3), 300))
    assert crowd.games >= 2
    assert 0 < len(crowd.latencies) <= crowd.moves
    assert crowd.heard > 2 * crowd.moves  # both players, and some look on
    assert (crowd.refused, crowd.lost) == ({}, 0)
    assert all(0 < seconds < 60 for seconds in crowd.latencies)
