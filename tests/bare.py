"""A core installation: processes in which nothing can be imported that only an extra brings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

# By hand and not from the code that is tested: whatever the extras of pyproject.toml bring.
OPTIONAL = (
    "numpy numba llvmlite matplotlib threadpoolctl dask distributed asyncpg nats gymnasium pettingzoo "
    "hypothesis pyspiel scipy pandas"
).split()
BLOCKER = f"""
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {OPTIONAL}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Nothing())
"""


def environment(folder: Path) -> dict[str, str]:
    """For a process, and for those it starts. `folder` may hold packages of its own."""
    (folder / "sitecustomize.py").write_text(BLOCKER, encoding="utf-8")
    return {
        **os.environ,
        "PYTHONPATH": str(folder),
        "TAVOLA_CACHE": str(folder / "cache"),
        "TAVOLA_DEBUG": "",
    }


def python(folder: Path, *arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment(folder),
        cwd=folder,
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )


def tavola(folder: Path, *arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """The command, as whoever has installed nothing else has it."""
    return python(folder, "-m", "tavola", *arguments, said=said)
