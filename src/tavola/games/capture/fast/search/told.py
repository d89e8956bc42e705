"""What the capture games tell the search (`fast/search/told.py`). A key is a card; a round is a hand."""

from __future__ import annotations

from typing import NamedTuple

from tavola.fast.arrays import np
from tavola.fast.search.told import CHANCE, MOST_MOVES, OVER, PLAYER, Floats
from tavola.fast.streams import open_stream
from tavola.fast.sums import Ints
from tavola.games.capture.dealing import deal_packet
from tavola.games.capture.fast.book import Captures, Lines
from tavola.games.capture.fast.draws import Draws, open_draws
from tavola.games.capture.fast.kernel import deal as deal_from
from tavola.games.capture.fast.search.deals import Credence, Known, ToldPlays, likely_deal
from tavola.games.capture.fast.search.match import worth_of_end
from tavola.games.capture.fast.search.moves import CARD, CARD_BITS, is_last_play, weight_of
from tavola.games.capture.fast.search.moves import list_moves as list_plays
from tavola.games.capture.rules import close_hand, play_card
from tavola.games.capture.state import NO_PLAY, PLAY, PLAYED_OUT, Cards, Score, State, Turn, side_of
from tavola.games.capture.variant import Variant

OF_GUESSES = 1 << 41  # another stream, so that the luck of the deal stays the same
DEEPEST = 26  # more plays than any last packets hold
COLUMNS = 12


class SearchTables(NamedTuple):
    """Everything the search needs beside the state."""

    known: Known
    lines: Lines
    captures: Captures
    pool: Ints
    worth: Floats
    peril: Floats
    wins: Floats
    told: ToldPlays
    credence: Credence


class Room(NamedTuple):
    stock: Ints  # the pool in its order in this round
    order: Ints  # and as it was dealt
    moves: Ints


def new_room(pool: Ints) -> Room:
    return Room(pool.copy(), pool.copy(), np.zeros(MOST_MOVES, np.int64))


def deal(v: Variant, t: SearchTables, room: Room, seed: np.uint64, number: int) -> tuple[State, Draws]:
    luck, guess = open_draws(seed, number), open_stream(seed, number | OF_GUESSES)
    return likely_deal(
        v,
        t.known,
        t.lines,
        t.captures,
        t.pool,
        t.told,
        t.credence,
        luck,
        guess,
        room.order,
        room.stock,
        room.moves,
    )


def lay_back(t: SearchTables, room: Room) -> None:  # noqa: ARG001 - all games are called alike
    room.stock[:] = room.order


def stage(s: State) -> int:
    if s.turn.phase >= PLAYED_OUT:
        return OVER
    return PLAYER if s.turn.phase == PLAY else CHANCE


def chance(v: Variant, t: SearchTables, room: Room, s: State, luck: Draws) -> tuple[State, Draws]:  # noqa: ARG001
    cards, luck = deal_from(v, s, room.stock, luck)
    return deal_packet(v, s, cards), luck


def side(s: State) -> int:
    return side_of(s.turn.seat)


def keys(v: Variant, s: State) -> int:  # noqa: ARG001
    return s.cards.hands[s.turn.seat]


def key_of(move: int) -> int:
    return move & CARD


def list_moves(v: Variant, t: SearchTables, s: State, wanted: int, moves: Ints, weights: Floats) -> int:
    table, dropped, last = s.cards.table, s.turn.dropped, is_last_play(s)
    found = list_plays(v, t.lines, t.captures, table, wanted, moves, 0)
    for n in range(found):
        weights[n] = weight_of(v, t.worth, t.peril, table, dropped, last, moves[n])
    return found


def play(v: Variant, s: State, move: int) -> State:
    after, _ = play_card(v, s, move & CARD, move >> CARD_BITS)
    return after


def worth(v: Variant, t: SearchTables, s: State) -> float:
    dealer = s.turn.dealer
    _, end = close_hand(v, s)
    return worth_of_end(t.wins, v.target, end.totals, end.winner, dealer)


def keep(states: Ints, row: int, s: State) -> None:
    c, t = s.cards, s.turn
    states[row, 0], states[row, 1], states[row, 2], states[row, 3] = t.seat, t.taker, t.dropped, c.table
    for seat in range(4):
        states[row, 4 + seat] = c.hands[seat]
    for each in range(2):
        states[row, 8 + each], states[row, 10 + each] = c.taken[each], s.score.totals[each]


def recall(root: State, states: Ints, row: int) -> State:
    r, t = states[row], root.turn
    cards = Cards((r[4], r[5], r[6], r[7]), r[3], 0, (r[8], r[9]), root.cards.bottom)
    turn = Turn(PLAY, t.hand, t.dealer, r[0], r[1], r[2])
    score = Score((r[10], r[11]), root.score.specials, root.score.winner, root.score.won)
    return State(root.seats, cards, turn, NO_PLAY, score)
