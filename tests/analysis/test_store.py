from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest

from tavola.analysis import store
from tavola.analysis.store import Label, StoredResult, UnusableFile, load, remembered, save

LABEL = Label("test", "goal=100", ("tavola.pieces.dice",))
RESULT = StoredResult({"residual": 1e-15, "names": ["a", "b"]}, {"turns": np.arange(6.0).reshape(2, 3)})


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(store, "folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


def test_what_is_kept_comes_back() -> None:
    save(LABEL, RESULT)
    found = load(LABEL)
    assert found.data == RESULT.data
    assert np.array_equal(found.arrays["turns"], RESULT.arrays["turns"])


def test_it_is_computed_once() -> None:
    times = []

    def compute() -> StoredResult:
        times.append(1)
        return RESULT

    assert remembered(LABEL, compute).data == remembered(LABEL, compute).data
    assert len(times) == 1


def test_nothing_there_is_no_result() -> None:
    with pytest.raises(UnusableFile, match="nothing is kept"):
        load(LABEL)


@pytest.mark.parametrize("keep", [0, 1, 40, 200, -1])
def test_a_file_cut_short_is_refused(keep: int) -> None:
    save(LABEL, RESULT)
    whole = LABEL.path().read_bytes()
    LABEL.path().write_bytes(whole[:keep])
    with pytest.raises(UnusableFile):
        load(LABEL)
    assert remembered(LABEL, lambda: RESULT).data == RESULT.data
    assert load(LABEL).data == RESULT.data  # and mended


def test_every_damaged_byte_is_noticed() -> None:
    save(LABEL, StoredResult([1, 2, 3]))
    whole = LABEL.path().read_bytes()
    for at in range(len(whole)):
        LABEL.path().write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        try:
            found = load(LABEL)
        except UnusableFile:
            continue
        assert found.data == [1, 2, 3]  # a blank of the first line, which means nothing


def test_other_options_are_another_result() -> None:
    save(LABEL, RESULT)
    with pytest.raises(UnusableFile):
        load(Label("test", "goal=200", LABEL.sources))


def test_edited_sources_make_it_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "some_rules"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "points.py").write_text("ACE = 100\n")
    monkeypatch.syspath_prepend(tmp_path)
    label = Label("edited", "", ("some_rules",))
    save(label, RESULT)
    assert load(label).data == RESULT.data
    (package / "points.py").write_text("ACE = 200\n")
    with pytest.raises(UnusableFile, match="stale"):
        load(label)
    save(label, RESULT)
    assert len(list(store.folder().iterdir())) == 1  # the stale one is replaced, none pile up
    sys.modules.pop("some_rules", None)


def test_a_new_file_in_a_package_makes_it_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "more_rules"
    package.mkdir()
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    label = Label("grown", "", ("more_rules",))
    before = label.key()
    (package / "extra.py").write_text("")
    assert label.key() != before
    sys.modules.pop("more_rules", None)


def test_nothing_is_left_behind_when_writing_fails(place: Path) -> None:
    with pytest.raises(TypeError):
        save(LABEL, StoredResult({"no": object()}))
    assert not place.exists() or list(place.iterdir()) == []


def test_what_was_not_asked_for_longest_makes_room(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = [Label("test", f"goal={n}", LABEL.sources) for n in range(4)]
    for n, label in enumerate(labels[:3]):
        save(label, RESULT)
        os.utime(label.path(), (n, n))  # kept in this order, long ago
    load(labels[0])
    monkeypatch.setattr(store, "MOST_BYTES", 3 * labels[0].path().stat().st_size)
    save(labels[3], RESULT)
    assert {path.name for path in place.iterdir()} == {labels[n].path().name for n in (0, 2, 3)}


def test_a_folder_that_cant_be_written_costs_only_time(place: Path) -> None:
    place.write_text("a file where the folder should be")
    assert remembered(LABEL, lambda: RESULT).data == RESULT.data


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("TAVOLA_CACHE", str(tmp_path))
    assert store.folder() == tmp_path / "odds"


def test_a_label_of_unknown_sources_is_an_error() -> None:
    with pytest.raises(ModuleNotFoundError):
        Label("x", "", ("tavola.no_such_module",)).key()
