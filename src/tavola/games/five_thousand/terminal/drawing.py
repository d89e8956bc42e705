"""A table of 5000."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.text import Text

from tavola.core.contract import Event, Seat, View
from tavola.core.words import Phrase
from tavola.games.five_thousand import events as e
from tavola.games.five_thousand import rules
from tavola.games.five_thousand.moves import Bank, Move, Play
from tavola.games.five_thousand.rules import HANDS, State
from tavola.games.race.terminal import TOTAL, RaceTable
from tavola.pieces.dice import faces, mask_of
from tavola.terminal.drawings.pen import BAD, GOOD, LOUD, QUIET, Pen
from tavola.terminal.drawings.render import said_plainly, speaker
from tavola.terminal.lines.menu import Choice, dice_in

HAND = Phrase("hand {n} of {hands}, ×{n}", "main {n} sur {hands}, ×{n}", "mano {n} su {hands}, ×{n}")
TURN = Phrase("turn {n}", "tour {n}", "turno {n}")
GAINS = Phrase("+{n}, turn {turn}", "+{n}, tour {turn}", "+{n}, turno {turn}")
PLAY = Phrase("play {dice} +{n}", "jouer {dice} +{n}", "gioca {dice} +{n}")
BANK = Phrase("bank {n}", "encaisser {n}", "incassa {n}")
TRASH = Phrase("trash", "jeter le tour", "butta il turno")
BANKS = Phrase("banks {n}, total {total}", "encaisse {n}, total {total}", "incassa {n}, totale {total}")
TRASHES = Phrase(
    "trashes, {n} lost", "jette le tour, points perdus : {n}", "butta il turno, punti persi: {n}"
)
NOTHING_COUNTS = Phrase(
    "Nothing counts: the turn is lost.",
    "Rien ne compte : le tour est perdu.",
    "Non vale nulla: il turno è perso.",
)

HINT_PLAY = Phrase(
    "51  play these dice; the others are thrown again (or: play 51)",
    "51  jouer ces dés ; les autres sont relancés (ou : play 51)",
    "51  gioca questi dadi; gli altri si rilanciano (o: play 51)",
)
HINT_BANK = Phrase(
    "b  bank the points of the turn and end it (bank)",
    "b  encaisser les points du tour et finir (bank)",
    "b  incassa i punti del turno e finisci (bank)",
)
HINT_TRASH = Phrase(
    "t  trash: end the turn, its points are lost (trash)",
    "t  jeter : finir le tour, ses points sont perdus (trash)",
    "t  butta: finisci il turno, i suoi punti sono persi (trash)",
)
HINT_WORTH = Phrase(
    "1 counts 100, 5 counts 50, three alike 100 times the face, a suite of five 1500, five 5s 5000.",
    "1 compte 100, 5 compte 50, un brelan 100 fois la face, une suite de cinq 1500, et 5000 pour cinq 5.",
    "1 vale 100, 5 vale 50, un tris 100 volte la faccia, una scala di cinque 1500, e 5000 per cinque 5.",
)

TableView = View[State, Move]


class FiveThousandTable(RaceTable):
    styles: ClassVar[Mapping[str, str]] = {**RaceTable.styles, "Trashed": BAD, "Banked": LOUD}

    def seat_of(self, table: State) -> Seat:
        return rules.seat_of(table)

    def status(self, pen: Pen, view: TableView) -> list[Text]:
        s = view.table
        total = s.scores[rules.seat_of(s)]
        parts = [
            pen.word(HAND, n=s.hand + 1, hands=HANDS),
            pen.word(TURN, n=s.turn_score),
            pen.word(TOTAL, n=total, goal=view.options.goal),
        ]
        lost = [Text(("" if pen.plain else "  ") + pen.word(NOTHING_COUNTS))] if _is_bust(view) else []
        if pen.plain:
            return [*(Text(part) for part in parts), *lost]
        return [Text("  " + " · ".join(parts), QUIET), *lost]

    def told(self, pen: Pen, before: TableView, after: TableView, events: Sequence[Event]) -> list[Text]:
        found: list[Text] = []
        for event in events:
            found += self._told(pen, before, after, event)
        if after.table.turn != before.table.turn and after.table.turn % after.table.seats == 0:
            gap = [] if pen.plain else [Text()]
            found += [*gap, *self.table(pen, after), *gap]
        return found

    def _told(self, pen: Pen, before: TableView, after: TableView, event: Event) -> list[Text]:
        if pen.plain:
            return said_plainly(pen, event)
        match event:
            case e.Rolled(seat):
                # A bot's throw waits for its decision; one line shows both.
                return self.hand(pen, after) if seat in pen.humans else []
            case e.Played(seat, dice, points, turn):
                said = Text(pen.word(GAINS, n=points, turn=turn))
                return [_line(pen, seat, before.table.dice, dice, said)]
            case e.Banked(seat, points, total):
                dice = 0 if before.table.turn_score != points else before.table.dice
                return [_line(pen, seat, dice, 0, Text(pen.word(BANKS, n=points, total=total), GOOD))]
            case e.Trashed(seat, points):
                said = Text(pen.word(TRASHES, n=points), BAD)
                return [_line(pen, seat, before.table.dice, 0, said)]
            case _:
                style = LOUD if isinstance(event, e.Won) else QUIET
                return [Text("  " + words, style)] if (words := pen.say(event)) else []

    def choices(self, pen: Pen, view: TableView) -> list[Choice]:
        return [_choice(pen, view, move) for move in view.moves]

    def read(self, text: str, view: TableView) -> str | None:
        del view
        short = text.strip().casefold()
        if short in ("b", "t"):
            return {"b": "bank", "t": "trash"}[short]
        found = dice_in(short.removeprefix("p"), ())
        return f"play {found[0]}" if found else None

    def hints(self, pen: Pen, view: TableView) -> list[str]:
        kinds = [HINT_PLAY] if any(isinstance(move, Play) for move in view.moves) else []
        kinds += [HINT_BANK] if Bank() in view.moves else []
        return [pen.word(hint) for hint in (*kinds, HINT_TRASH, HINT_WORTH)]


def _is_bust(view: TableView) -> bool:
    return not any(isinstance(move, Play | Bank) for move in view.moves)


def _line(pen: Pen, seat: Seat, table: int, played: int, said: Text) -> Text:
    """The player, the dice (those played as tiles, the others faint), and the result."""
    mask = mask_of(table, played) or 0
    tiles = [
        Text(f" {face} ", "reverse" if mask >> place & 1 else QUIET)
        for place, face in enumerate(faces(table))
    ]
    dice = Text(" ").join(tiles)
    dice.pad_right(19 - len(dice))
    return speaker(pen, seat) + dice + Text("  ") + said


def _choice(pen: Pen, view: TableView, move: Move) -> Choice:
    s = view.table
    if isinstance(move, Play):
        points = rules.score(view.options.variant, move.dice) * (s.hand + 1)
        return Choice(move, pen.word(PLAY, dice=move.dice, n=points), move.dice)
    return Choice(move, pen.word(BANK, n=s.turn_score) if isinstance(move, Bank) else pen.word(TRASH))
