"""Solutions that take long to work out, for the usual options, as files beside the engine. Those for two
players come with it; those for more are fetched when they are asked for.

`python -m tavola.server.offline.solved FOLDER`, where Numba and NumPy are.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import tavola
from tavola.analysis import store
from tavola.coach.finding import judge_of
from tavola.games import OURS
from tavola.pieces.seats import MAX_SEATS
from tavola.server.offline.site import MORE

FEW = 2  # players at a table; with those for three all of it would take more than 7.5 MB


def write(folder: Path) -> None:
    wanted: dict[Path, Path] = {}
    load, to = store.load, folder

    def noted(label: store.Label) -> store.StoredResult:
        wanted.setdefault(label.path(), to)
        return load(label)

    store.load = noted
    for to, most in ((folder, FEW), (folder / MORE, MAX_SEATS)):
        to.mkdir(parents=True, exist_ok=True)
        for name, game in OURS.items():
            if game.odds:
                rules = tavola.rules(name)
                game.part("odds").solve(rules)
                for players in rules.info.seats:
                    if 1 < players <= most:
                        judge_of(rules, players)
    for path, to in wanted.items():
        shutil.copyfile(path, to / path.name)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
