"""A game of 5000 over TCP looked on over REST: in play, when it is over, and as the projector has it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from tavola.server.setting_kinds import Rate
from tests.server.http.running import Running
from tests.server.http.test_api import with_server

PLENTY = Rate(1000, 1)


async def said(reader: asyncio.StreamReader) -> str:
    async with asyncio.timeout(30):
        return (await reader.readuntil(b">> ")).decode()


def dice_of(told: str) -> list[int]:
    found: list[int] = json.loads(told[told.rindex("STATE: ") + 7 : told.rindex("}") + 1])["dices"]
    return found


async def steps_after(server: Running, table: str, moves: int) -> dict[str, Any]:
    """All onlookers are shown the same for a second: until it has gone on."""
    for _ in range(300):
        told: dict[str, Any] = (await server.ask(f"/api/records/{table}/steps?so_far=yes")).json
        if told["moves"] > moves:
            return told
        await asyncio.sleep(0.05)
    raise AssertionError("it does not go on")


def test_a_game_is_looked_on_while_it_is_played_and_replayed_at_the_same_address(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.app.ports["training"])
        told = await said(reader)
        seen = (await server.ask("/api/scoreboards/training")).json["playing"][0]
        table = seen["table"]
        assert seen["began"] > 1_700_000_000

        heard = await server.ask(f"/api/records/{table}")
        assert (heard.status, heard.code) == (404, "still_playing")
        record = (await server.ask(f"/api/records/{table}?so_far=yes")).json
        assert record["result"] is None
        assert record["tags"]["Commitment"] == seen["commitment"]
        assert "Seed" not in record["tags"]
        first = (await server.ask(f"/api/records/{table}/steps?so_far=yes")).json
        assert first["moves"] == 1
        assert first["again"] >= 2
        assert first["steps"][1]["sight"]["table"]["dice"] == dice_of(told)
        assert "so_far" not in json.dumps(first)
        assert "eed" not in json.dumps(first)

        writer.write(b"TRASH\n")
        await said(reader)
        more = await steps_after(server, table, 1)
        assert more["moves"] == 3

        writer.close()  # he leaves: that ends it
        for _ in range(300):
            heard = await server.ask(f"/api/records/{table}")
            if heard.status == 200:
                break
            await asyncio.sleep(0.02)
        whole = heard.json
        assert len(whole["moves"]) == 3
        assert whole["tags"]["Seed"]
        assert float(whole["tags"]["Seconds"]) >= 0
        again = (await server.ask(f"/api/records/{table}/steps?so_far=yes")).json
        assert again["moves"] == 3
        assert "again" not in again

    with_server(tmp_path, test, request_rate=PLENTY)


def test_the_projector_is_told_over_rest(tmp_path: Path) -> None:
    async def test(server: Running) -> None:
        empty = (await server.ask("/api/scoreboards/tournament/projector")).json
        assert (empty["games"], empty["scores"], empty["playing"], empty["day"]) == ([], [], [], None)
        assert empty["again"] == 2
        assert empty["held"] is False
        reader, writer = await asyncio.open_connection("127.0.0.1", server.app.ports["training"])
        await said(reader)
        writer.write(b"NAME <b>rosa</b>\n")
        await said(reader)
        writer.write(b"TRASH\n")
        await said(reader)
        writer.close()
        for _ in range(300):
            told = (await server.ask("/api/scoreboards/training/projector")).json
            if told["games"] and told["form"]:  # each is worked out now and then
                break
            await asyncio.sleep(0.05)
        (game,) = told["games"]
        assert (game["names"], game["how"], game["out"], game["winners"]) == (
            ["<b>rosa</b>"],
            "left",
            [0],
            [],
        )
        assert told["form"]["<b>rosa</b>"][0] == {
            "table": game["table"],
            "did": "out",
            "score": 0,
            "others": [],
        }
        assert (await server.ask(f"/api/records/{game['table']}")).status == 200
        heard = await server.ask("/api/scoreboards/nowhere/projector")
        assert (heard.status, heard.code) == (404, "unknown_environment")

    with_server(tmp_path, test, request_rate=PLENTY)
