"""A process that commits batch after batch and says on its output which have returned, until it is killed.

Each batch has a number and touches several tables, so that half a batch would show.
"""

from __future__ import annotations

import asyncio
import itertools
import sys

from tavola.server.store import Change, Store
from tests.server.store.samples import new, over

TABLES = 7


async def main(url: str, run: str) -> None:
    store = await Store.open(url)
    tables = [f"{run}-{number}" for number in range(TABLES)]
    await store.commit([new(table, b"0") for table in tables])
    for number in itertools.count(1):
        entry = b"%d" % number
        changes = [Change(table, number + 1, (entry,)) for table in tables]
        if number % 2 == 0:  # moves alone go another way than batches with more in them
            changes.append(over(f"{run}-game-{number}", at=number))
        await store.commit(changes)
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
