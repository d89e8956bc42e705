"""The quick way to write moves: as the general one does it, or not at all."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tavola.server.table_log.appending import Batch, append
from tests.server.store.samples import new, opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with one table, `here`, of fence 0 and one entry."""
    path = tmp_path / "tables.db"

    async def main() -> None:
        async with opened(f"sqlite:///{path}") as store:
            await store.commit([new("here", b"0")])

    asyncio.run(main())
    return path


@pytest.mark.parametrize(
    "wrong",
    [("gone", 0, 2, b"x"), ("here", 1, 2, b"x"), ("here", 0, 1, b"x")],
    ids=["no such table", "not ours", "a version that is taken"],
)
def test_one_wrong_row_and_nothing_is_written(file: Path, wrong: tuple[str, int, int, bytes]) -> None:
    driver = sqlite3.connect(file, isolation_level=None)
    assert not append(driver, Batch([("here", 0, 2, b"right"), wrong]))
    assert not driver.in_transaction
    assert driver.execute("SELECT version, entry FROM log").fetchall() == [(1, b"0")]
    assert append(driver, Batch([("here", 0, 2, b"right")]))
    assert driver.execute("SELECT version, entry FROM log").fetchall() == [(1, b"0"), (2, b"right")]
    driver.close()
