"""What may be agreed on before a game of 5000."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.core.options import option
from tavola.core.words import Phrase
from tavola.games.five_thousand.rules import ACE, BRELAN_OF_ACES, Variant


@dataclass(frozen=True, slots=True)
class Options:
    goal: int = option(
        5000,
        Phrase("the points that win", "les points qui gagnent", "i punti per vincere"),
        label=Phrase("Points that win", "Points pour gagner", "Punti per vincere"),
        low=50,
        high=1_000_000,
    )
    brelan_of_aces: str = option(
        "100",
        Phrase(
            "what 1-1-1 counts: 100, or the best of it, three aces of 100 each",
            "ce que compte 1-1-1 : 100, ou le mieux, trois as à 100 chacun",
            "quanto vale 1-1-1: 100, o il meglio, tre assi da 100 l'uno",
        ),
        label=Phrase("What 1-1-1 counts", "Valeur de 1-1-1", "Quanto vale 1-1-1"),
        choices={
            "100": Phrase("100", "100", "100"),
            "best": Phrase("the best of it", "le meilleur", "il meglio"),
        },
    )

    @property
    def variant(self) -> Variant:
        """The options as the rules take them."""
        return Variant(self.goal, BRELAN_OF_ACES if self.brelan_of_aces == "100" else 3 * ACE)
