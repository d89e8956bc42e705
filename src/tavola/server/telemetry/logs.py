"""The log: one line an event, for people or as JSON, without secrets."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, TextIO

_PASSWORD = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^\s:/@]*):[^\s/@]+@")
_SECRET = re.compile(r"""((?:token|seed|salt|password)["']?\s*[:=]\s*["']?)[^\s"',&}]+""", re.IGNORECASE)
_HIDDEN = r"\1***"
_SIMPLE = re.compile(r"[\w.:/@+\[\]-]+")

Fact = str | int | float | tuple[str, ...]


def escaped(text: str) -> str:
    """The text with control characters and line ends escaped: \\x1b, \\n, \\u202e."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def hushed(text: str) -> str:
    """The text with passwords of URLs, tokens and seeds masked: a safety net, for none should be in it."""
    return _SECRET.sub(_HIDDEN, _PASSWORD.sub(r"\1:***@", text))


def happened(log: logging.Logger, says: str, **facts: Fact) -> None:
    """An ordinary event: one line, with its facts beside it. Nothing secret is a fact."""
    if log.isEnabledFor(logging.INFO):
        log.info(says, extra={"facts": facts})


def short(table: str) -> str:
    """A table's id in the log: enough to find it by, too little to join it."""
    return table[:8]


class RateLimitedLog:
    """For events that clients can cause as often as they like: so many lines in so many seconds.

    The next line says how many were left out before it.
    """

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._until = float("-inf")
        self._said = self._unsaid = 0

    def happened(self, log: logging.Logger, says: str, **facts: Fact) -> None:
        if (now := self._clock()) >= self._until:
            self._until, self._said = now + self._seconds, 0
        if self._said >= self._most:
            self._unsaid += 1
            return
        self._said += 1
        left_out: dict[str, Fact] = {"unsaid": self._unsaid} if self._unsaid else {}
        happened(log, says, **facts, **left_out)
        self._unsaid = 0


def _in_a_line(facts: Mapping[str, Fact]) -> str:
    """table=t1 names="Ada B.","bo" """
    return "".join(f" {name}={_shown(value)}" for name, value in facts.items())


def _shown(value: Fact) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(_shown, value))
    text = str(value)
    return text if _SIMPLE.fullmatch(text) else json.dumps(text, ensure_ascii=not text.isprintable())


def _as_json(value: Any) -> Any:
    if isinstance(value, int | float):
        return value
    return [hushed(one) for one in value] if isinstance(value, tuple) else hushed(str(value))


class Plain(logging.Formatter):
    """2026-01-31T12:00:00Z INFO tavola.server.tables: what happened table=t1 seat=0"""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", "%Y-%m-%dT%H:%M:%SZ", style="{")
        self.converter = time.gmtime

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging calls it so
        facts = getattr(record, "facts", None)
        return super().formatMessage(record) + (_in_a_line(facts) if isinstance(facts, dict) else "")

    def format(self, record: logging.LogRecord) -> str:
        """One line. Text of clients in it is escaped, and can't look like another line."""
        record.message = record.getMessage()
        record.asctime = self.formatTime(record, self.datefmt)
        line = escaped(hushed(self.formatMessage(record)))
        return "\n".join([line, *_trace(record, self)])


def _trace(record: logging.LogRecord, formatter: logging.Formatter) -> list[str]:
    """Indented: an error may quote several lines, and none of them must look like a line of the log."""
    parts = [formatter.formatException(record.exc_info)] if record.exc_info else []
    parts += [formatter.formatStack(record.stack_info)] if record.stack_info else []
    return [f"  | {escaped(line)}" for part in parts for line in hushed(part).split("\n")]


class Json(logging.Formatter):
    """An object a line, with the facts of `extra={"facts": {...}}` beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": hushed(record.getMessage()),
        }
        facts = getattr(record, "facts", None)
        if isinstance(facts, dict):
            line |= {key: _as_json(value) for key, value in facts.items()}
        if record.exc_info:
            line["trace"] = hushed(self.formatException(record.exc_info))
        text = json.dumps(line, ensure_ascii=False)
        return text if text.isprintable() else json.dumps(line).replace("\x7f", "\\u007f")


def start_logging(level: str = "info", as_json: bool = False, stream: TextIO | None = None) -> None:
    """Send Tavola's log to stderr. Of libraries only warnings and errors are logged."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Json() if as_json else Plain())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tavola").setLevel(level.upper())
    logging.getLogger("uvicorn.error").setLevel(
        logging.ERROR
    )  # it warns of every bad request, by which anybody could fill the disk
