"""What takes long to work out for the usual options, as files beside the engine, fetched when asked for.

`python -m tavola.server.offline.solved FOLDER`, where Numba and NumPy are.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import tavola
from tavola.analysis import store
from tavola.coach.finding import judge_of
from tavola.games import game_names, game_of

PLAYERS = range(2, 4)  # at a table; of more the rest is worked out when it is asked for


def write(folder: Path) -> None:
    wanted: dict[Path, None] = {}
    load = store.load

    def noted(label: store.Label) -> store.StoredResult:
        wanted[label.path()] = None
        return load(label)

    store.load = noted
    for name in game_names():
        if game_of(name).odds:
            game_of(name).part("odds").solve(tavola.rules(name))
            for players in PLAYERS:
                judge_of(tavola.rules(name), players)
    folder.mkdir(parents=True, exist_ok=True)
    for path in wanted:
        shutil.copyfile(path, folder / path.name)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
