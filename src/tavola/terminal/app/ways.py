"""What can be done with the dice that are picked, game by game. Legal is what the view says is legal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from tavola.core.contract import Event, Seat
from tavola.core.words import Phrase
from tavola.games.dice_poker import events as poker_events
from tavola.games.dice_poker import moves as poker
from tavola.games.five_thousand import events as thousand_events
from tavola.games.five_thousand import moves as thousand
from tavola.games.fourtwentyone import events as tavern_events
from tavola.games.fourtwentyone import moves as tavern
from tavola.games.fourtwentyone.rules import STOP
from tavola.pieces.dice import faces, high_to_low, others
from tavola.terminal import dice_poker, five_thousand, fourtwentyone
from tavola.terminal.app import words as w
from tavola.terminal.app.source import AnyView
from tavola.terminal.pen import Pen
from tavola.terminal.render import renderer_of

ENTER = "enter"


class Action(NamedTuple):
    """Something that may be done now: its key, its words, and the move it makes."""

    key: str
    label: str
    move: Any


class Ways(Protocol):
    """How dice are picked in one game."""

    means: Phrase  # what picking does, in a sentence
    word: Phrase  # and in a word, below a picked die

    def lying(self, view: AnyView) -> int:
        """The dice on the table."""

    def falling(self, view: AnyView) -> int:
        """How many are about to fall."""

    def thrown(self, events: Sequence[Event]) -> tuple[Seat, int] | None:
        """Whose dice fell, and all of his that lie there now."""

    def actions(self, pen: Pen, view: AnyView, picked: int) -> list[Action]: ...

    def pickable(self, view: AnyView) -> frozenset[int]:
        """The faces that some legal move names."""


class FourTwentyOneWays:
    means, word = w.PICK_TO_KEEP, w.KEEPS

    def lying(self, view: AnyView) -> int:
        go = view.table.go
        return int(go.kept if go.in_hand else go.dice)

    def falling(self, view: AnyView) -> int:
        go = view.table.go
        return int(go.in_hand) or (0 if go.dice else STOP.bit_count())  # before the first throw: all of them

    def thrown(self, events: Sequence[Event]) -> tuple[Seat, int] | None:
        for event in events:
            match event:
                case tavern_events.Announced(seat, dice):
                    return seat, dice
                case tavern_events.Opened(seat, dice):
                    return seat, dice
        return None

    def actions(self, pen: Pen, view: AnyView, picked: int) -> list[Action]:
        keep, found = high_to_low(picked), []
        for move in view.moves:
            if isinstance(move, tavern.Stop):
                found.append(Action("s", pen.word(fourtwentyone.STOP), move))
            elif move.keep == keep:
                found.append(Action("h" if move.hit else ENTER, _throw_label(pen, move), move))
        everything = len(faces(picked)) == len(faces(view.table.go.dice))
        return _with_enter(found, view, tavern.Stop() if everything else None)

    def pickable(self, view: AnyView) -> frozenset[int]:
        return frozenset(faces(view.table.go.dice))


def _throw_label(pen: Pen, move: tavern.Throw) -> str:
    if move.hit:
        return pen.word(w.KEEP_AND_HIT)
    return pen.word(fourtwentyone.KEEP, dice=move.keep) if move.keep else pen.word(fourtwentyone.THROW_ALL)


class FiveThousandWays:
    means, word = w.PICK_TO_PLAY, w.PLAYS

    def lying(self, view: AnyView) -> int:
        return int(view.table.dice)

    def falling(self, view: AnyView) -> int:
        return int(view.table.in_hand)

    def thrown(self, events: Sequence[Event]) -> tuple[Seat, int] | None:
        return next(((e.seat, e.dice) for e in events if isinstance(e, thousand_events.Rolled)), None)

    def actions(self, pen: Pen, view: AnyView, picked: int) -> list[Action]:
        play = thousand.Play(high_to_low(picked)) if picked else None
        labels = {choice.move: choice.label for choice in renderer_of("5000").choices(pen, view)}
        found = [Action(ENTER, labels[play], play)] if play in labels else []
        if thousand.Bank() in view.moves:
            found.append(Action("b", pen.word(five_thousand.BANK, n=view.table.turn_score), thousand.Bank()))
        if thousand.Trash() in view.moves:
            found.append(Action("t", pen.word(five_thousand.TRASH), thousand.Trash()))
        return _with_enter(found, view)

    def pickable(self, view: AnyView) -> frozenset[int]:
        return _named(move.dice for move in view.moves if isinstance(move, thousand.Play))


class DicePokerWays:
    means, word = w.PICK_TO_THROW, w.AGAIN

    def lying(self, view: AnyView) -> int:
        return others(view.table.dice, view.table.in_hand)

    def falling(self, view: AnyView) -> int:
        return int(view.table.in_hand).bit_count()

    def thrown(self, events: Sequence[Event]) -> tuple[Seat, int] | None:
        return next(((e.seat, e.dice) for e in events if isinstance(e, poker_events.Rolled)), None)

    def actions(self, pen: Pen, view: AnyView, picked: int) -> list[Action]:
        again = poker.Reroll(high_to_low(picked))
        found = []
        if picked and again in view.moves:
            found.append(Action(ENTER, pen.word(dice_poker.REROLL, dice=again.dice), again))
        if poker.Stand() in view.moves:
            found.append(Action("s", pen.word(dice_poker.STAND), poker.Stand()))
        return _with_enter(found, view, None if picked else poker.Stand())

    def pickable(self, view: AnyView) -> frozenset[int]:
        return _named(move.dice for move in view.moves if isinstance(move, poker.Reroll))


def _named(dice: Iterable[int]) -> frozenset[int]:
    return frozenset(face for each in dice for face in faces(each))


def _with_enter(found: list[Action], view: AnyView, default: Any = None) -> list[Action]:
    """Enter does what needs no choice: the only legal move, or the one that is meant by what is picked."""
    wanted = view.moves[0] if len(view.moves) == 1 else default
    taken = any(action.key == ENTER for action in found)
    if taken or wanted is None:
        return sorted(found, key=lambda action: action.key != ENTER)
    moved = [action._replace(key=ENTER) if action.move == wanted else action for action in found]
    return sorted(moved, key=lambda action: action.key != ENTER)
