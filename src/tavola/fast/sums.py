"""The sums of a batch of games: whole numbers only, so that the order of adding can't change a bit.

A kernel adds into `Sums`, plain arrays. Outside, a `Tally` holds the same numbers and is merged with others.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from tavola.fast.arrays import NDArray, np
from tavola.pieces.seats import MAX_SEATS, Eight

Ints = NDArray[np.int64]
BINS = 64  # of a histogram; the last takes all that is higher
MOST_DECISIONS = 100_000  # a game that takes longer is given up and has no winner


class Widths(NamedTuple):
    """How wide the bins of the histograms are."""

    score: int
    length: int


class Sums(NamedTuple):
    """The arrays a kernel adds into."""

    winners: Ints  # games by the set of seats that won; 0: given up
    scores: Ints  # by seat: sum of final scores,
    squares: Ints  # and of their squares
    score_bins: Ints  # by seat and bin
    length: Ints  # decisions, their squares, throws; the least and the most decisions of a game
    length_bins: Ints
    patterns: Ints  # by seat: what the game counts besides


LENGTH_SUM, LENGTH_SQUARES, THROWS, SHORTEST, LONGEST = range(5)


def no_sums(patterns: int) -> Sums:
    def zeros(*shape: int) -> Ints:
        return np.zeros(shape, np.int64)

    length = zeros(5)
    length[SHORTEST] = MOST_DECISIONS
    return Sums(
        zeros(1 << MAX_SEATS),
        zeros(MAX_SEATS),
        zeros(MAX_SEATS),
        zeros(MAX_SEATS, BINS),
        length,
        zeros(BINS),
        zeros(MAX_SEATS, max(1, patterns)),
    )


def enter(
    sums: Sums, widths: Widths, seats: int, winners: int, scores: Eight, decisions: int, throws: int
) -> None:
    """Add one finished game."""
    sums.winners[winners] += 1
    for seat in range(seats):
        score = scores[seat]
        sums.scores[seat] += score
        sums.squares[seat] += score * score
        sums.score_bins[seat, min(max(score, 0) // widths.score, BINS - 1)] += 1
    length = sums.length
    length[LENGTH_SUM] += decisions
    length[LENGTH_SQUARES] += decisions * decisions
    length[THROWS] += throws
    length[SHORTEST] = min(length[SHORTEST], decisions)
    length[LONGEST] = max(length[LONGEST], decisions)
    sums.length_bins[min(decisions // widths.length, BINS - 1)] += 1


@dataclass(frozen=True)
class Tally:
    """The sums of some games. Adding two gives the sums of both, in whatever order they come."""

    games: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    squares: tuple[int, ...]
    score_bins: tuple[tuple[int, ...], ...]
    length: int
    length_squares: int
    throws: int
    shortest: int
    longest: int
    length_bins: tuple[int, ...]
    patterns: tuple[tuple[int, ...], ...]

    def __add__(self, other: Tally) -> Tally:
        both = {f.name: _add(getattr(self, f.name), getattr(other, f.name)) for f in fields(self)}
        both["shortest"] = min(self.shortest, other.shortest)
        both["longest"] = max(self.longest, other.longest)
        return Tally(**both)


def _add(a: Any, b: Any) -> Any:
    return tuple(map(_add, a, b)) if isinstance(a, tuple) else a + b


def _frozen(numbers: Any) -> Any:
    """Nested tuples of Python's own ints, which never overflow."""
    return tuple(map(_frozen, numbers)) if isinstance(numbers, list) else numbers


def tally(sums: Sums) -> Tally:
    length, length_squares, throws, shortest, longest = sums.length.tolist()
    return Tally(
        games=int(sums.winners.sum()),
        winners=_frozen(sums.winners.tolist()),
        scores=_frozen(sums.scores.tolist()),
        squares=_frozen(sums.squares.tolist()),
        score_bins=_frozen(sums.score_bins.tolist()),
        length=length,
        length_squares=length_squares,
        throws=throws,
        shortest=shortest,
        longest=longest,
        length_bins=_frozen(sums.length_bins.tolist()),
        patterns=_frozen(sums.patterns.tolist()),
    )
