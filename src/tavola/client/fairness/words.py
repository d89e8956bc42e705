"""What a client says about the dice, in three languages."""

from __future__ import annotations

from tavola.core.words import Phrase

VERIFIED = Phrase(
    "Verified: all {draws} throws and deals come from the seed that was committed to before you sat "
    "down, and from your salt.",
    "Vérifié : les {draws} lancers et donnes viennent tous de la graine engagée avant que vous ne vous "
    "asseyiez, et de votre sel.",
    "Verificato: tutti i {draws} tiri e le distribuzioni vengono dal seme impegnato prima che ti "
    "sedessi, e dal tuo sale.",
)
FITS = Phrase(
    "The seed fits the commitment in the record, and all {draws} throws and deals come from it; {but}.",
    "La graine correspond à l'engagement de la partie, et les {draws} lancers et donnes en viennent "
    "tous ; {but}.",
    "Il seme corrisponde all'impegno della partita, e tutti i {draws} tiri e le distribuzioni ne "
    "vengono; {but}.",
)
SEED_ONLY = Phrase(
    "The seed fits the commitment; {but}.",
    "La graine correspond à l'engagement ; {but}.",
    "Il seme corrisponde all'impegno; {but}.",
)
CHEATED = Phrase(
    "NOT FAIR: {why}.",
    "PAS HONNÊTE : {why}.",
    "NON ONESTO: {why}.",
)

# ---- what could not be checked ----

NOT_BEFORE = Phrase(
    "nobody here saw it before the game",
    "personne ici ne l'a vu avant la partie",
    "qui nessuno l'ha visto prima della partita",
)
NO_SALT = Phrase(
    "no salt of yours is in them",
    "aucun sel de vous n'y est",
    "non c'è dentro un sale tuo",
)
NOT_ALL_HEARD = Phrase(
    "the throws and deals were not made again, because not every move was told here",
    "les lancers et donnes n'ont pas été refaits, car tous les coups n'ont pas été annoncés ici",
    "i tiri e le distribuzioni non sono stati rifatti, perché qui non è stata detta ogni mossa",
)
OTHER_RULES = Phrase(
    "the throws and deals were not made again, because these are other rules than the server's",
    "les lancers et donnes n'ont pas été refaits, car les règles d'ici ne sont pas celles du serveur",
    "i tiri e le distribuzioni non sono stati rifatti, perché qui le regole non sono quelle del server",
)

# ---- what a cheat did ----

SWAPPED = Phrase(
    "the seed is not the one that was committed to before you sat down: it gives {told}, and you were "
    "shown {kept}",
    "la graine n'est pas celle engagée avant que vous ne vous asseyiez : elle donne {told}, on vous "
    "avait montré {kept}",
    "il seme non è quello impegnato prima che ti sedessi: dà {told}, e ti era stato mostrato {kept}",
)
OTHER_COMMITMENT = Phrase(
    "the server has changed its commitment: first it was {kept}, then {told}",
    "le serveur a changé d'engagement : c'était d'abord {kept}, puis {told}",
    "il server ha cambiato impegno: prima era {kept}, poi {told}",
)
YOUR_SALT = Phrase(
    "your salt is not the one you sent: you sent {kept}, the server says {told}",
    "votre sel n'est pas celui que vous avez envoyé : vous aviez envoyé {kept}, le serveur dit {told}",
    "il tuo sale non è quello che hai mandato: hai mandato {kept}, il server dice {told}",
)
SALT_DROPPED = Phrase(
    "the server has dropped your salt, {kept}",
    "le serveur a laissé tomber votre sel, {kept}",
    "il server ha lasciato cadere il tuo sale, {kept}",
)
SALT_OF = Phrase(
    "the salt of {who} is not the one of the beginning: it was {kept}, the server says {told}",
    "le sel de {who} n'est pas celui du début : c'était {kept}, le serveur dit {told}",
    "il sale di {who} non è quello dell'inizio: era {kept}, il server dice {told}",
)
NOT_REVEALED = Phrase(
    "the game is over, and the server does not reveal the seed",
    "la partie est finie, et le serveur ne révèle pas la graine",
    "la partita è finita, e il server non rivela il seme",
)
OTHER_DRAW = Phrase(
    "move {move} was “{told}”, but the seed gives “{due}”",
    "le coup {move} était « {told} », mais la graine donne « {due} »",
    "la mossa {move} era «{told}», ma il seme dà «{due}»",
)
HIDDEN_DRAW = Phrase(
    "the deal at move {move} was another one: the seed gives “{due}”, and you saw something else",
    "la donne au coup {move} était autre : la graine donne « {due} », et vous avez vu autre chose",
    "la distribuzione alla mossa {move} era un'altra: il seme dà «{due}», e tu hai visto altro",
)
IMPOSSIBLE = Phrase(
    "with the dice and cards of the seed, move {move} could not be made: {why}",
    "avec les dés et les cartes de la graine, le coup {move} ne pouvait pas être joué : {why}",
    "con i dadi e le carte del seme, la mossa {move} non si poteva fare: {why}",
)
TOLD_TWICE = Phrase(
    "move {move} was told twice, and not alike: {kept}, then {told}",
    "le coup {move} a été annoncé deux fois, et autrement : {kept}, puis {told}",
    "la mossa {move} è stata detta due volte, e diversa: {kept}, poi {told}",
)
OTHER_RECORD = Phrase(
    "the record is not of the game you played: at move {move} you heard “{kept}”, the record says “{told}”",
    "ce n'est pas la partie que vous avez jouée : au coup {move} vous aviez entendu « {kept} », ici il "
    "y a « {told} »",
    "non è la partita che hai giocato: alla mossa {move} hai sentito «{kept}», qui c'è «{told}»",
)
OTHER_LENGTH = Phrase(
    "the record is not of the game you played: that had {kept} moves, the record has {told}",
    "ce n'est pas la partie que vous avez jouée : elle avait {kept} coups, ici il y en a {told}",
    "non è la partita che hai giocato: quella aveva {kept} mosse, qui ce ne sono {told}",
)
NONE = Phrase("none", "aucun", "nessuno")
