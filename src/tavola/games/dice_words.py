"""Reasons for refusing a move that all dice games share."""

from __future__ import annotations

from tavola.core.words import Phrase

ROLLING = Phrase(
    "the dice are about to fall, there is nothing to decide",
    "les dés vont tomber, il n'y a rien à décider",
    "i dadi stanno per cadere, non c'è nulla da decidere",
)
PLAYER_DECIDES = Phrase(
    "it is for the player to decide now, no dice are in hand",
    "c'est au joueur de décider, aucun dé n'est en main",
    "tocca al giocatore decidere, non ci sono dadi in mano",
)
CANT_ROLL = Phrase(
    "dice to roll now: {n}, each from 1 to 6",
    "dés à lancer maintenant : {n}, chacun de 1 à 6",
    "dadi da tirare ora: {n}, ciascuno da 1 a 6",
)
