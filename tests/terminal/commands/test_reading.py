from __future__ import annotations

import json
from pathlib import Path

import pytest

import tavola
from tavola.core.errors import BrokenRecord, Trouble
from tavola.core.match import Match
from tavola.games.capture.terminal.reader import Saved
from tavola.library import reading
from tavola.library.reading import record_of
from tavola.terminal.commands.reading import read_game


def written(tmp_path: Path, data: bytes, name: str = "game") -> str:
    path = tmp_path / name
    path.write_bytes(data)
    return str(path)


def test_a_record_with_a_mark_at_its_start(tmp_path: Path) -> None:
    record = Match(tavola.rules("421"), ["Zoé", "bob"]).record()
    assert record_of(written(tmp_path, b"\xef\xbb\xbf" + str(record).encode())) == record


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "lacks"),
        (b"\x00\xff\xfe", "UTF-8"),
        (b"{", "not valid JSON"),
        (b"[]", "should look like"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (
            b'{"format": "tavola-record/1", "game": "421", "rules_version": 1e999, "seats": [], "moves": []}',
            "not a whole number",
        ),
        (b"x" * 100_000, "this is no record"),
    ],
)
def test_what_is_no_record(tmp_path: Path, data: bytes, why: str) -> None:
    with pytest.raises((BrokenRecord, Trouble), match=why):
        record_of(written(tmp_path, data))


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="Is a directory"):
        record_of(str(tmp_path))
    with pytest.raises(Trouble, match="there is no such file"):
        record_of(str(tmp_path / "missing"))
    with pytest.raises(Trouble, match="can't read"):
        record_of("nul\x00byte")


def test_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST", 1 << 20)
    with pytest.raises(Trouble, match="more than 1 MiB"):
        record_of(written(tmp_path, b" " * ((1 << 20) + 1)))


SAVED = b"--- \n:players: [a, b]\n:giocate: \n- :deck: []\n"


@pytest.mark.parametrize(
    ("data", "name"), [(SAVED, "game"), (SAVED[5:], "x.txt"), (b"\n" + SAVED, "Game.YAML")]
)
def test_a_saved_match_is_known_by_its_name_or_its_beginning(tmp_path: Path, data: bytes, name: str) -> None:
    saved = read_game(written(tmp_path, data, name))
    assert isinstance(saved, Saved)
    assert saved.match.players == ("a", "b")


def test_a_record_is_known_by_what_is_in_it(tmp_path: Path) -> None:
    record = Match(tavola.rules("421"), ["ada", "bob"]).record()
    assert read_game(written(tmp_path, str(record).encode())) == record
    assert read_game(written(tmp_path, json.dumps(record.as_json()).encode(), "game.json")) == record
