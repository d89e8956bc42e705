"""The same proof through real servers and real sockets: two houses, two truths, one and the same bytes."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random

import pytest

from tavola.server.serve import Server
from tavola.server.store import Change, Store
from tavola.server.tables.changes import listing_of
from tavola.table.entries import AnyEntry, encode_entry
from tavola.table.opening import rebuild
from tests.server.leak.twins import TABLES, played, twin
from tests.server.running import DOORS, Guest, fetched, running
from tests.table.sitting import PLAYERS, written

PAGES = ["/api/tables", "/api/records", "/api/records/{table}", "/api/records/{table}/fair", "/table/{table}"]


async def stored(folder: Path, log: list[AnyEntry]) -> None:
    """A database in which that log is."""
    folder.mkdir()
    table, _ = rebuild(log)
    store = await Store.open(f"sqlite:///{folder / 'tavola.db'}")
    entries = tuple(map(encode_entry, log))
    assert not await store.commit([Change(table.id, 1, entries, listing=listing_of(table))])
    await store.close()


async def conversation(server: Server, door: str, table: str, who: str, my_turn: bool) -> list[bytes]:
    """Everything one may say at a table, and every byte that comes back."""
    guest: Guest = await DOORS[door](server)
    await guest.hello(token=f"the long token of {who}", name=who, lang="it")
    await guest.ask("tables")
    if (await guest.ask("watch", table=table))["you"] is None:
        await guest.until(lambda said: said["type"] == "seated")
    for since in (0, 1, 7, 1000):
        await guest.ask("resume", table=table, since=since)
    for move in ("7d", "Rb", "Rbx7d", "deal 7d As", "bottom 7d", "?"):
        await guest.ask("play", table=table, move=move, turn=1_000_000)
        if not my_turn:
            await guest.ask("play", table=table, move=move)
    await guest.ask("play", table=table, index=50_000)
    await guest.ask("seat_bot", table=table, bot="house")
    await guest.ask("rematch", table=table)
    await guest.ask("chat", table=table, text="7d?")
    await guest.send_raw(b'{"type":"play","table":"' + table.encode() + b'"')
    await guest.ask("ping")
    await guest.close()
    # How many look on is told now and then, by the clock: what is told, not when or how often.
    counts = {line for line in guest.raw if line.startswith(b'{"type":"seated"')}
    told = {re.sub(rb'"version":\d+', b"", line) for line in counts}  # before or after the chat
    return [line for line in guest.raw if line not in counts] + sorted(told)


async def all_bytes(folder: Path, door: str, table: str, who: str, my_turn: bool) -> list[bytes]:
    async with running(folder) as server:
        said = await conversation(server, door, table, who, my_turn)
        for page in PAGES:
            status, body = await fetched(server, page.format(table=table))
            said.append(b"%d %b" % (status, body))
        figures = server.metrics.text().splitlines()
        said += [line.encode() for line in figures if line.startswith(("tavola_tables", "tavola_moves"))]
        return said


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_two_houses_say_the_same(
    game: str, seats: int, door: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rng = Random(f"{game} {seats} {door}")
    viewer = rng.choice([None, *range(seats)])
    who = "looker-on" if viewer is None else PLAYERS[viewer].name
    fewest = 70 if door == "lines" else 11  # 70: more than a table remembers
    for moves in range(fewest, fewest + 20):  # until something is hidden
        house = played(game, seats, moves, rng)
        logs = [written(house.log), written(twin(house, viewer, rng))]
        if logs[0] != logs[1]:
            break
    assert logs[0] != logs[1]

    async def story() -> list[list[bytes]]:
        my_turn = house.table.actor == viewer
        for name, log in zip("ab", logs, strict=True):
            await stored(tmp_path / name, log)
        both = (all_bytes(tmp_path / name, door, house.table.id, who, my_turn) for name in "ab")
        return await asyncio.gather(*both)

    first, second = asyncio.run(story())
    assert len(first) > 25
    assert first == second
    assert house.table.opened.seed.encode() not in b"".join(first)
    for record in caplog.records:
        assert house.table.opened.seed not in record.getMessage()
        assert "token of" not in record.getMessage()
