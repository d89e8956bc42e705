"""Scopetta: what makes it different from the other capture games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from tavola.core.contract import GameInfo
from tavola.core.words import Phrase
from tavola.games.capture.game import CaptureGame
from tavola.games.scopetta.options import Options

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
        seats=(2,),
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
