"""The secrets of one's seats, kept between visits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.terminal.app.away import FILE, MOST, keep_token, kept_token

HERE, THERE = "ws://127.0.0.1:1/ws", "ws://127.0.0.1:2/ws"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "tavola"


def test_each_name_at_each_server_has_its_own(folder: Path) -> None:
    keep_token(HERE, "ada", "secret of ada")
    keep_token(HERE, "bob", "secret of bob")
    assert kept_token(HERE, "ada") == "secret of ada"
    assert kept_token(HERE, "bob") == "secret of bob"
    assert kept_token(THERE, "ada") is None
    assert (folder / FILE).stat().st_mode & 0o077 == 0


def test_a_damaged_file_is_no_file(folder: Path) -> None:
    keep_token(HERE, "ada", "secret of ada")
    for text in ("{", "[1]", '{"ada at ws://127.0.0.1:1/ws": 5}'):
        (folder / FILE).write_text(text)
        assert kept_token(HERE, "ada") is None


def test_the_oldest_are_forgotten() -> None:
    for n in range(MOST + 1):
        keep_token(HERE, f"guest {n}", f"secret {n:04}")
    assert kept_token(HERE, "guest 0") is None
    assert kept_token(HERE, "guest 1") == "secret 0001"


def test_a_folder_that_cannot_be_written_is_no_trouble(folder: Path) -> None:
    folder.write_text("in the way")
    keep_token(HERE, "ada", "secret of ada")
    assert kept_token(HERE, "ada") is None
