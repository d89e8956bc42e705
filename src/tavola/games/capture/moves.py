"""What is done at a table of a capture game, by players and by chance, each with its one notation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

from tavola.core.chance import Source, Stepwise
from tavola.core.errors import BadNotation, TavolaError
from tavola.games.capture.captures import next_capture, what_it_reaches
from tavola.games.capture.variant import Variant
from tavola.pieces.cards import Card, cards_in
from tavola.pieces.cardset import CardSet

NOTHING = CardSet()
HIGH_FIRST = tuple((-Card(card).rank, Card(card).suit) for card in range(52))  # sort key for writing captures


@dataclass(frozen=True, slots=True)
class Play:
    """A card is dropped on the table, `7d`, or takes some of it, `7d x 5c 2b`."""

    card: Card
    taken: CardSet = NOTHING

    def __str__(self) -> str:
        return _play_text(self.card, self.taken)

    to_data = __str__

    @classmethod
    def from_data(cls, text: str) -> Play:
        move = parse(text)
        if not isinstance(move, cls):
            raise BadNotation(text, ("7d", "7d x 5c 2b"))
        return move


@lru_cache(maxsize=4096)
def _play_text(card: Card, taken: CardSet) -> str:
    """Cached: a play is shown to its player, named, recorded and told."""
    if not taken:
        return str(card)
    high_first = sorted(taken, key=HIGH_FIRST.__getitem__)
    return f"{card} x {' '.join(map(str, high_first))}"


@dataclass(frozen=True, slots=True)
class Dealer:
    """The first dealer is drawn."""

    seat: int

    def __str__(self) -> str:
        return f"dealer {self.seat}"


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards for the table, or the packet of the seat that is next to get one."""

    cards: CardSet

    def __str__(self) -> str:
        return f"deal {self.cards}"


@dataclass(frozen=True, slots=True)
class Bottom:
    """The bottom card of the stock is shown."""

    card: Card

    def __str__(self) -> str:
        return f"bottom {self.card}"


Move = Play | Dealer | Deal | Bottom

EXAMPLES = ("7d", "7d x 5c 2b", "deal 7d As Fs", "bottom 5c", "dealer 1")
_MOVE = re.compile(
    r"dealer\s*(?P<dealer>[0-3])"
    r"|deal\s+(?P<deal>.+)"
    r"|bottom\s+(?P<bottom>\S+)"
    r"|(?P<card>[^\sx×]+)(?:\s*[x×]\s*(?P<taken>[^x×]+))?",
    re.IGNORECASE,
)


def parse(text: str) -> Move:
    """A move in its notation; cards in any order, capitals or not."""
    found = _MOVE.fullmatch(text.strip()) if len(text) <= 250 else None
    if found is None:
        raise BadNotation(text, EXAMPLES)
    try:
        if found["dealer"]:
            return Dealer(int(found["dealer"]))
        if found["deal"]:
            return Deal(CardSet.parse(found["deal"]))
        if found["bottom"]:
            return Bottom(Card.parse(found["bottom"]))
        return Play(Card.parse(found["card"]), CardSet.parse(found["taken"] or ""))
    except TavolaError:
        raise BadNotation(text, EXAMPLES) from None


def captures(v: Variant, table: int, card: int) -> Iterator[int]:
    """All that a card may take from a table, as sets; nothing if it takes nothing."""
    reach = what_it_reaches(v, table, card)
    taken = next_capture(reach, 0)
    while taken:
        yield taken
        taken = next_capture(reach, taken)


@lru_cache(maxsize=4096)
def plays(v: Variant, hand: int, table: int) -> tuple[Play, ...]:
    """All that a hand may play: card by card, each with its captures, or dropped if it has none.

    Cached, because the view, the player and the record each ask for a state's moves.
    """
    return tuple(_plays(v, hand, table))


def _plays(v: Variant, hand: int, table: int) -> Iterator[Play]:
    for card in cards_in(hand):
        takes = False
        for taken in captures(v, table, card):
            takes = True
            yield Play(card, CardSet(taken))
        if not takes:
            yield Play(card)


@dataclass(frozen=True, slots=True)
class DealOf(Stepwise[Deal]):
    """So many cards from a pool, uniformly at random; the order does not matter."""

    pool: int
    number: int

    def sample(self, rng: Source) -> Deal:
        return Deal(CardSet(draw(self.pool, self.number, rng)))

    def prob(self, outcome: object) -> Fraction:
        if not isinstance(outcome, Deal) or not self.allows(outcome.cards.bits):
            return Fraction(0)
        return Fraction(1, comb(self.pool.bit_count(), self.number))

    def allows(self, cards: int) -> bool:
        return cards & ~self.pool == 0 and cards.bit_count() == self.number

    def outcomes(self) -> Iterator[tuple[Deal, Fraction]]:
        each = Fraction(1, comb(self.pool.bit_count(), self.number))
        for cards in combinations(cards_in(self.pool), self.number):
            yield Deal(CardSet.of(*cards)), each

    def next_step(self, taken: tuple[int, ...]) -> Sequence[int]:
        return [int(card) for card in cards_in(self.pool) if card not in taken]

    def whole(self, taken: tuple[int, ...]) -> Deal | None:
        return Deal(CardSet.of(*taken)) if len(taken) == self.number else None

    def say_step(self, number: int) -> str:
        return f"card {CardSet.of(number)}"


def draw(pool: int, number: int, rng: Source) -> int:
    """A random set of so many cards from a pool."""
    cards, drawn = list(cards_in(pool)), 0
    for _ in range(number):
        at = rng.randrange(len(cards))
        drawn |= 1 << cards[at]
        cards[at] = cards[-1]
        cards.pop()
    return drawn
