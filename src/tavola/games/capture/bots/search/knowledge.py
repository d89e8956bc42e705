"""A view prepared for the search: what is known for certain, and what cards are worth from here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tavola.bots.search.guide import Problem
from tavola.core.contract import View
from tavola.fast.arrays import np
from tavola.fast.compile import jit
from tavola.fast.search.told import Floats
from tavola.fast.sums import Ints
from tavola.games.capture.bots.players import variant_of
from tavola.games.capture.bots.risk import shown_in_hand
from tavola.games.capture.bots.search.memory import Heard, heard_last
from tavola.games.capture.bots.worth import worths
from tavola.games.capture.captures import worth_of
from tavola.games.capture.fast.book import Book
from tavola.games.capture.fast.kernel import book
from tavola.games.capture.fast.search.deals import Credence, Known, ToldPlays
from tavola.games.capture.fast.search.match import FAR, chances, play_to_learn, worth_of_end
from tavola.games.capture.fast.search.moves import CARD_BITS, SUMS
from tavola.games.capture.fast.search.told import SearchTables, new_room
from tavola.games.capture.moves import Move, Play
from tavola.games.capture.rules import sweep_points
from tavola.games.capture.state import NO_PLAY, NOBODY, Cards, State, put_in_hand, side_of
from tavola.games.capture.variant import Variant
from tavola.games.capture.views import TableView, state_of
from tavola.pieces.cards import RANKS, cards_in, rank_of

CARDS = 4 * RANKS
LEARNT_FROM = 40_000  # hands played out to learn from
# Fitted to the plays of `greedy`, of `careful` and of `master` itself.
CREDENCE = Credence(temper=0.5, doubt=0.3, guesses=8)
LESSON = 421  # the seed of these hands: the same for everybody


@dataclass(frozen=True)
class Scene:
    """Everything compiled code needs to think about a view."""

    v: Variant
    seat: int
    known: Known
    pool: Ints  # each hidden card as a bit set; the one under the stock first
    book: Book
    worth: Floats
    peril: Floats
    wins: Floats

    @property
    def is_open(self) -> bool:
        """Is it known exactly which hand holds which cards?"""
        return len(self.pool) == max(self.known.hidden)

    @property
    def slope(self) -> float:
        """What a point is worth now, as a chance to win the match."""
        a, b = self.known.seen.score.totals
        dealer, target = self.known.seen.turn.dealer, self.v.target
        up = worth_of_end(self.wins, target, (min(a + 1, target - 1), b), NOBODY, dealer)
        down = worth_of_end(self.wins, target, (a, min(b + 1, target - 1)), NOBODY, dealer)
        return max(0.0, float(up - down) / 2)


def scene_of(view: View[TableView, Move]) -> Scene:
    t, v = view.table, variant_of(view.options)
    seat = t.turn if view.seat is None else view.seat
    held = shown_in_hand(t, seat)
    under = 0 if t.bottom is None or not t.undealt else 1 << t.bottom
    hidden = [0, 0, 0, 0]
    hands = [0, 0, 0, 0]
    for other in range(t.seats):
        hands[other] = t.hand.bits if other == seat else held if other == t.dealer else 0
        hidden[other] = t.hand_sizes[other] - hands[other].bit_count()
    pool = ([under] if under else []) + [1 << card for card in cards_in(t.unseen.bits)]
    seen = state_of(t, hands, 0)._replace(last=NO_PLAY)
    known = Known(seen, (hidden[0], hidden[1], hidden[2], hidden[3]), 1 if under else 0)
    side = side_of(seat)
    worth = worths(v, t.taken[side].bits, t.taken[1 - side].bits)
    others = [size for other, size in enumerate(t.hand_sizes) if other != seat]
    return Scene(
        v,
        seat,
        known,
        np.array(pool, np.int64),
        book(v),
        np.array(worth),
        perils(v, t.unseen.bits | held | under, max(others)),
        chances_to_win(v, t.seats),
    )


def look(view: View[TableView, Move], heard: Sequence[Heard] | None) -> Problem:
    """For the search. If `heard` is None, only the last play is used, which every view shows."""
    scene = scene_of(view)
    told = told_of(scene, heard_last(view) if heard is None else heard)
    plays = tuple(move for move in view.moves if isinstance(move, Play))
    return Problem(
        v=scene.v,
        tables=SearchTables(
            scene.known, *scene.book, scene.pool, scene.worth, scene.peril, scene.wins, told, CREDENCE
        ),
        new_room=lambda: new_room(scene.pool),
        state=_opened(scene) if scene.is_open else scene.known.seen,
        is_open=scene.is_open,
        plays=plays,
        numbers=tuple(map(number_of, plays)),
        keys=scene.known.seen.cards.hands[scene.seat],
        side=side_of(scene.seat),
        point=scene.slope,
    )


def _opened(scene: Scene) -> State:
    """The state, if all unseen cards are in one hand."""
    s = scene.known.seen
    seat = max(range(4), key=scene.known.hidden.__getitem__)
    rest = sum(scene.pool.tolist())
    hands = put_in_hand(s.cards.hands, seat, s.cards.hands[seat] | rest)
    cards = Cards(hands, s.cards.table, 0, s.cards.taken, s.cards.bottom)
    return State(s.seats, cards, s.turn, s.last, s.score)


def told_of(scene: Scene, heard: Sequence[Heard]) -> ToldPlays:
    """Plays of others, with what they could see: what cards were worth then, and which sweeps to fear."""
    plays = len(heard)
    seats, moves, all_laid, tables, all_dropped = np.zeros((5, plays), np.int64)
    worth, peril = np.zeros((plays, CARDS)), np.zeros((plays, SUMS + 3))
    own = scene.known.seen.cards.hands[scene.seat].bit_count()
    for n, (seat, play, table, piles, dropped) in enumerate(heard):
        laid = sum(1 << each.play.card for each in heard[n:] if each.seat == seat)
        seats[n], moves[n], all_laid[n] = seat, number_of(play), laid
        tables[n], all_dropped[n] = table, dropped
        worth[n] = worths(scene.v, piles[side_of(seat)], piles[1 - side_of(seat)])
        unseen = scene.v.deck & ~(table | piles[0] | piles[1] | laid)
        peril[n] = perils(scene.v, unseen, own + plays - 1 - n)
    return ToldPlays(seats, moves, all_laid, tables, all_dropped, worth, peril)


def number_of(play: Play) -> int:
    """A play as compiled code writes it."""
    return play.taken.bits << CARD_BITS | int(play.card)


def perils(v: Variant, unseen: int, number: int) -> Floats:
    """For every table that one card sweeps: its points times the chance that the next player holds such a
    card."""
    fear, out = np.zeros(SUMS + 3), unseen.bit_count()
    for rank in range(1, RANKS + 1):
        card = rank - 1
        if not (v.deck >> card) & 1:
            continue
        sums = (v.summing >> card) & 1
        left = sum(1 for each in cards_in(unseen) if rank_of(each) == rank)
        without = 1.0
        for n in range(number):
            without *= max(0, out - left - n) / max(1, out - n)
        fear[worth_of(1 << card) if sums else rank] = (1 - without) * sweep_points(v, card)
    return fear


@lru_cache(maxsize=64)
def chances_to_win(v: Variant, seats: int) -> Floats:
    """wins[deals, mine, theirs] for this game, learnt from hands that are played out."""
    written = book(v)
    deck = np.array([1 << card for card in cards_in(v.deck)])
    counts, wins = np.zeros((FAR + 1, FAR + 1), np.int64), np.zeros((2, FAR + 1, FAR + 1))
    worth, peril = np.array(worths(v, 0, 0)), perils(v, v.deck, v.packet)
    seed: Any = np.uint64(LESSON)
    jit(play_to_learn)(
        v, seats, written.lines, written.captures, deck, worth, peril, seed, LEARNT_FROM, counts
    )
    jit(chances)(counts, wins)
    return wins
