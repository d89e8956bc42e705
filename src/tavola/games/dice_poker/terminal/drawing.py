"""A table of Dice Poker."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tavola.core.contract import CHANCE, OVER, Event, Seat, View
from tavola.core.words import Phrase
from tavola.games.dice_poker import events as e
from tavola.games.dice_poker import rules
from tavola.games.dice_poker.moves import Move, Reroll, Stand
from tavola.games.dice_poker.patterns import NAMES, pattern
from tavola.games.dice_poker.rules import State
from tavola.games.dice_poker.words import PATTERNS
from tavola.games.race.terminal import TOTAL, RaceTable
from tavola.pieces.dice import faces, others
from tavola.terminal.drawings.dice import own_throw
from tavola.terminal.drawings.pen import GOOD, LOUD, QUIET, Pen
from tavola.terminal.drawings.render import said_plainly, speaker
from tavola.terminal.lines.menu import Choice, dice_in

SHOWS = Phrase("{what}, {n} {n:point|points}", "{what}, {n} {n:point|points}", "{what}, {n} {n:punto|punti}")
GAINS = Phrase("+{n}, total {total}", "+{n}, total {total}", "+{n}, totale {total}")
STAND = Phrase("stand", "garder tout", "tieni tutto")
REROLL = Phrase("re-roll {dice}", "relancer {dice}", "rilancia {dice}")
SEVERAL = Phrase(
    "or two or three dice to throw again, such as {dice}",
    "ou deux ou trois dés à relancer, comme {dice}",
    "o due o tre dadi da rilanciare, come {dice}",
)
HINT_REROLL = Phrase(
    "63  throw the 6 and the 3 again, keep the others (or: reroll 63); one to three dice",
    "63  relancer le 6 et le 3, garder les autres (ou : reroll 63) ; un à trois dés",
    "63  rilancia il 6 e il 3, tieni gli altri (o: reroll 63); da uno a tre dadi",
)
HINT_STAND = Phrase(
    "s  stand: the pattern on the table counts (stand)",
    "s  garder tout : la figure sur la table compte (stand)",
    "s  tieni tutto: vale la combinazione sul tavolo (stand)",
)

TableView = View[State, Move]


class DicePokerTable(RaceTable):
    def seat_of(self, table: State) -> Seat:
        return rules.seat_of(table)

    def legend(self, pen: Pen, view: TableView) -> list[Text]:
        """What the patterns count, the most valuable first."""
        points = view.options.variant.points
        pairs = [(PATTERNS[name].in_(pen.lang), points[rank]) for rank, name in enumerate(NAMES)][::-1]
        if pen.plain:
            return [Text(pen.colon(name, str(n))) for name, n in pairs]
        cells = [f"{name:<16}{n:>5}" for name, n in pairs]
        across = 1 if pen.narrow else 3
        rows = [cells[start : start + across] for start in range(0, len(cells), across)]
        return [Text("  " + "   ".join(row), QUIET) for row in rows]

    def status(self, pen: Pen, view: TableView) -> list[Text]:
        s = view.table
        shown = pattern(s.dice)
        what = pen.word(SHOWS, what=PATTERNS[NAMES[shown]], n=view.options.variant.points[shown])
        total = pen.word(TOTAL, n=s.scores[rules.seat_of(s)], goal=view.options.goal)
        if pen.plain:
            return [Text(what), Text(total)]
        return [Text("  ").append(what, LOUD).append(f" · {total}", QUIET)]

    def extras(self, pen: Pen, view: TableView) -> list[str]:
        return [pen.word(SEVERAL, dice=str(view.table.dice)[:2])]

    def told(self, pen: Pen, before: TableView, after: TableView, events: Sequence[Event]) -> list[Text]:
        ends = [event for event in events if isinstance(event, e.Scored)]
        found: list[Text] = []
        for event in events:
            found += self._told(pen, before, event, ends)
        if ends and (after.actor == OVER or after.table.turn % after.table.seats == 0):
            gap = [] if pen.plain else [Text()]
            found += [*gap, *self.table(pen, after), *gap]
        return found

    def _told(self, pen: Pen, before: TableView, event: Event, ends: Sequence[e.Scored]) -> list[Text]:
        if pen.plain:
            return said_plainly(pen, event)
        match event:
            case e.Rolled(seat, rolled) if seat in pen.humans:
                return own_throw(pen, rolled, others(before.table.dice, before.table.in_hand))
            case e.Rolled(seat, _, dice):
                said = _called(pen, event.pattern)
                # The roll that ends the turn shares its line with what it counts.
                said += _gains(pen, ends[0]) if ends else Text()
                return [_line(pen, seat, dice, before.table.in_hand, said)]
            case e.Scored(seat) if seat in pen.humans or before.actor != CHANCE:
                return [speaker(pen, seat) + _called(pen, event.pattern) + _gains(pen, event)]
            case e.Scored():
                return []
            case _:
                return [Text("  " + pen.say(event), LOUD)]

    def choices(self, pen: Pen, view: TableView) -> list[Choice]:
        """Standing and the single dice; the many pairs and triples can be typed, but are not listed."""
        few = [move for move in view.moves if isinstance(move, Stand) or _is_single(move)]
        return [
            Choice(move, pen.word(REROLL, dice=move.dice), move.dice)
            if isinstance(move, Reroll)
            else Choice(move, pen.word(STAND))
            for move in few
        ]

    def read(self, text: str, view: TableView) -> str | None:
        del view
        short = text.strip().casefold()
        if short == "s":
            return "stand"
        found = dice_in(short.removeprefix("r"), ())
        return f"reroll {found[0]}" if found else None

    def hints(self, pen: Pen, view: TableView) -> list[str]:
        del view
        return [pen.word(HINT_REROLL), pen.word(HINT_STAND)]


def _is_single(move: Move) -> bool:
    return isinstance(move, Reroll) and move.dice < 10


def _called(pen: Pen, name: str) -> Text:
    return Text(PATTERNS[name].in_(pen.lang), LOUD)


def _gains(pen: Pen, event: e.Scored) -> Text:
    return Text("  " + pen.word(GAINS, n=event.points, total=event.total), GOOD)


def _line(pen: Pen, seat: Seat, dice: int, thrown: int, said: Text) -> Text:
    """The player, the dice (those just thrown as tiles), and their pattern."""
    tiles = [
        Text(f" {face} ", "reverse" if thrown >> place & 1 else "underline")
        for place, face in enumerate(faces(dice))
    ]
    return speaker(pen, seat) + Text(" ").join(tiles) + Text("  ") + said
