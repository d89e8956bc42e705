"""Every test that asks for a `url` runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import fresh_database


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tavola.db'}"
    else:
        with fresh_database() as database:
            yield database


@pytest.fixture
def postgresql() -> Iterator[str]:
    with fresh_database() as database:
        yield database


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tavola.db'}"
