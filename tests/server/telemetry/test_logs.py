from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from tavola.server.telemetry.logs import RateLimitedLog, happened, hushed, start_logging


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


def test_an_event_is_one_line_with_its_facts(quiet: io.StringIO) -> None:
    start_logging("info", False, quiet)
    log = logging.getLogger("tavola.hall")
    happened(
        log, "it is over", table="t-1", turns=3, rated=False, winners=("ada", "Bo B."), name='a"b\n\u2028c'
    )
    happened(log, "seed=sesame", token="sesame")
    lines = quiet.getvalue().splitlines()
    assert lines[0].partition("tavola.hall: ")[2] == (
        'it is over table=t-1 turns=3 rated=no winners=ada,"Bo B." name="a\\"b\\n\\u2028c"'
    )
    assert len(lines) == 2
    assert "sesame" not in quiet.getvalue()


def test_an_event_as_json(quiet: io.StringIO) -> None:
    start_logging("info", True, quiet)
    happened(logging.getLogger("tavola.hall"), "over", turns=3, rated=False, winners=("ada", "bo\nb"))
    line = json.loads(quiet.getvalue())
    assert quiet.getvalue().count("\n") == 1
    assert (line["says"], line["turns"], line["rated"]) == ("over", 3, False)
    assert line["winners"] == ["ada", "bo\nb"]


def test_events_are_left_out_above_info(quiet: io.StringIO) -> None:
    start_logging("warning", False, quiet)
    happened(logging.getLogger("tavola.hall"), "over")
    assert quiet.getvalue() == ""


def test_what_comes_all_the_time_is_said_now_and_then(quiet: io.StringIO) -> None:
    start_logging("info", False, quiet)
    now = [0.0]
    seldom = RateLimitedLog(2, 10.0, lambda: now[0])
    for moment in (0, 1, 2, 9, 10, 30):
        now[0] = moment
        seldom.happened(logging.getLogger("tavola.x"), "no", moment=moment)
    said = [line.partition(": ")[2] for line in quiet.getvalue().splitlines()]
    assert said == ["no moment=0", "no moment=1", "no moment=10 unsaid=2", "no moment=30"]


FORGED = "x\0\n2026-01-01T00:00:00Z INFO tavola.hall: all is well\x1b[2J\x9b\x7f\u2028\u202e"


@pytest.mark.parametrize("as_json", [False, True])
def test_what_came_from_outside_can_t_look_like_a_line_of_ours(quiet: io.StringIO, as_json: bool) -> None:
    start_logging("info", as_json, quiet)
    log = logging.getLogger("tavola.hall")
    log.warning("a request failed: %s", FORGED)
    happened(log, "a name is claimed", name=FORGED, names=(FORGED, "b"), other=FORGED)
    try:
        raise ValueError(FORGED)
    except ValueError:
        log.exception("it broke down: %s", FORGED)
    written = quiet.getvalue()
    assert all(char.isprintable() or char == "\n" for char in written)
    lines = written.split("\n")[:-1]
    if as_json:
        assert [json.loads(line)["level"] for line in lines] == ["warning", "info", "error"]
        assert FORGED in json.loads(lines[0])["says"]  # nothing is lost
        assert json.loads(lines[1])["names"] == [FORGED, "b"]
    else:
        ours = [line for line in lines if not line.startswith("  | ")]
        assert [line.split(" ")[1] for line in ours] == ["WARNING", "INFO", "ERROR"]
        assert len(lines) > len(ours)  # the traceback is there
        assert "\\n2026-01-01T00:00:00Z INFO" in ours[0]
