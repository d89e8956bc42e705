"""The same seed and the same decisions give the same environment, or it has another version.

If this fails, and the change is meant: raise the game's number in `tavola.rl.specs.VERSIONS` and write the
new fingerprint here. Results learned with one version can't be compared with those of another.
"""

from __future__ import annotations

import hashlib

import pytest

import tavola.rl as rl

FINGERPRINTS = {
    ("421", 1): "50ab9dc247ff7fb9",
    ("421", 2): "50ab9dc247ff7fb9",  # no row of a batch waits where the throws alone decided a game
    ("5000", 1): "bd9acab6465a2d0f",
    ("dice-poker", 1): "92b4c3ed20373145",
    ("spazzino", 1): "f1ea2ff11aae3457",
    ("scopetta", 1): "a6b68479c3bcd851",
    ("tombolon", 1): "20d81e9b9e4a5a04",
}


def fingerprint(game: str) -> str:
    """Of all that 8 games show in 200 steps by the same decisions."""
    batch, found = rl.batch(game, 8, 2, seed=7), hashlib.sha256()
    points = rl.batch(game, 8, 2, seed=7, rewards="points")
    for step in range(200):
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
