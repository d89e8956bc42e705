"""What the terminal says at these tables, in English, French and Italian."""

from __future__ import annotations

from tavola.core.words import Phrase

# The table.
ON_TABLE = Phrase("On the table", "Sur la table", "In tavola")
TABLE_IS = Phrase("On the table: {cards}", "Sur la table : {cards}", "In tavola: {cards}")
TABLE_EMPTY = Phrase("The table is empty.", "La table est vide.", "Il tavolo è vuoto.")
YOUR_HAND = Phrase("Your hand", "Votre main", "Le tue carte")
HAND_IS = Phrase("Your hand: {cards}", "Votre main : {cards}", "Le tue carte: {cards}")
HOLDS = Phrase("{who}: {n} cards", "{who} : {n} cartes", "{who}: {n} carte")
HOLDS_ONE = Phrase("{who}: 1 card", "{who} : 1 carte", "{who}: 1 carta")
STOCK = Phrase("stock {n}", "talon {n}", "mazzo {n}")
BOTTOM = Phrase("under it {card}", "en dessous {card}", "in fondo {card}")
DEALS = Phrase("{who} deals", "{who} distribue", "{who} dà le carte")
HAND_NUMBER = Phrase("hand {n}", "donne {n}", "smazzata {n}")
TO_TARGET = Phrase("to {n}", "en {n}", "a {n}")
PLAYED_TO = Phrase("match to {n}", "partie en {n}", "partita a {n}")
TOTAL_OF = Phrase("{who}: {n} of {goal}", "{who} : {n} sur {goal}", "{who}: {n} su {goal}")

# The choices.
TAKES = Phrase("takes {cards}", "prend {cards}", "prende {cards}")
DROPS = Phrase("drop", "se pose", "si cala")
CARD_TAKES = Phrase("{card} takes {cards}", "{card} prend {cards}", "{card} prende {cards}")
CARD_DROPS = Phrase("{card} drop", "{card} se pose", "{card} si cala")
SEVERAL_WAYS = Phrase(
    "{card} can take in several ways: type a number, or the cards.",
    "{card} peut prendre de plusieurs façons : tapez un numéro, ou les cartes.",
    "{card} può prendere in più modi: scrivi un numero, o le carte.",
)

# The summary of a hand.
SUMMARY = Phrase("The points of hand {n}", "Les points de la donne {n}", "I punti della smazzata {n}")
THIS_HAND = Phrase("this hand", "cette donne", "questa smazzata")
MATCH = Phrase("match", "partie", "partita")
CALLED_OUT = Phrase("called out", "close sur annonce", "chiusa in anticipo")
LISTED = Phrase("{what}: {numbers}", "{what} : {numbers}", "{what}: {numbers}")
OF_CARDS = Phrase("{n} ({cards} of them)", "{n} ({cards} en tout)", "{n} ({cards} in tutto)")

# Hints.
HINT_CARD = Phrase(
    "7d  play that card; if it can take in several ways you choose among them",
    "7d  jouer cette carte ; si elle peut prendre de plusieurs façons, vous choisissez",
    "7d  gioca quella carta; se può prendere in più modi, scegli tu",
)
HINT_TAKE = Phrase(
    "7d 5c 2b  play the 7d and take the 5c and the 2b (or: 7d x 5c 2b)",
    "7d 5c 2b  jouer le 7d et prendre le 5c et le 2b (ou : 7d x 5c 2b)",
    "7d 5c 2b  gioca il 7d e prendi il 5c e il 2b (o: 7d x 5c 2b)",
)
HINT_NUMBER = Phrase(
    "1  the play with that number", "1  le coup qui porte ce numéro", "1  la giocata con quel numero"
)
HINT_CARDS = Phrase(
    "Ranks A 2 3 4 5 6 7 F (jack) C (knight) R (king); suits b (batons) c (cups) d (coins) s (swords).",
    "Rangs A 2 3 4 5 6 7 F (valet) C (cavalier) R (roi) ; couleurs b (bâtons) c (coupes) d (deniers) "
    "s (épées).",
    "Valori A 2 3 4 5 6 7 F(ante) C(avallo) R(e); semi b(astoni) c(oppe) d(enari) s(pade).",
)
HINT_CARDS_52 = Phrase(
    "Ranks A 2 to 10 F (jack) C (knight) R (king); suits b (batons) c (cups) d (coins) s (swords).",
    "Rangs A, 2 à 10, F (valet) C (cavalier) R (roi) ; couleurs b (bâtons) c (coupes) d (deniers) s (épées).",
    "Valori A, da 2 a 10, F(ante) C(avallo) R(e); semi b(astoni) c(oppe) d(enari) s(pade).",
)
