"""Spazzino, Scopetta and Tombolon for compiled play: whole matches by random legal moves.

Their bots remember the cards played, which no table can hold: games with them are interpreted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from tavola.core.contract import Event, Rules
from tavola.core.errors import BadOption
from tavola.fast.arrays import NDArray, np
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
from tavola.games.capture.fast.book import Book, Captures, Lines, book_of
from tavola.games.capture.fast.draws import Draws, any_move, one_below, open_draws, some_cards
from tavola.games.capture.game import CaptureGame
from tavola.games.capture.moves import Bottom, Deal, Dealer, Move, Play
from tavola.games.capture.points import DeckPoints
from tavola.games.capture.rules import GOES_ON, Effects, HandEnd, close_hand, play_card
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
    at_the_start,
    side_of,
)
from tavola.games.capture.variant import Variant
from tavola.games.capture.words import points_name
from tavola.pieces.cards import cards_in, lowest, size
from tavola.pieces.seats import NONE_EACH, put

KINDS = (*Specials._fields, *DeckPoints._fields)  # kinds of points; counted is how often each was made
FIRST_OF_DECK = len(Specials._fields)
NOT_IN_GAME = -1
NO_NEWS = Effects(NO_SPECIALS, GOES_ON)
CARD_BITS = 6  # a play as a number: the set taken, and in the lowest bits the card
DIGEST = (1 << 31) - 1  # a prime


class KernelTables(NamedTuple):
    book: Book
    deck: Ints  # each card as a set
    places: Ints  # array[kind of points]: its pattern's index


class Length(NamedTuple):
    plays: int
    deals: int


def play_games(
    variant: Variant,
    seats: int,
    policies: NDArray[np.int8],  # noqa: ARG001 - all games are called alike
    which: Ints,  # noqa: ARG001
    tables: KernelTables,
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
    v: Variant, seats: int, tables: KernelTables, stock: Ints, luck: Draws, patterns: Ints, log: Ints
) -> tuple[State, Length]:
    """A match. Its actions are written into the log, as long as there is room."""
    (lines, captures), deck, places = tables
    stock[:] = deck
    s = at_the_start(v.deck, seats)
    dealer, luck = one_below(luck, seats)
    s = chance_step(v, s, dealer)
    if len(log) > 0:
        log[0] = dealer
    length = Length(0, 1)
    while s.turn.phase == DEAL_TABLE and length.plays < MOST_DECISIONS:
        s, luck, length, end = play_hand(v, s, lines, captures, stock, luck, length, patterns, places, log)
        count_decks(patterns, places, end, seats)
    return s, length


def play_hand(
    v: Variant,
    s: State,
    lines: Lines,
    captures: Captures,
    stock: Ints,
    luck: Draws,
    length: Length,
    patterns: Ints,
    places: Ints,
    log: Ints,
) -> tuple[State, Draws, Length, HandEnd]:
    """From the deal to the count; a match that gets endless is broken off."""
    plays, deals = length
    while s.turn.phase < PLAYED_OUT and plays < MOST_DECISIONS:
        at, seat = plays + deals, s.turn.seat
        if s.turn.phase == PLAY:
            (card, taken), luck = any_move(v, lines, captures, s.cards.table, s.cards.hands[seat], luck)
            s, made = play_card(v, s, card, taken)
            if made.sweep + made.picula + made.suited > 0:
                count_specials(patterns, places, made, seat)
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
    """What chance does next. Undealt cards are at the front of the stock, the bottom card first."""
    pool, number = what_is_due(v, s)
    undealt = size(s.cards.undealt)
    cards, luck = some_cards(luck, stock, undealt - size(pool), undealt, number)
    if s.turn.phase != SHOW_BOTTOM:
        return cards, luck
    stock[0], stock[undealt - 1] = stock[undealt - 1], stock[0]
    return lowest(cards), luck


def chance_step(v: Variant, s: State, action: int) -> State:
    """The state after chance drew this dealer, showed this bottom card or dealt this set."""
    phase = s.turn.phase
    if phase == DRAW_DEALER:
        return draw_dealer(v, s, action)
    if phase == SHOW_BOTTOM:
        return show_bottom(s, action)
    if phase != DEAL_TABLE:
        return deal_packet(v, s, action)
    return s if must_be_redealt(v, action) else deal_table(s, action)


def count_specials(patterns: Ints, places: Ints, made: Specials, seat: int) -> None:
    for kind in range(FIRST_OF_DECK):
        if made[kind] > 0:
            patterns[seat, places[kind]] += 1


def count_decks(patterns: Ints, places: Ints, end: HandEnd, seats: int) -> None:
    for seat in range(seats):
        points = end.deck[side_of(seat)]
        for kind in range(len(points)):
            if points[kind] > 0:
                patterns[seat, places[FIRST_OF_DECK + kind]] += 1


# ---- around the kernel ----


book = lru_cache(maxsize=8)(book_of)


def tables(rules: Rules[Any, Any], random: bool) -> KernelTables:  # noqa: ARG001 - all games are asked alike
    v, names = rules.options.variant, names_of(rules)
    places = [list(names).index(kind) if kind in names else NOT_IN_GAME for kind in KINDS]
    return KernelTables(book(v), np.array([1 << card for card in cards_in(v.deck)]), np.array(places))


def names_of(game: Any) -> dict[str, str]:
    """What a capture game calls the kinds of points that it has."""
    return {**game.specials_names, **game.deck_names}


def step(v: Variant, s: State, action: int) -> tuple[State, Effects]:
    """The rules' step, of players and of chance."""
    if s.turn.phase != PLAY:
        return chance_step(v, s, action), NO_NEWS
    return step_of_play(v, s, action & ((1 << CARD_BITS) - 1), action >> CARD_BITS)


def legal_in(v: Variant, s: State) -> int:
    """All legal moves, hashed to one number: they are too many for a bit set."""
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


def count_by(names: tuple[str, ...], events: Iterable[Event]) -> Iterator[tuple[int, int]]:
    """Points of a play go to the player who made it, points of the deck to each seat of the side."""
    for event in events:
        if isinstance(event, Scored):
            for seat in event.change() if event.deck else (event.seat,):
                yield seat, names.index(event.what)


def called(rules: Rules[Any, Any], name: str) -> str:
    return points_name(name, padova=bool(getattr(rules.options, "padova", False))).en


def kernel_for(game: type[CaptureGame]) -> Kernel:
    names = tuple(names_of(game).values())
    return Kernel(
        play_games=play_games,
        step=step,
        legal=legal_in,
        action=action,
        tables=tables,
        tabulate=tabulate,
        no_table=np.zeros((0, 1), np.int8),
        patterns=names,
        count=lambda _, __, events: count_by(names, events),
        called=called,
    )
