"""The games still do what the golden files say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.golden.write import COUNTS, PLAYED, PLAYTHROUGHS, Playthrough, counts, transcript


@pytest.mark.parametrize("p", PLAYED, ids=lambda p: p.name)
def test_playthrough(p: Playthrough) -> None:
    golden = (PLAYTHROUGHS / f"{p.name}.txt").read_text(encoding="utf-8")
    assert transcript(p) == golden, "behaviour changed: if that is right, run `make golden` and read the diff"


def test_no_playthrough_is_forgotten() -> None:
    assert {path.stem for path in PLAYTHROUGHS.glob("*.txt")} == {p.name for p in PLAYED}


@pytest.fixture(scope="module")
def golden_counts() -> list[dict[str, Any]]:
    return json.loads(COUNTS.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def test_counts(golden_counts: list[dict[str, Any]]) -> None:
    assert counts() == golden_counts


def leaves(rows: list[dict[str, Any]], game: str, after: str, depth: int) -> int:
    wanted = [r for r in rows if r["game"] == game and r["after"].endswith(after) and r["depth"] == depth]
    return int(wanted[0]["leaves"])


def test_counts_that_can_be_worked_out_on_paper(golden_counts: list[dict[str, Any]]) -> None:
    # 421, two players: a die each, then either both throw again (ties) or the load begins.
    opening = [row["leaves"] for row in golden_counts if row["game"] == "421" and row["seats"] == 2][:4]
    assert opening == [6, 36, 6 * 6 + 30 * 56, 6 * 36 + 30 * 56 * 56]
    # The first throw of the unload: 56 combinations; 6 triples allow 3 keeps, 30 pairs 5, 20 others 7,
    # and each one more decision, to stop.
    assert leaves(golden_counts, "421", "roll 421, roll 322", 1) == 56
    assert leaves(golden_counts, "421", "roll 421, roll 322", 2) == 6 * 4 + 30 * 6 + 20 * 8
    # Dice Poker: 1-2-2-3-4 can stand, or throw 1 of 4 kinds, 7 pairs of dice or 7 triples again.
    assert leaves(golden_counts, "dice-poker", "roll 12234", 1) == 1 + 4 + 7 + 7
    assert leaves(golden_counts, "dice-poker", "roll 12234", 2) == 7776 + 4 * 6 + 7 * 36 + 7 * 216
    # Spazzino: the 7b takes the 7s, or 5d and 2c; the As takes Ab; the Fs is dropped.
    assert leaves(golden_counts, "spazzino", "deal 7d 3c 6s", 1) == 4
    # Scopetta: with the seven only the equal one, which is fewer cards; the Fs, worth 8, takes 7s and Ab or
    # 5d, 2c and Ab, of which the first has fewer cards.
    assert leaves(golden_counts, "scopetta", "deal 7d 3c 6s", 1) == 3
