"""How the cards of a capture game are picked."""

from __future__ import annotations

from typing import Any

from tavola.core.contract import Seat
from tavola.games.capture.terminal import words as w
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet
from tavola.terminal.app.source import AnyView
from tavola.terminal.app.ways import CardPicking
from tavola.terminal.drawings.faces import texts
from tavola.terminal.drawings.pen import Pen


class Picking(CardPicking):
    empty = w.TABLE_EMPTY

    def last(self, view: AnyView) -> tuple[Seat, Card, CardSet] | None:
        if view.table.last_play is None:
            return None
        seat, play = view.table.last_play
        return seat, play.card, play.taken

    def label(self, pen: Pen, move: Any) -> str:
        if move.taken:
            return pen.word(w.CARD_TAKES, card=str(move.card), cards=texts(move.taken))
        return pen.word(w.CARD_DROPS, card=str(move.card))
