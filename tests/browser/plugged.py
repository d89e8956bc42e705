"""A house with games of other packages: Italian cards, cards that are numbers, dice."""

from __future__ import annotations

import os
from pathlib import Path

from tests.browser.house import House
from tests.plugged import GOOD_GAME, install, register

ROOT = Path(__file__).resolve().parents[2]
BRISCOLA = ROOT / "examples" / "tavola-briscola" / "src" / "tavola_briscola"
HIGH_CARD = ROOT / "tests" / "testing" / "high_card.py"


def plugged(folder: Path) -> House:
    where = folder / "packages"
    where.mkdir()
    (where / "tavola_briscola").symlink_to(BRISCOLA)
    register(where, "tavola_briscola", b"[tavola.games]\nbriscola = tavola_briscola:GAME\n")
    code = HIGH_CARD.read_text(encoding="utf-8")
    install(where, "high_card", code, games="high-card = high_card:HighCard")
    install(
        where, "others_dice", GOOD_GAME.format(name="others-dice"), games="others-dice = others_dice:Game"
    )
    path = os.pathsep.join([str(where), os.environ.get("PYTHONPATH", "")])
    return House(folder, env={**os.environ, "PYTHONPATH": path})
