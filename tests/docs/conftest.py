"""The documentation site, built once for the tests that read it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.once import once

TOP = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return once(tmp_path_factory, "docs", build) / "site"


def build(folder: Path) -> None:
    """From the sources; the pages that are written first go where git ignores them."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    made = subprocess.run(
        [*command, "-d", folder / "trees", TOP / "docs", folder / "site"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
