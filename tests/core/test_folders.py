from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tavola.core.folders import data_folder


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="XDG is of other systems")
def test_a_user_without_a_home_may_have_a_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that is run by a number."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setenv("XDG_DATA_HOME", "/var/lib")
    assert data_folder() == Path("/var/lib/tavola")
    monkeypatch.setenv("XDG_DATA_HOME", "")
    with pytest.raises(RuntimeError):
        data_folder()
