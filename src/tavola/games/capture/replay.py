"""A whole hand played again, from the order of its cards: for saved hands and matches.

A hand that was dealt physically has an order of cards, which the rules never need; here it is turned into the
deals of chance, and everything then goes through the rules like any other play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tavola.core.contract import OVER, Event, Seat, Step
from tavola.core.errors import TavolaError
from tavola.games.capture import dealing, words
from tavola.games.capture import events as e
from tavola.games.capture import moves as m
from tavola.games.capture import state as st
from tavola.games.capture.game import CaptureGame
from tavola.games.capture.state import State
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet


@dataclass(frozen=True)
class DealtHand:
    """A hand as it was dealt and played: the first card of the order first, the last one the bottom."""

    deal_order: tuple[Card, ...]
    plays: tuple[m.Play, ...]
    first: Seat = 0
    before: tuple[int, int] = (0, 0)  # the match totals of the sides
    seats: int = 2

    @classmethod
    def of(
        cls,
        deal_order: Iterable[str],
        plays: Iterable[tuple[str, Iterable[str]]],
        first: Seat = 0,
        before: Sequence[int] = (0, 0),
        seats: int = 2,
    ) -> DealtHand:
        """From texts: cards, and plays as the card with those it takes."""
        made = (m.Play(Card.parse(card), CardSet.from_cards(taken)) for card, taken in plays)
        order = tuple(Card.parse(card) for card in deal_order)
        return cls(order, tuple(made), first, (before[0], before[1]), seats)


@dataclass(frozen=True)
class ReplayedPlay:
    """One play: what could have been played, what was, what happened, and where that led."""

    seat: Seat
    options: tuple[m.Move, ...]
    move: m.Play
    events: tuple[Event, ...]
    before: State
    after: State

    @property
    def scored(self) -> tuple[tuple[str, int], ...]:
        """The points the play made at once; those of the deck come after the hand."""
        made = (event for event in self.events if isinstance(event, e.Scored) and not event.deck)
        return tuple((event.what, event.points) for event in made)


@dataclass(frozen=True)
class ReplayedHand:
    """The hand in full. `end` is None if the plays stop before it; `problems` are what broke the rules."""

    plays: tuple[ReplayedPlay, ...]
    end: e.HandEnded | None
    state: State
    problems: tuple[str, ...] = ()


def replay_hand(rules: CaptureGame, hand: DealtHand, *, lenient: bool = False) -> ReplayedHand:
    """Play a hand again.

    What breaks the rules raises an error that says so; if `lenient` it is noted among the problems instead
    and played as it was, as far as the cards are there.
    """
    _check_order(rules, hand.deal_order)
    problems: list[str] = []
    state = rules.start_hand(hand.seats, (hand.first - 1) % hand.seats, hand.before)
    cards = iter(hand.deal_order)
    played: list[ReplayedPlay] = []
    for number, move in enumerate(hand.plays, 1):
        state = _dealt(rules, state, cards, hand.deal_order[-1], problems if lenient else None)
        try:
            step = _again(rules, state, move, number, problems if lenient else None)
        except _Stuck:
            break
        played.append(ReplayedPlay(state.turn.seat, rules.moves(state), move, step.events, state, step.state))
        state = step.state
        if (end := hand_end(step.events)) is not None:
            if number < len(hand.plays):
                _complain(f"play {number + 1} comes after the end of the hand", problems if lenient else None)
            return ReplayedHand(tuple(played), end, state, tuple(problems))
    return ReplayedHand(tuple(played), None, state, tuple(problems))


def hand_end(events: Sequence[Event]) -> e.HandEnded | None:
    """The end of the hand among some events."""
    return next((event for event in events if isinstance(event, e.HandEnded)), None)


class _Stuck(Exception):
    """A play that can't even be carried out."""


def _check_order(rules: CaptureGame, order: Sequence[Card]) -> None:
    deck = CardSet(rules.variant.deck)
    if len(order) != len(deck) or CardSet.from_cards(order) != deck:
        raise TavolaError(f"the order of the deal should name each of the {len(deck)} cards once")


def _complain(problem: str, problems: list[str] | None) -> None:
    if problems is None:
        raise TavolaError(problem)
    problems.append(problem)


def _dealt(
    rules: CaptureGame, s: State, cards: Iterator[Card], bottom: Card, problems: list[str] | None
) -> State:
    """The state once chance has dealt, in the order given, all that is due before the next play."""
    while s.turn.phase not in (st.PLAY, st.OVER):
        if s.turn.phase == st.SHOW_BOTTOM:
            s = rules.play(s, m.Bottom(bottom)).state
            continue
        due = dealing.what_is_due(rules.variant, s)
        deal = CardSet.from_cards(next(cards) for _ in range(due.number))
        if s.turn.phase == st.DEAL_TABLE and dealing.must_be_redealt(rules.variant, deal.bits):
            _complain(f"with {deal} on the table the cards should have been dealt again", problems)
            s = dealing.deal_table(s, deal.bits)
        else:
            s = rules.play(s, m.Deal(deal)).state
    return s


def _again(
    rules: CaptureGame, s: State, move: m.Play, number: int, problems: list[str] | None
) -> Step[State]:
    if rules.actor(s) == OVER:
        raise TavolaError(str(words.OVER))
    why = rules.why_not(s, move)
    if why is None:
        return rules.play(s, move)
    _complain(f"play {number}, {move} by seat {s.turn.seat}: {why}", problems)
    in_hand = move.card in CardSet(s.cards.hands[s.turn.seat])
    if not in_hand or not move.taken <= CardSet(s.cards.table):
        raise _Stuck
    return rules.put_down(s, move)
