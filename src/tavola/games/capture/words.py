"""What is said at a table of a capture game, in English, French and Italian."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tavola.core.contract import Event, Seat
from tavola.core.words import Phrase, same
from tavola.games.capture import events as e
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet

# The points, by the names they have in events and saved hands.
POINTS: Mapping[str, Phrase] = {
    "carte": Phrase("cards", "cartes", "carte"),
    "spade": Phrase("swords", "épées", "spade"),
    "denari": Phrase("coins", "deniers", "denari"),
    "setbel": Phrase("seven of coins", "sept de deniers", "settebello"),
    "duespade": Phrase("two of swords", "deux d'épées", "due di spade"),
    "fantespade": Phrase("jack of swords", "valet d'épées", "fante di spade"),
    "onori": Phrase("honours", "honneurs", "onori"),  # in saved matches only: the three above together
    "primiera": Phrase("primiera", "primiera", "primiera"),
    "napola": Phrase("napola", "napola", "napola"),
    "extra_onori": Phrase(
        "all six points, doubled", "les six points, doublés", "tutti e sei i punti, raddoppiati"
    ),
    "tombolon": Phrase("tombolon", "tombolon", "tombolon"),
    "scopa": Phrase("scopa", "scopa", "scopa"),
    "scopa_colore": Phrase("scopa in colour", "scopa à la couleur", "scopa di colore"),
    "spazzino": Phrase("spazzino", "spazzino", "spazzino"),
    "picula": Phrase("picula", "picula", "picula"),
    "bager": Phrase("bager", "bager", "bager"),
}
TEN_OF_COINS = Phrase("ten of coins", "dix de deniers", "dieci di denari")

TARGET_REACHED = Phrase(
    "{n} {n:point|points} reached",
    "{n} {n:point atteint|points atteints}",
    "{n} {n:punto raggiunto|punti raggiunti}",
)
CALLED_OUT = Phrase(
    "{n} {n:point|points} reached, called out",
    "{n} {n:point atteint et annoncé|points atteints et annoncés}",
    "{n} {n:punto raggiunto e dichiarato|punti raggiunti e dichiarati}",
)
TOMBOLON = Phrase("tombolon", "tombolon", "tombolon")

# Why a move is refused.
OVER = Phrase("the match is over", "la partie est finie", "la partita è finita")
NOT_A_PLAY = Phrase(
    "it is {who}'s turn to play a card, nothing is dealt now",
    "c'est à {who} de jouer une carte, on ne distribue rien maintenant",
    "tocca a {who} giocare una carta, ora non si distribuisce",
)
BEING_DEALT = Phrase(
    "the cards are being dealt, nobody plays now",
    "on distribue les cartes, personne ne joue maintenant",
    "si stanno distribuendo le carte, ora nessuno gioca",
)
NOT_DUE = Phrase(
    "that can't be dealt now; due: {due}",
    "cela ne peut pas être distribué maintenant : on attend {due}",
    "ora non si può distribuire così: in attesa di {due}",
)
NOT_IN_HAND = Phrase("{card} is not in your hand", "vous n'avez pas {card} en main", "non hai {card} in mano")
NOT_ON_TABLE = Phrase("not on the table: {cards}", "pas sur la table : {cards}", "non in tavola: {cards}")
MUST_TAKE = Phrase(
    "{card} can take, so it must",
    "{card} peut prendre, et doit donc prendre",
    "{card} può prendere, quindi deve prendere",
)
CANT_TAKE = Phrase(
    "{card} can't take {cards}", "{card} ne peut pas prendre {cards}", "{card} non può prendere {cards}"
)
TAKES_NOTHING = Phrase(
    "{card} takes nothing here, it can only be dropped",
    "{card} ne prend rien ici, on ne peut que la poser",
    "{card} qui non prende nulla, si può solo calare",
)

DUE_DEALER = Phrase("the draw of a dealer", "le tirage du donneur", "il sorteggio del mazziere")
DUE_TABLE = Phrase("four cards for the table", "quatre cartes pour la table", "quattro carte per la tavola")
DUE_PACKET = Phrase(
    "{n} undealt cards for seat {seat}",
    "{n} cartes du talon pour la place {seat}",
    "{n} carte dal mazzo per il posto {seat}",
)
DUE_BOTTOM = Phrase(
    "the bottom card of the stock", "la carte de dessous du talon", "l'ultima carta del mazzo"
)

Names = Sequence[str]
_AND = Phrase(" and ", " et ", " e ")


def points_name(what: str, padova: bool = False) -> Phrase:
    """What the points are called; a name nobody translated stays as it is."""
    if padova and what == "setbel":
        return TEN_OF_COINS
    return POINTS.get(what, same(what))


def listed(cards: CardSet) -> str:
    return " ".join(str(card) for card in sorted(cards, key=lambda card: (-Card(card).rank, card)))


def say(event: Event, names: Names, padova: bool) -> Phrase | None:
    """An event in words; None if it goes without saying."""
    match event:
        case e.Played():
            return _say_played(event, names)
        case e.Scored():
            return _say_scored(event, names, padova)
        case e.Dealt() | e.TableDealt() | e.Redealt() | e.BottomShown() | e.DealerDrawn() | e.HandBegan():
            return _say_dealing(event, names)
        case _:
            return _say_ending(event, names)


def _say_played(event: e.Played, names: Names) -> Phrase:
    who, card = names[event.seat], str(event.card)
    if not event.taken:
        return Phrase("{who} drops {card}", "{who} pose {card}", "{who} cala {card}").fill(who=who, card=card)
    return Phrase(
        "{who} plays {card} and takes {cards}",
        "{who} joue {card} et prend {cards}",
        "{who} gioca {card} e prende {cards}",
    ).fill(who=who, card=card, cards=listed(event.taken))


def _say_scored(event: e.Scored, names: Names, padova: bool) -> Phrase:
    seats = (event.seat,) if event.partner is None else (event.seat, event.partner)
    return Phrase("{who}: {what}, {n}", "{who} : {what}, {n}", "{who}: {what}, {n}").fill(
        who=_together(seats, names), what=points_name(event.what, padova), n=event.points
    )


def _say_dealing(event: Event, names: Names) -> Phrase | None:
    match event:
        case e.DealerDrawn(seat):
            return Phrase(
                "{who} deals first", "{who} distribue en premier", "{who} è il primo mazziere"
            ).fill(who=names[seat])
        case e.HandBegan(hand, dealer, first):
            return Phrase(
                "Hand {n}: {dealer} deals, {first} plays first",
                "Donne {n} : {dealer} distribue, {first} joue en premier",
                "Smazzata {n}: {dealer} dà le carte, {first} è di mano",
            ).fill(n=hand, dealer=names[dealer], first=names[first])
        case e.TableDealt(cards):
            return Phrase("On the table: {cards}", "Sur la table : {cards}", "In tavola: {cards}").fill(
                cards=listed(cards)
            )
        case e.Redealt():
            return Phrase(
                "Three equal high cards on the table: dealt again",
                "Trois cartes hautes égales sur la table : nouvelle donne",
                "Tre carte alte uguali in tavola: si ridanno le carte",
            )
        case e.Dealt(seat, number, None):
            return Phrase("{who} gets {n} cards", "{who} reçoit {n} cartes", "{who} riceve {n} carte").fill(
                who=names[seat], n=number
            )
        case e.Dealt(seat, _, CardSet() as cards):
            return Phrase("{who} gets {cards}", "{who} reçoit {cards}", "{who} riceve {cards}").fill(
                who=names[seat], cards=listed(cards)
            )
        case e.BottomShown(card, dealer):
            return Phrase(
                "Under the stock lies {card}; it will be {who}'s",
                "Sous le talon : {card}, qui ira à {who}",
                "In fondo al mazzo c'è {card}; andrà a {who}",
            ).fill(card=str(card), who=names[dealer])
        case _:
            return None


def _say_ending(event: Event, names: Names) -> Phrase | None:
    match event:
        case e.LeftoversTaken(seat, cards):
            return Phrase(
                "{who}, who took last, gets what is left: {cards}",
                "{who}, qui a pris en dernier, reçoit le reste : {cards}",
                "{who}, che ha fatto l'ultima presa, riceve il resto: {cards}",
            ).fill(who=names[seat], cards=listed(cards))
        case e.HandEnded(_, _, _, (left, right)):
            return Phrase(
                "The hand is over: {a} to {b}",
                "La donne est finie : {a} à {b}",
                "La smazzata è finita: {a} a {b}",
            ).fill(a=left, b=right)
        case e.CalledOut(seat, total):
            return Phrase(
                "{who} calls out with {n}", "{who} annonce {n} et gagne", "{who} si chiama fuori con {n}"
            ).fill(who=names[seat], n=total)
        case e.MatchWon(seats, (left, right)):
            one = Phrase(
                "{who} wins the match, {a} to {b}",
                "{who} gagne la partie, {a} à {b}",
                "{who} vince la partita, {a} a {b}",
            )
            two = Phrase(
                "{who} win the match, {a} to {b}",
                "{who} gagnent la partie, {a} à {b}",
                "{who} vincono la partita, {a} a {b}",
            )
            said = one if len(seats) == 1 else two
            return said.fill(who=_together(seats, names), a=left, b=right)
        case _:
            return None


def _together(seats: Sequence[Seat], names: Names) -> Phrase:
    return Phrase(*(joint.join(names[seat] for seat in seats) for joint in _AND))
