"""Finding a seat for a bot: at a given table, at a new one, or at any where a person waits."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import uniform
from typing import Any

from tavola.client.client import Client
from tavola.client.errors import Refused
from tavola.client.table import Table
from tavola.core.options import changed
from tavola.games import rules as rules_named
from tavola.table import messages as m

GLANCE, LOOK = 0.05, 1.0  # seconds between two looks at our own table, and at the others


@dataclass(frozen=True, slots=True)
class Wish:
    """The wanted table. `table` names one; `create` opens one; otherwise any that waits will do."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    preset: str | None = None
    seats: int | None = None
    table: str | None = None
    create: bool = False
    against: tuple[str, ...] = ()  # bots of the server for the other seats
    public: bool = True

    @property
    def particular(self) -> bool:
        """Does it ask for certain options?"""
        return bool(self.options or self.preset)


async def sit_down(client: Client, wish: Wish) -> Table:
    """A table with a seat of ours; the game may still wait for others."""
    if wish.table is not None:
        table = await client.open(wish.table)
        if table.seat is None:
            await table.join()
        return table
    if wish.create or wish.against:
        return await _opened(client, wish)
    return await _anywhere(client, wish)


async def _opened(client: Client, wish: Wish) -> Table:
    table = await client.create(
        wish.game, seats=wish.seats, options=wish.options, preset=wish.preset, public=wish.public
    )
    await table.join()
    for bot in wish.against:
        try:
            await table.seat_bot(bot)
        except Refused as refused:
            if refused.code not in ("full", "taken"):  # it was seated already, before a lost connection
                raise
    return table


async def _anywhere(client: Client, wish: Wish) -> Table:
    """Where a person waits; else at a new table. Two clients that open one at once find each other."""
    while True:
        if (table := await _beside_somebody(client, wish, None)) is not None:
            return table
        mine = await _opened(client, wish)
        look = time.monotonic() + uniform(0.1, LOOK)
        while mine.state.status == "waiting":
            await asyncio.sleep(GLANCE)
            if time.monotonic() < look:
                continue
            look = time.monotonic() + uniform(LOOK / 2, LOOK)
            if (table := await _beside_somebody(client, wish, mine)) is not None:
                return table
        return mine


async def _beside_somebody(client: Client, wish: Wish, mine: Table | None) -> Table | None:
    """A seat where a person waits. Of two clients that wait, the one whose table has the higher id moves."""
    for told in sorted(await client.list_tables(wish.game), key=lambda told: told.table):
        if mine is not None and told.table >= mine.id:
            return None
        if not _fits(told, wish) or (told.rated and not client.claimed):
            continue
        if mine is not None:
            try:
                await mine.leave()
            except Refused:
                return None  # another player has come: the game begins
            mine = None
        with contextlib.suppress(Refused):  # another player was quicker
            table = client.table(told.table)
            await table.join()
            return table
    return None


def _fits(told: m.TableTold, wish: Wish) -> bool:
    people = [chair for chair in told.seats if chair.name and not chair.bot]
    free = any(not chair.name for chair in told.seats)
    if told.status != "waiting" or not free or not any(person.connected for person in people):
        return False
    if wish.seats is not None and len(told.seats) != wish.seats:
        return False
    if not wish.particular:
        return True
    rules = rules_named(wish.game, wish.preset, **wish.options)
    return dict(told.options) == dict(changed(rules.options))
