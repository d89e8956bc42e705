"""The same seed and the same decisions give the same environment, or it has another version.

If this fails, and the change is meant: raise the game's number in `tavola.rl.specs.VERSIONS` and write the
new fingerprint here. Results learned with one version can't be compared with those of another.
"""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

import tavola.rl as rl
from tests.rl.tables import GAMES, NAMES

FINGERPRINTS = {
    ("421", 1): "50ab9dc247ff7fb9",
    ("421", 2): "50ab9dc247ff7fb9",  # no row of a batch waits where the throws alone decided a game
    ("5000", 1): "bd9acab6465a2d0f",
    ("dice-poker", 1): "92b4c3ed20373145",
    ("spazzino", 1): "f1ea2ff11aae3457",
    ("scopetta", 1): "a6b68479c3bcd851",
    ("tombolon", 1): "20d81e9b9e4a5a04",
}


# Of games with other seats and options (`tests.rl.tables`), many at once: what is rare happens there too.
OF_VARIANTS = {
    ("421-2", 2): "f88f4036a032f16b",
    ("421-5", 2): "ea481c27cc7f7b47",
    ("5000-3", 1): "2cc3bc3ad6f2abb5",
    ("5000-1", 1): "90adad643c181fbb",
    ("dice-poker-2", 1): "9ec46de4ac84818c",
    ("dice-poker-3", 1): "8a2bbe435c715180",
    ("spazzino-2", 1): "7e6231ee0e866441",
    ("scopetta-2", 1): "f6a8a76c52be1579",
    ("tombolon-2", 1): "64a327b671f762fd",
    ("tombolon-4", 1): "6beb615ca65a903c",
}


def fingerprint(game: str, seats: int = 2, games: int = 8, steps: int = 200, **options: Any) -> str:
    """Of all that some games show in so many steps by the same decisions."""
    batch, found = rl.batch(game, games, seats, seed=7, **options), hashlib.sha256()
    points = rl.batch(game, games, seats, seed=7, rewards="points", **options)
    for step in range(steps):
        masks = batch.now.masks
        legal = [row.nonzero()[0] for row in masks]
        actions = [int(numbers[(step + place) % len(numbers)]) for place, numbers in enumerate(legal)]
        for now in (batch.step(actions), points.step(actions)):
            for part in now:
                found.update(part.tobytes())
    return found.hexdigest()[:16]


@pytest.mark.parametrize("game", rl.VERSIONS)
def test_what_changes_has_another_version(game: str) -> None:
    known = FINGERPRINTS.get((game, rl.VERSIONS[game]))
    assert known is not None, "a new version: write its fingerprint down here"
    assert fingerprint(game) == known, "the environment changed: raise its version in tavola.rl.specs"


@pytest.mark.parametrize(("name", "table"), zip(NAMES, GAMES, strict=True), ids=NAMES)
def test_so_has_what_changes_for_other_seats_and_options(name: str, table: tuple[str, int, Any]) -> None:
    game, seats, options = table
    known = OF_VARIANTS.get((name, rl.VERSIONS[game]))
    assert known is not None, "a new version: write its fingerprint down here"
    found = fingerprint(game, seats, 2000, 6, **options)
    assert found == known, "the environment changed: raise its version in tavola.rl.specs"
