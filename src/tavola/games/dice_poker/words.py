"""What is said at a table of Dice Poker, in English, French and Italian."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.core.contract import Event
from tavola.core.words import Phrase
from tavola.games.dice_poker import events as e
from tavola.pieces.dice import dashed

SUMMARY = Phrase(
    "Five dice, one re-roll, patterns as in poker: the first to a thousand, in equal rounds.",
    "Cinq dés, une relance, les figures du poker : le premier à mille, à nombre de tours égal.",
    "Cinque dadi, un rilancio, combinazioni da poker: il primo a mille, a parità di turni.",
)
HIGHEST_TOTAL = Phrase("the highest total", "le total le plus élevé", "il totale più alto")

PATTERNS = {
    "mega": Phrase("Méga", "Méga", "Mega"),
    "great_straight": Phrase("Great straight", "Grande suite", "Scala grande"),
    "little_straight": Phrase("Little straight", "Petite suite", "Scala piccola"),
    "quads": Phrase("Quads", "Carré", "Poker"),
    "full": Phrase("Full", "Full", "Full"),
    "trips": Phrase("Trips", "Brelan", "Tris"),
    "two_pair": Phrase("Two pair", "Double paire", "Doppia coppia"),
    "pair": Phrase("Pair", "Paire", "Coppia"),
    "nothing": Phrase("Nothing", "Rien", "Niente"),
}

# Why a move is refused.
NOT_THERE = Phrase(
    "you can't re-roll {dice}: the dice on the table are {table}",
    "vous ne pouvez pas relancer {dice} : les dés sur la table sont {table}",
    "non puoi rilanciare {dice}: i dadi sul tavolo sono {table}",
)
TOO_MANY = Phrase(
    "re-roll one to three dice, not more",
    "relancez de un à trois dés, pas plus",
    "rilancia da uno a tre dadi, non di più",
)


def say(event: Event, names: Sequence[str]) -> Phrase | None:
    """An event in words; None if it goes without saying."""
    match event:
        case e.Rolled(seat, _, dice, pattern):
            said = Phrase(
                "{who} rolls {dice}: {what}", "{who} lance {dice} : {what}", "{who} tira {dice}: {what}"
            )
            return said.fill(who=names[seat], dice=dashed(dice), what=PATTERNS[pattern])
        case e.Scored(seat, pattern, points, total):
            said = Phrase(
                "{who} scores {n} for {what} and has {total}",
                "{who} marque {n} ({what}) et a {total}",
                "{who} segna {n} ({what}) e ha {total}",
            )
            return said.fill(who=names[seat], n=points, what=PATTERNS[pattern], total=total)
        case e.Won(seats, total):
            who = " & ".join(names[seat] for seat in seats)
            one = Phrase("{who} wins with {n}", "{who} gagne avec {n}", "{who} vince con {n}")
            more = Phrase(
                "{who} share the win with {n}",
                "{who} se partagent la victoire avec {n}",
                "{who} si dividono la vittoria con {n}",
            )
            return (one if len(seats) == 1 else more).fill(who=who, n=total)
        case _:
            return None
