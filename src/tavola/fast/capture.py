"""Spazzino, Scopetta and Tombolon for compiled play: whole matches and whole hands, by random legal moves.

Their bots reckon with what they have seen, which no table holds: with them the games are interpreted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavola.core.contract import Event, Rules
from tavola.core.errors import BadOption
from tavola.fast.capture_book import Book, Captures, Lines, book_of
from tavola.fast.capture_choice import any_move
from tavola.fast.capture_draws import Draws, one_below, open_draws, some_cards
from tavola.fast.compile import jit
from tavola.fast.kernel import Bot, Kernel
from tavola.fast.sums import MOST_DECISIONS, Ints, Sums, Widths, enter
from tavola.games.capture.captures import next_capture, what_it_reaches
from tavola.games.capture.dealing import (
    deal_packet,
    deal_table,
    draw_dealer,
    must_be_redealt,
    show_bottom,
    what_is_due,
)
from tavola.games.capture.events import Scored
from tavola.games.capture.moves import Bottom, Deal, Dealer, Move, Play
from tavola.games.capture.points import DeckPoints
from tavola.games.capture.rules import GOES_ON, HandEnd, News, close_hand, play_card
from tavola.games.capture.rules import step as step_of_play
from tavola.games.capture.state import (
    DEAL_TABLE,
    DRAW_DEALER,
    NO_SPECIALS,
    OVER,
    PLAY,
    PLAYED_OUT,
    SHOW_BOTTOM,
    Specials,
    State,
    at_a_hand,
    at_the_start,
    side_of,
)
from tavola.games.capture.variant import Variant
from tavola.games.scopetta.game import Scopetta
from tavola.games.spazzino.game import Spazzino
from tavola.games.tombolon.game import Tombolon
from tavola.pieces.cards import cards_in, lowest, size
from tavola.pieces.seats import NONE_EACH, put

PATTERNS = (*Specials._fields, *DeckPoints._fields)  # how often each kind of points was made
FIRST_OF_DECK = len(Specials._fields)
NO_NEWS = News(NO_SPECIALS, GOES_ON)
CARD_BITS = 6  # a play as a number: the set taken, and in the lowest bits the card
DIGEST = (1 << 31) - 1  # a prime


class Tables(NamedTuple):
    book: Book
    deck: Ints  # each card as a set


class Length(NamedTuple):
    plays: int
    deals: int


def play_games(
    variant: Variant,
    seats: int,
    policies: NDArray[np.int8],  # noqa: ARG001 - all games are called alike
    which: Ints,  # noqa: ARG001
    tables: Tables,
    widths: Widths,
    seed: np.uint64,
    first: int,
    games: int,
    sums: Sums,
) -> None:
    stock, log = tables.deck.copy(), np.zeros(0, np.int64)
    for game in range(first, first + games):
        s, length = play_game(variant, seats, tables, stock, open_draws(seed, game), sums.patterns, log)
        scores, winners = NONE_EACH, 0
        for seat in range(seats):
            scores = put(scores, seat, s.score.totals[side_of(seat)])
            if s.turn.phase == OVER and s.score.winner == side_of(seat):
                winners |= 1 << seat
        enter(sums, widths, seats, winners, scores, length.plays, length.deals)


def play_game(
    v: Variant, seats: int, tables: Tables, stock: Ints, luck: Draws, patterns: Ints, log: Ints
) -> tuple[State, Length]:
    """A match. What is done in it is written into the log, as far as that goes."""
    (lines, captures), deck = tables
    stock[:] = deck
    s = at_the_start(v.deck, seats)
    dealer, luck = one_below(luck, seats)
    s = chance_step(v, s, dealer)
    if len(log) > 0:
        log[0] = dealer
    length = Length(0, 1)
    while s.turn.phase == DEAL_TABLE and length.plays < MOST_DECISIONS:
        s, luck, length, end = play_hand(v, s, lines, captures, stock, luck, length, patterns, log)
        for side in range(2):
            count_deck(patterns, end.deck[side], side, seats)
    return s, length


def log_game(
    v: Variant, seats: int, tables: Tables, seed: np.uint64, game: int, log: Ints
) -> tuple[State, Length]:
    """One match of a batch, to be played again from its log."""
    patterns = np.zeros((seats, len(PATTERNS)), np.int64)
    return play_game(v, seats, tables, tables.deck.copy(), open_draws(seed, game), patterns, log)


def play_hand(
    v: Variant,
    s: State,
    lines: Lines,
    captures: Captures,
    stock: Ints,
    luck: Draws,
    length: Length,
    patterns: Ints,
    log: Ints,
) -> tuple[State, Draws, Length, HandEnd]:
    """From the deal to the count; it breaks off when the match gets endless."""
    plays, deals = length
    while s.turn.phase < PLAYED_OUT and plays < MOST_DECISIONS:
        at, seat = plays + deals, s.turn.seat
        if s.turn.phase == PLAY:
            (card, taken), luck = any_move(v, lines, captures, s.cards.table, s.cards.hands[seat], luck)
            s, made = play_card(v, s, card, taken)
            if made.sweep + made.picula + made.suited > 0:
                count_specials(patterns, made, seat)
            action = taken << CARD_BITS | card
            plays += 1
        else:
            action, luck = deal(v, s, stock, luck)
            s = chance_step(v, s, action)
            deals += 1
        if at < len(log):
            log[at] = action
    if s.turn.phase < PLAYED_OUT:
        return s, luck, Length(plays, deals), GOES_ON
    s, end = close_hand(v, s)
    return s, luck, Length(plays, deals), end


def deal(v: Variant, s: State, stock: Ints, luck: Draws) -> tuple[int, Draws]:
    """What chance does next. Undealt cards lie in the front of the stock, the bottom one foremost."""
    pool, number = what_is_due(v, s)
    undealt = size(s.cards.undealt)
    cards, luck = some_cards(luck, stock, undealt - size(pool), undealt, number)
    if s.turn.phase != SHOW_BOTTOM:
        return cards, luck
    stock[0], stock[undealt - 1] = stock[undealt - 1], stock[0]
    return lowest(cards), luck


def chance_step(v: Variant, s: State, action: int) -> State:
    """After chance drew this dealer, showed this bottom card or dealt this set."""
    phase = s.turn.phase
    if phase == DRAW_DEALER:
        return draw_dealer(v, s, action)
    if phase == SHOW_BOTTOM:
        return show_bottom(s, action)
    if phase != DEAL_TABLE:
        return deal_packet(v, s, action)
    return s if must_be_redealt(v, action) else deal_table(s, action)


def count_specials(patterns: Ints, made: Specials, seat: int) -> None:
    for kind in range(FIRST_OF_DECK):
        patterns[seat, kind] += made[kind] > 0


def count_deck(patterns: Ints, points: DeckPoints, side: int, seats: int) -> None:
    for seat in range(side, seats, 2):
        for kind in range(len(points)):
            patterns[seat, FIRST_OF_DECK + kind] += points[kind] > 0


# ---- whole hands, without a match around them ----


class Hands(NamedTuple):
    """What some hands add up to."""

    plays: int
    points: tuple[int, int]  # by side


def play_hands(
    v: Variant, seats: int, tables: Tables, seed: np.uint64, first: int, hands: int, patterns: Ints
) -> Hands:
    (lines, captures), deck = tables
    stock, log = deck.copy(), np.zeros(0, np.int64)
    plays, left, right = 0, 0, 0
    for hand in range(first, first + hands):
        stock[:] = deck
        s, luck = at_a_hand(v.deck, seats, 1, hand % seats, (0, 0)), open_draws(seed, hand)
        s, luck, length, end = play_hand(v, s, lines, captures, stock, luck, Length(0, 0), patterns, log)
        for side in range(2):
            count_deck(patterns, end.deck[side], side, seats)
        plays += length.plays
        left += end.totals[0]
        right += end.totals[1]
    return Hands(plays, (left, right))


def random_hands(rules: Rules[Any, Any], seats: int, seed: int, first: int, hands: int) -> Hands:
    """So many hands by random moves, each counted in full; the deal goes round."""
    rules.info.check_seats(seats)
    patterns = np.zeros((seats, len(PATTERNS)), np.int64)
    made = tables_of(rules.options.variant)
    plays, points = jit(play_hands)(
        rules.options.variant, seats, made, np.uint64(seed), first, hands, patterns
    )
    return Hands(plays, points)


# ---- around the kernel ----


@lru_cache(maxsize=8)
def tables_of(v: Variant) -> Tables:
    return Tables(book_of(v), np.array([1 << card for card in cards_in(v.deck)]))


def tables(rules: Rules[Any, Any], random: bool) -> Tables:  # noqa: ARG001 - all games are asked alike
    return tables_of(rules.options.variant)


def step(v: Variant, s: State, action: int) -> tuple[State, News]:
    """The rules' step, of players and of chance."""
    if s.turn.phase != PLAY:
        return chance_step(v, s, action), NO_NEWS
    return step_of_play(v, s, action & ((1 << CARD_BITS) - 1), action >> CARD_BITS)


def legal_in(v: Variant, s: State) -> int:
    """All legal moves, which are too many for a set, boiled down to one number."""
    found, hand = 0, s.cards.hands[s.turn.seat] if s.turn.phase == PLAY else 0
    while hand != 0:
        card = lowest(hand)
        reach = what_it_reaches(v, s.cards.table, card)
        taken = next_capture(reach, 0)
        found = (found * 31 + card + 1) % DIGEST
        while taken != 0:
            found = (found * 31 + taken) % DIGEST
            taken = next_capture(reach, taken)
        hand &= hand - 1
    return found


def action(s: State, move: Move) -> int:  # noqa: ARG001 - all games are asked alike
    match move:
        case Play(card, taken):
            return taken.bits << CARD_BITS | int(card)
        case Dealer(seat):
            return seat
        case Deal(cards):
            return cards.bits
        case Bottom(card):
            return int(card)


def tabulate(rules: Rules[Any, Any], bot: Bot) -> NDArray[np.int8]:  # noqa: ARG001 - all games are asked alike
    raise BadOption(f"no table holds the choices of a bot of {rules.info.title}")


FIELDS = {
    name: field
    for game in (Spazzino, Scopetta, Tombolon)
    for field, name in (*game.specials_names.items(), *game.deck_names.items())
}


def count(v: Variant, before: State, events: Iterable[Event]) -> Iterator[tuple[int, int]]:  # noqa: ARG001
    """Points of a play are who made it's, points of the deck the whole side's."""
    for event in events:
        if isinstance(event, Scored):
            for seat in event.change() if event.deck else (event.seat,):
                yield seat, PATTERNS.index(FIELDS[event.what])


KERNEL = Kernel(
    play_games=play_games,
    step=step,
    legal=legal_in,
    action=action,
    tables=tables,
    tabulate=tabulate,
    no_table=np.zeros((0, 1), np.int8),
    patterns=PATTERNS,
    count=count,
)
