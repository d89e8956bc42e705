"""Tombolon: what makes it different from the other capture games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from tavola.core.contract import PAIRS, GameInfo
from tavola.core.words import Phrase
from tavola.games.capture.game import CaptureGame
from tavola.games.tombolon.options import PRESET_WORDS, PRESETS, Options

SUMMARY = Phrase(
    "Sweeps that score by the card, six points of the deck, and once in a lifetime the tombolon.",
    "Des scopas qui comptent selon la carte, six points du paquet, et une fois dans la vie le tombolon.",
    "Scope che valgono secondo la carta, sei punti di mazzo, e una volta nella vita il tombolon.",
)


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
        words=PRESET_WORDS,
        rules_version=1,
        hidden=True,
        sides={4: PAIRS},
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
