"""What a whole evening leaves in the log: each event once, and no secret."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tavola.bots.characters import display_name
from tavola.server.serve import Server
from tavola.server.telemetry.logs import start_logging
from tests.server.running import by_lines, by_web, running
from tests.server.telemetry.test_logs import quiet

__all__ = ["quiet"]
TOKEN, SALT, CHAT = "a-token-nobody-knows", "a-salt-of-my-own", "what-I-say-to-you"
MOVES = 20


async def at_a_table(server: Server) -> tuple[str, str]:
    """A game with a claimed name, a salt, chat and some moves; its table, by which one comes in, and seed."""
    ada = await by_web(server)
    await ada.hello(token=TOKEN, name="ada")
    for _ in range(2):  # to claim it again is nothing new
        assert (await ada.ask("claim", name="ada"))["type"] == "done"
    table = (await ada.ask("create", game="5000", options={"goal": "1000000"}, public=False))["table"]
    await ada.ask("join", table=table, salt=SALT)
    await ada.ask("seat_bot", table=table, bot="house")
    await ada.ask("chat", table=table, text=CHAT)
    for _ in range(MOVES):
        await ada.until(lambda said: said.get("sight", {}).get("actor") == 0)
        ada.heard.clear()
        await ada.ask("play", table=table, index=0)
    over = await ada.ask("resign", table=table)
    assert over["type"] in ("news", "done")
    ended = await ada.until(lambda said: "over" in said)
    await ada.close()
    return table, str(ended["over"]["seed"])


async def over_tcp(server: Server) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.ports["training"])
    await reader.readuntil(b">> ")
    writer.write(f"NAME titou {TOKEN}\n".encode())
    await reader.readuntil(b">> ")
    writer.write(b"NAME titou a-wrong-guess\n")
    await reader.readuntil(b">> ")
    writer.close()
    of_5000: Any = server.services["5000"]
    while of_5000.counters()["disconnections"] < 1:
        await asyncio.sleep(0.01)


async def refused(server: Server) -> None:
    while server.connection_limit.count:  # those before are gone
        await asyncio.sleep(0.01)
    held = [await by_lines(server) for _ in range(3)]
    for _ in range(5):
        late = await (await by_lines(server)).hello()
        await late.close()
    for guest in held:
        await guest.close()


@pytest.mark.parametrize("as_json", [False, True])
def test_the_log_of_an_evening(tmp_path: Path, quiet: io.StringIO, as_json: bool) -> None:
    start_logging("info", as_json, quiet)
    secrets: list[str] = []

    async def story() -> None:
        async with running(tmp_path, connections_per_address=3) as server:
            secrets.extend(await at_a_table(server))
            await over_tcp(server)
            await refused(server)

    asyncio.run(story())
    log = quiet.getvalue()
    for secret in (TOKEN, SALT, CHAT, "a-wrong-guess", *secrets):
        assert secret not in log
    expected = [
        "the server is open",
        "a name is claimed",
        "a table is opened",
        "a game is over",
        "a game of 5000 begins",
        "a name is claimed",
        "a wrong token for a claimed name, from 127.0.0.1",
        "a game of 5000 is over",
        "a connection is closed to make room for another",
        "asked to stop: no new tables",
        "the doors close",
        "the server is closed",
    ]
    lines = log.splitlines()
    assert len(lines) == len(expected), log
    if not as_json:
        assert all(says in line for says, line in zip(expected, lines, strict=True)), log
        return
    told: list[dict[str, Any]] = [json.loads(line) for line in lines]
    assert [line["says"] for line in told] == expected
    assert {"http", "lines", "training", "battle", "tournament", "storage"} <= told[0].keys()
    assert (told[1]["name"], told[5]["name"]) == ("ada", "titou")
    assert (told[3]["how"], told[3]["winners"]) == ("resigned", [display_name("5000", "house")])
    assert (told[7]["environment"], told[7]["how"], told[7]["loser"]) == ("training", "left", "titou")
    assert told[8]["address"] == "127.0.0.1"
