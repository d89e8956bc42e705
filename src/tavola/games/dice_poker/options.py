"""What may be agreed on before a game of Dice Poker."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.core.options import option
from tavola.core.words import Phrase
from tavola.games.dice_poker.points import scale
from tavola.games.dice_poker.rules import Variant


@dataclass(frozen=True, slots=True)
class Options:
    points: str = option(
        "table",
        Phrase(
            "what the patterns count: the published table, its linear column, or a scale from the "
            "exact chances",
            "ce que comptent les figures : la table publiée, sa colonne linéaire, ou une échelle "
            "tirée des chances exactes",
            "quanto valgono le figure: la tabella pubblicata, la sua colonna lineare, o una scala "
            "dalle probabilità esatte",
        ),
        label=Phrase("What the patterns count", "Valeur des figures", "Quanto valgono le figure"),
        choices={
            "table": Phrase("the usual table", "la table usuelle", "la tabella solita"),
            "linear": Phrase("even steps", "pas réguliers", "passi uguali"),
            "recalibrated": Phrase(
                "by the exact chances", "selon les chances exactes", "secondo le probabilità esatte"
            ),
        },
    )
    goal: int = option(
        1000,
        Phrase(
            "the points that end the game after the round",
            "les points qui finissent la partie, une fois le tour de table achevé",
            "i punti che chiudono la partita, finito il giro",
        ),
        label=Phrase(
            "Points that end the game", "Points qui finissent la partie", "Punti che chiudono la partita"
        ),
        low=10,
        high=1_000_000,
    )
    rerolls: int = option(
        1,
        Phrase(
            "how often a turn may re-roll one to three dice",
            "combien de fois un tour permet de relancer un à trois dés",
            "quante volte in un turno si possono rilanciare da uno a tre dadi",
        ),
        label=Phrase("Re-rolls in a turn", "Relances par tour", "Rilanci per turno"),
        low=0,
        high=3,
    )

    @property
    def variant(self) -> Variant:
        """The options as the rules take them."""
        return Variant(self.goal, self.rerolls, scale(self.points))
