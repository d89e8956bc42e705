"""For all tests: what costs time on a small machine and shows nothing."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

# Each worker has a processor: none takes another's for its sums.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def pytest_configure(config: pytest.Config) -> None:
    """Where Python is told to keep no bytecode, each process that a test starts would compile all it imports
    anew. It is kept for the time of the tests, out of the way."""
    among_several = hasattr(config, "workerinput")
    hands_out = bool(config.getoption("numprocesses", None)) and not among_several
    if hands_out or not os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        return
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"tavola-bytecode-{run}"
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder)
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
