"""Dice and deals that can be checked: made from a seed committed to before anybody sat down.

The server draws a secret seed and publishes its `commitment`. Then players sit down, each with a salt of
their choice or none. From the seed, the table and all the salts come the numbers of `FairDice`, which decide
every throw and deal. When the game is over the seed is published, and fair_check.py makes all the numbers
again from the record alone.
docs/fair-dice.md says all of it byte by byte, for verifiers in other languages.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Sequence
from struct import unpack
from typing import Final

from tavola.core.chance import Source
from tavola.core.errors import Trouble
from tavola.core.game import LaneThrows

TABLE, COMMITMENT, SEED, SALTS = "Table", "Commitment", "Seed", "Salts"  # the tags of a record
SET, OPENING = "LuckOf", "Opening"  # and those of a game with the luck of a whole set

# How many bits of a block are a piece, by version. Labels tell the versions' commitments apart, so a record
# need not say which it is of, and old ones are checked as they were made.
PIECE_BITS: Final = {1: 256, 2: 32}
VERSION: Final = 2

BLOCK_BITS: Final = 256
COUNTER_BYTES: Final = 8
HASH_BLOCK: Final = 64  # bytes that SHA-256 takes at a time
_HASH = re.compile(r"[0-9a-f]{64}")
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def new_seed() -> str:
    """A seed for one table: 32 bytes nobody can guess, as hexadecimal digits."""
    return secrets.token_hex(32)


def is_hash(text: str) -> bool:
    """Is it 32 bytes as hexadecimal digits in lower case, like every seed and every commitment?"""
    return _HASH.fullmatch(text) is not None


def commitment(seed: str, table: str, version: int = VERSION) -> str:
    """What is published before anybody sits down. It fixes the seed and tells nothing about it."""
    return hashlib.sha256(_text(label("commitment", version)) + _key(seed) + _text(table)).hexdigest()


def guess_luck(seed: str, table: str, version: int = VERSION) -> str:
    """How the hidden part of a position is dealt anew, if a game begins with one: fixed by the seed, too."""
    return hashlib.sha256(_text(label("position", version)) + _key(seed) + _text(table)).hexdigest()


def fair_tags(table: str, seed: str, salts: Sequence[str], version: int = VERSION) -> dict[str, str]:
    """What the record of a finished game says, so that its dice can be checked."""
    committed = commitment(seed, table, version)
    return {TABLE: table, COMMITMENT: committed, SEED: seed, SALTS: json.dumps(list(salts))}


class FairDice:
    """The numbers of one table, a `Source` for any game's chance.

    Each block is an HMAC of the number of blocks before it, and is cut into pieces. The number of pieces
    `used` is all that a table has to keep in order to go on.
    """

    __slots__ = ("_blocks", "_inner", "_left", "_outer", "_values")

    def __init__(
        self, seed: str, table: str, salts: Sequence[str], used: int = 0, version: int = VERSION
    ) -> None:
        # HMAC written out (RFC 2104), its two hashes begun once: three times as fast as the library's.
        key = _key(seed).ljust(HASH_BLOCK, b"\0")
        self._inner = hashlib.sha256(key.translate(_INNER) + prefix(table, salts, version))
        self._outer = hashlib.sha256(key.translate(_OUTER))
        self._values = 1 << PIECE_BITS[version]  # how many a piece can have
        self.used = used

    @property
    def used(self) -> int:
        """How many pieces have been taken."""
        return self._blocks * self._in_a_block - len(self._left)

    @used.setter
    def used(self, pieces: int) -> None:
        self._blocks, begun = divmod(pieces, self._in_a_block)
        self._left: list[int] = []  # the pieces not taken of the last block; the next one is at the end
        if begun:
            del self._next_block()[-begun:]

    @property
    def _in_a_block(self) -> int:
        return BLOCK_BITS // (self._values.bit_length() - 1)

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop - 1, each exactly as likely as the other."""
        values = self._values
        if not 0 < stop <= values:
            return self._long(stop)
        while True:
            number = (self._left or self._next_block()).pop()
            rest = number % stop
            if number - rest <= values - stop:  # else rejected: an incomplete last range would be a bias
                return rest

    def _long(self, stop: int) -> int:
        """A number too large for one piece is made of as many as it needs, the first being the highest."""
        if stop < 1:
            raise ValueError(f"there is no number from 0 to {stop - 1}")
        while True:
            number, values = 0, 1
            while values < stop:
                number = number * self._values + (self._left or self._next_block()).pop()
                values *= self._values
            rest = number % stop
            if number - rest <= values - stop:
                return rest

    def _next_block(self) -> list[int]:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(self._blocks.to_bytes(COUNTER_BYTES, "big"))
        outer.update(inner.digest())
        block = outer.digest()
        self._blocks += 1
        whole = self._values == 1 << BLOCK_BITS
        self._left = [int.from_bytes(block, "big")] if whole else [*unpack(">8I", block)][::-1]
        return self._left


class TableLuck:
    """The luck of one table: all its throws and deals from the same dice, one after the other."""

    __slots__ = ("_dice",)

    def __init__(self, dice: FairDice) -> None:
        self._dice = dice

    @property
    def used(self) -> int:
        return self._dice.used

    def next(self, state: object) -> Source:  # noqa: ARG002 - whatever the state is
        return self._dice


class SetLuck:
    """The luck of a set of games, the same in each: a throw is a function of the lane, the go and the throw.

    `opening`, if it is given, is the first throw of each lane, the same in every game.
    """

    GOES, THROWS, PIECES = 1 << 24, 1 << 10, 1 << 6  # more than any lane, go or throw has

    __slots__ = ("_dice", "_opening", "_throws")
    used = 0  # each throw has pieces of its own: nothing to keep

    def __init__(self, seed: str, set_: str, throws: LaneThrows, opening: str = "") -> None:
        self._dice = FairDice(seed, set_, ())
        self._throws = throws
        self._opening = opening

    def next(self, state: object) -> Source:
        """Where the chance of this state comes from."""
        lane, go, throw = self._throws.next(state)
        if self._opening and (go, throw) == (1, 1):
            return FixedFaces(self._opening)
        self._dice.used = ((lane * self.GOES + go) * self.THROWS + throw) * self.PIECES
        return self._dice


class FixedFaces:
    """Dice that fall as they are told, once."""

    __slots__ = ("_faces",)

    def __init__(self, faces: str) -> None:
        self._faces = iter(faces)

    def randrange(self, stop: int, /) -> int:
        return (int(next(self._faces, "1")) - 1) % stop


def set_tags(table: str, seed: str, set_: str, opening: str = "") -> dict[str, str]:
    """What the record of a game of a set says, so that its dice can be checked."""
    tags = {TABLE: table, SET: set_, COMMITMENT: commitment(seed, set_), SEED: seed}
    return {**tags, OPENING: opening} if opening else tags


def prefix(table: str, salts: Sequence[str], version: int = VERSION) -> bytes:
    """What every HMAC of a table begins with. Different tables or salts never give the same bytes."""
    return _text(label("dice", version)) + _text(table) + _count(len(salts)) + b"".join(map(_text, salts))


def label(purpose: str, version: int = VERSION) -> str:
    """What is hashed for one purpose, dice, commitment or position, is never what is hashed for another."""
    return f"tavola/fair/{version}/{purpose}"


def _text(text: str) -> bytes:
    """Length first, so that no two lists of texts run together into the same bytes."""
    try:
        written = text.encode()
    except UnicodeEncodeError:
        raise Trouble(
            "a table's name and its salts are texts, but here half a character stands alone"
        ) from None
    return _count(len(written)) + written


def _count(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _key(seed: str) -> bytes:
    if not is_hash(seed):  # not shown in the error: it may be a secret
        raise Trouble("a seed is 64 hexadecimal digits in lower case")
    return bytes.fromhex(seed)
