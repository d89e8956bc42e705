"""Where receipts are kept: private, bounded, and never a reason for an exception."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tavola.client.fairness import folder as place
from tavola.client.fairness.folder import Receipts, short
from tavola.client.fairness.receipt import HeardStep, Receipt


def a_receipt(table: str = "T", commitment: str = "c", **more: object) -> Receipt:
    return Receipt(table=table, game="5000", commitment=commitment, salt="s", **more)  # type: ignore[arg-type]


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    told = {0: HeardStep(-1, "roll 12345"), 1: HeardStep(-1, None, "a hash")}
    receipt = a_receipt(before=True, seat=1, salts=["", "s"], told=told)
    assert Receipts(tmp_path).keep(receipt)
    assert Receipts(tmp_path).find("T", "c", "elsewhere") == receipt
    assert Receipts(tmp_path).find("U", "c", "") is None
    assert Receipts(tmp_path).index() == {short("T")}


def test_it_is_for_its_owners_eyes_only(tmp_path: Path) -> None:
    Receipts(tmp_path / "new").keep(a_receipt())
    (file,) = (tmp_path / "new").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_of_a_game_that_is_over_there_is_one_file(tmp_path: Path) -> None:
    Receipts(tmp_path).keep(a_receipt())
    Receipts(tmp_path).keep(a_receipt(finding="verified"))
    assert [path.name.rpartition("-")[2] for path in tmp_path.iterdir()] == ["done.json"]


def test_another_commitment_of_the_same_table_counts_at_the_same_server_only(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path)
    receipts.keep(a_receipt(server="here.example"))
    found = receipts.find("T", "another", "here.example")
    assert found is not None
    assert found.commitment == "c"
    assert receipts.find("T", "another", "there.example") is None
    assert receipts.find("T", "another", None) is not None, "a record does not say from which server it is"
    receipts.keep(a_receipt(commitment="another", server="there.example"))
    found = receipts.find("T", "c", "there.example")
    assert found is not None
    assert found.server == "here.example", "nobody pushes it out by a table of the same name"


def test_the_oldest_are_forgotten_and_games_that_go_on_are_not_pushed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, "MOST", 3)
    receipts = Receipts(tmp_path)
    receipts.keep(a_receipt("mine"))
    os.utime(next(tmp_path.iterdir()), (1, 1))
    for n in range(6):
        receipts.keep(a_receipt(f"bot {n}", finding="verified"))
        os.utime(next(tmp_path.glob(f"{short(f'bot {n}')}-*")), (n + 2, n + 2))
    assert receipts.find("mine", "c", None) is not None
    assert receipts.find("bot 5", "c", None) is not None
    assert receipts.find("bot 0", "c", None) is None
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize("text", ["", "{", "[]", '{"table": 1}', "\ufffd" * 10])
def test_a_file_that_is_none_proves_nothing(tmp_path: Path, text: str) -> None:
    Receipts(tmp_path).keep(a_receipt())
    next(tmp_path.iterdir()).write_text(text, encoding="utf-8")
    assert Receipts(tmp_path).find("T", "c", None) is None


def test_where_nothing_can_be_kept_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    nowhere = Receipts(tmp_path / "file" / "below")
    assert nowhere.keep(a_receipt()) is False
    assert nowhere.find("T", "c", None) is None
    assert nowhere.index() == frozenset()
    monkeypatch.setattr(place, "data_folder", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    assert Receipts().keep(a_receipt()) is False
    assert Receipts().find("T", "c", None) is None
