"""The chance that the first player of a turn of 421 loses the set, for the house player: solved, and written
to a file.

python tools/losses.py # writes src/tavola/games/fourtwentyone/bots/losses.json
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

from tavola.games.fourtwentyone.analysis.two.solved import solved
from tavola.games.fourtwentyone.bots.solution import LOSSES, key_of
from tavola.games.fourtwentyone.options import Options

PLACE = Path(__file__).parent.parent / "src/tavola/bots/fourtwentyone" / LOSSES
DIGITS = 12


def every_variant() -> list[Options]:
    """All options except dice that knock others."""
    ways = product((False, True), ("above_others", "lowest"), (0, 1), ("every_throw", "last_throw"))
    return [Options(*way) for way in ways]


def main() -> None:
    found = {
        key_of(options.variant): [round(float(loss), DIGITS) for loss in solved(options).loss]
        for options in every_variant()
    }
    lines = ",\n".join(f' "{key}": {json.dumps(loss)}' for key, loss in found.items())
    PLACE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
