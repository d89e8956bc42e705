"""What may be agreed on before a match of Scopetta."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.core.options import option
from tavola.core.words import Phrase
from tavola.games.capture.parts import target_of
from tavola.games.capture.variant import (
    NO_SUITED,
    PRIMIERA_SEVENS,
    PRIMIERA_VALUES,
    TIE_NOBODY,
    Variant,
)
from tavola.pieces.cards import DECK_40, DENARI, card_of, of_suit


@dataclass(frozen=True, slots=True)
class Options:
    target: int = target_of(11)
    primiera: str = option(
        "values",
        Phrase(
            "best card of each suit by its value, or more sevens and then more sixes",
            "la meilleure carte de chaque couleur selon sa valeur, ou plus de sept, puis plus de six",
            "la miglior carta di ogni seme secondo il valore, o più sette e poi più sei",
        ),
        label=Phrase(
            "How the primiera is counted", "Comment se compte la primiera", "Come si conta la primiera"
        ),
        choices={
            "values": Phrase(
                "best card of each suit", "meilleure carte de chaque couleur", "miglior carta di ogni seme"
            ),
            "sevens": Phrase("more sevens, then sixes", "plus de sept, puis de six", "più sette, poi sei"),
        },
    )
    napola: bool = option(
        True,
        Phrase(
            "ace, two, three and on of coins score",
            "as, deux, trois et la suite de deniers comptent",
            "asso, due, tre e seguenti di denari danno punti",
        ),
        label=Phrase("The napola scores", "La napola compte", "La napola vale"),
    )

    @property
    def variant(self) -> Variant:
        """The options as the rules take them."""
        return Variant(
            deck=DECK_40,
            packet=3,
            shows_bottom=0,
            redealt=0,
            summing=DECK_40,
            fewest=1,
            sweep_by_rank=0,
            picula=0,
            suited=NO_SUITED,
            suited_on_last=0,
            cards_points=1,
            cards_tie=TIE_NOBODY,
            suit=of_suit(DENARI),
            suit_points=1,
            suit_tie=TIE_NOBODY,
            seven=1 << card_of(7, DENARI),
            two=0,
            fante=0,
            primiera=PRIMIERA_VALUES if self.primiera == "values" else PRIMIERA_SEVENS,
            napola=of_suit(DENARI) if self.napola else 0,
            doubles=0,
            target=self.target,
            tombolon=0,
            call_out=0,
        )
