"""A table of Briscola in the terminal: the trump, the trick, one's hand; and how its cards are picked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from rich.text import Text

from tavola.kit import OVER, Event, Phrase, Seat, View
from tavola.kit.cards import SUIT_NAMES, Card, CardSet
from tavola.kit.drawing import (
    LOUD,
    QUIET,
    AnyView,
    CardPicking,
    Choice,
    Pen,
    Renderer,
    boxes,
    marked,
    ordered,
    said_plainly,
    speaker,
    texts,
    tile,
    tiles,
)
from tavola_briscola import events as e
from tavola_briscola.moves import Move, Play
from tavola_briscola.views import TableView

BriscolaView = View[TableView, Move]

TRUMP = Phrase("trumps {suit}", "atout {suit}", "briscola {suit}")
STOCK = Phrase("stock {n}", "talon {n}", "mazzo {n}")
STOCK_OVER = Phrase("stock {n} over {card}", "talon {n} sur {card}", "mazzo {n} sopra {card}")
HANDS = Phrase("hands {a} to {b}, of {n}", "donnes {a} à {b}, sur {n}", "smazzate {a} a {b}, su {n}")
POINTS = Phrase("points {a} to {b}", "points {a} à {b}", "punti {a} a {b}")
TRICK_IS = Phrase("In the trick: {cards}", "Dans le pli : {cards}", "In tavola: {cards}")
NO_TRICK = Phrase("Nobody has played yet.", "Personne n'a encore joué.", "Nessuno ha ancora giocato.")
YOUR_HAND = Phrase("Your hand", "Votre main", "Le tue carte")
HAND_IS = Phrase("Your hand: {cards}", "Votre main : {cards}", "Le tue carte: {cards}")
PLAYS = Phrase("play {card}", "jouer {card}", "gioca {card}")
SWAPS = Phrase("take {card} for the seven", "prendre {card} contre le sept", "prendi {card} con il sette")
HINT_CARD = Phrase("7d  play that card", "7d  jouer cette carte", "7d  gioca quella carta")
HINT_SWAP = Phrase(
    "swap  change the seven of trumps for the card under the stock",
    "swap  échanger le sept d'atout contre la carte sous le talon",
    "swap  scambia il sette di briscola con la carta sotto il mazzo",
)


class BriscolaTable(Renderer):
    redraws: ClassVar[bool] = True

    def pauses(self, events: Sequence[Event]) -> int:
        """After a hand; at the end of the match there is time enough."""
        if any(isinstance(event, e.MatchWon) for event in events):
            return 0
        return next((n for n, event in enumerate(events, 1) if isinstance(event, e.HandEnded)), 0)

    def summed(self, events: Sequence[Event]) -> list[Event]:
        return [event for event in events if isinstance(event, e.HandEnded)]

    # ---- where the match stands ----

    def table(self, pen: Pen, view: BriscolaView) -> list[Text]:
        facts = list(_facts(pen, view))
        if pen.plain:
            return [Text(fact) for fact in facts]
        return [Text("  " + fact, QUIET) for fact in facts]

    def hand(self, pen: Pen, view: BriscolaView) -> list[Text]:
        t = view.table
        lying = [(seat, card) for seat, card in _in_order(view) if card is not None]
        if pen.plain:
            said = ", ".join(f"{pen.names[seat]} {card}" for seat, card in lying)
            trick = pen.word(TRICK_IS, cards=said) if lying else pen.word(NO_TRICK)
            mine = [Text(pen.word(HAND_IS, cards=texts(t.hand)))] if t.hand else []
            return [*self.table(pen, view), Text(trick), *mine]
        rows = [marked(pen, seat, None) + Text(" ") + tile(card) for seat, card in lying]
        mine = [Text("  " + pen.word(YOUR_HAND), QUIET), *boxes(pen, t.hand)] if t.hand else []
        return [Text(), *self.table(pen, view), *rows, *mine]

    # ---- what happens ----

    def told(
        self, pen: Pen, before: BriscolaView, after: BriscolaView, events: Sequence[Event]
    ) -> list[Text]:
        del before
        return [line for event in events for line in _told(pen, after, event)]

    def logged(self, pen: Pen, event: Event) -> Text | None:
        match event:
            case e.Dealt(seat) | e.Drawn(seat) if seat not in pen.humans:
                return None  # how many cards the others hold goes without saying
        return super().logged(pen, event)

    # ---- what may be played ----

    def choices(self, pen: Pen, view: BriscolaView) -> list[Choice]:
        place = {card: n for n, card in enumerate(ordered(view.table.hand))}
        moves = sorted(view.moves, key=lambda move: place[move.card] if isinstance(move, Play) else 99)
        return [Choice(move, _label(pen, view, move)) for move in moves]

    def hints(self, pen: Pen, view: BriscolaView) -> list[str]:
        swaps = [HINT_SWAP] if view.options.trump_swap else []
        return [pen.word(hint) for hint in (HINT_CARD, *swaps)]


class Picking(CardPicking):
    """For the board with mouse and keys: the trick lies on the table, and nothing is taken from it."""

    empty = NO_TRICK

    def lying(self, view: AnyView) -> list[Card]:
        return [card for _, card in _in_order(view) if card is not None]

    def last(self, view: AnyView) -> tuple[Seat, Card, CardSet] | None:
        """The trick before: who took it, with which card, and the others."""
        trick = view.table.last_trick
        if trick is None:
            return None
        card = trick.played[trick.taker]
        return trick.taker, card, CardSet.of(*(each for each in trick.played if each not in (None, card)))

    def label(self, pen: Pen, move: Any) -> str:
        return pen.word(PLAYS, card=str(move.card)) if isinstance(move, Play) else str(move)


def _facts(pen: Pen, view: BriscolaView) -> Iterator[str]:
    t, goal = view.table, view.options.target
    a, b = t.totals
    yield pen.word(HANDS, a=a, b=b, n=goal)
    if view.actor == OVER or t.trump is None:
        return
    a, b = t.points
    yield pen.word(POINTS, a=a, b=b)
    stock = (
        STOCK.fill(n=t.undealt) if t.shown is None else STOCK_OVER.fill(n=t.undealt - 1, card=str(t.shown))
    )
    yield f"{pen.word(TRUMP, suit=SUIT_NAMES[t.trump])} · {pen.word(stock)}"


def _in_order(view: AnyView) -> list[tuple[Seat, Card | None]]:
    """The cards of the trick as they were played."""
    t = view.table
    seats = [(t.leader + n) % t.seats for n in range(t.seats)]
    return [(seat, t.played[seat]) for seat in seats]


def _told(pen: Pen, after: BriscolaView, event: Event) -> list[Text]:
    if pen.plain:
        return said_plainly(pen, event)
    match event:
        case e.Played(seat, card):
            return [speaker(pen, seat) + tile(card)]
        case e.Dealt(seat) | e.Drawn(seat) if seat != after.seat:
            return []
        case e.Dealt(seat, _, CardSet() as cards):
            return [speaker(pen, seat) + Text("+ ", QUIET) + tiles(cards)]
        case e.Drawn(seat, Card() as card):
            return [speaker(pen, seat) + Text("+ ", QUIET) + tile(card)]
        case e.HandBegan():
            return [Text(), Text(f"── {pen.say(event)} ──", LOUD)]
        case e.HandEnded() | e.MatchWon() | e.TrumpShown():
            return [Text(f"  {line.plain}", LOUD) for line in said_plainly(pen, event)]
    return [Text(f"  {line.plain}", QUIET) for line in said_plainly(pen, event)]


def _label(pen: Pen, view: BriscolaView, move: Move) -> str:
    if isinstance(move, Play):
        return str(move)
    return pen.word(SWAPS, card=str(view.table.shown))
