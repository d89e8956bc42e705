"""Spazzino: what makes it different from the other capture games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from tavola.core.contract import GameInfo
from tavola.core.words import Phrase
from tavola.games.capture.game import CaptureGame
from tavola.games.spazzino.options import Options

SUMMARY = Phrase(
    "Sweep the table, snatch back the card just dropped, gather the swords.",
    "Balayez la table, reprenez la carte qui vient d'être posée, ramassez les épées.",
    "Spazza il tavolo, riprendi la carta appena posata, raccogli le spade.",
)


@dataclass(frozen=True)
class Spazzino(CaptureGame):
    """The rules of Spazzino under some options."""

    info: ClassVar[GameInfo] = GameInfo(
        name="spazzino",
        title="Spazzino",
        summary=SUMMARY,
        seats=(2,),
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
    saved_sums: ClassVar = {"onori": ("duespade", "fantespade", "setbel")}
    options: Options = field(default_factory=Options)
