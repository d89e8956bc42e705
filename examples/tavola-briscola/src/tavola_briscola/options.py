"""What may be agreed on before a match of Briscola."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tavola.kit import Phrase, option

MOST_HANDS = 1000


class Variant(NamedTuple):
    """The options as the rules take them: ints only, so that they compile."""

    target: int
    trump_swap: int  # flag


@dataclass(frozen=True, slots=True)
class Options:
    target: int = option(
        3,
        Phrase(
            "the hands that win the match",
            "les donnes qui gagnent la partie",
            "le smazzate per vincere la partita",
        ),
        low=1,
        high=MOST_HANDS,
    )
    trump_swap: bool = option(
        False,
        Phrase(
            "who holds the seven of trumps may change it for a better card that lies face up",
            "qui a le sept d'atout peut l'échanger contre la retourne si elle vaut plus",
            "chi ha il sette di briscola può scambiarlo con la carta scoperta se questa vale di più",
        ),
    )

    @property
    def variant(self) -> Variant:
        return Variant(self.target, 1 if self.trump_swap else 0)
