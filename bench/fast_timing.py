"""Ways of doing the same thing, timed side by side: round after round, each takes its turn.

The machine may be busy with other things. What counts is the processor's time of each way, the best of its
rounds, and the ratio between two ways of one run.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import process_time

ROUNDS = 7


def side_by_side(ways: Mapping[str, Callable[[], float]], rounds: int = ROUNDS) -> dict[str, float]:
    """The rate of each way: what it says it has done, by the seconds it took, in its best round."""
    for way in ways.values():
        way()  # compiles, fills caches
    best = dict.fromkeys(ways, 0.0)
    for _ in range(rounds):
        for name, way in ways.items():
            began = process_time()
            done = way()
            best[name] = max(best[name], done / (process_time() - began))
    return best


def machine() -> str:
    """The processor and the versions, one line each."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = f"{models[0].partition(':')[2].strip()}, {len(models)} logical cores" if models else cpu
    tools = [f"Python {platform.python_version()}"]
    for package in ("numba", "numpy", "open_spiel"):
        try:
            tools.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            tools.append(f"no {package}")
    return f"{cpu}; {platform.system()}\n{', '.join(tools)}"


def millions(rate: float) -> str:
    return f"{rate / 1e6:,.3f}" if rate < 1e6 else f"{rate / 1e6:,.1f}"
