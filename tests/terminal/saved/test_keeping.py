from __future__ import annotations

from pathlib import Path

import pytest

import tavola
from tavola.core.errors import TavolaError, Trouble
from tavola.core.match import Match
from tavola.core.record import Record
from tavola.terminal.saved.keeping import Keeper


def a_record() -> Record:
    return Match(tavola.rules("421"), ["ada", "bob"]).record({"Seed": "7"})


@pytest.mark.parametrize("name", ["game.txt", "game.json", "game"])
def test_what_is_kept_reads_back(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    Keeper(path).save(a_record())
    assert Record.parse(path.read_text()) == a_record()
    assert path.read_text().startswith("{") == (path.suffix == ".json")
    assert [found.name for found in tmp_path.iterdir()] == [name]


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text("precious")
    with pytest.raises(TavolaError, match="--force"):
        Keeper(path)
    assert path.read_text() == "precious"
    Keeper(path, force=True).save(a_record())
    assert Record.parse(path.read_text()) == a_record()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    Keeper(tmp_path / "link").save(a_record())
    assert (tmp_path / "link").is_symlink()
    assert Record.parse((tmp_path / "real").read_text()) == a_record()


def test_no_file_there(tmp_path: Path) -> None:
    with pytest.raises(TavolaError, match="not a file"):
        Keeper(tmp_path)
    with pytest.raises(TavolaError, match="can't write"):
        Keeper(tmp_path / "missing" / "game").begin(a_record())


def test_paths_that_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to(tmp_path / "round")
    for path in (tmp_path / ("x" * 300), tmp_path / "round", tmp_path / "nul\x00byte"):
        with pytest.raises(TavolaError, match="can't write"):
            Keeper(path).begin(a_record())


def test_a_failed_save_leaves_the_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game"
    keeper = Keeper(path)
    keeper.save(a_record())
    before = path.read_text()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(Trouble, match="No space left"):
        keeper.save(a_record())
    assert path.read_text() == before
    assert [found.name for found in tmp_path.iterdir()] == ["game"]


def test_what_somebody_else_wrote_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    keeper = Keeper(path)
    keeper.save(a_record())
    path.write_text("my notes")
    keeper.save(a_record())
    keeper.save(a_record())
    assert path.read_text() == "my notes"
    assert keeper.path == tmp_path / "game-2.txt"
    assert Record.parse(keeper.path.read_text()) == a_record()
    assert sorted(found.name for found in tmp_path.iterdir()) == ["game-2.txt", "game.txt"]


def test_two_games_never_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    one, two = Keeper(path), Keeper(path)
    for keeper in (one, two, one, two):
        keeper.save(a_record())
    assert {one.path.name, two.path.name} == {"game.txt", "game-2.txt"}


def test_when_the_folder_is_gone_there_is_still_a_place(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    keeper = Keeper(folder / "game.txt")
    keeper.save(a_record())
    (folder / "game.txt").unlink()
    folder.rmdir()
    with pytest.raises(Trouble):
        keeper.save(a_record())
    keeper.last_resort(a_record())
    assert keeper.path.parent != folder
    assert Record.parse(keeper.path.read_text()) == a_record()
    keeper.path.unlink()
