"""Which sources a compiled function is made of, and a key that changes when any of them does.

Numba's own cache looks at one file only. A rule edited in another file would leave old code in use: so the
key covers every module of our packages that can be reached by imports, and the versions of the tools.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

FORMAT = 1  # raise it when the way of compiling changes


def module_of(function: FunctionType) -> ModuleType:
    return sys.modules[function.__module__]


def reachable(modules: Iterable[ModuleType]) -> dict[str, Path]:
    """The modules and all they import, directly or not, from their own packages or from Tavola."""
    found: dict[str, Path] = {}
    waiting = [(module.__name__, Path(module.__file__)) for module in modules if module.__file__]
    ours = {name.partition(".")[0] for name, _ in waiting} | {"tavola"}
    while waiting:
        name, path = waiting.pop()
        if name in found:
            continue
        found[name] = path
        for other in _imported(path):
            if other not in found and other.partition(".")[0] in ours and (file := _file_of(other)):
                waiting.append((other, file))
    return found


def _imported(path: Path) -> Iterator[str]:
    """Every name an import statement of the file could mean; `from a import b` may mean a module a.b."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _file_of(name: str) -> Path | None:
    """The source of a module; None if there is no such module."""
    module = sys.modules.get(name)
    if module is not None:
        return Path(module.__file__) if module.__file__ else None
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return None  # the name of a function or a class, not of a module
    return Path(spec.origin) if spec and spec.has_location and spec.origin else None


def key_of(modules: Iterable[ModuleType], versions: Iterable[str]) -> str:
    """A short text that is the same only for the same sources compiled by the same tools."""
    digest = hashlib.sha256(f"{FORMAT} {sys.version} {' '.join(versions)}".encode())
    for name, path in sorted(reachable(modules).items()):
        content = path.read_bytes()
        digest.update(f"\0{name} {len(content)}\0".encode() + content)
    return digest.hexdigest()[:24]


def called_by(function: FunctionType) -> Iterator[FunctionType]:
    """The plain functions that a function calls by name, and those they call, and so on; each once."""
    seen, waiting = {function}, [function]
    while waiting:
        current = waiting.pop()
        for name in names_in(current.__code__):
            other = current.__globals__.get(name)
            if isinstance(other, FunctionType) and other not in seen:
                seen.add(other)
                waiting.append(other)
                yield other


def names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)
