"""Functions compiled by Numba, for the machine they run on."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Generic, TypeVar, cast

import llvmlite
import numba
import numpy
from numba.core.errors import NumbaError
from numba.extending import overload, register_jitable

from tavola.core.errors import TavolaError
from tavola.fast import cache
from tavola.fast.sources import called_by, key_of, module_of

F = TypeVar("F", bound=Callable[..., Any])
Notice = Callable[[str], None]  # told what is about to be compiled

# The rules are small functions that pass small tuples on. Inlined, the tuples stay in registers: 421 runs
# four times as fast. They divide by nothing that can be 0, so no check is wanted.
INNER: dict[str, Any] = {"error_model": "numpy", "forceinline": True}
OUTER: dict[str, Any] = {"error_model": "numpy", "nogil": True}
VERSIONS = (numba.__version__, llvmlite.__version__, numpy.__version__, repr(INNER), repr(OUTER))

_config: Any = numba.config
_registered: set[FunctionType] = set()
_looked_up: dict[FunctionType, ModuleType] = {}  # the module whose table replaces the function
_notices: list[Notice] = []


def on_compiling(notice: Notice) -> None:
    """Call `notice` before anything is compiled, which takes seconds; loading from the cache does not
    count."""
    _notices.append(notice)


def register(function: Callable[..., Any]) -> None:
    """Let compiled code call a plain function."""
    plain = cast(FunctionType, function)
    if plain not in _registered:
        _registered.add(plain)
        register_jitable(**INNER)(plain)


def look_up(function: Callable[..., int], answer: Callable[..., int]) -> None:
    """Let compiled code look up a small function of the rules in a table that was made by calling it.

    `answer` takes the same arguments and reads the table. The processor mispredicts branches that depend on
    dice; a table has no branches. The law that compiled and interpreted rules agree covers it.
    """
    plain = cast(FunctionType, function)
    if plain not in _registered:
        _registered.add(plain)
        _looked_up[plain] = module_of(cast(FunctionType, answer))
        cast(Any, overload)(plain, jit_options=INNER, strict=False)(lambda *_: answer)
        for part in called_by(cast(FunctionType, answer)):
            register(part)


class CantCompile(TavolaError):
    """Numba refuses a function of a game. The message keeps the line and the reason out of Numba's pages."""

    def __init__(self, function: str, told: str) -> None:
        found = re.search(r'^ *(\S.*?) *\n\s*File "([^"]+)", line (\d+):', told, re.MULTILINE)
        why = f"{found[1]} ({found[2]}, line {found[3]})" if found else told
        super().__init__(f"{function} can't be compiled: {why}")


class Compiled(Generic[F]):
    """A function that is compiled when first called, or fetched from the cache."""

    def __init__(self, plain: F) -> None:
        self.plain = plain
        self._dispatcher: Any = None
        self._folder: Path | None = None
        self._ready: set[tuple[Any, ...]] = set()

    def __call__(self, *args: Any) -> Any:
        return self.prepared(*args)(*args)

    def prepared(self, *args: Any) -> Any:
        """The compiled function itself, for arguments of the same types as these.

        Looking at the types of all arguments takes longer than a small task: callers in a loop keep the
        function.
        """
        kinds = tuple(map(numba.typeof, args))
        if kinds not in self._ready:
            self._prepare(kinds)
        return self._dispatcher

    @property
    def was_cached(self) -> bool:
        """Did this process compile nothing, because all of it was found on disk?"""
        stats = self._dispatcher.stats if self._dispatcher else None
        return stats is not None and bool(stats.cache_hits) and not stats.cache_misses

    def _prepare(self, kinds: tuple[Any, ...]) -> None:
        if self._dispatcher is None:
            self._dispatcher = self._make_dispatcher()
        try:
            if self._on_disk():
                self._dispatcher.compile(kinds)
            else:
                for notice in _notices:
                    notice(_title(self.plain))
                with cache.one_at_a_time(self._folder, _title(self.plain)):
                    self._dispatcher.compile(kinds)  # or load, if another process has just compiled it
        except NumbaError as error:
            raise CantCompile(_title(self.plain), str(error)) from error
        except Exception:  # a damaged cache may raise anything: delete it and compile again
            if self._folder is None:
                raise
            shutil.rmtree(self._folder, ignore_errors=True)
            self._dispatcher = self._make_dispatcher()
            self._dispatcher.compile(kinds)
        self._ready.add(kinds)

    def _make_dispatcher(self) -> Any:
        """Numba's dispatcher, its cache in the folder of these sources."""
        function = cast(FunctionType, self.plain)
        parts = list(called_by(function))
        for part in parts:
            register(part)
        modules = {module_of(part) for part in (function, *parts)}
        modules |= {_looked_up[part] for part in parts if part in _looked_up}
        self._folder = cache.folder(key_of(modules, VERSIONS))
        if self._folder is None:
            return cast(Any, numba.njit)(**OUTER)(function)
        before, _config.CACHE_DIR = _config.CACHE_DIR, str(self._folder)
        try:
            return cast(Any, numba.njit)(cache=True, **OUTER)(function)
        finally:
            _config.CACHE_DIR = before

    def _on_disk(self) -> bool:
        name = cast(FunctionType, self.plain).__qualname__
        return self._folder is not None and any(self._folder.rglob(f"*.{name}-*.nbi"))


def _title(function: Any) -> str:
    """`kernel.play_games`, as a waiting user reads it."""
    return f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
