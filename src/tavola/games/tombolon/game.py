"""Tombolon: everything in which it is itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from tavola.core.contract import GameInfo
from tavola.core.words import Phrase
from tavola.games.capture.game import CaptureGame
from tavola.games.capture.variant import (
    COLOUR_ALL,
    COLOUR_ANY_THREE,
    NO_PRIMIERA,
    TIE_FIRST,
    Variant,
)
from tavola.games.tombolon.options import PRESETS, Options
from tavola.pieces.cards import (
    DECK_40,
    DECK_52,
    DENARI,
    FANTE,
    SPADE,
    card_of,
    of_rank,
    of_suit,
)

SUMMARY = Phrase(
    "Sweeps that score by the card, six points of the deck, and once in a lifetime the tombolon.",
    "Des scopas qui comptent selon la carte, six points du paquet, et une fois dans la vie le tombolon.",
    "Scope che valgono secondo la carta, sei punti di mazzo, e una volta nella vita il tombolon.",
)
FIGURES = of_rank(11) | of_rank(12) | of_rank(13)


@dataclass(frozen=True)
class Tombolon(CaptureGame):
    """The rules of Tombolon under some options, for two or for four in pairs."""

    info: ClassVar[GameInfo] = GameInfo(
        name="tombolon",
        title="Tombolon",
        summary=SUMMARY,
        seats=(2, 4),
        options=Options,
        presets=PRESETS,
        rules_version=1,
        hidden=True,
    )
    specials_names: ClassVar = {"sweep": "scopa", "suited": "scopa_colore"}
    deck_names: ClassVar = {
        "cards": "carte",
        "suit": "spade",
        "seven": "setbel",
        "fante": "fantespade",
        "two": "duespade",
        "napola": "napola",
        "doubled": "extra_onori",
        "tombolon": "tombolon",
    }
    options: Options = field(default_factory=Options)

    def make_variant(self) -> Variant:
        o = self.options
        deck = DECK_52 if o.padova else DECK_40
        return Variant(
            deck=deck,
            packet=4,
            shows_bottom=1,
            redealt=of_rank(7) | FIGURES,
            summing=deck & ~FIGURES,
            fewest=0,
            sweep_by_rank=1,
            picula=0,
            suited=COLOUR_ALL if o.colour == "all" else COLOUR_ANY_THREE,
            suited_on_last=1,
            cards_points=2,
            cards_tie=TIE_FIRST,
            suit=of_suit(SPADE),
            suit_points=1,
            suit_tie=TIE_FIRST,
            seven=1 << card_of(10 if o.padova else 7, DENARI),
            two=1 << card_of(2, SPADE),
            fante=1 << card_of(FANTE, SPADE),
            primiera=NO_PRIMIERA,
            napola=of_suit(SPADE),
            doubles=1,
            target=o.target,
            tombolon=1,
            call_out=int(o.call_out),
        )
