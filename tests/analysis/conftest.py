from __future__ import annotations

import pytest

from tavola.analysis import store


@pytest.fixture(autouse=True)
def _own_store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_results_apart(request, monkeypatch)


def keep_results_apart(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results of tests are kept among the tests' own files, one folder for a whole run."""
    place = request.getfixturevalue("tmp_path_factory").getbasetemp() / "odds"
    monkeypatch.setattr(store, "folder", lambda: place)
