"""What may be agreed on before a match of Spazzino."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.games.capture.parts import target_of
from tavola.games.capture.variant import BAGER, NO_PRIMIERA, TIE_SHARES, Variant
from tavola.pieces.cards import (
    DECK_40,
    DENARI,
    FANTE,
    SPADE,
    card_of,
    of_rank,
    of_suit,
)

ACE_TO_SEVEN = DECK_40 & ~(of_rank(11) | of_rank(12) | of_rank(13))


@dataclass(frozen=True, slots=True)
class Options:
    target: int = target_of(21)

    @property
    def variant(self) -> Variant:
        """The options as the rules take them."""
        return Variant(
            deck=DECK_40,
            packet=3,
            shows_bottom=0,
            redealt=0,
            summing=ACE_TO_SEVEN,
            fewest=0,
            sweep_by_rank=0,
            picula=1,
            suited=BAGER,
            suited_on_last=0,
            cards_points=2,
            cards_tie=TIE_SHARES,
            suit=of_suit(SPADE),
            suit_points=2,
            suit_tie=TIE_SHARES,
            seven=1 << card_of(7, DENARI),
            two=1 << card_of(2, SPADE),
            fante=1 << card_of(FANTE, SPADE),
            primiera=NO_PRIMIERA,
            napola=of_suit(SPADE),
            doubles=0,
            target=self.target,
            tombolon=0,
            call_out=0,
        )
