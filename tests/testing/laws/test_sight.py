"""Games that tell secrets, and views that are not what they should be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pytest

from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Move as Move421
from tavola.games.fourtwentyone.state import State as State421
from tavola.kit import CHANCE, Event, IllegalMove, Seat, Source, Step, View
from tavola.testing import check_rules
from tests.testing.breaking import broken_by
from tests.testing.high_card import DECK, NOT_IN_HAND, Dealt, Hand, HighCard, Move, Play, Played, State, Table

Sight = View[Table, Move]

# ---- view ----


class ShowsMovesToAll(HighCard):
    def view(self, s: State, seat: Seat | None) -> Sight:
        return replace(super().view(s, seat), moves=self.moves(s))


class HidesTheMoves(HighCard):
    def view(self, s: State, seat: Seat | None) -> Sight:
        return replace(super().view(s, seat), moves=())


class NamesTheWrongOne(HighCard):
    def view(self, s: State, seat: Seat | None) -> Sight:
        return replace(super().view(s, seat), actor=0)


class ShowsAnothersView(HighCard):
    def view(self, s: State, seat: Seat | None) -> Sight:
        return super().view(s, 0 if seat is None else seat)


# ---- secrecy ----


class ShowsTheNextHand(HighCard):
    """Everyone looks over his neighbour's shoulder."""

    def view(self, s: State, seat: Seat | None) -> Sight:
        seen = super().view(s, seat)
        if seat is None:
            return seen
        return replace(seen, table=seen.table._replace(hand=s.hands[(seat + 1) % len(s.hands)]))


class CountsHighCards(HighCard):
    """Of the others' hands the view says not only how many cards, but how high."""

    def view(self, s: State, seat: Seat | None) -> Sight:
        seen = super().view(s, seat)
        return replace(seen, table=seen.table._replace(held=tuple(map(sum, s.hands))))

    def guess(self, v: Sight, rng: Source) -> State:
        held = (2,) * len(v.table.held) if v.actor != CHANCE else tuple(min(1, n) for n in v.table.held)
        return super().guess(replace(v, table=v.table._replace(held=held)), rng)


class HandsOutTheState(HighCard):
    def view(self, s: State, seat: Seat | None) -> Sight:
        seen = super().view(s, seat)
        return replace(seen, options=self.options, table=(seen.table, {"debug": s}))  # type: ignore[arg-type]

    def guess(self, v: Sight, rng: Source) -> State:  # noqa: ARG002
        return v.table[1]["debug"]  # type: ignore[no-any-return,call-overload]


class HidesNothing(HighCard):
    """All hands lie open, to all."""

    def view(self, s: State, seat: Seat | None) -> Sight:
        return replace(super().view(s, seat), table=Everything(*s))  # type: ignore[arg-type]

    def guess(self, v: Sight, rng: Source) -> State:  # noqa: ARG002
        return State(*v.table)  # type: ignore[arg-type]


class Everything(NamedTuple):
    """A state by another name."""

    tokens: tuple[int, ...]
    hands: tuple[Hand, ...]
    played: Hand
    leader: Seat
    deck: frozenset[int]


@dataclass(frozen=True, slots=True)
class DealtOpenly(Dealt):
    def seen_by(self, seat: Seat | None) -> Event:  # noqa: ARG002
        return self


@dataclass(frozen=True, slots=True)
class PlayedFrom(Played):
    """Says which cards he has left, too."""

    left: tuple[int, ...]


def instead(events: tuple[Event, ...], s: State) -> Iterator[Event]:
    for event in events:
        match event:
            case Played(seat, card):
                yield PlayedFrom(seat, card, tuple(other for other in s.hands[seat] if other != card))
            case _:
                yield event


class DealsOpenly(HighCard):
    """The view keeps the secret; the event tells it."""

    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        told = (DealtOpenly(x.seat, x.card) if isinstance(x, Dealt) else x for x in step.events)
        return Step(step.state, tuple(told))


class TellsWhatIsLeft(HighCard):
    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        return Step(step.state, tuple(instead(step.events, s)))


@dataclass(frozen=True, slots=True)
class ShownDown(Event):
    """After a trick all cards that are left are laid open: a showdown, by the rules."""

    reveals = True
    hands: tuple[Hand, ...]


class EndsInAShowdown(HighCard):
    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        if not isinstance(move, Play) or step.state.played:
            return step
        return Step(step.state, (step.events[0], ShownDown(s.hands), *step.events[1:]))


class TellsBeforeTheShowdown(EndsInAShowdown):
    """What is told before it is no part of a showdown."""

    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        return Step(step.state, tuple(instead(step.events, s)))


@dataclass(frozen=True, slots=True)
class Peeked(Event):
    """Whoever plays first is shown the hand of the next, and nobody else is."""

    reveals = True
    seat: Seat
    hand: Hand | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat == self.seat else replace(self, hand=None)


@dataclass(frozen=True, slots=True)
class Boasted(Event):
    """The next has a nine, and says so instead."""

    reveals = True
    seat: Seat


class PeeksAtTheNext(HighCard):
    peeked: type[Peeked] = Peeked

    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        if not isinstance(move, Play) or s.played:
            return step
        hand = s.hands[(s.leader + 1) % len(s.hands)]
        shown: Event = Boasted(s.leader) if 9 in hand else self.peeked(s.leader, hand)
        return Step(step.state, (*step.events, shown))


@dataclass(frozen=True, slots=True)
class PeekedAloud(Peeked):
    """The others hear the lower of the two cards."""

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat == self.seat or self.hand is None else replace(self, hand=self.hand[:1])


class PeeksAloud(PeeksAtTheNext):
    peeked = PeekedAloud


class LetsOthersDecide(HighCard):
    """Forbids the lower card if the next player holds a nine: his legal moves give it away."""

    def moves(self, s: State) -> tuple[Move, ...]:
        found = super().moves(s)
        return found[-1:] if found and 9 in s.hands[(self.actor(s) + 1) % len(s.hands)] else found

    def play(self, s: State, move: Move) -> Step[State]:
        if self.actor(s) >= 0 and move not in self.moves(s):
            raise IllegalMove(NOT_IN_HAND)
        return super().play(s, move)


class GuessesWithoutLooking(HighCard):
    """Forgets that it has seen the cards on the table."""

    def guess(self, v: Sight, rng: Source) -> State:
        return super().guess(replace(v, table=v.table._replace(played=())), rng)


class GuessesACardTooMany(HighCard):
    def guess(self, v: Sight, rng: Source) -> State:
        return super().guess(v, rng)._replace(deck=DECK)


class GuessesByItsOwnDice(HighCard):
    def guess(self, v: Sight, rng: Source) -> State:
        rng.shuffle(list(v.table.hand))  # type: ignore[attr-defined]
        return super().guess(v, rng)


class SaysItIsOpen(HighCard):
    """Holds its cards close, but tells everyone there are no secrets."""

    info = replace(HighCard.info, hidden=False)


@pytest.mark.parametrize(
    ("game", "law", "found"),
    [
        (ShowsMovesToAll, "view", "lists the moves"),
        (HidesTheMoves, "view", "lists the moves"),
        (NamesTheWrongOne, "view", "moves, but it is"),
        (ShowsAnothersView, "view", "is for seat 0"),
        (ShowsTheNextHand, "secrecy", "seat 0"),
        (CountsHighCards, "secrecy", "guessed"),
        (HandsOutTheState, "secrecy", "holds the whole state"),
        (HidesNothing, "secrecy", "nothing is hidden"),
        (DealsOpenly, "secrecy", "hears what it can't know"),
        (TellsWhatIsLeft, "secrecy", "hears what it can't know"),
        (TellsBeforeTheShowdown, "secrecy", "hears what it can't know"),
        (PeeksAloud, "secrecy", "hears what it can't know"),
        (LetsOthersDecide, "secrecy", ""),
        (GuessesWithoutLooking, "secrecy", "guessed"),
        (GuessesACardTooMany, "secrecy", "lost or made"),
        (GuessesByItsOwnDice, "secrecy", "has no attribute 'shuffle'"),
        (SaysItIsOpen, "secrecy", "see different things"),
    ],
)
def test_a_broken_game_is_told_which_law_it_breaks(game: type[Any], law: str, found: str) -> None:
    broken = broken_by(game())
    assert broken.law == law, str(broken)
    assert found in broken.why


def test_a_showdown_may_tell_what_was_hidden() -> None:
    check_rules(EndsInAShowdown(), games=10, max_moves=40)


def test_what_is_revealed_to_one_seat_may_take_several_forms() -> None:
    check_rules(PeeksAtTheNext(), games=10, max_moves=40)


# ---- the same on 421 ----


class ShowsMovesToAll421(FourTwentyOne):
    def view(self, s: State421, seat: Seat | None) -> View[State421, Move421]:
        return replace(super().view(s, seat), moves=self.moves(s))


class HidesTheKitty(FourTwentyOne):
    """From spectators, in a game in which everything lies open."""

    def view(self, s: State421, seat: Seat | None) -> View[State421, Move421]:
        seen = super().view(s, seat)
        return (
            seen if seat is not None else replace(seen, table=s._replace(tokens=s.tokens._replace(kitty=0)))
        )


@pytest.mark.parametrize(("game", "law"), [(ShowsMovesToAll421, "view"), (HidesTheKitty, "secrecy")])
def test_421_broken_on_purpose(game: type[FourTwentyOne], law: str) -> None:
    assert broken_by(game(), max_moves=100, seats=2).law == law


def test_a_played_card_is_no_secret() -> None:
    s = HighCard().start(2)._replace(hands=((1, 5), (2, 7)), deck=DECK - {1, 5, 2, 7})
    (played,) = HighCard().play(s, Play(5)).events
    assert played.seen_by(1) == Played(0, 5)
