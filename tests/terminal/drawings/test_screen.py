from __future__ import annotations

import codecs
import io
import sys

import pytest
from rich.text import Text

from tavola.terminal.drawings.screen import LONGEST_LINE, Screen, prepare_streams, read_line


@pytest.mark.parametrize(
    ("signs", "ascii"), [("╭─╮│●", "+-+|o"), ("“é” «à»", '"e" "a"'), ("▸ ✗ ×", "> x x"), ("日", "?")]
)
def test_signs_an_old_screen_lacks(signs: str, ascii: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "ascii"))
    prepare_streams()
    assert signs.encode("ascii", "tavola").decode() == ascii


def test_closed_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    prepare_streams()
    print("into nothing")
    with pytest.raises(EOFError):
        read_line()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()


def test_bytes_that_are_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\nstop\n"), "utf-8"))
    prepare_streams()
    assert read_line() == codecs.decode(b"\xff\xfe", "utf-8", "replace")
    assert read_line() == "stop"


def test_an_endless_line_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("x" * 1_000_000 + "\nstop\n"))
    assert len(read_line()) == LONGEST_LINE
    assert read_line() == "stop"
    with pytest.raises(EOFError):
        read_line()


def test_a_long_line_goes_on_below(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    Screen(plain=False).show([Text("  " + "word " * 20)])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 2
    assert max(map(len, lines)) <= 40
    assert all(line.startswith("    word") for line in lines[1:])


def test_plain_lines_are_never_cut(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    Screen(plain=True).show(["word " * 20])
    assert capsys.readouterr().out == "word " * 20 + "\n"


def test_no_escape_gets_through(capsys: pytest.CaptureFixture[str]) -> None:
    for plain in (True, False):
        Screen(plain=plain).show(["a\x1b[2Jb"])
    assert "\x1b" not in capsys.readouterr().out
