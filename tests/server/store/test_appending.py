"""The quick way to write moves: as the general one does it, or not at all."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tavola.server.store import Change, Clash
from tavola.server.store.appending import AT_ONCE, append, rows_of
from tests.server.store.samples import new, opened, over


def test_only_entries_go_the_quick_way() -> None:
    moves = [Change("a", 2, (b"x", b"y"), fence=3), Change("b", 7, (b"z",))]
    assert rows_of(moves) == [("a", 3, 2, b"x"), ("a", 3, 3, b"y"), ("b", 0, 7, b"z")]
    assert rows_of([*moves, new("c", b"0")]) is None
    assert rows_of([*moves, over("d", at=1)]) is None


def test_more_rows_than_one_statement_takes(url: str) -> None:
    async def main() -> None:
        async with opened(url) as store:
            tables = [f"t{number}" for number in range(2 * AT_ONCE + 5)]
            await store.commit([new(table, b"0") for table in tables])
            await store.commit([Change(table, 2, (table.encode(), b"then")) for table in tables])
            for table in tables:
                assert await store.log(table) == [b"0", table.encode(), b"then"]

    asyncio.run(main())


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
    assert not append(driver, [("here", 0, 2, b"right"), wrong])
    assert not driver.in_transaction
    assert driver.execute("SELECT version, entry FROM log").fetchall() == [(1, b"0")]
    assert append(driver, [("here", 0, 2, b"right")])
    assert driver.execute("SELECT version, entry FROM log").fetchall() == [(1, b"0"), (2, b"right")]
    driver.close()


def test_a_taken_version_is_told_by_the_general_way(url: str) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await store.commit([new("a", b"0"), new("b", b"0")])
            await store.commit([Change("a", 2, (b"first",))])
            with pytest.raises(Clash) as caught:
                await store.commit([Change("b", 2, (b"x",)), Change("a", 2, (b"second",))])
            assert caught.value.tables == {"a"}
            assert await store.log("a") == [b"0", b"first"]
            assert await store.log("b") == [b"0"]

    asyncio.run(main())
