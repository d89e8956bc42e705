"""A table of 421."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text

from tavola.core.contract import CHANCE, Event, Seat, View
from tavola.core.words import Phrase
from tavola.games.fourtwentyone import events as e
from tavola.games.fourtwentyone import state as st
from tavola.games.fourtwentyone.combinations import rank
from tavola.games.fourtwentyone.moves import Move, Stop, Throw
from tavola.games.fourtwentyone.state import State
from tavola.games.fourtwentyone.words import announce
from tavola.pieces.seats import has
from tavola.terminal.drawings.dice import digits, inline, lying, own_throw
from tavola.terminal.drawings.pen import BAD, GOOD, LOUD, QUIET, TOKEN, Pen
from tavola.terminal.drawings.render import Renderer, marked, speaker
from tavola.terminal.lines.menu import Choice, dice_in

KITTY = Phrase("kitty", "pot", "piatto")
SAFE = Phrase("safe", "à l'abri", "al sicuro")
TOKENS = Phrase("{n} tokens", "{n} jetons", "{n} gettoni")
ONE_TOKEN = Phrase("1 token", "1 jeton", "1 gettone")
ONE_SET = Phrase("1 set lost", "1 manche perdue", "1 mano persa")
SETS = Phrase("{n} sets lost", "{n} manches perdues", "{n} mani perse")
LOWEST_DIE = Phrase("The lowest die starts.", "Le plus petit dé commence.", "Comincia il dado più basso.")
THROW_OF = Phrase("throw {n} of {limit}", "lancer {n} sur {limit}", "tiro {n} su {limit}")
TOTAL = Phrase("total {n}", "total {n}", "totale {n}")
HIGHEST = Phrase("highest {dice}, {who}", "plus haut {dice}, {who}", "più alto {dice}, {who}")
LOWEST = Phrase("lowest {dice}, {who}", "plus bas {dice}, {who}", "più basso {dice}, {who}")
THREW = Phrase("{who} throws {dice}", "{who} lance {dice}", "{who} tira {dice}")
KEPT_AND_THREW = Phrase(
    "{who} keeps {kept}, throws {dice}", "{who} garde {kept}, lance {dice}", "{who} tiene {kept}, tira {dice}"
)
QUOTED = Phrase("“{call}”", "« {call} »", "«{call}»")
KEEP = Phrase("keep {dice}", "garder {dice}", "tieni {dice}")
THROW_ALL = Phrase("throw all", "tout lancer", "tira tutti")
THROW_ONCE = Phrase(
    "hit the table and throw once", "frapper la table, lancer une fois", "batti sul tavolo, tira una volta"
)
STOP = Phrase("stop", "s'arrêter", "fermati")
MUST_THROW = Phrase(
    "you did not hit the table, so you throw again",
    "vous n'avez pas frappé la table : vous lancez encore",
    "non hai battuto sul tavolo: tiri ancora",
)
ADD_HIT = Phrase(
    "h after a choice: hit the table (last throw)",
    "h après un choix : frapper la table (dernier lancer)",
    "h dopo una scelta: batti sul tavolo (ultimo tiro)",
)

HINT_KEEP = Phrase(
    "42  keep the 4 and the 2 and throw the other die (or: keep 42)",
    "42  garder le 4 et le 2, lancer l'autre dé (ou : keep 42)",
    "42  tieni il 4 e il 2, tira l'altro dado (o: keep 42)",
)
HINT_THROW = Phrase(
    "t  throw all three dice (throw)", "t  lancer les trois dés (throw)", "t  tira tutti e tre i dadi (throw)"
)
HINT_STOP = Phrase(
    "s  stop with what lies there (stop)", "s  s'arrêter là (stop)", "s  fermati con questi dadi (stop)"
)
HINT_HIT = Phrase(
    "h  hit the table: this throw is your last (throw hit)",
    "h  frapper la table : ce lancer est le dernier (throw hit)",
    "h  batti sul tavolo: questo tiro è l'ultimo (throw hit)",
)
HINT_KEEP_HIT = Phrase(
    "42h  keep 42, hit the table, throw for the last time (keep 42 hit)",
    "42h  garder 42, frapper la table, dernier lancer (keep 42 hit)",
    "42h  tieni 42, batti sul tavolo, ultimo tiro (keep 42 hit)",
)
HINT_AIM = Phrase(
    "The highest gives the lowest as many tokens as the total.",
    "Le plus haut donne au plus bas autant de jetons que le total.",
    "Il più alto dà al più basso tanti gettoni quanto il totale.",
)

_HIT = ("h", "hit")
TableView = View[State, Move]


class FourTwentyOneTable(Renderer):
    suffixes: ClassVar = dict.fromkeys(_HIT, " hit")
    styles: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("SetLost", "GameLost"), BAD),
        **dict.fromkeys(("Took", "Paid", "Safe"), LOUD),
        "Announced": "",
    }

    def on_turn(self, view: TableView) -> Seat | None:
        return None if view.table.round.kind == st.OVER else view.table.go.seat

    def throws(self, view: TableView) -> Seat | None:
        return view.table.go.seat if view.actor == CHANCE else None

    # ---- the table ----

    def table(self, pen: Pen, view: TableView) -> list[Text]:
        """Each player's tokens and lost sets, and the kitty."""
        held = [self._holder(pen, view, seat) for seat in range(view.table.seats)]
        return [*held, _kitty(pen, view.table.tokens.kitty)]

    def _holder(self, pen: Pen, view: TableView, seat: Seat) -> Text:
        tokens, lost = view.table.tokens.held[seat], view.table.tokens.sets_lost[seat]
        safe = not view.table.turn.loading and tokens == 0 and view.table.round.kind != st.OVER
        if pen.plain:
            return Text(_holder_in_words(pen, pen.names[seat], tokens, lost, safe))
        line = marked(pen, seat, self.on_turn(view))
        line.append(f" {tokens:>2} ").append("●" * tokens, TOKEN)
        if safe:
            line.append(pen.word(SAFE), GOOD)
        if lost:
            line.append("  " if tokens or safe else " ")
            line.append("✗" * lost if pen.narrow else _sets(pen, lost), BAD)
        return line

    def hand(self, pen: Pen, view: TableView) -> list[Text]:
        return lying(pen, view.table.go.dice)

    def status(self, pen: Pen, view: TableView) -> list[Text]:
        """The number of the throw, the total of the turn so far, and the combination to beat."""
        s = view.table
        parts = [pen.word(THROW_OF, n=s.go.throws + 1, limit=s.turn.limit), pen.word(TOTAL, n=s.turn.total)]
        shown = [seat for seat in range(s.seats) if has(s.round.members & ~s.round.waiting, seat)]
        if shown:
            variant = view.options.variant
            shown.sort(key=lambda seat: rank(variant, s.round.shown[seat]))
            ends = [(HIGHEST, shown[-1])] + ([(LOWEST, shown[0])] if len(shown) > 1 else [])
            parts += [pen.word(p, dice=s.round.shown[seat], who=pen.names[seat]) for p, seat in ends]
        if pen.plain:
            return [Text(part) for part in parts]
        return [Text("  " + " · ".join(parts), QUIET)]

    # ---- what happens ----

    def logged(self, pen: Pen, event: Event) -> Text | None:
        if not isinstance(event, e.Threw):
            return super().logged(pen, event)
        return Text(". ".join(line.plain for line in _in_words(pen, event)), QUIET)

    def told(self, pen: Pen, before: TableView, after: TableView, events: Sequence[Event]) -> list[Text]:
        found: list[Text] = []
        if before.table == st.start(before.table.seats):
            found.append(Text(pen.word(LOWEST_DIE), "" if pen.plain else QUIET))
        for event in events:
            found += self._told(pen, before, event)
        if any(isinstance(event, e.Took | e.Paid) for event in events):
            found += [Text(), *self.table(pen, after), Text()]
        return found

    def _told(self, pen: Pen, before: TableView, event: Event) -> list[Text]:
        if pen.plain:
            return _in_words(pen, event)
        match event:
            case e.Opened(seat, die):
                return [speaker(pen, seat) + inline(die)]
            case e.Threw(seat, thrown, kept, knocked):
                knock = [Text("  " + pen.say(event), LOUD)] if knocked else []
                if seat in pen.humans:
                    return [*own_throw(pen, thrown, kept), *knock]
                return knock
            case e.Announced():
                return [self._call(pen, before, event)]
            case _:
                return [Text("  " + said, _style(event))] if (said := pen.say(event)) else []

    def _call(self, pen: Pen, before: TableView, call: e.Announced) -> Text:
        """One line: the player, the dice (those thrown as tiles, the kept ones plain), and the call."""
        said = pen.word(QUOTED, call=announce(before.options.variant, call))
        line = speaker(pen, call.seat)
        if call.seat not in pen.humans:
            line += _small(before.table, call.dice) + Text("  ")
        return line.append(said, LOUD if call.throws or call.rampo else "")

    # ---- what may be typed ----

    def choices(self, pen: Pen, view: TableView) -> list[Choice]:
        """Each way to keep dice once: an h after it announces the last throw."""
        if not view.table.go.dice:
            return [_choice(pen, move) for move in view.moves]
        return [_choice(pen, move) for move in view.moves if not (isinstance(move, Throw) and move.hit)]

    def notes(self, pen: Pen, view: TableView) -> list[str]:
        return [] if not view.table.go.dice or Stop() in view.moves else [pen.word(MUST_THROW)]

    def extras(self, pen: Pen, view: TableView) -> list[str]:
        notes = self.notes(pen, view)
        return [*notes, pen.word(ADD_HIT)] if notes and _may_hit(view) else notes

    def read(self, text: str, view: TableView) -> str | None:
        del view
        short = " ".join(text.casefold().split())
        if short in ("s", "t", "h", "th", "t h"):
            return {"s": "stop", "t": "throw"}.get(short, "throw hit")
        if (found := dice_in(short.removeprefix("k"), _HIT)) is None:
            return None
        dice, hit = found
        return f"keep {dice}{' hit' if hit else ''}"

    def hints(self, pen: Pen, view: TableView) -> list[str]:
        kinds = [HINT_KEEP] if view.table.go.throws else []
        kinds += [HINT_THROW]
        kinds += [HINT_STOP] if Stop() in view.moves else []
        kinds += [HINT_HIT] if _may_hit(view) else []
        kinds += [HINT_KEEP_HIT] if view.table.go.throws and _may_hit(view) else []
        return [*(pen.word(hint) for hint in kinds), pen.word(HINT_AIM)]


def _may_hit(view: TableView) -> bool:
    return any(isinstance(move, Throw) and move.hit for move in view.moves)


def _choice(pen: Pen, move: Any) -> Choice:
    if isinstance(move, Stop):
        return Choice(move, pen.word(STOP))
    if move.keep:
        return Choice(move, pen.word(KEEP, dice=move.keep), move.keep)
    return Choice(move, pen.word(THROW_ONCE if move.hit else THROW_ALL))


def _small(before: State, dice: int) -> Text:
    """The dice of a throw in a line. `before` has the kept ones."""
    if before.go.in_hand == 0 or not before.go.kept:
        return inline(dice)
    rest = str(dice)
    kept = "".join(face for face in str(before.go.kept) if face in rest)
    for face in kept:
        rest = rest.replace(face, "", 1)
    return Text(" ").join([inline(int(kept or 0), "underline"), inline(int(rest or 0))])


def _in_words(pen: Pen, event: Event) -> list[Text]:
    found = []
    if isinstance(event, e.Threw):
        phrase = KEPT_AND_THREW if event.kept else THREW
        blanks = {"who": pen.names[event.seat], "kept": digits(event.kept), "dice": digits(event.thrown)}
        found.append(Text(pen.word(phrase, **blanks)))
    if said := pen.say(event):
        found.append(Text(said))
    return found


def _style(event: Event) -> str:
    match event:
        case e.SetLost() | e.GameLost():
            return f"bold {BAD}"
        case e.Safe():
            return GOOD
        case e.Took() | e.Paid() | e.HotHand():
            return LOUD
        case _:
            return QUIET


def _kitty(pen: Pen, kitty: int) -> Text:
    if pen.plain:
        return Text(pen.colon(pen.word(KITTY), _tokens(pen, kitty)))
    line = Text("  ") + pen.label(pen.word(KITTY))
    return line.append(f" {kitty:>2} ").append("●" * kitty, QUIET)


def _holder_in_words(pen: Pen, name: str, tokens: int, lost: int, safe: bool) -> str:
    facts = [_tokens(pen, tokens)]
    facts += [pen.word(SAFE)] if safe else []
    facts += [_sets(pen, lost)] if lost else []
    return pen.colon(name, ", ".join(facts))


def _tokens(pen: Pen, n: int) -> str:
    return pen.word(ONE_TOKEN) if n == 1 else pen.word(TOKENS, n=n)


def _sets(pen: Pen, n: int) -> str:
    return pen.word(ONE_SET) if n == 1 else pen.word(SETS, n=n)
