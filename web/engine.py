"""The engine of the page without a server: Python for the browser (Pyodide), msgspec, and Tavola itself.

Written to src/tavola/server/engine, beside the built page; the wheel of a release has it. Each file lies in
a folder named after its content, so that of the next version only what is different is fetched; `engine.json`
says where. With it goes what takes long to solve, for the usual options (`solved`, fetched when asked for).
Pyodide comes with the page's other modules (package-lock.json), the msgspec for it from PyPI, by hash.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).resolve().parent.parent / "src"
# What msgspec is for this Python of the browser; pip download checks the hash.
MSGSPEC = "msgspec==0.22.0"
MSGSPEC_HASH = "sha256:a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
PLATFORM = ("--python-version", "314", "--implementation", "cp", "--platform", "pyemscripten_2026_0_wasm32")
# Parts of Tavola that nobody asks for there, and of Python's library.
APART = {
    "site",
    "engine",
    "manual",
    "__pycache__",
    "rl",
    "terminal",
    "testing",
    "kit",
    "cluster.py",
    "dask.py",
    "templates",
}
LIBRARY_APART = (
    "_pyrepl/ unittest/ xml/ xmlrpc/ wsgiref/ multiprocessing/ sqlite3/ pdb.py doctest.py pydoc.py "
    "imaplib.py mailbox.py smtplib.py poplib.py ftplib.py turtle.py cProfile.py pstats.py optparse.py "
    "pickletools.py _pydatetime.py _pydecimal.py tarfile.py difflib.py"
).split()


def build(site: Path, modules: Path, kept: Path) -> bool:
    """Writes the engine, if what it is made of has changed. True if it was written."""
    pyodide, stamp = modules / "pyodide", site / "engine.json"
    version = _digest(pyodide)
    if stamp.is_file() and json.loads(stamp.read_text(encoding="utf-8"))["version"] == version:
        return False
    folder = site / "making"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        shutil.copyfile(pyodide / name, folder / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (folder / "pyodide-lock.json").write_text(
        json.dumps({"info": lock["info"], "packages": {}}), encoding="utf-8"
    )
    _packed(folder / "pyodide.asm.wasm", (pyodide / "pyodide.asm.wasm").read_bytes())
    _packed(folder / "python_stdlib.zip", _zipped(_library(pyodide / "python_stdlib.zip")))
    _packed(folder / "tavola.zip", _zipped(_ours()))
    _packed(folder / "msgspec.zip", _zipped(_members(_msgspec(kept))))
    _told_by("solved", folder / "solved")
    files = _settled(folder, site / "engine")
    _told_by("data", folder)
    _packs(folder, site / "data")
    stamp.write_text(json.dumps({"version": version, "files": files}), encoding="utf-8")
    return True


def _settled(folder: Path, site: Path) -> dict[str, dict[str, Any]]:
    """The files, moved to where they are handed out: by name the folder, and how many bytes."""
    shutil.rmtree(site, ignore_errors=True)
    found = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name, data = path.relative_to(folder).as_posix(), path.read_bytes()
        at = hashlib.sha256(data).hexdigest()[:16]
        (site / at / name).parent.mkdir(parents=True, exist_ok=True)
        path.rename(site / at / name)
        found[name] = {"at": at, "bytes": len(data)}
    shutil.rmtree(folder)
    return found


def _packs(folder: Path, site: Path) -> None:
    """What the page wants to know first, packed, in one folder named after all of it."""
    whole = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        whole.update(path.read_bytes())
        _packed(path, path.read_bytes())
        path.unlink()
    shutil.rmtree(site, ignore_errors=True)
    site.mkdir()
    folder.rename(site / whole.hexdigest()[:16])


def _told_by(module: str, folder: Path) -> None:
    """What Tavola itself tells: what the page wants to know before its engine runs, and what is solved."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", f"tavola.server.offline.{module}", str(folder)]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": str(SOURCES)})


def _digest(pyodide: Path) -> str:
    found = hashlib.sha256(f"{MSGSPEC} {MSGSPEC_HASH} {Path(__file__).read_text(encoding='utf-8')}".encode())
    found.update((pyodide / "package.json").read_bytes())
    for name, data in _ours():
        found.update(f"{name} {len(data)}\n".encode())
        found.update(data)
    return found.hexdigest()[:16]


def _ours() -> Iterator[tuple[str, bytes]]:
    for path in sorted((SOURCES / "tavola").rglob("*")):
        parts = path.relative_to(SOURCES)
        if path.is_file() and not APART.intersection(parts.parts):
            yield parts.as_posix(), path.read_bytes()


def _library(path: Path) -> Iterator[tuple[str, bytes]]:
    for name, data in _members(path):
        if not name.startswith(tuple(LIBRARY_APART)):
            yield name, data


def _members(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as found:
        for each in found.infolist():
            if not each.is_dir():
                yield each.filename, found.read(each)


def _zipped(files: Iterator[tuple[str, bytes]]) -> bytes:
    """Stored, not deflated: packed as one it becomes a fifth smaller, and Python reads it quicker."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as packing:
        for name, data in files:
            packing.writestr(zipfile.ZipInfo(name), data)  # without a date: the same files, the same bytes
    return out.getvalue()


def _packed(path: Path, data: bytes) -> None:
    """For any host: the page unpacks it itself. Not called .gz, for some hosts would unpack that. The header
    names no system: some Pythons write theirs there, and all would lie at another address."""
    packed = gzip.compress(data, 9, mtime=0)
    path.with_name(path.name + ".packed").write_bytes(packed[:9] + b"\xff" + packed[10:])


def _msgspec(kept: Path) -> Path:
    """The wheel, downloaded once."""
    if found := next(iter(kept.glob("msgspec-*.whl")), None):
        if f"sha256:{hashlib.sha256(found.read_bytes()).hexdigest()}" == MSGSPEC_HASH:
            return found
        found.unlink()
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder, "wanted.txt")
        wanted.write_text(f"{MSGSPEC} --hash={MSGSPEC_HASH}\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        command += ["--no-deps", "--only-binary=:all:", "--require-hashes", *PLATFORM]
        subprocess.run([*command, "--dest", str(kept), "--requirement", str(wanted)], check=True)
    return next(iter(kept.glob("msgspec-*.whl")))
