"""Builds the compiled code for a browser: `python tools/kernels.py FOLDER` (docs/offline.md).

What is built is what is called: for every game that can be searched or solved, a little is played and judged,
and everything compiled for that is built with the same types; and the loops over arrays as well.
"""

from __future__ import annotations

import hashlib
import pickle
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

import tavola
from tavola.bots import make_bot
from tavola.core.contract import CHANCE, OVER
from tavola.core.options import describe
from tavola.fast import cache
from tavola.fast.native import VERSIONS, Compiled
from tavola.fast.wasm.build import Wanted, build, of_arrays
from tavola.fast.wasm.twins import DESCRIPTION, HERE, name_of
from tavola.games import game_names, game_of

SEATS = 2


def rehearsed() -> list[Wanted]:
    """The functions compiled while the games are played, each with its argument types."""
    seen: dict[Wanted, None] = {}
    prepare = Compiled._prepare

    def noted(self: Compiled[Any], kinds: tuple[Any, ...]) -> None:
        seen[name_of(self.plain), kinds] = None
        prepare(self, kinds)

    Compiled._prepare = noted  # type: ignore[method-assign]
    for game in game_names():
        rehearse(game)
        rehearse_solving(game)
    return list(seen)


def rehearse(name: str) -> None:
    """A hand by `master` to the last cards, which are solved; and the coach on one of its plays."""
    game = game_of(name)
    if not game.search:
        return
    from tavola.bots.search.master import master_of
    from tavola.coach.finding import judge_of

    rules, luck = tavola.rules(name), Random(1)
    master = master_of(name)(luck, "1")
    master.budget = type(master.budget)(iterations=40)
    state, judge = rules.start(SEATS), None
    for _ in range(60):
        actor = rules.actor(state)
        if actor == OVER:
            break
        if actor == CHANCE:
            state = rules.play(state, rules.chance(state).sample(luck)).state
            continue
        view = rules.view(state, actor)
        if judge is None and len(view.moves) > 1:
            judge = judge_of(rules, SEATS)
            judge.weigh(view)
        state = rules.play(state, master.choose(view)).state


def rehearse_solving(name: str) -> None:
    """The solver of a short race, its player and its judges, as if nothing of it were cached."""
    game = game_of(name)
    if not game.odds or "goal" not in describe(game.rules_class.info.options):
        return
    from tavola.analysis import store
    from tavola.coach.finding import judge_of

    store.remembered = lambda _, compute: compute()
    rules, luck = tavola.rules(name, goal=500), Random(1)
    game.part("odds").solve(rules)
    for seats in (SEATS, SEATS + 1):
        bot, judge, state = make_bot("optimal", rules, luck), judge_of(rules, seats), rules.start(seats)
        while (actor := rules.actor(state)) != OVER:
            if actor == CHANCE:
                state = rules.play(state, rules.chance(state).sample(luck)).state
            else:
                judge.weigh(rules.view(state, actor))
                state = rules.play(state, bot.choose(rules.view(state, actor))).state


def main() -> None:
    if sys.argv[1:] == ["--rehearse"]:
        sys.stdout.buffer.write(pickle.dumps(rehearsed()))
        return
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    kept = cache.folder(f"wasm-{key()}")
    if kept is None or not (kept / DESCRIPTION).is_file():
        made(kept or folder)
    if kept is not None:
        shutil.copytree(kept, folder, dirs_exist_ok=True)
    for path in sorted(folder.iterdir()):
        print(f"{path}: {path.stat().st_size:,} bytes")


def key() -> str:
    """A hash of all sources and of the tools."""
    digest = hashlib.sha256(" ".join((sys.version, version("ziglang"), *VERSIONS)).encode())
    for path in (Path(__file__), *sorted(Path(tavola.__file__).parent.rglob("*.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


def made(folder: Path) -> None:
    # In a process of its own: otherwise code compiled for this machine would get into the build.
    done = subprocess.run([sys.executable, __file__, "--rehearse"], check=True, stdout=subprocess.PIPE)
    build([*of_arrays(), *pickle.loads(done.stdout)], folder, lambda line: print(line, flush=True))


if __name__ == "__main__":
    main()
