"""Turn whole hands written down as JSON lines into the compact form the tests read.

    python tools/golden_cards.py HANDS.jsonl ... -o tests/data/cards

Each file gives one of the same name. A line there has the game and its options, who plays first, the totals
before, the order of the deal, and the plays, each as `move | legal moves | points made`; then what the hand
came to.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any


def play_text(card: str, taken: list[str]) -> str:
    return f"{card} x {' '.join(sorted(taken))}" if taken else card


def compact(hand: dict[str, Any]) -> dict[str, Any]:
    plays = []
    for play in hand["plays"]:
        legal = sorted(play_text(*option) for option in play["options"])
        made = " ".join(f"{name} {points}" for name, points in play["events"])
        plays.append(" | ".join([play_text(play["card"], play["captured"]), ", ".join(legal), made]))
    return {
        "id": hand["id"],
        "game": hand["game"],
        "target": hand["target"],
        "napola": hand["napola"],
        "first": hand["first"],
        "before": hand["before"],
        "deal": " ".join(hand["deal_order"]),
        "plays": plays,
        "ended_early": hand["ended_early"],
        "piles": [" ".join(pile) for pile in hand["piles"]],
        "points": hand["points"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path("tests/data/cards"))
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    for file in given.files:
        hands = [json.loads(line) for line in file.read_text().splitlines() if line.strip()]
        lines = [json.dumps(compact(hand), separators=(",", ":")) for hand in hands]
        (given.output / file.name).write_text("\n".join(lines) + "\n")
        print(f"{file.name}: {len(hands)} hands")


if __name__ == "__main__":
    main()
