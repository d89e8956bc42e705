from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _a_cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests solve anew, and leave nothing in the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAVOLA_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
