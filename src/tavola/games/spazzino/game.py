"""Spazzino: everything in which it is itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from tavola.core.contract import GameInfo
from tavola.core.words import Phrase
from tavola.games.capture.game import CaptureGame
from tavola.games.capture.variant import BAGER, NO_PRIMIERA, TIE_SHARES, Variant
from tavola.games.spazzino.options import Options
from tavola.pieces.cards import (
    DECK_40,
    DENARI,
    FANTE,
    SPADE,
    card_of,
    of_rank,
    of_suit,
)

SUMMARY = Phrase(
    "Sweep the table, snatch back the card just dropped, gather the swords.",
    "Balayez la table, reprenez la carte qui vient d'être posée, ramassez les épées.",
    "Spazza il tavolo, riprendi la carta appena posata, raccogli le spade.",
)
ACE_TO_SEVEN = DECK_40 & ~(of_rank(11) | of_rank(12) | of_rank(13))


@dataclass(frozen=True)
class Spazzino(CaptureGame):
    """The rules of Spazzino under some options."""

    info: ClassVar[GameInfo] = GameInfo(
        name="spazzino",
        title="Spazzino",
        summary=SUMMARY,
        seats=(2, 2),
        options=Options,
        rules_version=1,
        hidden=True,
    )
    specials_names: ClassVar = {"suited": "bager", "picula": "picula", "sweep": "spazzino"}
    deck_names: ClassVar = {
        "cards": "carte",
        "suit": "spade",
        "two": "duespade",
        "fante": "fantespade",
        "seven": "setbel",
        "napola": "napola",
    }
    options: Options = field(default_factory=Options)

    def make_variant(self) -> Variant:
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
            target=self.options.target,
            tombolon=0,
            call_out=0,
        )
