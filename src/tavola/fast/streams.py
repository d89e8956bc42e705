"""Luck that splits: one seed, and for every game a random stream of its own, wherever that game is played.

The generator is Philox2x64 with ten rounds (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as
1, 2, 3", 2011). It is a function of a key and a counter, nothing else: the key is the seed, one half of the
counter is the number of the game, the other half counts blocks of two words within it. For one seed it is a
permutation of the counters, so no two games can ever meet the same block. Games may thus be played in any
order, in any chunks, on any machine, and the luck of each is the same bit for bit.

Numbers below a bound are drawn by multiplication with rejection (Lemire, 2019), so that all are exactly
equally likely.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from tavola.fast.arrays import np
from tavola.fast.compile import jit
from tavola.fast.intrinsics import multiply

ROUNDS = 10
MULTIPLIER = np.uint64(0xD2B74407B1CE6E93)
WEYL = np.uint64(0x9E3779B97F4A7C15)
ZERO, ONE = np.uint64(0), np.uint64(1)

# Stream 0 of a game is for its dice, stream s + 1 for the bot in seat s. The number of the stream is in the
# top byte of the word that holds the game's number.
STREAM_SHIFT = 56
MOST_GAMES = 1 << 48


def philox(count: np.uint64, game: np.uint64, key: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Two random words for a counter of two words and a key."""
    left, right = count, game
    for _ in range(ROUNDS):
        high, low = multiply(MULTIPLIER, left)
        left, right = high ^ key ^ right, low
        key = key + WEYL
    return left, right


class Stream(NamedTuple):
    """How much of one game's stream is used up. All fields are unsigned words.

    A block is computed as soon as the one before it is used up, well before its words are needed: the
    processor does it beside other work.
    """

    seed: np.uint64
    game: np.uint64
    drawn: np.uint64  # words so far
    left: np.uint64  # the block in use
    right: np.uint64


def open_stream(seed: np.uint64, game: int) -> Stream:
    """The random stream of one game: the same for the same seed and number, whichever worker plays it."""
    number = np.uint64(game)
    left, right = philox(ZERO, number, seed)
    return Stream(seed, number, ZERO, left, right)


def word(stream: Stream) -> tuple[np.uint64, Stream]:
    """The next 64 random bits, and the stream after them."""
    seed, game, drawn, left, right = stream
    after = drawn + ONE
    if after & ONE:
        return left, Stream(seed, game, after, left, right)
    new_left, new_right = philox(after >> ONE, game, seed)
    return right, Stream(seed, game, after, new_left, new_right)


def below(stream: Stream, bound: int) -> tuple[int, Stream]:
    """A uniform number from 0 to bound - 1, and the stream after it."""
    n = np.uint64(bound)
    drawn, stream = word(stream)
    number, rest = multiply(drawn, n)
    if rest < n:  # only then may the draw have to be rejected
        too_many = (ZERO - n) % n
        while rest < too_many:
            drawn, stream = word(stream)
            number, rest = multiply(drawn, n)
    return int(number), stream


def share_of(draw: np.uint64) -> float:
    """A word as a number in [0, 1)."""
    return float((draw >> np.uint64(11)) * 2.0**-53)


def words(seed: np.uint64, game: np.uint64, first: int, out: Any) -> None:
    """Fill an array with the words of a stream from the number `first` on, which is even."""
    for i in range(0, len(out), 2):
        out[i], out[i + 1] = philox(np.uint64((first + i) >> 1), game, seed)


class StreamLuck(Random):
    """A stream for interpreted code: the same words, the same numbers below a bound, as compiled code draws.

    As it is a random.Random, it serves wherever one is wanted, also in bots.
    """

    AHEAD = 32  # words fetched at once

    def __new__(cls, *_: int) -> StreamLuck:
        return super().__new__(cls)

    def __init__(self, seed: int, game: int, stream: int = 0) -> None:
        self._seed = np.uint64(seed)
        self._game = np.uint64(game | stream << STREAM_SHIFT)
        self._words: list[int] = []
        self._fetched = 0
        super().__init__(0)

    def seed(self, *_: Any, **__: Any) -> None:
        """The seed is given once, when the stream is opened."""

    def word(self) -> int:
        if not self._words:
            ahead = np.empty(self.AHEAD, np.uint64)
            jit(words)(self._seed, self._game, self._fetched, ahead)
            self._fetched += self.AHEAD
            self._words = ahead[::-1].tolist()
        return self._words.pop()

    def random(self) -> float:
        return float((self.word() >> 11) * 2.0**-53)

    def getrandbits(self, k: int, /) -> int:
        bits = 0
        for _ in range(0, k, 64):
            bits = bits << 64 | self.word()
        return bits >> (-k % 64)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """As `below` draws them; ranges with a step are left to the standard library."""
        if stop is not None or step != 1 or not 0 < start < 1 << 63:
            return super().randrange(start, stop, step)
        while True:
            product = self.word() * start
            if product & 0xFFFFFFFFFFFFFFFF >= (1 << 64) % start:
                return product >> 64
