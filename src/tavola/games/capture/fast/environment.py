"""Spazzino, Scopetta and Tombolon as environments.

A decision is a card and the number of one of its captures: card · MOST + n, the cards numbered in deck order,
the captures in the order in which the rules find them. A card that takes nothing is dropped with n = 0. MOST
is the highest number of captures that any card can have on any table; see `most_captures`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tavola.core.contract import Rules
from tavola.fast.env_kernel import (
    ALL_LEGAL,
    BEGIN,
    NOBODY_ACTS,
    Arrays,
    Bytes,
    Environment,
    Field,
    Floats,
    Terms,
    capped,
    clear,
    first_illegal,
    keep_luck,
    load_luck,
    reward_winners,
    row_layout,
    show_seat,
)
from tavola.fast.streams import Stream, below
from tavola.fast.sums import Ints
from tavola.games.capture.captures import next_capture, what_it_reaches
from tavola.games.capture.dealing import what_is_due
from tavola.games.capture.fast.book import ALL_COUNTS, LINES, NO_PAGE, Lines, page_of
from tavola.games.capture.fast.kernel import book, chance_step
from tavola.games.capture.moves import Bottom, Deal, Dealer, Move, Play, captures
from tavola.games.capture.rules import step
from tavola.games.capture.state import (
    DRAW_DEALER,
    NOBODY,
    OVER,
    PLAY,
    SHOW_BOTTOM,
    State,
    at_the_start,
    side_of,
)
from tavola.games.capture.variant import Variant
from tavola.pieces.cards import DECK_40, NO_CARD, Card, cards_in, lowest, nth_card, rank_of, size
from tavola.pieces.cardset import CardSet

pack, unpack, WIDTH = row_layout(State)
MANY = 10  # points made in a hand


class EnvironmentTables(NamedTuple):
    lines: Lines  # the book of captures, to count them
    places: Ints  # array[card]: its place in the deck
    cards: Ints  # the cards of the deck
    most: int  # MOST: the most captures of a card


def most_captures(v: Variant) -> int:
    """The most captures that a card can have on any table that can come about.

    A dropped card took nothing: no card or sum then on the table was its equal. So a table is at most four
    cards dealt, and others dropped one by one, each of which could take nothing of what lay there. A search
    of all such tables finds these numbers; the tests of this module have it.
    """
    if v.fewest:
        return 11
    return 15 if v.deck == DECK_40 else 26


def step_games(
    variant: Variant, seats: int, tables: EnvironmentTables, terms: Terms, arrays: Arrays, actions: Ints
) -> int:
    """One decision in every row. If one is illegal nothing is done, and its row is returned."""
    states, lucks, actors, lengths, observations, masks, rewards, terminated, truncated, log, drawings = (
        arrays
    )
    illegal = first_illegal(masks, actors, actions)
    if illegal != ALL_LEGAL:
        return illegal
    lines, places, cards, most = tables
    for row in range(len(actions)):
        s, luck, drawn = unpack(states, row), load_luck(lucks, row), 0
        clear(rewards, row)
        terminated[row] = truncated[row] = 0
        if actions[row] == BEGIN:
            s, lengths[row] = at_the_start(variant.deck, seats), 0
        else:
            before, card = s.score.totals, cards[actions[row] // most]
            s, _ = step(variant, s, card, nth_capture(variant, s.cards.table, card, actions[row] % most))
            lengths[row] += 1
            if terms.by_points:
                for seat in range(seats):
                    rewards[row, seat] = s.score.totals[side_of(seat)] - before[side_of(seat)]
        over = s.turn.phase == OVER
        if over or lengths[row] >= terms.longest:
            terminated[row], truncated[row] = over, not over
            if over and not terms.by_points:
                reward_winners(rewards, row, seats, 0b0101 << s.score.winner & (1 << seats) - 1)
            if terms.again:
                s, lengths[row] = at_the_start(variant.deck, seats), 0
        while s.turn.phase < PLAY:
            action, luck = deal(variant, s, luck)
            if drawn < log.shape[1]:
                log[row, drawn] = action
            drawn += 1
            s = chance_step(variant, s, action)
        keep_luck(lucks, row, luck)
        drawings[row] = drawn
        pack(s, states, row)
        actors[row] = s.turn.seat if s.turn.phase == PLAY else NOBODY_ACTS
        show_legal(variant, s, lines, places, most, masks, row)
        observe(variant, s, max(actors[row], 0), places, len(cards), observations, row)
    return ALL_LEGAL


def deal(v: Variant, s: State, luck: Stream) -> tuple[int, Stream]:
    """What chance does next: a dealer, a set of cards, or the bottom card."""
    if s.turn.phase == DRAW_DEALER:
        n, luck = below(luck, s.seats)
        return int(np.int64(n)), luck
    pool, number = what_is_due(v, s)
    dealt, left = 0, size(pool)
    for _ in range(number):
        n, luck = below(luck, left)
        card = 1 << nth_card(pool, int(np.int64(n)))
        dealt |= card
        pool ^= card
        left -= 1
    return (lowest(dealt) if s.turn.phase == SHOW_BOTTOM else dealt), luck


def nth_capture(v: Variant, table: int, card: int, n: int) -> int:
    """The capture that has n before it; 0 if the card takes nothing."""
    reach = what_it_reaches(v, table, card)
    taken = next_capture(reach, 0)
    for _ in range(n):
        taken = next_capture(reach, taken)
    return taken


def count_captures(v: Variant, table: int, card: int) -> int:
    reach = what_it_reaches(v, table, card)
    found, taken = 0, next_capture(reach, 0)
    while taken != 0:
        found += 1
        taken = next_capture(reach, taken)
    return found


def show_legal(v: Variant, s: State, lines: Lines, places: Ints, most: int, masks: Bytes, row: int) -> None:
    clear(masks, row)
    hand = s.cards.hands[s.turn.seat] if s.turn.phase == PLAY else 0
    page = page_of(s.cards.table)
    first = page.number * LINES - 1  # there is no rank 0
    while hand != 0:
        card = lowest(hand)
        hand &= hand - 1
        if page.number == NO_PAGE:
            found = count_captures(v, s.cards.table, card)
        else:
            found = int(lines[first + rank_of(card)]) & ALL_COUNTS
        for n in range(max(1, found)):
            masks[row, places[card] * most + n] = 1


def show_cards(observations: Floats, row: int, at: int, cards: int, places: Ints, deck: int) -> int:
    """A number for each card of the deck, 1 if it is there. Returns where the next field begins."""
    while cards != 0:
        observations[row, at + places[lowest(cards)]] = 1.0
        cards &= cards - 1
    return at + deck


def observe(v: Variant, s: State, me: int, places: Ints, deck: int, out: Floats, row: int) -> None:
    clear(out, row)
    c, t, mine, seats = s.cards, s.turn, side_of(me), s.seats
    at = show_cards(out, row, 0, c.hands[me], places, deck)
    at = show_cards(out, row, at, c.table, places, deck)
    at = show_cards(out, row, at, c.taken[mine], places, deck)
    at = show_cards(out, row, at, c.taken[1 - mine], places, deck)
    at = show_cards(out, row, at, 0 if s.last.seat == NOBODY else 1 << s.last.card, places, deck)
    at = show_cards(out, row, at, s.last.taken, places, deck)
    at = show_cards(out, row, at, 0 if t.dropped == NO_CARD else 1 << t.dropped, places, deck)
    at = show_cards(out, row, at, 0 if c.bottom == NO_CARD else 1 << c.bottom, places, deck)
    at = show_seat(out, row, at, t.seat, me, seats)
    at = show_seat(out, row, at, t.dealer, me, seats)
    at = show_seat(out, row, at, t.taker, me, seats)
    for other in range(seats):
        out[row, at + other] = size(c.hands[(me + other) % seats]) / MANY
    at += seats
    out[row, at] = size(c.undealt) / deck
    out[row, at + 1] = capped(s.score.totals[mine], v.target)
    out[row, at + 2] = capped(s.score.totals[1 - mine], v.target)
    for kind in range(3):
        out[row, at + 3 + kind] = capped(s.score.specials[mine][kind], MANY)
        out[row, at + 6 + kind] = capped(s.score.specials[1 - mine][kind], MANY)


def observe_row(v: Variant, rows: Ints, row: int, me: int, out: Floats) -> None:
    places = np.zeros(52, np.int64)
    number, left = 0, v.deck
    while left != 0:
        places[lowest(left)] = number
        number += 1
        left &= left - 1
    observe(v, unpack(rows, row), me, places, number, out, 0)


def look_ahead(
    v: Variant,
    tables: EnvironmentTables,
    states: Ints,
    rows: Ints,
    actions: Ints,
    out: Floats,
    gained: Floats,
    goes_on: Bytes,
) -> None:
    """For each of some rows and decisions: what the seat would see after it, before anything is dealt; what
    its side would gain on the other at once, and whether the hand would go on."""
    for n in range(len(rows)):
        s = unpack(states, rows[n])
        me, mine, before = s.turn.seat, side_of(s.turn.seat), s.score.totals
        card = tables.cards[actions[n] // tables.most]
        taken = nth_capture(v, s.cards.table, card, actions[n] % tables.most)
        hand = s.turn.hand
        s, _ = step(v, s, card, taken)
        after = s.score.totals
        gained[n] = after[mine] - before[mine] - after[1 - mine] + before[1 - mine]
        goes_on[n] = s.turn.hand == hand and s.turn.phase != OVER
        observe(v, s, me, tables.places, len(tables.cards), out, n)


# ---- around the kernel ----


def fields(rules: Rules[Any, Any], seats: int) -> tuple[Field, ...]:
    deck = rules.options.variant.deck.bit_count()
    return (
        Field("hand", deck, "my cards; one number for each card of the deck, 1 if it is there"),
        Field("table", deck, "the cards on the table"),
        Field("taken", deck, "what my side has taken in this hand"),
        Field("taken_by_others", deck, "what the other side has taken"),
        Field("last_card", deck, "the card of the play before, in this hand"),
        Field("last_taken", deck, "what it took"),
        Field("dropped", deck, "the card just dropped, which a picula would take"),
        Field("bottom", deck, "the card shown under the stock, also when it has been dealt"),
        Field("turn", seats, "whose turn it is, counted from me"),
        Field("dealer", seats, "who deals"),
        Field("last_taker", seats, "who took last in this hand"),
        Field("hand_sizes", seats, "cards in each hand, as parts of ten, mine first"),
        Field("undealt", 1, "cards in the stock, as a part of the deck"),
        Field("totals", 2, "points of my side and of the other, as parts of the target", 2.0),
        Field("specials", 3, "tenths of points my side made in this hand: sweeps, piculas, suited", 2.0),
        Field("specials_of_others", 3, "and the other side", 2.0),
    )


def actions(rules: Rules[Any, Any]) -> int:
    v = rules.options.variant
    return int(v.deck.bit_count()) * most_captures(v)


def tables(rules: Rules[Any, Any]) -> EnvironmentTables:
    v = rules.options.variant
    cards = [int(card) for card in cards_in(v.deck)]
    places = np.zeros(52, np.int64)
    places[cards] = np.arange(len(cards))
    return EnvironmentTables(book(v).lines, places, np.array(cards), most_captures(v))


def index(rules: Rules[Any, Any], s: State, move: Play) -> int:
    v = rules.options.variant
    found = list(captures(v, s.cards.table, move.card))
    place: int = (v.deck & ((1 << move.card) - 1)).bit_count()
    return place * most_captures(v) + (found.index(move.taken.bits) if found else 0)


def move(rules: Rules[Any, Any], s: State, index: int) -> Play:
    v = rules.options.variant
    place, n = divmod(index, most_captures(v))
    card = nth_card(v.deck, place)
    return Play(Card(card), CardSet(nth_capture(v, s.cards.table, card, n)))


def chance(rules: Rules[Any, Any], s: State, drawn: int) -> Move:  # noqa: ARG001 - all games are asked alike
    if s.turn.phase == DRAW_DEALER:
        return Dealer(drawn)
    return Bottom(Card(drawn)) if s.turn.phase == SHOW_BOTTOM else Deal(CardSet(drawn))


ENVIRONMENT = Environment(
    step_games=step_games,
    observe_row=observe_row,
    unpack=unpack,
    pack=pack,
    width=WIDTH,
    fields=fields,
    actions=actions,
    tables=tables,
    index=index,
    move=move,
    chance=chance,
    look_ahead=look_ahead,
)
