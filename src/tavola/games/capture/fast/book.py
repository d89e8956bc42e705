"""A book of captures: what each rank takes from each table, found by asking the rules once.

Captures go by ranks, not by suits. So all tables with the same ranks share a page, if at most one rank is
there twice and none three times. Other tables are rare: for them the rules are asked at the moment.

A page has a line for each rank: where its captures begin, and how many there are. A capture is written as a
set of ranks; of a rank that is there twice, this means the lower card, and SECOND the other.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.fast.arrays import NDArray, np
from tavola.fast.compile import jit
from tavola.games.capture.captures import Reach, next_capture, what_it_reaches
from tavola.games.capture.variant import Variant
from tavola.pieces.cards import (
    BASTONI,
    COPPE,
    DENARI,
    ONE_RANK,
    ONE_SUIT,
    RANKS,
    SPADE,
    card_of,
    lowest,
    ranks_in,
    size,
)

LINES = 16  # a page for 13 ranks fills one cache line of the processor
SECOND = 1 << RANKS
NO_PAGE = -1
COUNT_BITS = 8
ALL_COUNTS = (1 << COUNT_BITS) - 1


Lines = NDArray[np.int32]
Captures = NDArray[np.int16]


class Book(NamedTuple):
    lines: Lines  # array[page, rank]: where its captures begin, and in the lowest bits how many there are
    captures: Captures


class Page(NamedTuple):
    """The page of a table in the book, and how to read it."""

    number: int  # NO_PAGE: nowhere
    second: int  # the higher card of a rank that is there twice, as a set


def page_of(table: int) -> Page:
    b, c = ranks_in(table, BASTONI), ranks_in(table, COPPE)
    d, s = ranks_in(table, DENARI), ranks_in(table, SPADE)
    once, twice = b | c | d | s, (b & c) | (d & s) | ((b | c) & (d | s))
    if twice == 0:
        return Page(once, 0)
    if size(table) != size(once) + 1:
        return Page(NO_PAGE, 0)
    both = table & (ONE_RANK * twice)
    return Page((lowest(twice) + 1) << RANKS | once, both & (both - 1))


def taken_from(table: int, page: Page, capture: int) -> int:
    """A capture of the book as cards of the table."""
    cards = table & ~page.second & (ONE_RANK * (capture & ONE_SUIT))
    return cards | page.second if capture & SECOND else cards


def an_example(ranks: int, doubled: int) -> int:
    """A table of that page: cards of bastoni, except for the second card of a rank."""
    return ranks if doubled == 0 else ranks | 1 << card_of(doubled, COPPE)


def write(v: Variant, lines: Lines, captures: Captures) -> int:
    """Ask the rules about every table; returns the length of the book. Captures are only counted while there
    is no room for them."""
    in_deck, written = ranks_in(v.deck, BASTONI), 0
    for doubled in range(RANKS + 1):
        for ranks in range(1 << RANKS):
            if ranks & ~in_deck == 0 and (doubled == 0 or (ranks >> (doubled - 1)) & 1):
                table, first = an_example(ranks, doubled), (doubled << RANKS | ranks) * LINES - 1
                for rank in range(1, RANKS + 1):
                    if (in_deck >> (rank - 1)) & 1:
                        reach = what_it_reaches(v, table, card_of(rank, SPADE))
                        begin, written = written, write_captures(reach, captures, written)
                        lines[first + rank] = begin << COUNT_BITS | (written - begin)
    return written


def write_captures(reach: Reach, captures: Captures, written: int) -> int:
    taken = next_capture(reach, 0)
    while taken != 0:
        if written < len(captures):
            captures[written] = as_ranks(taken)
        written += 1
        taken = next_capture(reach, taken)
    return written


def as_ranks(taken: int) -> int:
    """A capture from an example as the book has it."""
    return ranks_in(taken, BASTONI) | (SECOND if ranks_in(taken, COPPE) else 0)


def book_of(v: Variant) -> Book:
    lines = np.zeros((RANKS + 1 << RANKS) * LINES, np.int32)
    length = jit(write)(v, lines, np.zeros(0, np.int16))
    captures = np.zeros(length, np.int16)
    jit(write)(v, lines, captures)
    return Book(lines, captures)
