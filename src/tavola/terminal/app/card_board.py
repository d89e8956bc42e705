"""A table with cards on it, and a hand."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from tavola.games import parts_of
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet
from tavola.terminal.app import words as w
from tavola.terminal.app.board import Board
from tavola.terminal.app.row import FAINT, LIT, PICKED, PLAIN, Row, RowItem
from tavola.terminal.app.source import AnyRules
from tavola.terminal.app.ways import ENTER, Action, CardPicking
from tavola.terminal.drawings.faces import box, ordered, tile, tiles
from tavola.terminal.drawings.pen import Pen

FREE_KEYS = "xyzuvw"  # for moves that play no card
NEXT_WAY = ("space", "down")
LAST_WAY = "up"


class CardBoard(Board):
    """A card of the hand is picked, then what it takes where there is a choice."""

    def __init__(self, rules: AnyRules, pen: Pen) -> None:
        super().__init__(rules, pen)
        self.picking: CardPicking = (parts_of(rules.info.name).part("picking") or CardPicking)()
        self.card: Card | None = None
        self.taken = CardSet()  # cards picked on the table so far
        self.on_table = Row(id="on-table")
        self.hand = Row(id="hand")
        self.play = Static(id="last-play")

    def compose(self) -> ComposeResult:
        yield self.play
        yield self.on_table
        yield self.hand

    def forget(self) -> None:
        self.card, self.taken = None, CardSet()

    # ---- drawing ----

    @property
    def held(self) -> list[Card]:
        """The cards in the hand of the person who looks, in the order they are shown."""
        return [] if self.view is None else ordered(self.picking.held(self.view))

    @property
    def lying(self) -> list[Card]:
        """The cards on the table, in the order they are shown."""
        return [] if self.view is None else ordered(self.picking.lying(self.view))

    def draw(self) -> None:
        empty = "" if self.view is None or self.picking.empty is None else self.pen.word(self.picking.empty)
        self.on_table.show([self._on_table(card) for card in self.lying], empty)
        self.hand.show([self._in_hand(number, card) for number, card in enumerate(self.held, 1)])
        self.play.update(self._last_play())
        super().draw()

    def _drawn(self, card: Card) -> tuple[Text, ...]:
        return tuple(box(card, sign=not self.small))

    def _on_table(self, card: Card) -> RowItem:
        if self.card is None or self.asked is None:
            return RowItem(self._drawn(card))
        if card in self.taken:
            return RowItem(self._drawn(card), look=PICKED)
        can = any(card in way for way in self._still())
        return RowItem(self._drawn(card), look=LIT if can else FAINT)

    def _in_hand(self, number: int, card: Card) -> RowItem:
        look = PICKED if card == self.card else PLAIN
        return RowItem(self._drawn(card), str(number) if self.asked is not None else "", look)

    def _last_play(self) -> Text:
        last = None if self.view is None else self.picking.last(self.view)
        if last is None:
            return Text("")
        seat, card, taken = last
        line = Text(f"{self.pen.names[seat]}  ", "dim") + tile(card)
        if taken:
            line += Text(" × ") + tiles(taken)
        line.justify = "center"
        return line

    # ---- picking ----

    def ways(self) -> list[CardSet]:
        """All captures of the picked card; one empty set if it is dropped."""
        return [self.picking.taken(move) for move in self._plays()]

    def _plays(self) -> list[Any]:
        """The moves that play the picked card."""
        moves = () if self.view is None or self.card is None else self.view.moves
        return [move for move in moves if self.picking.card(move) == self.card]

    def _play(self) -> Any:
        """The move that the picked cards mean, if there is only one."""
        return next((move for move in self._plays() if self.picking.taken(move) == self.taken), None)

    def _still(self) -> list[CardSet]:
        """The captures that contain all cards picked on the table."""
        return [way for way in self.ways() if self.taken <= way]

    def pick(self, card: Card) -> None:
        """Picks a card of the hand. Picked again, it is played, if its move is clear."""
        if self.asked is None:
            return
        if card == self.card and (play := self._play()) is not None:
            self.choose(play)
            return
        self.card, self.taken = card, CardSet()
        if len(ways := self.ways()) == 1:
            self.taken = ways[0]
        self.draw()

    def take(self, card: Card) -> None:
        """Picks a card of the table, or unpicks it. When one capture is left, all of it is picked."""
        if self.asked is None or self.card is None or len(self.ways()) < 2:
            return
        if card in self.taken:
            self.taken = CardSet()
        else:
            self.taken = self.taken.add(card)
            if not self._still():
                self.taken = CardSet().add(card)
            if not self._still():
                self.taken = CardSet()
            elif len(left := self._still()) == 1:
                self.taken = left[0]
        self.draw()

    def _turn_ways(self, by: int) -> None:
        ways = self.ways()
        if len(ways) > 1:
            at = ways.index(self.taken) + by if self.taken in ways else 0
            self.taken = ways[at % len(ways)]
            self.draw()

    def _turn_hand(self, by: int) -> None:
        held = self.held
        if self.asked is not None and held:
            first = 0 if by > 0 else len(held) - 1
            at = (held.index(self.card) + by) % len(held) if self.card in held else first
            if held[at] != self.card:
                self.pick(held[at])

    def actions(self) -> list[Action]:
        if self.view is None or self.asked is None:
            return []
        if self.throwing:
            return [Action(ENTER, "", None)]
        play = self._play()
        found = [] if play is None else [Action(ENTER, self.picking.label(self.pen, play), play)]
        others = [move for move in self.view.moves if self.picking.card(move) is None]
        return found + [
            Action(key, self.picking.label(self.pen, move), move)
            for key, move in zip(FREE_KEYS, others, strict=False)
        ]

    def press(self, key: str) -> bool:
        if super().press(key):
            return True
        if self.asked is None:
            return False
        if key in NEXT_WAY or key == LAST_WAY:
            self._turn_ways(-1 if key == LAST_WAY else 1)
        elif key in ("left", "right"):
            self._turn_hand(1 if key == "right" else -1)
        elif key.isascii() and key.isdigit():
            place = (int(key) or 10) - 1
            if place < len(self.held) and self.held[place] != self.card:
                self.pick(self.held[place])
        else:
            return False
        return True

    def on_row_clicked(self, event: Row.Clicked) -> None:
        event.stop()
        if event.row is self.hand:
            self.pick(self.held[event.index])
        else:
            self.take(self.lying[event.index])

    # ---- words ----

    def prompt(self) -> str:
        if self.asked is None:
            return ""
        if self.card is None:
            return self.pen.word(w.PICK_A_CARD)
        if self.taken not in self.ways():
            return self.pen.word(w.PICK_THE_TAKEN, card=str(self.card))
        return ""
