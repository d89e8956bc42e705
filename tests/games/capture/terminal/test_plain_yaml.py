"""YAML from anywhere: plain data, bounded, and a reason where it is refused."""

from __future__ import annotations

import pytest
import yaml

from tavola.core.errors import BrokenRecord
from tavola.games.capture.terminal import reader
from tavola.games.capture.terminal.reader import decoded, plain_data


def test_everything_is_text() -> None:
    text = "--- \n:a: \n  :b: true\n  :c: 11\n:d: \n- - :_6d\n  - :_Ab\n- ''\n- ~\n"
    assert plain_data(text + ":date: 2010-10-16 11:43:53 +02:00\n") == {
        ":a": {":b": "true", ":c": "11"},
        ":d": [[":_6d", ":_Ab"], "", "~"],
        ":date": "2010-10-16 11:43:53 +02:00",
    }


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_line_ends(end: str) -> None:
    assert plain_data(f"---{end}:a:{end}- x{end}- y{end}") == {":a": ["x", "y"]}


def test_only_the_first_document_counts() -> None:
    assert plain_data("--- a\n--- b\n") == "a"
    assert plain_data("") is None
    assert plain_data("# nothing\n") is None


def test_names_that_the_client_wrote_once_and_referred_to() -> None:
    assert plain_data(":arg:\n- &1 Gino\n- :_6d\n:pl_name: *1\n") == {
        ":arg": ["Gino", ":_6d"],
        ":pl_name": "Gino",
    }


def test_symbols_and_bytes_of_the_client() -> None:
    assert plain_data("- !ruby/sym _6d\n- !binary |\n  Tmljb2zy\n- !!str 7\n- ! x\n") == [
        "_6d",
        "Nicolò",
        "7",
        "x",
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: [", "not valid YAML in line"),
        ("a: b: c", "not valid YAML in line 1"),
        ("\tx: y", "not valid YAML in line 1"),
        ("a: \x00", "not valid YAML"),
        ("- !ruby/object:Kernel\n  x: y\n", "line 1: !ruby/object:Kernel asks for an object"),
        ("- x\n- !!python/object/apply:os.system [ls]\n", "line 2: .*python.*asks for an object"),
        ("- *nobody\n", "stands for nothing|undefined alias"),
        ("? [a]\n: b\n", "a key that is no text"),
        ("- !binary '%%'\n", "no base64"),
        ("[" * 5000, "nested deeper|not valid YAML"),
        ("- " * 40 + "x", "nested deeper"),
        ("a: &a [*a]", "stands for nothing"),
    ],
)
def test_what_is_refused(text: str, why: str) -> None:
    with pytest.raises(BrokenRecord, match=why):
        plain_data(text)


def test_a_bomb_does_not_go_off() -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    with pytest.raises(BrokenRecord, match="more data than a saved match can hold"):
        plain_data("\n".join(levels))


def test_a_bomb_of_keys_merged_does_nothing() -> None:
    assert plain_data("a: &a {b: c}\nd:\n  <<: *a\n") == {"a": {"b": "c"}, "d": {"<<": {"b": "c"}}}


def test_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "LARGEST", 1 << 20)
    with pytest.raises(BrokenRecord, match="more than 1 MiB"):
        plain_data("x" * ((1 << 20) + 1))
    monkeypatch.setattr(reader, "MOST_NODES", 100)
    with pytest.raises(BrokenRecord, match="more data"):
        plain_data("- x\n" * 101)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings(encoding: str) -> None:
    assert decoded("Nicolò è qui".encode(encoding)) == "Nicolò è qui"


def test_the_slow_parser_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "--- \n:game: \n  :name: Spazzino\n:giocate: \n- :deck: \n  - :_Rs\n"
    fast = plain_data(text)
    monkeypatch.setattr(reader, "_LOADER", yaml.SafeLoader)
    assert plain_data(text) == fast == {":game": {":name": "Spazzino"}, ":giocate": [{":deck": [":_Rs"]}]}
    with pytest.raises(BrokenRecord, match="nested deeper"):
        plain_data("[" * 5000)
