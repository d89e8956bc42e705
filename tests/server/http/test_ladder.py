"""The ladder over REST and by its command: order, tiers, history, head to head."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tavola.cli import command_line
from tavola.client.errors import NoConnection
from tavola.client.ladder_standings import ladder_standings
from tavola.core.errors import TavolaError
from tests.client.house import house
from tests.server.store.samples import over


def test_the_ladder_of_a_game(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home, asyncio.timeout(60):
            assert home.server is not None
            store, url = home.server.store, f"http://127.0.0.1:{home.settings.http_port}"
            for name in ("strong", "middle", "weak"):
                await store.claim(name, f"holder of {name}", bot=True)
            pairs = (("strong", "weak"), ("strong", "middle"), ("middle", "weak"), ("ada", "weak"))
            for n in range(48):
                await store.commit([over(f"t{n}", at=n, seats=pairs[n % 4], paired=True)])
            told = await asyncio.to_thread(ladder_standings, url, "421")
            lines = told["standings"]
            assert [line["name"] for line in lines] == ["strong", "middle", "weak"]  # ada is no bot
            assert all(line["low"] < line["mu"] < line["high"] for line in lines)
            assert lines[0]["tier"] == 1 < lines[2]["tier"]
            bot = await asyncio.to_thread(ladder_standings, url, "421", "middle")
            assert {each["name"]: (each["wins"], each["games"]) for each in bot["rivals"]} == {
                "strong": (0, 12),
                "weak": (12, 12),
            }
            assert len(bot["history"]) == 24
            assert bot["history"][0]["mu"] == lines[1]["mu"]
            with pytest.raises(TavolaError, match="nobody"):
                await asyncio.to_thread(ladder_standings, url, "421", "nobody")
            said = await asyncio.to_thread(
                CliRunner().invoke, command_line(), ["ladder", "421", "--url", url]
            )
            assert said.exit_code == 0
            assert "strong" in said.stdout.splitlines()[0]
            said = await asyncio.to_thread(
                CliRunner().invoke, command_line(), ["ladder", "421", "weak", "--url", url, "--json"]
            )
            assert json.loads(said.stdout)["game"] == "421"

    asyncio.run(story())


def test_no_server_there() -> None:
    with pytest.raises(NoConnection, match="can't reach"):
        ladder_standings("http://127.0.0.1:1", "421")
