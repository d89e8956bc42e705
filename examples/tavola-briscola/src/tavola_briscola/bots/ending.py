"""The last tricks, when all cards are drawn: between two nothing is hidden any more, and it can be solved."""

from __future__ import annotations

from tavola.kit.cards import NO_CARD
from tavola_briscola.bots.tricks import each
from tavola_briscola.state import NO_CARDS, Four, next_seat, put, put_on_side, side_of
from tavola_briscola.tricks import HALF, points_in, set_of, taker_of

WON = 1000  # a won hand counts more than any number of points


def best_card(
    seats: int, trump: int, hands: Four, played: Four, leader: int, seat: int, points: tuple[int, int]
) -> int:
    """The card that wins the hand if it can be won, and then the one that brings most points."""
    ending = Ending(seats, trump)
    side = side_of(seat)
    return max(
        each(hands[seat]), key=lambda card: ending.after(hands, played, leader, seat, card, points)[side]
    )


class Ending:
    """What positions are worth to both sides, when everybody knows all the cards."""

    def __init__(self, seats: int, trump: int) -> None:
        self._seats, self._trump = seats, trump

    def worth(
        self, hands: Four, played: Four, leader: int, seat: int, points: tuple[int, int]
    ) -> tuple[int, int]:
        """To each side, with the best play of all."""
        if not hands[seat]:
            lead = points[0] - points[1]
            won = WON * ((points[0] > HALF) - (points[1] > HALF))
            return won + lead, -won - lead
        side = side_of(seat)
        return max(
            (self.after(hands, played, leader, seat, card, points) for card in each(hands[seat])),
            key=lambda found: found[side],
        )

    def after(
        self, hands: Four, played: Four, leader: int, seat: int, card: int, points: tuple[int, int]
    ) -> tuple[int, int]:
        hands, played = put(hands, seat, hands[seat] & ~(1 << card)), put(played, seat, card)
        following = next_seat(seat, self._seats)
        if played[following] == NO_CARD:
            return self.worth(hands, played, leader, following, points)
        taker = taker_of(self._trump, played, leader, self._seats)
        side = side_of(taker)
        points = put_on_side(points, side, points[side] + points_in(set_of(played)))
        return self.worth(hands, NO_CARDS, taker, taker, points)
