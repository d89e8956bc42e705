"""Positions set up by hand: for puzzles, for trying out a bot, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.kit import Seat, TavolaError
from tavola.kit.cards import NO_CARD, SUIT_SIGNS, Card, CardSet
from tavola_briscola.state import NO_CARDS, NO_TRICK, NOBODY, PLAY, Cards, Score, State, Turn, put
from tavola_briscola.views import four

STOCK = -1


def set_up(
    hands: Sequence[str],
    trump: str,
    *,
    played: Sequence[str] = (),
    taken: tuple[str, str] = ("", ""),
    rest: int = STOCK,
    leader: Seat = 0,
    totals: tuple[int, int] = (0, 0),
) -> State:
    """In the middle of a hand: who holds what, what was played to this trick, from the leader on.

    `trump` is the card that lies face up, or only the sign of a suit when the stock is out. `rest` says where
    all other cards are: in the stock, or on the pile of side 0 or 1.
    """
    seats = len(hands)
    held = [CardSet.parse(hand) for hand in hands]
    piles = [CardSet.parse(pile) for pile in taken]
    trick, turn = NO_CARDS, leader
    for text in played:
        trick, turn = put(trick, turn, Card.parse(text)), (turn + 1) % seats
    shown = NO_CARD if trump in SUIT_SIGNS else int(Card.parse(trump))
    left = _left_over([*held, *piles, CardSet.of(*played)])
    stock = left if rest == STOCK else CardSet()
    if rest != STOCK:
        piles[rest] |= left
    if shown != NO_CARD and shown not in stock:
        raise TavolaError(f"{trump} lies under the stock, so it can't be anywhere else")
    return State(
        seats,
        Cards(
            four([cards.bits for cards in held], 0),
            (0, 0, 0, 0),
            trick,
            stock.bits,
            (piles[0].bits, piles[1].bits),
            shown,
            SUIT_SIGNS.index(trump[-1]),
        ),
        Turn(PLAY, 1, (leader - 1) % seats, turn, leader),
        NO_TRICK,
        Score(totals, NOBODY),
    )


def _left_over(places: Sequence[CardSet]) -> CardSet:
    left = CardSet.deck()
    for place in places:
        if not place <= left:
            raise TavolaError(f"{place - left} can't be there: not in the deck, or somewhere else already")
        left -= place
    return left
