"""Tells a waiting person that an environment is compiling: the first time it takes up to half a minute.

It is logged (`tavola.rl`, INFO). At a terminal a line says it too and is removed when it is done, unless the
log shows it already or the logger's level is above WARNING.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tavola.fast.compile import on_compiling

log = logging.getLogger("tavola.rl")
CLEAR = "\r\x1b[2K"

_depth = 0  # nesting depth of `telling`
_shown = False


@contextmanager
def telling() -> Iterator[None]:
    """Compiling in this block is reported."""
    global _depth, _shown
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if _shown and not _depth:
            _shown = False
            _write(CLEAR)


def _compiling(what: str) -> None:
    global _shown
    if not _depth:
        return
    log.info("compiling %s; this takes some seconds, once", what)
    heard = log.isEnabledFor(logging.INFO) and log.hasHandlers()
    if not heard and log.isEnabledFor(logging.WARNING) and sys.stderr is not None and sys.stderr.isatty():
        _shown = True
        _write(f"{CLEAR}tavola: compiling {what}; this takes some seconds, once")


def _write(text: str) -> None:
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError):  # the error stream is closed
        pass


on_compiling(_compiling)
