"""Open files: a connection is one, and a process may have only so many (RLIMIT_NOFILE, `ulimit -n`).

A server that has run out of them accepts no connection and can't even say so. So it raises its own limit as
far as it may, accepts no more connections than fit, and keeps some files in reserve: for the database and
child processes, for telling clients that they are refused, and for health checks.
"""

from __future__ import annotations

import logging

from tavola.server.limits.connections import SPARE
from tavola.server.telemetry.metrics import open_files

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)
RESERVE = SPARE + 64
USED = 64  # assumed where the system does not tell
MOST = 1 << 20  # some systems allow a thousand million, which some libraries go through one by one


def raise_limit() -> None:
    """Raise the soft limit to the hard one; child processes inherit it."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError) as error:  # macOS has a limit of its own beside it
        log.debug("the limit of open files stays at %d: %s", soft, error)


def fitting(wanted: int) -> int:
    """How many connections fit, at most so many; if fewer, the log says so."""
    if resource is None:
        return wanted
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    fit = max(1, soft - int(open_files() or USED) - RESERVE)
    if fit >= wanted:
        return wanted
    log.warning(
        "at most %d connections at once, not %d (--max-connections): this process may open only %d files; "
        "raise that limit (ulimit -n, LimitNOFILE)",
        fit,
        wanted,
        soft,
    )
    return fit
