"""The files the pages speak of: bots, records, lists of teams."""

from __future__ import annotations

import json
import shutil
import stat
from pathlib import Path

import tavola

TOP = Path(__file__).parents[2]
BOT = """
def choose(moves, sight):
    return moves[0]

class MyBot:
    def choose(self, view):
        return view.moves[0]

Bot = Cautious = MyBot
"""
PROGRAM = "#!/bin/sh\nwhile read -r question; do\n  echo 0\ndone\n"


def lay_out(folder: Path) -> None:
    for name in ("mybot.py", "bot.py", "blue/bot.py"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(BOT, encoding="utf-8")
    for name in ("red/bot", "bot"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(PROGRAM, encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    (folder / "teams.txt").write_text("red\nblue\ngreen\n", encoding="utf-8")
    (folder / "bots.txt").write_text("house\nmine=bot.py:Bot\n", encoding="utf-8")
    shutil.copytree(TOP / "deploy", folder / "deploy")
    vectors = json.loads((TOP / "docs/fair-dice-vectors.json").read_text(encoding="utf-8"))
    decided = [each for each in vectors["records"] if len(each["moves"]) > 57 and each["moves"][56][0] != "*"]
    record = decided[0]  # bots are asked again at its move 57
    (folder / "record.json").write_text(json.dumps(record), encoding="utf-8")
    (folder / "game.txt").write_text(str(tavola.Record.parse(json.dumps(record))), encoding="utf-8")
    shutil.copy(TOP / "tests/data/saved/spazzino.yaml", folder / "FILE.yaml")
