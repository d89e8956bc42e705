"""Dice for the rules of a game: the number that their faces make, and the throw as a move of chance.

>>> two = RollOf(2)  # a Stepwise chance, from 0 for the ace: few outcomes for each die, however many dice
>>> two.prob(Roll(66)), list(two.next_step(()))
(Fraction(1, 36), [0, 1, 2, 3, 4, 5])
>>> str(two.whole((5, 4)))
'roll 65'
"""

from tavola.pieces.dice import (
    FACES,
    Roll,
    RollOf,
    count,
    counts,
    dashed,
    faces,
    from_faces,
    high_to_low,
    is_canonical,
    mask_of,
    others,
    pick,
    put_back,
    read_dice,
    size,
    throws,
    ways,
)

__all__ = [
    "FACES",
    "Roll",
    "RollOf",
    "count",
    "counts",
    "dashed",
    "faces",
    "from_faces",
    "high_to_low",
    "is_canonical",
    "mask_of",
    "others",
    "pick",
    "put_back",
    "read_dice",
    "size",
    "throws",
    "ways",
]
