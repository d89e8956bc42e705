"""A game of another package, with secrets, at the far end of a wire."""

from __future__ import annotations

import json
from pathlib import Path

from tests.plugged import install, tavola
from tests.testing import high_card


def test_bots_of_a_game_that_is_not_ours_play_it_over_a_wire(tmp_path: Path) -> None:
    code = Path(high_card.__file__).read_text(encoding="utf-8")
    install(tmp_path, "high_card", code, games="high-card = high_card:HighCard")
    checked = tavola(tmp_path, "bot", "check", "random", "--game", "high-card", "--games", "5", "--json")
    report = json.loads(checked.stdout)
    assert checked.returncode == 0, checked.stderr
    assert report["finished"] == 5
    held = tavola(tmp_path, "arena", "--games", "high-card", "--entrants", "random,random", "--sets", "2")
    assert held.returncode == 0, held.stderr
    assert "crash" not in held.stdout + held.stderr
