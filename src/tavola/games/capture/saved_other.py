"""Matches the original card client saved of games that are not of this family: which game each was.

Briscola, Briscolone and Mariazza are played in tricks, one card at a time (`:cardplayed`), for signs
(`:num_segni_match:`) of so many points (`:target_points_segno:`). Briscolone bears the name Briscola in its
file; it has no trump, so no trick of it ever goes to another suit than the one that was led.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tavola.games.capture.saved import FAMILY, SavedAction, SavedMatch

BRISCOLA, BRISCOLONE, MARIAZZA = "Briscola", "Briscolone", "Mariazza"
IN_TRICKS = "cardplayed"
DECLARED = frozenset({"declare", "change_briscola"})  # only Mariazza has them
FOR_SIGNS = ("target_points_segno", "num_segni_match")
ENOUGH_TRICKS = 10  # of a suit that was not followed: with a trump, one of them would have been trumped
LONGEST_NAME = 40


def other_game(match: SavedMatch) -> str | None:
    """The name of the game, if it is none of the family."""
    actions = [action for hand in match.hands for action in hand.actions]
    if any(action.kind == "cardplayedarr" for action in actions):
        return None
    name = match.name[:LONGEST_NAME].strip()
    if name and name.casefold() not in (*FAMILY, BRISCOLA.casefold()):
        return name
    if any(action.kind in DECLARED for action in actions):
        return MARIAZZA
    if name.casefold() != BRISCOLA.casefold() and not any(key in match.options for key in FOR_SIGNS):
        return None
    trumped = [not_followed for hand in match.hands for not_followed in _not_followed(hand.actions)]
    return BRISCOLONE if len(trumped) >= ENOUGH_TRICKS and not any(trumped) else BRISCOLA


def _not_followed(actions: Sequence[SavedAction]) -> Iterator[bool]:
    """For each trick of two whose second card was of another suit: did it take the trick?"""
    plays = [action for action in actions if action.kind == IN_TRICKS and action.cards]
    for first, second, following in zip(plays[::2], plays[1::2], plays[2::2], strict=False):
        if first.cards[0][-1:] != second.cards[0][-1:]:
            yield following.who == second.who
