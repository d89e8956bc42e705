"""A table of a capture game: Spazzino, Scopetta, Tombolon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text

from tavola.core.contract import OVER, Event, View
from tavola.core.errors import TavolaError
from tavola.games.capture import events as e
from tavola.games.capture.moves import Move, Play
from tavola.games.capture.state import side_of
from tavola.games.capture.terminal import summary
from tavola.games.capture.terminal import words as w
from tavola.games.capture.views import TableView
from tavola.games.capture.words import points_name
from tavola.games.race.terminal import bar
from tavola.pieces.cards import Card, read_cards
from tavola.pieces.cardset import CardSet
from tavola.terminal.drawings.faces import boxes, ordered, played_and_taken, texts, tile, tiles
from tavola.terminal.drawings.pen import LOUD, MINE, QUIET, Pen, fit
from tavola.terminal.drawings.render import Renderer, said_plainly, speaker
from tavola.terminal.lines import menu
from tavola.terminal.lines.menu import Choice

CardView = View[TableView, Move]
SPECIAL = "bold black on yellow"


class CardTable(Renderer):
    redraws: ClassVar[bool] = True
    shows_last: ClassVar[bool] = True
    styles: ClassVar[Mapping[str, str]] = {**Renderer.styles, "CalledOut": LOUD}

    def pauses(self, events: Sequence[Event]) -> int:
        """After the summary of a hand; after the end of the match no pause is needed."""
        if any(isinstance(event, e.MatchWon) for event in events):
            return 0
        ends = [n for n, event in enumerate(events, 1) if isinstance(event, e.HandEnded)]
        return ends[0] if ends else 0

    # ---- where the match stands ----

    def table(self, pen: Pen, view: CardView) -> list[Text]:
        if pen.plain:
            return [*_totals_plainly(pen, view), *(Text(fact) for fact in _facts(pen, view))]
        return [*_totals(pen, view), *_packed(pen, _facts(pen, view))]

    def hand(self, pen: Pen, view: CardView) -> list[Text]:
        t = view.table
        if pen.plain:
            mine = [Text(pen.word(w.HAND_IS, cards=texts(t.hand)))] if t.hand else []
            return [Text(", ".join(_elsewhere(pen, view))), _table_line(pen, t.table), *mine]
        mine = [Text("  " + pen.word(w.YOUR_HAND), QUIET), *boxes(pen, t.hand)] if t.hand else []
        return [Text(), *self.table(pen, view), *_table_drawn(pen, t.table), *mine]

    # ---- what happens ----

    def told(self, pen: Pen, before: CardView, after: CardView, events: Sequence[Event]) -> list[Text]:
        found: list[Text] = []
        for event in events:
            if isinstance(event, e.Played):
                found += _play_told(pen, before, event, events)
            elif isinstance(event, e.HandEnded):
                found += summary.lines(pen, _summary(pen, before, event))
            elif not isinstance(event, e.Scored):  # its points are shown with the play, or in the summary
                found += _told(pen, after, event)
        return found

    def again(self, pen: Pen, events: Sequence[Event]) -> list[Text]:
        """The last play: the card played first, then what it took."""
        played = next((event for event in events if isinstance(event, e.Played)), None)
        if played is None:
            return []
        made = [said for event in _specials(events) for said in said_plainly(pen, event)]
        if pen.plain:
            return [*said_plainly(pen, played), *made]
        loud = [Text("  ") + _loud(line) for line in made]
        return [*_quiet(said_plainly(pen, played)), *played_and_taken(pen, played.card, played.taken), *loud]

    def logged(self, pen: Pen, event: Event) -> Text | None:
        match event:
            case e.Scored(deck=True) | e.HandEnded():
                return None  # the summary of the hand shows them
            case e.Scored():
                return Text(f"★ {pen.say(event)}", "bold yellow")
            case e.Dealt(seat) if seat not in pen.humans:
                return None  # how many cards the others hold stands by the table
        return super().logged(pen, event)

    def summed(self, events: Sequence[Event]) -> list[Event]:
        return [event for event in events if isinstance(event, e.HandEnded)]

    # ---- what may be played ----

    def choices(self, pen: Pen, view: CardView) -> list[Choice]:
        del pen
        return [Choice(move, str(move)) for move in _by_card(view)]

    def offered(self, pen: Pen, view: CardView, opened: str = "") -> list[Text]:
        """The plays, those of a card in one line; `opened` asks for those of one card only."""
        wanted = _card_of(opened)
        numbers = menu.numbered(self.choices(pen, view))
        found: list[Text] = []
        for card, group in groupby(numbers.items(), key=lambda item: item[1].move.card):
            if wanted is None or card == wanted:
                found += _offer_card(pen, card, [(n, choice.move) for n, choice in group])
        if wanted is not None:
            found.append(Text(("" if pen.plain else "  ") + pen.word(w.SEVERAL_WAYS, card=str(wanted))))
        return found

    def opens(self, text: str, view: CardView) -> str:
        card = _card_of(text)
        ways = [move for move in view.moves if isinstance(move, Play) and move.card == card]
        return f"{card} x " if len(ways) > 1 else ""

    def read(self, text: str, view: CardView) -> str | None:
        """A card and what it takes, with or without the x between them; a card alone if it has only one
        way."""
        try:
            first, *rest = read_cards(text.casefold().replace(" x ", " ").replace("×", " "))
            taken = CardSet.from_cards(rest)
        except (TavolaError, ValueError):
            return None
        if first not in view.table.hand or not taken <= view.table.table or len(taken) != len(rest):
            return None
        ways = [move for move in view.moves if isinstance(move, Play) and move.card == first]
        if not rest and len(ways) == 1:
            return str(ways[0])
        return str(Play(first, taken))

    def hints(self, pen: Pen, view: CardView) -> list[str]:
        cards = w.HINT_CARDS_52 if _is_padova(view) else w.HINT_CARDS
        return [pen.word(hint) for hint in (w.HINT_NUMBER, w.HINT_CARD, w.HINT_TAKE, cards)]


# ---- where the match stands ----


def _is_padova(view: CardView) -> bool:
    return bool(getattr(view.options, "padova", False))


def _totals(pen: Pen, view: CardView) -> list[Text]:
    """One line for each side: names, total, and progress towards the target."""
    t, goal = view.table, view.options.target
    names = summary.side_names(pen.names)
    column = min(max(cell_len(name) for name in names), 16 if pen.narrow else 34)
    digits = max(len(str(goal)), *(len(str(total)) for total in t.totals))
    found = []
    for side, name in enumerate(names):
        is_on = view.actor >= 0 and side_of(view.actor) == side
        mine = any(side_of(seat) == side for seat in pen.humans)
        line = Text.assemble(("▸ ", MINE) if is_on else "  ", (fit(name, column), MINE if mine else ""))
        line.append(f" {t.totals[side]:>{digits}} ")
        found.append(line + bar(t.totals[side], goal, 12 if pen.narrow else 24))
    return found


def _totals_plainly(pen: Pen, view: CardView) -> list[Text]:
    goal, names = view.options.target, summary.side_names(pen.names)
    return [
        Text(pen.word(w.TOTAL_OF, who=name, n=view.table.totals[side], goal=goal))
        for side, name in enumerate(names)
    ]


def _facts(pen: Pen, view: CardView) -> list[str]:
    """The target, the number of the hand, the dealer, and where the other cards are."""
    t = view.table
    goal = pen.word(w.PLAYED_TO, n=view.options.target)
    if view.actor == OVER or not t.hand_number:
        return [goal]
    number = pen.word(w.HAND_NUMBER, n=t.hand_number)
    return [goal, number, pen.word(w.DEALS, who=pen.names[t.dealer]), *_elsewhere(pen, view)]


def _elsewhere(pen: Pen, view: CardView) -> list[str]:
    """How many cards the others and the stock hold, perhaps with the card shown under it."""
    t, facts = view.table, []
    for seat, size in enumerate(t.hand_sizes):
        if seat != view.seat:
            facts.append(pen.word(w.HOLDS_ONE if size == 1 else w.HOLDS, who=pen.names[seat], n=size))
    stock = pen.word(w.STOCK, n=t.undealt)
    if t.bottom is not None and t.undealt:
        stock += ", " + pen.word(w.BOTTOM, card=str(t.bottom))
    return [*facts, stock]


def _packed(pen: Pen, facts: Sequence[str]) -> list[Text]:
    """Facts side by side, each whole on its line."""
    lines = [facts[0]]
    for fact in facts[1:]:
        longer = f"{lines[-1]} · {fact}"
        if cell_len(longer) + 2 > pen.width:
            lines.append(fact)
        else:
            lines[-1] = longer
    return [Text("  " + line, QUIET) for line in lines]


def _table_line(pen: Pen, cards: CardSet) -> Text:
    return Text(pen.word(w.TABLE_IS, cards=texts(cards)) if cards else pen.word(w.TABLE_EMPTY))


def _table_drawn(pen: Pen, cards: CardSet) -> list[Text]:
    if not cards:
        return [Text("  " + pen.word(w.TABLE_EMPTY), QUIET)]
    return [Text("  " + pen.word(w.ON_TABLE), QUIET), *boxes(pen, cards)]


# ---- what happens ----


def _specials(events: Sequence[Event]) -> list[e.Scored]:
    """Points made by the play itself, not counted at the end of the hand."""
    return [event for event in events if isinstance(event, e.Scored) and not event.deck]


def _loud(text: Text) -> Text:
    return Text(f" ★ {text.plain} ", SPECIAL)


def _quiet(lines: Sequence[Text]) -> list[Text]:
    return [Text(f"  {line.plain}", QUIET) for line in lines]


def _play_told(pen: Pen, before: CardView, event: e.Played, events: Sequence[Event]) -> list[Text]:
    """One line: the player, the card, what it took, and the special points it made."""
    made = _specials(events)
    if pen.plain:
        return [line for said in (event, *made) for line in said_plainly(pen, said)]
    line = speaker(pen, event.seat) + tile(event.card)
    if event.taken:
        line += Text(" × ") + tiles(event.taken)
    for points in made:
        name = pen.word(points_name(points.what, _is_padova(before)))
        line += Text("  ") + _loud(Text(f"{name} +{points.points}"))
    return [line]


def _told(pen: Pen, after: CardView, event: Event) -> list[Text]:
    if pen.plain:
        return said_plainly(pen, event)
    match event:
        case e.Dealt(seat) if seat != after.seat:
            return []  # how many cards the others hold stands by the table
        case e.Dealt(seat, _, CardSet() as cards):
            return [speaker(pen, seat) + Text("+ ", QUIET) + tiles(cards)]
        case e.TableDealt(cards):
            return [Text(f"  {pen.word(w.ON_TABLE)}  ", QUIET) + tiles(cards)]
        case e.HandBegan():
            return [Text(), Text(f"── {pen.say(event)} ──", LOUD)]
        case e.MatchWon() | e.CalledOut() | e.Redealt():
            return [Text(f"  {pen.say(event)}", LOUD)]
        case _:
            return _quiet(said_plainly(pen, event))


def _summary(pen: Pen, view: CardView, event: e.HandEnded) -> summary.Summary:
    title = pen.word(w.SUMMARY, n=event.hand)
    return summary.Summary(
        title=f"{title}, {pen.word(w.CALLED_OUT)}" if event.called_out else title,
        sides=summary.side_names(pen.names),
        points=(event.breakdown(0), event.breakdown(1)),
        totals=event.totals,
        goal=view.options.target,
        piles=event.piles,
        padova=_is_padova(view),
    )


# ---- what may be played ----


def _by_card(view: CardView) -> list[Play]:
    """The plays in the order in which the hand is shown."""
    place = {card: n for n, card in enumerate(ordered(view.table.hand))}
    plays = [move for move in view.moves if isinstance(move, Play)]
    return sorted(plays, key=lambda play: place[play.card])


def _card_of(text: str) -> Card | None:
    """The one card a text names, if it names one."""
    try:
        return Card.parse(text.strip().removesuffix("x").strip())
    except TavolaError:
        return None


def _offer_card(pen: Pen, card: Card, plays: Sequence[tuple[int, Play]]) -> list[Text]:
    if pen.plain:
        return [Text(f"{n} {_said(pen, play)}") for n, play in plays]
    line = Text("  ") + tile(card)
    margin = cell_len(line.plain)
    found = []
    for n, play in plays:
        what = pen.word(w.TAKES, cards=texts(play.taken)) if play.taken else pen.word(w.DROPS)
        part = Text.assemble("  " if cell_len(line.plain) > margin else " ", (f"{n:>2}", LOUD), f" {what}")
        if cell_len(line.plain) + cell_len(part.plain) > pen.width and cell_len(line.plain) > margin:
            found.append(line)
            line = Text(" " * margin)
        line += part
    return [*found, line]


def _said(pen: Pen, play: Play) -> str:
    if play.taken:
        return pen.word(w.CARD_TAKES, card=str(play.card), cards=texts(play.taken))
    return pen.word(w.CARD_DROPS, card=str(play.card))
