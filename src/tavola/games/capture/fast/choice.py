"""Any legal move of a capture game, each as likely as the other.

A move is a card with one of its captures, or a card that is dropped because it has none.
"""

from __future__ import annotations

from typing import NamedTuple

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
from tavola.games.capture.fast.draws import Draws, one_below
from tavola.games.capture.variant import Variant
from tavola.pieces.cards import lowest, rank_of


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

    It goes through the whole hand, whatever it finds: the processor need not guess where it will stop.
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
