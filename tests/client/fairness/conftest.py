"""A server that cheats, for all of these tests: a process of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.house import House


@pytest.fixture(scope="session")
def cheats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("cheats"), program="tests.cheating")
    try:
        yield house.open()
    finally:
        house.kill()
