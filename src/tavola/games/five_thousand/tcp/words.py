"""What the scoreboards say, in three languages."""

from __future__ import annotations

from tavola.core.words import Phrase

HOW_TO_CONNECT = Phrase("How to connect", "Comment se connecter", "Come collegarsi")
WITH_NETCAT = Phrase("With netcat", "Avec netcat", "Con netcat")
WITH_PYTHON = Phrase("With Python", "Avec Python", "Con Python")
NAME = Phrase("Name", "Nom", "Nome")
SCORE = Phrase("Score", "Score", "Punteggio")
PLAYED = Phrase("Games played", "Parties jouées", "Partite giocate")
NOBODY_YET = Phrase(
    "Nobody has played here yet.", "Personne n’a encore joué ici.", "Qui non ha ancora giocato nessuno."
)
WHO_WAITS = Phrase("Waiting", "En attente", "In attesa")
WHO_PLAYS = Phrase("Playing", "En train de jouer", "Stanno giocando")
NOBODY = Phrase("nobody", "personne", "nessuno")
ALONE = Phrase(
    "You play alone, with {seconds} {seconds:second|seconds} for each decision.",
    "On joue seul, avec {seconds} {seconds:seconde|secondes} pour chaque décision.",
    "Si gioca da soli, con {seconds} {seconds:secondo|secondi} per ogni decisione.",
)
TOGETHER = Phrase(
    "{seats} play together, with {seconds} {seconds:second|seconds} for each decision.",
    "On joue à {seats}, avec {seconds} {seconds:seconde|secondes} pour chaque décision.",
    "Si gioca in {seats}, con {seconds} {seconds:secondo|secondi} per ogni decisione.",
)
ONE_AT_A_TIME = Phrase(
    "One table at a time: the others wait in order of arrival.",
    "Une table à la fois : les autres attendent dans l’ordre d’arrivée.",
    "Un tavolo alla volta: gli altri aspettano in ordine di arrivo.",
)
BY_SCHEDULE = Phrase(
    "One table at a time, by a schedule: all meet all, in every seat, with the same dice.",
    "Une table à la fois, selon un calendrier : tous contre tous, à chaque place, avec les mêmes dés.",
    "Un tavolo alla volta, secondo un calendario: tutti contro tutti, in ogni posto, con gli stessi dadi.",
)
COUNTING = Phrase(
    "A win counts +1. Whoever leaves or is too slow gets −1, and the game counts only for him.",
    "Une victoire compte +1. Qui part ou tarde trop reçoit −1, et la partie ne compte que pour lui.",
    "Una vittoria vale +1. Chi se ne va o è troppo lento prende −1, e la partita conta solo per lui.",
)
ENVIRONMENT = {
    "training": Phrase("Training", "Entraînement", "Allenamento"),
    "battle": Phrase("Battle", "Bataille", "Battaglia"),
    "tournament": Phrase("Tournament", "Tournoi", "Torneo"),
}
NEXT_DICE = Phrase(
    "The dice of the next table are committed to:",
    "Les dés de la prochaine table sont engagés par :",
    "I dadi del prossimo tavolo sono vincolati da:",
)
STANDINGS = (
    Phrase("Tier", "Niveau", "Fascia"),
    Phrase("Team", "Équipe", "Squadra"),
    Phrase("Points", "Points", "Punti"),
    Phrase("95 %", "95 %", "95 %"),
    Phrase("Games", "Parties", "Partite"),
    Phrase("Missed", "Manquées", "Mancate"),
)
ROUND = Phrase(
    "Round {round}, {games} {games:game|games} counted.",
    "Tour {round}, {games} {games:partie comptée|parties comptées}.",
    "Turno {round}, {games} {games:partita contata|partite contate}.",
)
TIERS = Phrase(
    "Who can’t be told from the best of a tier belongs to it. 50 % is the mean of all.",
    "Qui ne se distingue pas du meilleur d’un niveau en fait partie. 50 % est la moyenne de tous.",
    "Chi non si distingue dal migliore di una fascia ne fa parte. Il 50 % è la media di tutti.",
)
