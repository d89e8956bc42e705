"""What is said at a table of Briscola, in English, French and Italian."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.kit import Event, Phrase, Seat
from tavola.kit.cards import SUIT_NAMES, Card, CardSet
from tavola_briscola import events as e

SUMMARY = Phrase(
    "Take the tricks that hold the points; a trump takes them all.",
    "Prenez les plis qui portent les points ; l'atout les prend tous.",
    "Fai le prese che valgono punti; la briscola le prende tutte.",
)
HANDS_WON = Phrase("hands won", "donnes gagnées", "smazzate vinte")
TARGET_REACHED = Phrase("{n} hands won", "{n} donnes gagnées", "{n} smazzate vinte")
ONE_WON = Phrase("the hand won", "la donne gagnée", "la smazzata vinta")
RESIGNATION = Phrase("resignation", "abandon", "abbandono")

# Why a move is refused.
OVER = Phrase("the match is over", "la partie est finie", "la partita è finita")
NOT_A_PLAY = Phrase(
    "it is {who}'s turn to play a card, nothing is dealt now",
    "c'est à {who} de jouer une carte, on ne distribue rien maintenant",
    "tocca a {who} giocare una carta, ora non si distribuisce",
)
SEAT = Phrase("seat {n}", "la place {n}", "posto {n}")
BEING_DEALT = Phrase(
    "cards are being dealt, nobody plays now",
    "on distribue les cartes, personne ne joue maintenant",
    "si stanno distribuendo le carte, ora nessuno gioca",
)
NOT_DUE = Phrase(
    "that can't be dealt now; due: {due}",
    "cela ne peut pas être distribué maintenant : on attend {due}",
    "ora non si può distribuire così: in attesa di {due}",
)
NOT_IN_HAND = Phrase("{card} is not in your hand", "vous n'avez pas {card} en main", "non hai {card} in mano")
NO_SWAPS = Phrase(
    "nothing is swapped at this table", "on n'échange rien à cette table", "a questo tavolo non si scambia"
)
NO_SEVEN = Phrase(
    "only who holds the seven of trumps may swap",
    "seul celui qui a le sept d'atout peut échanger",
    "può scambiare solo chi ha il sette di briscola",
)
STOCK_IS_OUT = Phrase("the stock is out", "le talon est épuisé", "il mazzo è finito")
NOT_WORTH_MORE = Phrase(
    "{card} is worth no more than the seven",
    "{card} ne vaut pas plus que le sept",
    "{card} non vale più del sette",
)

DUE_DEALER = Phrase("the draw of a dealer", "le tirage du donneur", "il sorteggio del mazziere")
DUE_DEAL = Phrase(
    "{n} undealt cards for seat {seat}",
    "{n} cartes du talon pour la place {seat}",
    "{n} carte dal mazzo per il posto {seat}",
)
DUE_TRUMP = Phrase("the card that names the trump", "la retourne", "la carta di briscola")
DUE_DRAW = Phrase(
    "a card from the stock for seat {seat}",
    "une carte du talon pour la place {seat}",
    "una carta dal mazzo per il posto {seat}",
)

Names = Sequence[str]
_AND = Phrase(" and ", " et ", " e ")

# What people call the fields of the table and the words of a move, on a page that has no board for it.
NAMED = {
    "hand_sizes": Phrase("cards held", "cartes en main", "carte in mano"),
    "played": Phrase("played", "jouée", "giocata"),
    "shown": Phrase("trump", "atout", "briscola"),
    "undealt": Phrase("stock", "talon", "mazzo"),
    "taken": Phrase("taken", "prises", "prese"),
    "points": Phrase("points of this hand", "points de la donne", "punti della smazzata"),
    "dealer": Phrase("deals", "donne", "mazziere"),
    "leader": Phrase("leads", "entame", "di mano"),
    "totals": Phrase("hands won", "donnes gagnées", "smazzate vinte"),
    "swap": Phrase("change the seven of trumps", "échanger le sept d'atout", "scambia il sette di briscola"),
}


def listed(cards: CardSet) -> str:
    return " ".join(map(str, cards))


def together(seats: Sequence[Seat], names: Names) -> Phrase:
    return Phrase(*(joint.join(names[seat] for seat in seats) for joint in _AND))


def say(event: Event, names: Names) -> Phrase | None:
    """An event in words; None if it goes without saying."""
    match event:
        case e.DealerDrawn() | e.HandBegan() | e.Dealt() | e.TrumpShown() | e.Drawn():
            return _say_dealing(event, names)
        case e.Played(seat, card):
            return Phrase("{who} plays {card}", "{who} joue {card}", "{who} gioca {card}").fill(
                who=names[seat], card=str(card)
            )
        case e.Swapped(seat, card, seven):
            return Phrase(
                "{who} changes {seven} for {card}",
                "{who} échange {seven} contre {card}",
                "{who} scambia {seven} con {card}",
            ).fill(who=names[seat], seven=str(seven), card=str(card))
        case e.TrickTaken(seat, _, points):
            return _say_taken(points).fill(who=names[seat], n=points)
        case _:
            return _say_ending(event, names)


def _say_taken(points: int) -> Phrase:
    if not points:
        return Phrase(
            "{who} takes the trick, which counts nothing",
            "{who} fait le pli, qui ne compte rien",
            "{who} prende, senza punti",
        )
    return Phrase(  # no single card counts 1, so there are always several points
        "{who} takes the trick, {n} points", "{who} fait le pli, {n} points", "{who} prende, {n} punti"
    )


def _say_dealing(event: Event, names: Names) -> Phrase | None:
    match event:
        case e.DealerDrawn(seat):
            return Phrase(
                "{who} deals first", "{who} distribue en premier", "{who} è il primo mazziere"
            ).fill(who=names[seat])
        case e.HandBegan(hand, dealer, first):
            return Phrase(
                "Hand {n}: {dealer} deals, {first} leads",
                "Donne {n} : {dealer} distribue, {first} entame",
                "Smazzata {n}: {dealer} dà le carte, {first} è di mano",
            ).fill(n=hand, dealer=names[dealer], first=names[first])
        case e.Dealt(seat, number, None):
            return Phrase("{who} gets {n} cards", "{who} reçoit {n} cartes", "{who} riceve {n} carte").fill(
                who=names[seat], n=number
            )
        case e.Dealt(seat, _, CardSet() as cards):
            return Phrase("{who} gets {cards}", "{who} reçoit {cards}", "{who} riceve {cards}").fill(
                who=names[seat], cards=listed(cards)
            )
        case e.TrumpShown(card):
            return Phrase(
                "{card} is turned up: {suit} are trumps",
                "On retourne {card} : atout {suit}",
                "Si scopre {card}: briscola {suit}",
            ).fill(card=str(card), suit=SUIT_NAMES[card.suit])
        case e.Drawn(seat, None):
            return Phrase("{who} draws a card", "{who} pioche une carte", "{who} pesca una carta").fill(
                who=names[seat]
            )
        case e.Drawn(seat, Card() as card):
            return Phrase("{who} draws {card}", "{who} pioche {card}", "{who} pesca {card}").fill(
                who=names[seat], card=str(card)
            )
        case _:
            return None


def _say_ending(event: Event, names: Names) -> Phrase | None:
    match event:
        case e.HandEnded(_, (left, right), ()):
            return Phrase(
                "The hand is drawn, {a} to {b}",
                "La donne est nulle, {a} à {b}",
                "La smazzata è pari, {a} a {b}",
            ).fill(a=left, b=right)
        case e.HandEnded(_, (left, right), winners):
            won = _for(
                winners,
                Phrase(
                    "{who} wins the hand, {a} to {b}",
                    "{who} gagne la donne, {a} à {b}",
                    "{who} vince la smazzata, {a} a {b}",
                ),
                Phrase(
                    "{who} win the hand, {a} to {b}",
                    "{who} gagnent la donne, {a} à {b}",
                    "{who} vincono la smazzata, {a} a {b}",
                ),
            )
            best, other = max(left, right), min(left, right)
            return won.fill(who=together(winners, names), a=best, b=other)
        case e.MatchWon(seats, (left, right)):
            won = _for(
                seats,
                Phrase(
                    "{who} wins the match, {a} to {b}",
                    "{who} gagne la partie, {a} à {b}",
                    "{who} vince la partita, {a} a {b}",
                ),
                Phrase(
                    "{who} win the match, {a} to {b}",
                    "{who} gagnent la partie, {a} à {b}",
                    "{who} vincono la partita, {a} a {b}",
                ),
            )
            return won.fill(who=together(seats, names), a=max(left, right), b=min(left, right))
        case _:
            return None


def _for(seats: Sequence[Seat], one: Phrase, two: Phrase) -> Phrase:
    return one if len(seats) == 1 else two
