"""Random draws for cards: many from one random word, all exactly uniform.

A word is a fraction of 2^64. Multiplied by n, its integer part is a number below n and its fractional part is
good for the next number (Brackett-Rozinsky and Lemire: "Batched ranged random integer generation", 2024). At
the end a test shows whether the word must be rejected; then all of its numbers are drawn again. A choice
between a few moves takes a quarter of a word, with a test of its own.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.fast.arrays import np
from tavola.fast.compile import look_up
from tavola.fast.intrinsics import count_ones, multiply
from tavola.fast.streams import ONE, ZERO, Stream, open_stream, word
from tavola.fast.sums import Ints
from tavola.games.capture.captures import next_capture, what_it_reaches
from tavola.games.capture.fast.book import (
    ALL_COUNTS,
    COUNT_BITS,
    LINES,
    NO_PAGE,
    Captures,
    Lines,
    page_of,
    taken_from,
)
from tavola.games.capture.variant import Variant
from tavola.pieces.cards import lowest, rank_of, size

BITS = 16  # bits of a small draw
SMALL = 1 << BITS
PIECES = 64 // BITS
MOST_AT_ONCE = 6  # cards from one word: 52 · 51 · ... · 47 is far below 2^64


def size_by_machine(cards: int) -> int:
    """How many cards are in a set, by the processor's own instruction."""
    return int(count_ones(cards))


look_up(size, size_by_machine)


class Draws(NamedTuple):
    """A stream, and the rest of the word that small draws are cut from."""

    stream: Stream
    spare: int
    pieces: int


def open_draws(seed: np.uint64, game: int) -> Draws:
    return Draws(open_stream(seed, game), 0, 0)


def one_below(luck: Draws, n: int) -> tuple[int, Draws]:
    """A number below n, which is at most some thousands; with n = 1 nothing is drawn."""
    stream, spare, pieces = luck
    if n == 1:
        return 0, luck
    while True:
        if pieces == 0:
            drawn, stream = word(stream)
            spare, pieces = int(np.int64(drawn)), PIECES
        product = (spare & (SMALL - 1)) * n
        spare >>= BITS
        pieces -= 1
        rest = product & (SMALL - 1)
        if rest >= n or rest >= SMALL % n:
            return product >> BITS, Draws(stream, spare, pieces)


def some_cards(luck: Draws, stock: Ints, low: int, high: int, number: int) -> tuple[int, Draws]:
    """So many cards of stock[low:high], as a set. They are moved to its end.

    A repeated draw finds the stock in another order, which does not matter.
    """
    stream, spare, pieces = luck
    cards = 0
    while number > 0:
        rest, stream = word(stream)
        product, drawn, left = ONE, 0, high
        for _ in range(min(number, MOST_AT_ONCE)):
            n = np.uint64(left - low)
            place, rest = multiply(rest, n)
            product *= n
            left -= 1
            at = low + int(place)
            card = stock[at]
            stock[at], stock[left] = stock[left], card
            drawn |= card
        if rest >= product or rest >= (ZERO - product) % product:
            cards |= drawn
            number -= high - left
            high = left
    return cards, Draws(stream, spare, pieces)


# ---- any legal move, uniformly ----
#
# A move is a card with one of its captures, or a card that is dropped because it has none.


class Choice(NamedTuple):
    card: int
    taken: int


def any_move(
    v: Variant, lines: Lines, captures: Captures, table: int, hand: int, luck: Draws
) -> tuple[Choice, Draws]:
    page = page_of(table)
    if page.number == NO_PAGE:
        n, luck = one_below(luck, moves_by_rules(v, table, hand))
        return nth_move_by_rules(v, table, hand, n), luck
    first = page.number * LINES - 1  # there is no rank 0
    n, luck = one_below(luck, moves_in_book(lines, first, hand))
    card, line, before = nth_move_in_book(lines, first, hand, n)
    if line & ALL_COUNTS == 0:
        return Choice(card, 0), luck
    return Choice(card, taken_from(table, page, captures[(line >> COUNT_BITS) + n - before])), luck


def nth_move_in_book(lines: Lines, first: int, hand: int, n: int) -> tuple[int, int, int]:
    """The card of the move that has n before it, its line, and how many moves the cards before it have.

    The loop always runs over the whole hand: there is no early exit for the processor to mispredict.
    """
    found, moves = (0, 0, 0), 0
    while hand != 0:
        card = lowest(hand)
        line = int(lines[first + rank_of(card)])
        if moves <= n:
            found = card, line, moves
        moves += max(1, line & ALL_COUNTS)
        hand &= hand - 1
    return found


def moves_in_book(lines: Lines, first: int, hand: int) -> int:
    moves = 0
    while hand != 0:
        moves += max(1, lines[first + rank_of(lowest(hand))] & ALL_COUNTS)
        hand &= hand - 1
    return moves


def moves_by_rules(v: Variant, table: int, hand: int) -> int:
    moves = 0
    while hand != 0:
        reach = what_it_reaches(v, table, lowest(hand))
        taken = next_capture(reach, 0)
        moves += 1
        while taken != 0:
            taken = next_capture(reach, taken)
            moves += taken != 0
        hand &= hand - 1
    return moves


def nth_move_by_rules(v: Variant, table: int, hand: int, n: int) -> Choice:
    """The move that has n before it."""
    while True:
        card = lowest(hand)
        reach = what_it_reaches(v, table, card)
        taken = next_capture(reach, 0)
        while True:  # once also for a card that takes nothing
            if n == 0:
                return Choice(card, taken)
            n -= 1
            if taken != 0:
                taken = next_capture(reach, taken)
            if taken == 0:
                break
        hand &= hand - 1
