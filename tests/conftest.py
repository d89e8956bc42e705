"""For all tests: what costs time on a small machine and shows nothing, and where they may be started from."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings

from tests.once import once

if TYPE_CHECKING:
    from tests.browser.house import House

# The same examples each time, so that a change is judged by what it changes; `--hypothesis-profile explore`
# looks for others. Neither by the clock.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", _PATIENT, derandomize=True)
settings.register_profile("explore", _PATIENT, max_examples=1000)
settings.load_profile("same")

# Each worker has a processor: none takes another's for its sums.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Where Python keeps no bytecode, each of the many processes that tests start would compile all it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell ignores Ctrl-C in the background, nohup the hang-up; all who are started there inherit that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are processors: servers and browsers are often waited for."""
    return min(8, (os.cpu_count() or 1) + 2)


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that a test leaves are kept among the tests' own files, where no other test finds them."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "data" / uuid4().hex))


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is given to others."""
    from tests.plugged import built_wheel

    (wheel,) = once(tmp_path_factory, "wheel", built_wheel).iterdir()
    return wheel


@pytest.fixture(scope="session")
def cheats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that cheats, a process of its own; how, the name of who opens a table says (cheating.py)."""
    from tests.browser.house import House

    house = House(tmp_path_factory.mktemp("cheats"), program="tests.cheating")
    try:
        yield house.open()
    finally:
        house.kill()
