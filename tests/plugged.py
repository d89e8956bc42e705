"""Packages made for a test, as an installer leaves them: a module, and a folder that tells what is in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

GOOD_GAME = """
from dataclasses import replace
from tavola.games.dice_poker.game import DicePoker

class Game(DicePoker):
    info = replace(DicePoker.info, name={name!r}, title="A good game")
"""
GOOD_BOT = """
class Bot:
    def __init__(self, rng, argument):
        self.rng = rng

    def choose(self, view):
        return view.moves[-1]
"""


def install(where: Path, name: str, code: str, **points: str) -> None:
    """A package with one module; points: `games="NAME = MODULE:OBJECT"`, `bots=...`, one a line."""
    (where / f"{name}.py").write_text(code, encoding="utf-8")
    text = "".join(f"[tavola.{group}]\n{lines}\n" for group, lines in points.items())
    register(where, name, text.encode())


def register(where: Path, name: str, entry_points: bytes) -> None:
    info = where / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_bytes(entry_points)


def pip_install(package: Path, where: Path) -> None:
    """A package as its own build makes it and pip installs it, in a folder of its own."""
    asked = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run(
        [sys.executable, "-m", "pip", *asked, "--target", str(where), str(package)],
        check=True,
        capture_output=True,
        text=True,
    )


def built_wheel(folder: Path, **variables: str) -> Path:
    """Tavola's own wheel, as its build makes it, in such an environment."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    top, env = Path(__file__).parents[1], {**os.environ, **variables}
    subprocess.run(command, cwd=top, env=env, check=True, capture_output=True, text=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def environment_with(where: Path) -> dict[str, str]:
    """In which Python finds these packages."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(where), os.environ.get("PYTHONPATH", "")])}


def tavola(where: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command, in a process of its own that finds these packages."""
    return subprocess.run(
        [sys.executable, "-m", "tavola", *arguments],
        env=environment_with(where),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
