"""The attacks on tables, connections and log, small: honest people get in and play meanwhile."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.attacks.kit import HONEST, Person, Tally, Target, all_attacks, http
from tavola.server.setting_kinds import Rate
from tests.server.running import running

SMALL: dict[str, dict[str, Any]] = {
    "tables": {"max_tables": 20},
    "seats": {"max_tables": 20},
    "join-leave": {"address_log_rate": Rate(20_000, 3600)},
    "open-files": {"max_connections": 40},
    "open-files-http": {"max_connections": 40},
    "same-address": {"max_connections": 40},
    "many-tokens": {"max_connections": 40},
    "knocking": {},
    "long-misses": {},
    "old-ids": {},
    "lists": {},
    "hellos": {},
}
SCALE = 0.06


@pytest.mark.parametrize("name", SMALL)
def test_honest_people_beside_an_attack(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path, **SMALL[name]) as server:
            target, tally = Target(server.ports, SCALE), Counter[str]()
            evil = asyncio.ensure_future(all_attacks()[name].run(target, tally))
            try:
                async with asyncio.timeout(60):
                    while not evil.done() and not _bites(tally):
                        await asyncio.sleep(0.01)
                    assert not evil.done(), evil
                    for _ in range(3):
                        await _lives(target)
                        assert (await http(target, "/healthz", address=HONEST))[0] == 200
            finally:
                evil.cancel()
                await asyncio.gather(evil, return_exceptions=True)

    asyncio.run(story())


def _bites(tally: Tally) -> bool:
    """Has it come up against a limit? Who only knocks or asks meets none."""
    refused = tally["refused: too_much"] + tally["closed"] + tally["not let in"]
    return refused >= 3 or tally["knocked"] >= 100 or tally["answered"] >= 3


async def _lives(target: Target) -> None:
    person = await Person(target, HONEST).arrive()
    try:
        table = (await person.ask("create", game="421", seats=2))["table"]
        assert (await person.ask("join", table=table, seat=0))["you"] == 0
        await person.ask("leave", table=table)
    finally:
        person.leave()
        await asyncio.sleep(0.02)  # the transport is closed by the loop, which may end now
