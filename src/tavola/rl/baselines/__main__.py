"""`python -m tavola.rl.baselines [--quick]`: train all learners, and print how strong they have become."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tavola.core.errors import TavolaError
from tavola.games import OURS
from tavola.rl.specs import COMPILED, spec


def main() -> int:
    asks = argparse.ArgumentParser(prog="python -m tavola.rl.baselines", description=__doc__)
    asks.add_argument("--quick", action="store_true", help="seconds instead of minutes, and weaker")
    asks.add_argument("--game", help="the game for self-play; otherwise the first that has it")
    asks.add_argument("--plays", type=int, help="how many to learn from in self-play")
    asks.add_argument("--save", type=Path, help="where to keep the network (.npz)")
    asked = asks.parse_args()
    try:
        COMPILED.check("tavola.rl.baselines")
        from tavola.rl.baselines.selfplay import learnable

        for game in OURS.values():
            for line in (game.part("learner") or _none)(asked.quick):
                print(line)
        plays = asked.plays or (200_000 if asked.quick else 3_000_000)
        self_play(asked.game or learnable()[0], plays, 200 if asked.quick else 1000, asked.save)
    except TavolaError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _none(quick: bool) -> tuple[str, ...]:  # noqa: ARG001 - a game without a learner of its own
    return ()


def self_play(game: str, plays: int, games: int, save: Path | None) -> None:
    from tavola.rl.baselines import selfplay, strength
    from tavola.rl.baselines.selfplay import Learned

    began = last = time.perf_counter()

    def tell(done: int, off: float) -> None:
        nonlocal last
        if time.perf_counter() - last > 10:
            last = time.perf_counter()
            print(f"  {done:,} of {plays:,} plays, off by {off:.3f}", file=sys.stderr)

    worth = selfplay.train(game, selfplay.Training(plays=plays), tell)
    if save is not None:
        worth.save(save)
    print(f"{game}: {plays:,} plays in {time.perf_counter() - began:.0f} s")
    learned = Learned(spec(game, 2), worth)
    print(f"  against random: {strength.against_random(learned, 4 * games)}")
    for bot in ("greedy", "careful"):
        print(f"  against {bot}: {strength.against_bot(learned, learned.spec, bot, games)}")


if __name__ == "__main__":
    sys.exit(main())
