"""Playouts a second of the card search compiled for a browser, beside those compiled for this machine.

    python -m bench.search_in_browser [--playouts 20000] [--json]

The same rounds of the search (bench/search.py) from the same positions, with the same seeds: by Numba in this
process, and in Pyodide under Node, whose WebAssembly is that of Chromium. It needs the built kernels (`make
kernels`) and the page's modules (web/node_modules). What is measured is the processor's time of each process,
the best of a few turns; what else runs on the machine hardly counts.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from math import isclose
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import tavola
from tavola.bots.search.guide import guide_of
from tavola.bots.search.thinking import EXPLORE, PATIENCE, RANDOM_ONES, TRUST, planted
from tavola.fast.arrays import np
from tavola.fast.search.tree import Manner

POSITIONS = (("spazzino", 2), ("scopetta", 2), ("tombolon", 2), ("tombolon", 4))
TURNS = 5
HOUSE = Path(__file__).resolve().parents[1]
PYODIDE = HOUSE / "web" / "node_modules" / "pyodide"
IN_NODE = """
import { loadPyodide } from '%(pyodide)s/pyodide.mjs';
const python = await loadPyodide({ indexURL: '%(pyodide)s/', stdout: (line) => console.log(line) });
for (const folder of ['src', 'bench']) {
  python.FS.mkdirTree(`/house/${folder}`);
  python.mountNodeFS(`/house/${folder}`, `%(house)s/${folder}`);
}
const spent = ({ user, system }) => (user + system) / 1e6;
python.globals.set('spent', () => spent(process.cpuUsage()));
python.runPython(`
import json, sys
sys.dont_write_bytecode = True
sys.path[:0] = ['/house/src', '/house']
from tavola.fast.wasm.twins import stand_in
assert stand_in(), 'make kernels first'
from bench.search_in_browser import measured
print(json.dumps(measured(spent, %(playouts)d)))
`);
"""


def measured(spent: Callable[[], float], playouts: int) -> dict[str, list[float]]:
    """By position: playouts a second, and what came of them, which is the same wherever they are made."""
    return {f"{game}, {seats}": _measured(game, seats, spent, playouts) for game, seats in POSITIONS}


def _measured(game: str, seats: int, spent: Callable[[], float], playouts: int) -> list[float]:
    rules, luck = tavola.rules(game), Random(3)
    state = rules.start(seats)
    while rules.actor(state) == tavola.CHANCE:
        state = rules.play(state, rules.chance(state).sample(luck)).state
    guide = guide_of(game)
    problem = guide.look(rules.view(state, rules.actor(state)), ())
    manner = Manner(EXPLORE, problem.point, TRUST, PATIENCE, RANDOM_ONES)
    number, room = len(problem.plays), problem.new_room()
    roots, deals = np.arange(1, number + 1), playouts // number
    best, total = 0.0, 0.0
    for _ in range(TURNS):
        tree = planted(problem, 1 << 18)
        began = spent()
        guide.search(problem.v, problem.tables, room, manner, tree, roots, np.uint64(7), 0, deals)
        best = max(best, deals * number / (spent() - began))
        total = float(sum(tree.total[1 : number + 1].tolist()))
    return [best, total]


def in_node(playouts: int) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "measure.mjs")
        script.write_text(IN_NODE % {"pyodide": PYODIDE, "house": HOUSE, "playouts": playouts}, "utf-8")
        command = [str(Path(sys.executable).parent / "node"), str(script)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--playouts", type=int, default=20_000)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    native, browser = measured(process_time, given.playouts), in_node(given.playouts)
    found = {
        name: {
            "native": speed,
            "browser": browser[name][0],
            "same": isclose(browser[name][1], total, rel_tol=1e-12),
        }
        for name, (speed, total) in native.items()
    }
    if given.json:
        print(json.dumps(found))
        return
    for name, row in found.items():
        part = row["browser"] / row["native"]
        print(f"{name:14} {row['native']:12,.0f} {row['browser']:12,.0f} {part:6.2f} {row['same']}")


if __name__ == "__main__":
    main()
