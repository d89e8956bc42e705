"""From nothing, and from every earlier schema, to this one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from tavola.core.errors import TavolaError
from tavola.server.store import Store, migrate
from tavola.server.store.address import read
from tavola.server.store.engine import Work, make_runner, prepare_file
from tavola.server.store.schema import HEAD, VERSION_TABLE, metadata
from tests.server.store.samples import new, opened

PASSED: list[str | None] = [None, *migrate.KNOWN]


def with_connection(url: str, work: Work[Any]) -> Any:
    async def run() -> Any:
        address = read(url)
        if address.file is not None:
            prepare_file(address.file)
        runner = make_runner(address)
        try:
            return await runner.write(work)
        finally:
            await runner.close()

    return asyncio.run(run())


def test_the_steps_are_one_line_that_ends_at_head() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrate.MIGRATIONS))
    steps = ScriptDirectory.from_config(config)
    assert steps.get_current_head() == HEAD
    assert [step.revision for step in steps.walk_revisions()] == list(reversed(migrate.KNOWN))
    assert migrate.KNOWN[-1] == HEAD


@pytest.mark.parametrize("before", PASSED)
def test_upgrading(url: str, before: str | None) -> None:
    if before is not None:
        with_connection(url, lambda c: migrate.upgrade(c, "", to=before))

    async def story() -> None:
        async with opened(url) as store:
            assert store.found_schema == before
            assert (await store.info()).schema == HEAD
            await store.commit([new("t", b"1")])
            assert await store.log("t") == [b"1"]

    asyncio.run(story())


@pytest.mark.parametrize("before", PASSED)
def test_the_steps_make_what_the_program_expects(url: str, before: str | None) -> None:
    def compare(connection: Connection) -> list[Any]:
        if before is not None:
            migrate.upgrade(connection, "", to=before)
        migrate.upgrade(connection, "")
        settings = {"version_table": VERSION_TABLE, "compare_type": True}
        return list(compare_metadata(MigrationContext.configure(connection, opts=settings), metadata))

    assert with_connection(url, compare) == []


def test_a_step_that_fails_leaves_nothing_behind(url: str) -> None:
    def stand_in_the_way(connection: Connection) -> None:
        connection.execute(text("CREATE TABLE nodes (x INTEGER)"))  # made last by the first step

    with_connection(url, stand_in_the_way)
    with pytest.raises(TavolaError, match="nodes"):
        asyncio.run(Store.open(url))
    assert with_connection(url, lambda c: inspect(c).get_table_names()) == ["nodes"]


def test_a_newer_schema_is_refused(url: str) -> None:
    def make_newer(connection: Connection) -> None:
        migrate.upgrade(connection, "")
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))

    with_connection(url, make_newer)
    choices: list[dict[str, Any]] = [{}, {"migrate": False}, {"reading": True}]
    for settings in choices:
        with pytest.raises(TavolaError, match=r"9999.*update tavola"):
            asyncio.run(Store.open(url, **settings))


def test_an_older_schema_is_refused_if_asked_not_to_migrate(url: str) -> None:
    with_connection(url, lambda _: None)
    choices: list[dict[str, Any]] = [{"migrate": False}, {"reading": True}]
    for settings in choices:
        with pytest.raises(TavolaError, match="tavola db upgrade"):
            asyncio.run(Store.open(url, **settings))


def test_many_nodes_start_at_once_on_a_new_database(postgresql: str) -> None:
    async def story() -> None:
        stores = await asyncio.gather(*(Store.open(postgresql, node=f"n{n}") for n in range(5)))
        found = sorted(store.found_schema or "" for store in stores)
        for store in stores:
            await store.close()
        assert found == ["", *[HEAD] * 4]

    asyncio.run(story())


def test_a_folder_with_a_percent_sign(tmp_path: Path) -> None:
    async def story() -> None:
        folder = tmp_path / "100% é #?"
        folder.mkdir()
        store = await Store.open(f"sqlite:///{folder}/x.db".replace("?", "%3F"))
        await store.close()

    asyncio.run(story())
    assert [path.name for path in tmp_path.iterdir()] == ["100% é #?"]
