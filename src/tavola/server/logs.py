"""The log: one line an event, for people or as JSON, without secrets."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from typing import Any, TextIO

_PASSWORD = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^\s:/@]*):[^\s/@]+@")
_SECRET = re.compile(r"""((?:token|seed|salt|password)["']?\s*[:=]\s*["']?)[^\s"',&}]+""", re.IGNORECASE)
_HIDDEN = r"\1***"


def hushed(text: str) -> str:
    """The text without passwords of URLs, tokens and seeds. The last guard, not the first."""
    return _SECRET.sub(_HIDDEN, _PASSWORD.sub(r"\1:***@", text))


class Plain(logging.Formatter):
    """2026-01-31T12:00:00Z INFO tavola.hall: what happened."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", "%Y-%m-%dT%H:%M:%SZ", style="{")
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        return hushed(super().format(record))


class Json(logging.Formatter):
    """An object a line. What a caller gives as `extra={"facts": {...}}` stands beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": hushed(record.getMessage()),
        }
        facts = getattr(record, "facts", None)
        if isinstance(facts, dict):
            line |= {key: hushed(str(value)) for key, value in facts.items()}
        if record.exc_info:
            line["trace"] = hushed(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def start_logging(level: str = "info", as_json: bool = False, stream: TextIO | None = None) -> None:
    """Tavola's log goes to the error stream. What libraries say comes only from warnings up."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Json() if as_json else Plain())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tavola").setLevel(level.upper())
    logging.getLogger("uvicorn.error").setLevel(
        logging.ERROR
    )  # it warns of every bad request: a way to fill a disk
