"""Scopetta: everything in which it is itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from tavola.core.contract import GameInfo
from tavola.core.words import Phrase
from tavola.games.capture.game import CaptureGame
from tavola.games.capture.variant import (
    NO_SUITED,
    PRIMIERA_SEVENS,
    PRIMIERA_VALUES,
    TIE_NOBODY,
    Variant,
)
from tavola.games.scopetta.options import Options
from tavola.pieces.cards import DECK_40, DENARI, card_of, of_suit

SUMMARY = Phrase(
    "Sweep the table, gather the coins, make the primiera.",
    "Balayez la table, ramassez les deniers, faites la primiera.",
    "Fai scopa, raccogli i denari, fai la primiera.",
)


@dataclass(frozen=True)
class Scopetta(CaptureGame):
    """The rules of Scopetta under some options."""

    info: ClassVar[GameInfo] = GameInfo(
        name="scopetta",
        title="Scopetta",
        summary=SUMMARY,
        seats=(2, 2),
        options=Options,
        rules_version=1,
        hidden=True,
    )
    specials_names: ClassVar = {"sweep": "scopa"}
    deck_names: ClassVar = {
        "cards": "carte",
        "suit": "denari",
        "seven": "setbel",
        "napola": "napola",
        "primiera": "primiera",
    }
    options: Options = field(default_factory=Options)

    def make_variant(self) -> Variant:
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
            primiera=PRIMIERA_VALUES if self.options.primiera == "values" else PRIMIERA_SEVENS,
            napola=of_suit(DENARI) if self.options.napola else 0,
            doubles=0,
            target=self.options.target,
            tombolon=0,
            call_out=0,
        )
