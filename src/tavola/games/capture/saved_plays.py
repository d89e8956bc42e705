"""One play of a saved match held against the rules: what is wrong with it, and what can be made of it."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.core.contract import Seat
from tavola.core.words import Phrase
from tavola.games.capture import moves as m
from tavola.games.capture import saved_words as w
from tavola.games.capture.captures import is_legal
from tavola.games.capture.game import CaptureGame
from tavola.games.capture.saved import SavedAction
from tavola.games.capture.state import State
from tavola.games.capture.words import TAKES_NOTHING, listed
from tavola.pieces.cards import BadCard, Card
from tavola.pieces.cardset import CardSet


@dataclass(frozen=True, slots=True)
class CheckedPlay:
    """A play that can be carried out: its seat, and what is wrong with it, if anything."""

    seat: Seat
    move: m.Play
    problems: tuple[Phrase, ...]


class LeftOut(Exception):
    """A play that can't be carried out."""

    def __init__(self, why: Phrase) -> None:
        self.why = why


def meant(text: str) -> Card | None:
    """The card a text of the file means, `:_7d`; None if it means none."""
    try:
        return Card.parse(text.removeprefix(":").removeprefix("_"))
    except BadCard:
        return None


def check(rules: CaptureGame, s: State, names: tuple[str, ...], action: SavedAction) -> CheckedPlay:
    """A play of the file, to be made in this state."""
    cards = [_card(text) for text in action.cards]
    if not cards:
        raise LeftOut(w.NO_CARD)
    seat, problems = _who(s, names, action.who, cards[0])
    table, taken = CardSet(s.cards.table), CardSet.from_cards(cards[1:])
    there = m.Play(cards[0], taken & table)
    if not taken <= table:
        problems.append(w.NOT_ON_TABLE.fill(cards=listed(taken - table)))
    elif (why := _why_not(rules, s.cards.table, there)) is not None:
        problems.append(why)
    return CheckedPlay(seat, there, tuple(problems))


def _card(text: str) -> Card:
    card = meant(text)
    if card is None:
        raise LeftOut(w.NOT_A_CARD.fill(text=text[:20]))
    return card


def _who(s: State, names: tuple[str, ...], who: str, card: Card) -> tuple[Seat, list[Phrase]]:
    """Whose play it is: the named player's if the card is in that hand, else the player's who holds it."""
    turn = s.turn.seat
    holder = next((seat for seat in range(s.seats) if card in CardSet(s.cards.hands[seat])), None)
    if holder is None:
        raise LeftOut(w.NOT_IN_HAND.fill(card=str(card), who=who or names[turn], where=_where(s, card)))
    if who not in names:
        return holder, [w.NOT_A_PLAYER.fill(who=who or "?", turn=names[holder])]
    if names.index(who) != holder:
        return holder, [w.ANOTHERS_CARD.fill(card=str(card), who=who, holder=names[holder])]
    if holder != turn:
        return holder, [w.NOT_HIS_TURN.fill(who=who, turn=names[turn])]
    return holder, []


def _where(s: State, card: Card) -> Phrase:
    if card in CardSet(s.cards.table):
        return w.WHERE_TABLE
    if card in CardSet(s.cards.taken[0] | s.cards.taken[1]):
        return w.WHERE_TAKEN
    return w.WHERE_STOCK if card in CardSet(s.cards.undealt) else w.WHERE_NOWHERE


def _why_not(rules: CaptureGame, table: int, play: m.Play) -> Phrase | None:
    """Why a card may not be played like that on this table; None if it may."""
    if is_legal(rules.variant, table, int(play.card), play.taken.bits):
        return None
    ways = [listed(CardSet(way)) for way in m.captures(rules.variant, table, int(play.card))]
    if not ways:
        return TAKES_NOTHING.fill(card=str(play.card))
    legal = Phrase(*(joint.join(ways[:6]) for joint in w.OR))
    if not play.taken:
        return w.MUST_TAKE.fill(card=str(play.card), legal=legal)
    return w.CANT_TAKE.fill(card=str(play.card), cards=listed(play.taken), legal=legal)
