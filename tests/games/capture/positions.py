"""Positions set up by hand: for puzzles, for trying out a bot, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.core.contract import Seat
from tavola.core.errors import TavolaError
from tavola.games.capture.game import CaptureGame
from tavola.games.capture.state import (
    NO_PLAY,
    NO_SPECIALS,
    NOBODY,
    NOT_WON,
    PLAY,
    Cards,
    Score,
    State,
    Turn,
)
from tavola.pieces.cards import NO_CARD, Card
from tavola.pieces.cardset import CardSet

STOCK = -1


def set_up(
    rules: CaptureGame,
    hands: Sequence[str],
    table: str = "",
    *,
    taken: tuple[str, str] = ("", ""),
    rest: int = STOCK,
    turn: Seat = 0,
    dealer: Seat | None = None,
    taker: Seat = NOBODY,
    dropped: str = "",
    bottom: str = "",
    totals: tuple[int, int] = (0, 0),
) -> State:
    """In the middle of a hand: who holds what, what lies on the table, who is to play.

    `rest` says where all other cards are: in the stock, or on the pile of side 0 or 1. The dealer is the seat
    before the one to play unless told.
    """
    seats = len(hands)
    rules.start(seats)  # refuses a wrong number of them
    held = [CardSet.parse(hand) for hand in hands] + [CardSet()] * (4 - seats)
    on_table, piles = CardSet.parse(table), [CardSet.parse(pile) for pile in taken]
    left = _left_over(CardSet(rules.variant.deck), [*held, on_table, *piles])
    stock = left if rest == STOCK else CardSet()
    if rest != STOCK:
        piles[rest] |= left
    return State(
        seats,
        Cards(
            (held[0].bits, held[1].bits, held[2].bits, held[3].bits),
            on_table.bits,
            stock.bits,
            (piles[0].bits, piles[1].bits),
            int(Card.parse(bottom)) if bottom else NO_CARD,
        ),
        Turn(
            PLAY,
            1,
            (turn - 1) % seats if dealer is None else dealer,
            turn,
            taker,
            int(Card.parse(dropped)) if dropped else NO_CARD,
        ),
        NO_PLAY,
        Score(totals, (NO_SPECIALS, NO_SPECIALS), NOBODY, NOT_WON),
    )


def _left_over(deck: CardSet, places: Sequence[CardSet]) -> CardSet:
    left = deck
    for place in places:
        if not place <= left:
            raise TavolaError(f"{place - left} can't be there: not in the deck, or somewhere else already")
        left -= place
    return left
