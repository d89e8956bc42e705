"""Attacks that take up what there is a number of: tables, connections, open files, bytes of the log."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import suppress

from bench.attacks.kit import HONEST, HOST, Person, Refused, Tally, Target, attack
from bench.load_ws import Broken

TABLES_EACH = 20  # of one token
AT_ONCE = 16


async def take_tables(target: Target, tally: Tally, *, sit: bool) -> None:
    """Tables by one new token after the other, for ever; whoever opened them stays with them."""
    for number in itertools.count():
        person = await Person(target).arrive(f"a token of many {number}")
        for _ in range(TABLES_EACH):
            try:
                table = (await person.ask("create", game="421", seats=2))["table"]
                tally["tables"] += 1
                if sit:
                    await person.ask("join", table=table)
            except Refused as refused:
                tally[f"refused: {refused.code}"] += 1
                await asyncio.sleep(0.05)


@attack("tables", max_tables="400")
async def tables(target: Target, tally: Tally) -> None:
    """All tables of a small house, opened by ever new tokens of one address, which look on."""
    await take_tables(target, tally, sit=False)


@attack("seats", max_tables="400")
async def seats(target: Target, tally: Tally) -> None:
    """The same, and each of them sits down at its table."""
    await take_tables(target, tally, sit=True)


@attack("join-leave")
async def join_leave(target: Target, tally: Tally) -> None:
    """Sitting down and standing up in a loop, by sixteen tokens."""

    async def loops(number: int) -> None:
        person = await Person(target).arrive(f"a token that comes and goes {number}")
        table = (await person.ask("create", game="421", seats=2))["table"]
        while True:
            try:
                await person.ask("join", table=table)
                tally["joined"] += 1
                await person.ask("leave", table=table)
            except Refused as refused:
                tally[f"refused: {refused.code}"] += 1
                await asyncio.sleep(0.01)

    await asyncio.gather(*map(loops, range(target.many(AT_ONCE))))


async def hold(target: Target, tally: Tally, door: str, many: int, address: str = "") -> None:
    """Connections that say nothing; one that was closed is opened again."""

    async def holds() -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection(
                    HOST, target.ports[door], local_addr=(address or target.address, 0)
                )
            except OSError:
                tally["not connected"] += 1
                await asyncio.sleep(0.5)
                continue
            tally["connected"] += 1
            try:
                with suppress(OSError):
                    while await reader.read(4096):
                        pass
                tally["closed"] += 1
            finally:
                writer.close()
            await asyncio.sleep(0.5)

    await asyncio.gather(*(holds() for _ in range(many)))


@attack("open-files", files=1024)
async def open_files(target: Target, tally: Tally) -> None:
    """More connections than the server may open files."""
    await hold(target, tally, "lines", target.many(1500))


@attack("open-files-http", files=1024)
async def open_files_http(target: Target, tally: Tally) -> None:
    """The same at the HTTP port."""
    await hold(target, tally, "http", target.many(1500))


@attack("same-address", max_connections="1000")
async def same_address(target: Target, tally: Tally) -> None:
    """All connections one address may have, from the address of honest people, by one who says nothing."""
    await hold(target, tally, "lines", target.many(1200), HONEST)


@attack("many-tokens", max_connections="1000")
async def many_tokens(target: Target, tally: Tally) -> None:
    """All connections one address may have, from the address of honest people, each by another token."""

    async def stays(number: int) -> None:
        while True:
            person = Person(target, HONEST)
            try:
                async with asyncio.timeout(20):
                    await person.arrive(f"one of many tokens {number}")
                tally["arrived"] += 1
                await person.lost.wait()
                tally["closed"] += 1
            except (OSError, TimeoutError, Refused, Broken):
                tally["not let in"] += 1
            await asyncio.sleep(0.5)

    await asyncio.gather(*map(stays, range(target.many(600))))


@attack("knocking")
async def knocking(target: Target, tally: Tally) -> None:
    """Connections opened and closed at once, as fast as it goes."""

    async def knocks() -> None:
        while True:
            try:
                _, writer = await asyncio.open_connection(
                    HOST, target.ports["lines"], local_addr=(target.address, 0)
                )
                writer.transport.abort()
                tally["knocked"] += 1
            except OSError:
                tally["not connected"] += 1
                await asyncio.sleep(0.1)

    await asyncio.gather(*(knocks() for _ in range(target.many(AT_ONCE))))
