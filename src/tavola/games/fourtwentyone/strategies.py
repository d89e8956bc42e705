"""The published strategy of 421: what the first player of an unload turn keeps, and when to stop."""

from __future__ import annotations

from tavola.games.fourtwentyone.combinations import ACES, OTHER, Variant, kind
from tavola.pieces.dice import faces

CONTENT = -1  # the published rules would stop here


def published_keep(variant: Variant, dice: int) -> int:
    """What to keep after the first or second throw, CONTENT for stopping: the published rules, in order."""
    what, shown = kind(variant, dice), faces(dice)
    if what not in (OTHER, ACES):
        return CONTENT
    if what == ACES:
        return CONTENT if shown[0] > 3 else 11
    for pair in (42, 41, 21):
        if set(faces(pair)) <= set(shown):
            return pair
    if 1 in shown:
        return 1
    for face in shown:
        if shown.count(face) == 2:
            return 11 * face
    for pair in (65, 54, 43, 32):
        if set(faces(pair)) <= set(shown):
            return pair
    return 0
