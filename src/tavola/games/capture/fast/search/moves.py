"""The moves of a hand for the card search, and a quick estimate of each.

The worst possible table gives six equal cards fewer than MOST_MOVES.

The estimate is greedy: the points a play makes at once and the worth of the cards it moves, less the danger
of what it leaves: a table that one card could sweep. The caller says, once for a search, what cards are worth
and how likely a sweep is.
"""

from __future__ import annotations

from tavola.fast.arrays import np
from tavola.fast.search.told import Floats
from tavola.fast.sums import Ints
from tavola.games.capture.captures import next_capture, what_it_reaches, worth_of_all
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
from tavola.games.capture.rules import specials_made
from tavola.games.capture.state import State
from tavola.games.capture.variant import Variant
from tavola.pieces.cards import lowest, rank_of, size

CARD_BITS = 6  # a move as a number: the set taken, and in the lowest bits the card
CARD = (1 << CARD_BITS) - 1
GIVEN_AWAY = 0.5  # share of its worth that a dropped card gives away
SUMS = 11  # perils are indexed by the sum on the table, 0 to 10, and then by the rank of a lone figure
NO_PERIL = 0.0


def list_moves(
    v: Variant, lines: Lines, captures: Captures, table: int, cards: int, out: Ints, begin: int
) -> int:
    """Write all moves of these cards from an index on; returns where they end."""
    page, end = page_of(table), begin
    first = page.number * LINES - 1
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if page.number == NO_PAGE:
            end = list_by_rules(v, table, card, out, end)
            continue
        line = int(lines[first + rank_of(card)])
        found, at = line & ALL_COUNTS, line >> COUNT_BITS
        if found == 0:
            out[end] = card
            end += 1
        for n in range(at, at + found):
            out[end] = taken_from(table, page, int(captures[n])) << CARD_BITS | card
            end += 1
    return end


def list_by_rules(v: Variant, table: int, card: int, out: Ints, end: int) -> int:
    """The same for one card and a table that is not in the book."""
    reach = what_it_reaches(v, table, card)
    taken = next_capture(reach, 0)
    out[end] = taken << CARD_BITS | card
    end += 1
    while taken != 0:
        taken = next_capture(reach, taken)
        if taken != 0:
            out[end] = taken << CARD_BITS | card
            end += 1
    return end


def best_at_a_glance(
    v: Variant, s: State, lines: Lines, captures: Captures, worth: Floats, peril: Floats, moves: Ints
) -> int:
    """The move with the best estimate; of equals the first."""
    table, dropped, last = s.cards.table, s.turn.dropped, is_last_play(s)
    found = list_moves(v, lines, captures, table, s.cards.hands[s.turn.seat], moves, 0)
    best, most = int(moves[0]), -np.inf
    for n in range(found):
        weight = weight_of(v, worth, peril, table, dropped, last, moves[n])
        if weight > most:
            best, most = int(moves[n]), weight
    return best


def is_last_play(s: State) -> bool:
    """Is the next play the last of the hand?"""
    hands = s.cards.hands
    left = hands[0] | hands[1] | hands[2] | hands[3]
    return s.cards.undealt == 0 and left & (left - 1) == 0


def weight_of(
    v: Variant, worth: Floats, peril: Floats, table: int, dropped: int, is_last: bool, move: int
) -> float:
    """The quick estimate of a move, in points."""
    card, taken = move & CARD, move >> CARD_BITS
    if taken == 0:
        return float(-GIVEN_AWAY * worth[card] - fear_of(v, peril, table | 1 << card))
    made = specials_made(v, dropped, card, taken, taken == table, is_last)
    gain, rest = worth[card] + made.sweep + made.picula + made.suited, taken
    while rest != 0:
        gain += worth[lowest(rest)]
        rest &= rest - 1
    return float(gain if is_last else gain - fear_of(v, peril, table & ~taken))


def fear_of(v: Variant, peril: Floats, table: int) -> float:
    """The expected cost of the next player's sweep of this table."""
    if table & ~v.summing == 0:
        total = worth_of_all(table)
        return float(peril[total]) if total < SUMS else NO_PERIL
    if size(table) == 1:
        return float(peril[rank_of(lowest(table))])
    return NO_PERIL
