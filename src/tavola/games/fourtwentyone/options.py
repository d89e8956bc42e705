"""What may be agreed on before a game of 421."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tavola.core.options import option
from tavola.core.words import Phrase
from tavola.games.fourtwentyone.combinations import Variant


@dataclass(frozen=True, slots=True)
class Options:
    suites: bool = option(
        True,
        Phrase(
            "654, 543, 432 and 321 are suites: above the others, worth 2",
            "654, 543, 432 et 321 sont des suites : au-dessus des autres, elles comptent 2",
            "654, 543, 432 e 321 sono scale: sopra le altre, valgono 2",
        ),
        label=Phrase(
            "Suites (654 to 321) count 2",
            "Les suites (654 à 321) comptent 2",
            "Le scale (da 654 a 321) valgono 2",
        ),
    )
    nenette: str = option(
        "above_others",
        Phrase(
            "where 221 ranks; it counts 4 either way",
            "le rang de 221 ; elle compte 4 de toute façon",
            "quanto sta in alto 221; vale 4 comunque",
        ),
        label=Phrase(
            "Where the nenette, 221, ranks", "Rang de la nénette, 221", "Quanto vale la nenette, 221"
        ),
        choices={
            "above_others": Phrase("above the plain ones", "au-dessus des autres", "sopra le altre"),
            "lowest": Phrase("lowest of all", "la plus basse", "la più bassa"),
        },
    )
    others_value: int = option(
        1,
        Phrase(
            "what a combination without a name counts",
            "ce que compte une combinaison sans nom",
            "quanto vale una combinazione senza nome",
        ),
        label=Phrase(
            "What a plain combination counts",
            "Valeur d'une combinaison sans nom",
            "Quanto conta una combinazione senza nome",
        ),
        low=0,
        high=1,
    )
    count: str = option(
        "every_throw",
        Phrase(
            "what adds to the total of a turn",
            "ce qui s'ajoute au total d'un tour",
            "che cosa si aggiunge al totale di un turno",
        ),
        label=Phrase("What adds to the total", "Ce qui s'ajoute au total", "Che cosa si aggiunge al totale"),
        choices={
            "every_throw": Phrase("every throw", "chaque lancer", "ogni lancio"),
            "last_throw": Phrase("the last throw", "le dernier lancer", "l'ultimo lancio"),
        },
    )
    knock: Fraction = option(
        Fraction(0),
        Phrase(
            "the chance that a thrown die hits a kept one, which takes a new value",
            "la chance qu'un dé lancé en heurte un gardé, qui change alors de valeur",
            "la probabilità che un dado tirato ne urti uno tenuto, che cambia valore",
        ),
        label=Phrase(
            "Chance that a die knocks a kept one",
            "Chance qu'un dé en heurte un gardé",
            "Probabilità che un dado ne urti uno tenuto",
        ),
        low=0,
        high=1,
    )

    @property
    def variant(self) -> Variant:
        """The options as the rules take them."""
        lowest, last = self.nenette == "lowest", self.count == "last_throw"
        return Variant(int(self.suites), int(lowest), self.others_value, int(last))


PRESETS = {
    "standard": {},
    "classic": {"suites": False},
}
PRESET_WORDS = {
    "standard": Phrase("Standard", "Standard", "Standard"),
    "classic": Phrase("Classic, without suites", "Classique, sans suites", "Classico, senza scale"),
}
