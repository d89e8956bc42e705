"""kill -9 in the middle of it."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

from sqlalchemy import Connection

from tests.server.store.crashing import TABLES
from tests.server.store.samples import all_records, opened

ROOT = Path(__file__).parents[3]
TIMES = 4
BUSY = (
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()"
)


def is_busy(connection: Connection) -> bool:
    return bool(connection.exec_driver_sql(BUSY).scalar())


def run_and_kill(url: str, run: str, batches: int) -> int:
    """Let it commit so many batches, kill it, and say how many it knew to be safe."""
    command = [sys.executable, "-m", "tests.server.store.crashing", url, run]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            said = [process.stdout.readline() for _ in range(batches)]
        finally:
            process.kill()
        said += process.stdout.read().splitlines(keepends=True)
        whole = [int(line) for line in said if line.endswith(b"\n")]
        assert whole, process.stderr.read().decode()
        return whole[-1]


def test_what_was_committed_is_there_and_every_batch_is_whole(url: str) -> None:
    rng = random.Random(5)
    safe = {f"run{n}": run_and_kill(url, f"run{n}", rng.randrange(1, 60)) for n in range(TIMES)}

    async def look() -> None:
        async with opened(url) as store:
            while url.startswith("postgresql") and await store.read(is_busy):
                await asyncio.sleep(0.05)  # with the last batch of the one that was killed
            ended = Counter(each.table.partition("-")[0] for each in await all_records(store))
            for run, known in safe.items():
                logs = [await store.log(f"{run}-{number}") for number in range(TABLES)]
                there = len(logs[0])
                assert logs == [[b"%d" % number for number in range(there)]] * TABLES
                assert there >= known + 1
                assert ended[run] == (there - 1) // 2

    asyncio.run(look())
