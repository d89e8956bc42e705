"""What may be agreed on before a match of Tombolon."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.core.options import option
from tavola.core.words import Phrase
from tavola.games.capture.parts import HIGHEST_TARGET
from tavola.games.capture.variant import (
    COLOUR_ALL,
    COLOUR_ANY_THREE,
    NO_PRIMIERA,
    TIE_FIRST,
    Variant,
)
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

USUAL, USUAL_IN_PADOVA = 31, 51

FIGURES = of_rank(11) | of_rank(12) | of_rank(13)


@dataclass(frozen=True, slots=True)
class Options:
    target: int = option(
        0,
        Phrase(
            "the points that win the match; 0 stands for the usual: 31, in Padova 51",
            "les points qui gagnent la partie ; 0 signifie l'usage : 31, à Padoue 51",
            "i punti per vincere la partita; 0 sta per il solito: 31, a Padova 51",
        ),
        label=Phrase(
            "Points that win (0: the usual)",
            "Points pour gagner (0 : l'usage)",
            "Punti per vincere (0: come d'uso)",
        ),
        low=0,
        high=HIGHEST_TARGET,
    )
    colour: str = option(
        "all",
        Phrase(
            "a scopa di colore: all cards of a capture of the played card's suit, or any three of one suit",
            "une scopa di colore : toutes les cartes prises de la couleur de la carte jouée, ou trois "
            "d'une même couleur",
            "una scopa di colore: tutte le carte prese del seme di quella giocata, o tre di un seme",
        ),
        label=Phrase(
            "What a scopa di colore is", "Ce qu'est une scopa di colore", "Che cos'è una scopa di colore"
        ),
        choices={
            "all": Phrase("all of one suit", "toutes d'une couleur", "tutte dello stesso seme"),
            "any_three": Phrase("any three of one suit", "trois d'une couleur", "tre dello stesso seme"),
        },
    )
    call_out: bool = option(
        True,
        Phrase(
            "a side that reaches the target for certain, and is ahead, wins at once",
            "un camp qui atteint sûrement le but, et qui mène, gagne aussitôt",
            "chi raggiunge di sicuro il traguardo, ed è in vantaggio, vince subito",
        ),
        label=Phrase(
            "Whoever surely has the target wins at once",
            "Qui a sûrement le compte gagne aussitôt",
            "Chi ha di sicuro i punti vince subito",
        ),
    )
    padova: bool = option(
        False,
        Phrase(
            "as in Padova: 52 cards, packets of four, the 10 of coins for the 7",
            "comme à Padoue : 52 cartes, paquets de quatre, le 10 de deniers à la place du 7",
            "come a Padova: 52 carte, mazzetti da quattro, il 10 di denari al posto del 7",
        ),
        label=Phrase("As in Padova: 52 cards", "Comme à Padoue : 52 cartes", "Come a Padova: 52 carte"),
    )

    def __post_init__(self) -> None:
        if self.target == 0:
            object.__setattr__(self, "target", USUAL_IN_PADOVA if self.padova else USUAL)

    @property
    def variant(self) -> Variant:
        """The options as the rules take them."""
        deck = DECK_52 if self.padova else DECK_40
        return Variant(
            deck=deck,
            packet=4,
            shows_bottom=1,
            redealt=of_rank(7) | FIGURES,
            summing=deck & ~FIGURES,
            fewest=0,
            sweep_by_rank=1,
            picula=0,
            suited=COLOUR_ALL if self.colour == "all" else COLOUR_ANY_THREE,
            suited_on_last=1,
            cards_points=2,
            cards_tie=TIE_FIRST,
            suit=of_suit(SPADE),
            suit_points=1,
            suit_tie=TIE_FIRST,
            seven=1 << card_of(10 if self.padova else 7, DENARI),
            two=1 << card_of(2, SPADE),
            fante=1 << card_of(FANTE, SPADE),
            primiera=NO_PRIMIERA,
            napola=of_suit(SPADE),
            doubles=1,
            target=self.target,
            tombolon=1,
            call_out=int(self.call_out),
        )


PRESETS = {
    "rovigo": {},
    "padova": {"padova": True},
}
PRESET_WORDS = {
    "rovigo": Phrase("As in Rovigo", "Comme à Rovigo", "Come a Rovigo"),
    "padova": Phrase("As in Padova", "Comme à Padoue", "Come a Padova"),
}
