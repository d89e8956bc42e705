from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tavola.client.client import Client
from tests.client.house import house


@pytest.mark.parametrize("kind", ["ws", "tcp"])
def test_a_game_against_the_house(tmp_path: Path, kind: str) -> None:
    async def main() -> None:
        async with house(tmp_path) as it, Client.connect(it.url(kind), name="ada") as client:
            assert client.name == "ada"
            table = await client.create("scopetta", options={"target": 1})
            await table.seat_bot("house")
            await table.join()
            turns = 0
            async for news in table:
                turns += len(news.steps)
                assert news.turn == turns
                if table.my_turn:
                    await table.play(table.moves[0], turn=table.turn)
            assert table.over is not None
            assert table.over.how == "played"
            assert table.turn == turns

    asyncio.run(asyncio.wait_for(main(), 60))
