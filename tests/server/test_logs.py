from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from tavola.server.logs import hushed, start_logging


@pytest.fixture
def quiet() -> Iterator[io.StringIO]:
    """The log as a text; afterwards logging is as it was."""
    root, ours = logging.getLogger(), logging.getLogger("tavola")
    before = list(root.handlers), root.level, ours.level
    yield io.StringIO()
    root.handlers[:], root.level, ours.level = before
    logging.root.manager._clear_cache()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    [
        "can't reach postgresql+asyncpg://me:sesame@db:5432/x",
        'got {"type":"hello","token":"sesame"}',
        "Opened(seed='sesame', table='t')",
        "/api?token=sesame&x=1",
    ],
)
def test_secrets_are_not_written(text: str) -> None:
    assert "sesame" not in hushed(text)
    assert "***" in hushed(text)


def test_plain_lines(quiet: io.StringIO) -> None:
    start_logging("info", False, quiet)
    logging.getLogger("tavola.hall").info("table %s opened", "abc")
    logging.getLogger("tavola.hall").debug("not this")
    logging.getLogger("another.library").info("nor this")
    assert quiet.getvalue().rstrip().endswith("Z INFO tavola.hall: table abc opened")
    assert quiet.getvalue().count("\n") == 1


def test_json_lines(quiet: io.StringIO) -> None:
    start_logging("debug", True, quiet)
    try:
        raise ValueError("token=sesame")
    except ValueError:
        logging.getLogger("tavola.x").exception("oh", extra={"facts": {"table": "t1"}})
    line = json.loads(quiet.getvalue())
    assert (line["says"], line["level"], line["table"]) == ("oh", "error", "t1")
    assert "ValueError" in line["trace"]
    assert "sesame" not in line["trace"]
