"""Bots for the tests, good ones and bad ones, written to files as somebody else would write them."""

from __future__ import annotations

from pathlib import Path

from tavola.tournaments.entrants import Entrant
from tavola.tournaments.sitting import Task

GOOD = "def choose(moves, sight):\n    return moves[0]\n"
CRASHING = "def choose(moves, sight):\n    raise KeyError('no such die')\n"
VANISHING = "import os\n\ndef choose(moves, sight):\n    os._exit(7)\n"
STALLING = "def choose(moves, sight):\n    while True:\n        pass\n"
SLEEPING = "import time\n\ndef choose(moves, sight):\n    time.sleep(600)\n"
LYING = "def choose(moves, sight):\n    return 'win'\n"
TALKING = "def choose(moves, sight):\n    print('0 1 2 nonsense')\n    return moves[0]\n"
FIRST_PROGRAM = "while read -r question; do echo 0; done"


def written(folder: Path, name: str, text: str) -> Entrant:
    """A bot in a file, as an entrant of that name."""
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    return Entrant(name, f"{file}:choose")


def program(folder: Path, name: str, text: str) -> Entrant:
    """A shell script, as an entrant."""
    file = folder / f"{name}.sh"
    file.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    file.chmod(0o755)
    return Entrant(name, f"exec:{file}")


def task(*lineup: Entrant, game: str = "5000", set_: int = 1, rotation: int = 0, clock: float = 20.0) -> Task:
    return Task(1, 1, set_, rotation, game, {}, len(lineup), lineup, 7, clock)


HOUSE, RANDOM = Entrant("house", "house"), Entrant("random", "random")
