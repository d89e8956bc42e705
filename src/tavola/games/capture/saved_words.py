"""What is said of a saved match that does not keep the rules, in English, French and Italian."""

from __future__ import annotations

from tavola.core.words import Phrase

AT_PLAY = Phrase(
    "hand {hand}, play {n}, {who} {move}: {why}",
    "donne {hand}, coup {n}, {who} {move} : {why}",
    "smazzata {hand}, giocata {n}, {who} {move}: {why}",
)
IN_HAND = Phrase("hand {hand}: {why}", "donne {hand} : {why}", "smazzata {hand}: {why}")

# Plays that break the rules.
NOT_HIS_TURN = Phrase(
    "it is not {who}'s turn but {turn}'s",
    "ce n'est pas à {who} de jouer, mais à {turn}",
    "non tocca a {who} ma a {turn}",
)
NOT_A_PLAYER = Phrase(
    "nobody called {who} plays; taken as {turn}'s play",
    "personne ne s'appelle {who} ici ; compté comme un coup de {turn}",
    "nessuno qui si chiama {who}; contata come giocata di {turn}",
)
ANOTHERS_CARD = Phrase(
    "{card} is not in {who}'s hand but in {holder}'s; taken as {holder}'s play",
    "{card} n'est pas dans la main de {who} mais dans celle de {holder} ; compté comme un coup de {holder}",
    "{card} non è in mano a {who} ma a {holder}; contata come giocata di {holder}",
)
NOT_IN_HAND = Phrase(
    "{card} is not in {who}'s hand ({where}); the play is left out",
    "{card} n'est pas dans la main de {who} ({where}) ; le coup est ignoré",
    "{card} non è in mano a {who} ({where}); la giocata è ignorata",
)
WHERE_TABLE = Phrase("it lies on the table", "elle est sur la table", "è in tavola")
WHERE_TAKEN = Phrase("it has been taken already", "elle a déjà été prise", "è già stata presa")
WHERE_STOCK = Phrase("it is still in the stock", "elle est encore dans le talon", "è ancora nel mazzo")
WHERE_NOWHERE = Phrase("it is not in this deck", "elle n'est pas dans ce paquet", "non è in questo mazzo")
NOT_ON_TABLE = Phrase(
    "{cards} can't be taken: not on the table",
    "impossible de prendre {cards} : pas sur la table",
    "impossibile prendere {cards}: non in tavola",
)
MUST_TAKE = Phrase(
    "{card} can take, so it must: {legal}",
    "{card} peut prendre, et doit donc prendre : {legal}",
    "{card} può prendere, quindi deve prendere: {legal}",
)
CANT_TAKE = Phrase(
    "{card} can't take {cards}, only {legal}",
    "{card} ne peut pas prendre {cards}, mais seulement {legal}",
    "{card} non può prendere {cards}, ma solo {legal}",
)
OR = Phrase(" or ", " ou ", " o ")
NOT_A_CARD = Phrase(
    "{text} is not a card; the play is left out",
    "{text} n'est pas une carte ; le coup est ignoré",
    "{text} non è una carta; la giocata è ignorata",
)
NO_CARD = Phrase(
    "no card is named; the play is left out",
    "aucune carte n'est indiquée ; le coup est ignoré",
    "nessuna carta è indicata; la giocata è ignorata",
)
AFTER_THE_END = Phrase(
    "it comes after the end of the hand; plays after it: {n}",
    "ce coup vient après la fin de la donne ; autres coups après lui : {n}",
    "viene dopo la fine della smazzata; altre giocate dopo questa: {n}",
)

# Hands that break the rules.
LOST = Phrase(
    "two plays running can't be carried out: the hand is not followed any further",
    "deux coups de suite sont impossibles : à partir de là, la donne n'est plus suivie",
    "due giocate di fila sono impossibili: da qui in poi la smazzata non si segue più",
)
TOO_FEW = Phrase(
    "it stops after {n} {n:play|plays} of {all}: the deck is not counted",
    "elle s'arrête après {n} {n:coup|coups} sur {all} : les points du paquet ne sont pas comptés",
    "si ferma dopo {n} {n:giocata|giocate} su {all}: i punti di mazzo non si contano",
)
NO_DECK = Phrase(
    "the deck should name each of {n} cards once; {wrong}: the hand can't be dealt",
    "le paquet devrait contenir une fois chacune des {n} cartes ; {wrong} : on ne peut pas distribuer",
    "il mazzo dovrebbe contenere una volta ognuna delle {n} carte; {wrong}: non si possono dare le carte",
)
WRONG_CARDS = Phrase(
    "missing or wrong: {cards}", "manquantes ou fausses : {cards}", "mancanti o sbagliate: {cards}"
)
NO_SEAT = Phrase(
    "there is no player number {n} to play first; number 0 does",
    "il n'y a pas de joueur numéro {n} pour commencer ; c'est le numéro 0 qui commence",
    "non c'è un giocatore numero {n} per cominciare; comincia il numero 0",
)
UNKNOWN_ACTION = Phrase(
    "{who} does “{kind}”, which this game does not know; left out",
    "{who} fait « {kind} », que ce jeu ne connaît pas ; ignoré",
    "{who} fa «{kind}», che questo gioco non conosce; ignorato",
)
STRANGER_RESIGNS = Phrase(
    "{who} resigns, but nobody called that plays; left out",
    "{who} abandonne, mais personne ici ne s'appelle ainsi ; ignoré",
    "{who} abbandona, ma qui nessuno si chiama così; ignorato",
)
REDEAL_MISSED = Phrase(
    "with {cards} on the table the cards should have been dealt again",
    "avec {cards} sur la table, il fallait redistribuer",
    "con {cards} in tavola si dovevano ridare le carte",
)
MATCH_WAS_OVER = Phrase(
    "the match was over before it: {a} to {b}",
    "la partie était déjà finie : {a} à {b}",
    "la partita era già finita: {a} a {b}",
)
MATCH_WAS_RESIGNED = Phrase(
    "the match was over before it: {who} had resigned",
    "la partie était déjà finie : {who} avait abandonné",
    "la partita era già finita: {who} aveva abbandonato",
)

# What is worth knowing, though nobody broke a rule.
DEALT_AGAIN = Phrase(
    "three equal high cards on the table: dealt again",
    "trois cartes hautes égales sur la table : nouvelle donne",
    "tre carte alte uguali in tavola: si ridanno le carte",
)
OTHER_FIRST = Phrase(
    "{who} plays first in the file; by turns it would be {due}",
    "{who} joue en premier dans le fichier ; ce devrait être {due}",
    "nel file comincia {who}; toccherebbe a {due}",
)
OTHER_COUNT = Phrase(
    "the file counts {theirs} for {who}, these rules {ours}",
    "le fichier compte {theirs} pour {who}, ces règles {ours}",
    "il file conta {theirs} per {who}, queste regole {ours}",
)
OTHER_LINE = Phrase(
    "{what}: the file counts {theirs} for {who}, these rules {ours}",
    "{what} : le fichier compte {theirs} pour {who}, ces règles {ours}",
    "{what}: il file conta {theirs} per {who}, queste regole {ours}",
)
OTHER_TOTAL = Phrase(
    "in the file the match ends with {theirs} for {who}, by these rules with {ours}",
    "dans le fichier la partie finit à {theirs} pour {who}, selon ces règles à {ours}",
    "nel file la partita finisce con {theirs} per {who}, con queste regole con {ours}",
)

# What is no match of these games.
OTHER_GAME = Phrase(
    "this is a match of {game}, which is not one of the games here; "
    "of the original client's, Spazzino, Scopetta and Tombolon are",
    "c'est une partie de {game}, qui n'est pas un des jeux d'ici ; "
    "parmi ceux du client d'origine, ce sont Spazzino, Scopetta et Tombolon",
    "è una partita di {game}, che non è uno dei giochi di qui; "
    "di quelli del client originale lo sono Spazzino, Scopetta e Tombolon",
)
