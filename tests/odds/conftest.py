from __future__ import annotations

from pathlib import Path

import pytest

from tavola.odds import store


@pytest.fixture(autouse=True)
def _own_store(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results of tests are kept among the tests' own files, one folder for a whole run."""
    place: Path = tmp_path_factory.getbasetemp() / "odds"
    monkeypatch.setattr(store, "folder", lambda: place)
