"""Results kept on disk, so that what took a minute once is there at once the next time.

A result is one file: a line of JSON (format, key, checksum), then a zip of `data.json` and NumPy arrays. The
key is a hash of the SOURCES that led to the result, of the options and of the numbers they stand for: after
an edit of the rules or the solver the file is stale. Anything stale, cut short or damaged is refused and
computed anew.

There are as many results as there are options, and a server computes what anybody asks: the least recently
used results make room.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tavola.analysis import outside
from tavola.core.game import ROOMS
from tavola.core.options import changed
from tavola.fast.arrays import NDArray, np
from tavola.fast.cache import cache_dir

FORMAT = 1
LONGEST_HEAD = 4096
MOST_BYTES = 1 << 30


class UnusableFile(Exception):
    """A file that can't be used, and why. Never a user's trouble: the result is computed anew."""


@dataclass(frozen=True)
class StoredResult:
    """What is kept: data for JSON, and arrays by name."""

    data: Any
    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Label:
    """What identifies a result: a name, the options as text, and the modules or packages it came from.
    `label_of` makes one."""

    name: str
    options: str
    sources: tuple[str, ...]

    def key(self) -> str:
        """A hash of everything the result depends on."""
        digest = hashlib.sha256(f"{FORMAT}\0{self.name}\0{self.options}".encode())
        for name in self.sources:
            for path in source_files(name):
                digest.update(f"\0{name}/{path.name}\0".encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()

    def path(self) -> Path:
        """One file for a name and its options, so that a stale one is replaced and none pile up."""
        options = hashlib.sha256(self.options.encode()).hexdigest()[:12]
        return folder() / f"{self.name}-{options}.odds"


def label_of(name: str, options: Any, sources: tuple[str, ...]) -> Label:
    """The label for a game's options: their text, and the numbers the rules really play by.

    A subclass of the options has the same text with other numbers. Rules that were changed in any other way
    are refused.
    """
    outside.check(sources)
    text = " ".join(f"{key}={value}" for key, value in sorted(changed(options).items()))
    return Label(name, f"{text} {tuple(options.variant)}", sources)


def folder() -> Path:
    """Where results are kept: beside the compiled code, in the user's cache folder or in TAVOLA_CACHE."""
    return cache_dir() / "odds"


def source_files(name: str) -> list[Path]:
    """The files of a module, or all those of a package, in a fixed order; of a game's folder, its rules."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no sources of {name}", name=name)
    origin = Path(spec.origin)
    if not spec.submodule_search_locations:
        return [origin]
    return sorted(path for path in origin.parent.glob("*.py") if path.stem not in ROOMS)


brought: Callable[[str], bytes | None] | None = None
"""Where something is worked out beforehand and lies elsewhere, by its name: of the page without a server."""

saved: Callable[[Path], None] | None = None
"""Hears of every file that is written: the page without a server keeps it elsewhere."""


def remembered(label: Label, compute: Callable[[], StoredResult]) -> StoredResult:
    """The result from disk, or computed and put there."""
    with suppress(UnusableFile):
        return load(label)
    result = compute()
    with suppress(OSError):  # a full or read-only disk costs time the next time, nothing else
        save(label, result)
    return result


def save(label: Label, result: StoredResult) -> None:
    """Written to a temporary file, then moved into place: nobody ever reads half a file."""
    payload = _pack(result)
    head = {"format": FORMAT, "key": label.key(), "sha256": hashlib.sha256(payload).hexdigest()}
    path = label.path()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(json.dumps(head).encode() + b"\n" + payload)
        _make_room(len(payload))
        Path(aside).replace(path)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise
    if saved is not None:
        saved(path)


def _make_room(size: int) -> None:
    """Delete the least recently used results, so that all stay within their bounds."""
    with suppress(OSError):  # another process may delete the same files
        kept = sorted((path.stat().st_mtime, path.stat().st_size, path) for path in folder().glob("*.odds"))
        over = size + sum(each for _, each, _ in kept) - MOST_BYTES
        for _, each, path in kept:
            if over > 0:
                path.unlink(missing_ok=True)
                over -= each


def load(label: Label) -> StoredResult:
    """The kept result; UnusableFile says why there is none."""
    try:
        kept = label.path().read_bytes()
    except OSError as trouble:
        if brought is None or (found := brought(label.path().name)) is None:
            raise UnusableFile("nothing is kept") from trouble
        kept = found
    with suppress(OSError):  # a reader may lack the right to write
        label.path().touch()  # marks it as recently used
    first, newline, payload = kept.partition(b"\n")
    try:
        head = json.loads(first) if newline and len(first) < LONGEST_HEAD else None
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise UnusableFile("it is no result of this format")
    if head.get("key") != label.key():
        raise UnusableFile("it is stale: the rules or the solver have changed since")
    if head.get("sha256") != hashlib.sha256(payload).hexdigest():
        raise UnusableFile("it is damaged or cut short")
    return _unpack(payload)


def _pack(result: StoredResult) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as box:

        def put(name: str, data: bytes) -> None:  # without a date: the same result, the same bytes
            box.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, compresslevel=1)

        put("data.json", json.dumps(result.data).encode())
        for name, array in result.arrays.items():
            inner = io.BytesIO()
            np.save(inner, array, allow_pickle=False)
            put(f"{name}.npy", inner.getvalue())
    return out.getvalue()


def _unpack(payload: bytes) -> StoredResult:
    arrays: dict[str, Any] = {}
    with zipfile.ZipFile(io.BytesIO(payload)) as box:
        data = json.loads(box.read("data.json"))
        for name in box.namelist():
            if name.endswith(".npy"):
                arrays[name.removesuffix(".npy")] = np.load(io.BytesIO(box.read(name)), allow_pickle=False)
    return StoredResult(data, arrays)
