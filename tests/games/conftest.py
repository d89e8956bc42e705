from __future__ import annotations

from pathlib import Path

import pytest

from tests.analysis.conftest import keep_results_apart


@pytest.fixture(autouse=True)
def _own_store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the games' rooms only `analysis` solves anything that would be kept."""
    if "analysis" in Path(request.path).parts:
        keep_results_apart(request, monkeypatch)
