"""A plain installation, or one with a few extras: processes that can import nothing which others bring."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

# By hand and not from the code that is tested: what each extra of pyproject.toml brings, others' parts too.
_FAST = "numpy numba llvmlite threadpoolctl"
BROUGHT = {
    "server": "alembic greenlet httptools mako sqlalchemy uvicorn uvloop",
    "terminal": "textual",
    "fast": _FAST,
    "odds": f"{_FAST} matplotlib",
    "rl": f"{_FAST} gymnasium pettingzoo",
    "nodes": "alembic greenlet httptools mako sqlalchemy uvicorn uvloop asyncpg nats",
    "cluster": f"{_FAST} dask distributed",
    "testing": "hypothesis",
    "nobody's": "pyspiel scipy pandas",
}
BLOCKER = """
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Nothing())
"""


def environment(folder: Path, extras: Iterable[str] = ()) -> dict[str, str]:
    """For a process, and for those it starts. `folder` may hold packages of its own."""
    there = {module for extra in extras for module in BROUGHT[extra].split()}
    absent = {module for modules in BROUGHT.values() for module in modules.split()} - there
    (folder / "sitecustomize.py").write_text(BLOCKER.format(absent=absent), encoding="utf-8")
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH")))),
        "TAVOLA_CACHE": str(folder / "cache"),
        "TAVOLA_DEBUG": "",
    }


def python(
    folder: Path, *arguments: str, said: str = "", extras: Iterable[str] = ()
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment(folder, extras),
        cwd=folder,
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )


def tavola(
    folder: Path, *arguments: str, said: str = "", extras: Iterable[str] = ()
) -> subprocess.CompletedProcess[str]:
    """The command, as whoever has installed nothing else has it."""
    return python(folder, "-m", "tavola", *arguments, said=said, extras=extras)
