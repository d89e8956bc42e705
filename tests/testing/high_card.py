"""High Card: the smallest whole game with a secret, and a model of how a game is written.

Nine cards, 1 to 9, two to four players with three tokens each. Everyone is dealt two cards, which only he
sees. In turn, everyone plays one of his two; the highest card wins a token from each of the others, all cards
go back to the deck, and the winner leads the next trick. The game is over as soon as someone has no tokens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple

from tavola.core.contract import conceded
from tavola.core.options import option
from tavola.kit import (
    CHANCE,
    OVER,
    BadNotation,
    Event,
    GameInfo,
    IllegalMove,
    Lang,
    Outcome,
    Phrase,
    Seat,
    Source,
    Step,
    View,
    Weighted,
)

DECK = frozenset(range(1, 10))
IN_HAND = 2
Hand = tuple[int, ...]  # sorted, so that equal hands are equal values


# ---- what may be agreed on, and where a game stands ----


@dataclass(frozen=True, slots=True)
class Options:
    tokens: int = option(3, "what everyone starts with", low=1, high=20)


class State(NamedTuple):
    tokens: tuple[int, ...]
    hands: tuple[Hand, ...]
    played: Hand  # in the order of play, from the leader on
    leader: Seat
    deck: frozenset[int]  # a set, not an order: there is no order to leak


class Table(NamedTuple):
    """What a player sees: his own hand, and of the others how many cards they hold."""

    tokens: tuple[int, ...]
    hand: Hand
    held: tuple[int, ...]
    played: Hand
    leader: Seat


# ---- moves, the one of chance among them ----


@dataclass(frozen=True, slots=True)
class Deal:
    card: int

    def __str__(self) -> str:
        return f"deal {self.card}"


@dataclass(frozen=True, slots=True)
class Play:
    card: int

    def __str__(self) -> str:
        return f"play {self.card}"


Move = Deal | Play
_MOVE = re.compile(r"(deal|play) ([1-9])")


# ---- events ----


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    seat: Seat
    card: int | None  # None: a card, but which is not for you to know

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class Played(Event):
    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class Won(Event):
    seat: Seat
    losers: tuple[Seat, ...]

    def change(self) -> Mapping[Seat, int]:
        return {self.seat: len(self.losers)} | dict.fromkeys(self.losers, -1)


# ---- words ----

SUMMARY = Phrase("The highest card wins.", "La plus haute carte gagne.", "Vince la carta più alta.")
NO_TOKENS = Phrase("a player has no tokens", "un joueur n'a plus de jetons", "un giocatore è senza gettoni")
IS_OVER = Phrase("the game is over", "la partie est finie", "la partita è finita")
NOT_IN_DECK = Phrase(
    "a card of the deck is to be dealt", "on donne une carte du talon", "si dà una carta del mazzo"
)
NOT_IN_HAND = Phrase(
    "play a card of your hand", "jouez une carte de votre main", "gioca una carta della tua mano"
)
GETS = Phrase("{who} gets a card", "{who} reçoit une carte", "{who} riceve una carta")
PLAYS = Phrase("{who} plays the {card}", "{who} joue le {card}", "{who} gioca il {card}")
WINS = Phrase("{who} wins the trick", "{who} fait la levée", "{who} fa la presa")


# What people call the fields of the table, and the words of a move, on a page that has no board for it.
NAMED = {
    "tokens": Phrase("tokens", "jetons", "gettoni"),
    "held": Phrase("cards held", "cartes en main", "carte in mano"),
    "played": Phrase("played", "jouées", "giocate"),
    "leader": Phrase("leads", "entame", "di mano"),
}


def words(event: Event, names: Sequence[str]) -> Phrase | None:
    match event:
        case Dealt(seat):
            return GETS.fill(who=names[seat])
        case Played(seat, card):
            return PLAYS.fill(who=names[seat], card=card)
        case Won(seat):
            return WINS.fill(who=names[seat])
    return None


# ---- the game ----


@dataclass(frozen=True)
class HighCard:
    info: ClassVar[GameInfo] = GameInfo(
        name="high-card",
        title="High Card",
        summary=SUMMARY,
        seats=(2, 3, 4),
        options=Options,
        rules_version=1,
        hidden=True,
        words=NAMED,
    )
    options: Options = field(default_factory=Options)

    def start(self, seats: int) -> State:
        self.info.check_seats(seats)
        return State((self.options.tokens,) * seats, ((),) * seats, (), 0, DECK)

    def actor(self, s: State) -> Seat:
        if 0 in s.tokens:
            return OVER
        if next_to_be_dealt(s) is not None:
            return CHANCE
        return (s.leader + len(s.played)) % len(s.hands)

    def moves(self, s: State) -> tuple[Move, ...]:
        actor = self.actor(s)
        return tuple(Play(card) for card in s.hands[actor]) if actor >= 0 else ()

    def chance(self, s: State) -> Weighted[Move]:
        return Weighted((Deal(card), 1) for card in sorted(s.deck))

    def play(self, s: State, move: Move) -> Step[State]:
        actor = self.actor(s)
        if actor == OVER:
            raise IllegalMove(IS_OVER)
        if actor == CHANCE:
            if not isinstance(move, Deal) or move.card not in s.deck:
                raise IllegalMove(NOT_IN_DECK)
            return deal(s, move.card)
        if not isinstance(move, Play) or move.card not in s.hands[actor]:
            raise IllegalMove(NOT_IN_HAND, self.moves(s))
        return play_card(s, actor, move.card)

    def view(self, s: State, seat: Seat | None) -> View[Table, Move]:
        actor = self.actor(s)
        hand = () if seat is None else s.hands[seat]
        table = Table(s.tokens, hand, tuple(map(len, s.hands)), s.played, s.leader)
        return View(seat, actor, self.options, table, self.moves(s) if seat == actor else ())

    def guess(self, v: View[Table, Move], rng: Source) -> State:
        """Deal the others their hands again, from all the cards the viewer has not seen."""
        t = v.table
        unseen = sorted(DECK - set(t.hand) - set(t.played))
        hands = []
        for seat, held in enumerate(t.held):
            drawn = t.hand if seat == v.seat else draw(unseen, held, rng)
            hands.append(tuple(sorted(drawn)))
        return State(t.tokens, tuple(hands), t.played, t.leader, frozenset(unseen))

    def outcome(self, s: State) -> Outcome | None:
        if self.actor(s) != OVER:
            return None
        most = max(s.tokens)
        return Outcome(NO_TOKENS, s.tokens, tuple(n for n, held in enumerate(s.tokens) if held == most))

    def concede(self, s: State, seat: Seat) -> Outcome:
        return conceded(seat, s.tokens)

    def score(self, s: State) -> tuple[int, ...]:
        return s.tokens

    def holdings(self, s: State) -> Mapping[str, int]:
        return {"tokens": sum(s.tokens), "cards": len(s.deck) + sum(map(len, s.hands)) + len(s.played)}

    def parse(self, text: str) -> Move:
        if not (found := _MOVE.fullmatch(text)):
            raise BadNotation(text, ("deal 7", "play 7"))
        return (Deal if found[1] == "deal" else Play)(int(found[2]))

    def say(self, event: Event, lang: Lang, names: Sequence[str]) -> str:
        said = words(event, names)
        return said.in_(lang) if said else ""


def next_to_be_dealt(s: State) -> Seat | None:
    """The first who lacks a card, while nobody has played."""
    if s.played:
        return None
    return next((seat for seat, hand in enumerate(s.hands) if len(hand) < IN_HAND), None)


def deal(s: State, card: int) -> Step[State]:
    seat = next_to_be_dealt(s)
    assert seat is not None
    dealt = tuple(sorted((*s.hands[seat], card)))
    return Step(s._replace(hands=with_hand(s, seat, dealt), deck=s.deck - {card}), (Dealt(seat, card),))


def play_card(s: State, seat: Seat, card: int) -> Step[State]:
    left = tuple(other for other in s.hands[seat] if other != card)
    after = s._replace(hands=with_hand(s, seat, left), played=(*s.played, card))
    played = Played(seat, card)
    if len(after.played) < len(after.hands):
        return Step(after, (played,))
    end = settle(after)
    return Step(end.state, (played, *end.events))


def settle(s: State) -> Step[State]:
    """The trick is complete: tokens change hands, and all cards go back to the deck."""
    seats = len(s.hands)
    winner = (s.leader + s.played.index(max(s.played))) % seats
    won = Won(winner, tuple(seat for seat in range(seats) if seat != winner))
    tokens = tuple(held + won.change()[seat] for seat, held in enumerate(s.tokens))
    return Step(State(tokens, ((),) * seats, (), winner, DECK), (won,))


def with_hand(s: State, seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*s.hands[:seat], hand, *s.hands[seat + 1 :])


def draw(cards: list[int], number: int, rng: Source) -> list[int]:
    """So many cards at random, taken out of the list."""
    return [cards.pop(rng.randrange(len(cards))) for _ in range(number)]
