"""How the hidden cards may lie: dealt at random, and weighted by what the others have played.

A player who held the seven would have taken the seven. So one of a few deals is picked, with a probability
proportional to its likelihood: that its hands would have played what was played, if players mostly choose the
best quick estimate. A play estimated some points below another is exponentially rarer, and now and then
anything is played.
"""

from __future__ import annotations

from typing import NamedTuple

from tavola.fast.arrays import np
from tavola.fast.search.told import Floats
from tavola.fast.streams import Stream, share_of, word
from tavola.fast.sums import Ints
from tavola.games.capture.fast.book import Captures, Lines
from tavola.games.capture.fast.draws import Draws, some_cards
from tavola.games.capture.fast.search.moves import list_moves, weight_of
from tavola.games.capture.state import Cards, Four, State, put_in_hand
from tavola.games.capture.variant import Variant


class Known(NamedTuple):
    """What a search is about: the state as far as it is seen, and how the rest is dealt."""

    seen: State  # other hands hold only their known cards; the stock is empty
    hidden: tuple[int, int, int, int]  # how many more cards each seat holds
    first: int  # where the hidden cards begin in the pool: 1 if the bottom card lies under the stock


class ToldPlays(NamedTuple):
    """What others have played since the last packet: a row for each play, and what its player had then."""

    seat: Ints
    move: Ints
    laid: Ints  # array[play]: set that its seat has laid down since, this play included
    table: Ints
    dropped: Ints
    worth: Floats  # [play, card]
    peril: Floats  # [play, table]


class Credence(NamedTuple):
    """How strongly plays count as evidence."""

    temper: float  # a play estimated so many points lower is e times as rare
    doubt: float  # probability that any play is made
    guesses: int  # number of deals of which one is picked


def likely_deal(
    v: Variant,
    known: Known,
    lines: Lines,
    captures: Captures,
    pool: Ints,
    told: ToldPlays,
    credence: Credence,
    luck: Draws,
    guess: Stream,
    order: Ints,
    spare: Ints,
    moves: Ints,
) -> tuple[State, Draws]:
    """One of a few deals, picked by likelihood; `order` is then the order of the pool."""
    order[:] = pool
    picked, luck = dealt(known, order, luck)
    if len(told.seat) == 0:
        return picked, luck
    total = likelihood(v, lines, captures, told, credence, picked.cards.hands, moves)
    for _ in range(credence.guesses - 1):
        spare[:] = pool
        other, luck = dealt(known, spare, luck)
        chance = likelihood(v, lines, captures, told, credence, other.cards.hands, moves)
        total += chance
        draw, guess = word(guess)
        if share_of(draw) * total < chance:
            picked = other
            order[:] = spare
    return picked, luck


def dealt(known: Known, pool: Ints, luck: Draws) -> tuple[State, Draws]:
    """The hidden cards dealt out at random: the hands from the end of the pool, the rest being the stock."""
    s, hands, high = known.seen, known.seen.cards.hands, len(pool)
    for seat in range(4):
        number = known.hidden[seat]
        if number > 0:
            cards, luck = some_cards(luck, pool, known.first, high, number)
            hands = put_in_hand(hands, seat, hands[seat] | cards)
            high -= number
    undealt = 0
    for n in range(high):
        undealt |= pool[n]
    c = s.cards
    return State(s.seats, Cards(hands, c.table, undealt, c.taken, c.bottom), s.turn, s.last, s.score), luck


def likelihood(
    v: Variant,
    lines: Lines,
    captures: Captures,
    told: ToldPlays,
    credence: Credence,
    hands: Four,
    moves: Ints,
) -> float:
    """The likelihood of these hands, given the plays that were made."""
    found = 1.0
    for n in range(len(told.seat)):
        table, dropped = told.table[n], told.dropped[n]
        worth, peril = told.worth[n], told.peril[n]
        hand = hands[told.seat[n]] | told.laid[n]
        count = list_moves(v, lines, captures, table, hand, moves, 0)
        made, total = weight_of(v, worth, peril, table, dropped, False, told.move[n]), 0.0
        for k in range(count):
            weight = weight_of(v, worth, peril, table, dropped, False, moves[k])
            total += np.exp((weight - made) / credence.temper)
        found *= credence.doubt / count + (1 - credence.doubt) / total
    return found
