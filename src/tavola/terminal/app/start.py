"""Before a game: choosing one, and its options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, OptionList, Select, Static
from textual.widgets.option_list import Option

import tavola
from tavola.bots import bots_here, why_absent
from tavola.bots.characters import character, display_names
from tavola.core.bounded import read_number
from tavola.core.contract import GameInfo
from tavola.core.errors import TavolaError
from tavola.core.options import Takes, describe, make, text
from tavola.core.record import Record
from tavola.core.words import LANGS, Lang, Phrase, colon
from tavola.library.seats import YOU, default_players
from tavola.terminal.app import words as w
from tavola.terminal.app.dialogs import Button, Once
from tavola.terminal.app.source import AnyRules
from tavola.terminal.app.table import Preferences
from tavola.terminal.drawings.catalogue import infos, players
from tavola.terminal.drawings.pen import clean
from tavola.terminal.words import THESE_SECONDS

MOST_SEATS = 8
LEFT = "left:"  # no game has this name
LONGEST_DELAY = 60.0
LONGEST_CLOCK = 86_400.0
LONGEST_VALUE = 40


class GameListScreen(Once[str | None]):
    """The list of games; returns the name of one, "" for none; for an unfinished one LEFT and its number."""

    BINDINGS: ClassVar = [("escape,q", "nothing", ""), ("f2", "language", "")]

    def __init__(self, settings: Preferences, left: Sequence[Record] = ()) -> None:
        super().__init__()
        self.settings, self.left = settings, left

    def compose(self) -> ComposeResult:
        yield Static(id="sign")
        yield OptionList(id="games")
        yield Static(id="foot")

    def on_mount(self) -> None:
        self._fill(0)

    def _fill(self, at: int) -> None:
        lang = self.settings.lang
        games = self.query_one("#games", OptionList)
        games.clear_options()
        for number, record in enumerate(self.left):
            games.add_option(Option(_left_over(record, lang), id=f"{LEFT}{number}"))
        for info in infos(lang):
            name = Text.assemble((info.title, "bold"), f"  {players(info)} {w.PLAYERS.in_(lang)}")
            games.add_option(Option(name.append(f"\n{info.summary.in_(lang)}\n", "dim"), id=info.name))
        games.highlighted = at
        self.query_one("#sign", Static).update(Text(f" {w.WHICH_GAME.in_(lang)}", "bold"))
        keys = [(w.KEY_ENTER, w.FOOT_PICK), (Phrase(*["F2"] * 3), w.FOOT_LANGUAGE)]
        keys.append((Phrase(*["q"] * 3), w.FOOT_QUIT))
        parts = [Text.assemble((key.in_(lang), "bold yellow"), f" {what.in_(lang)}") for key, what in keys]
        self.query_one("#foot", Static).update(Text("  ").join(parts))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id or "")

    def action_language(self) -> None:
        self.settings.lang = LANGS[(LANGS.index(self.settings.lang) + 1) % len(LANGS)]
        self._fill(self.query_one("#games", OptionList).highlighted or 0)

    def action_nothing(self) -> None:
        self.dismiss("")


def _left_over(record: Record, lang: Lang) -> Text:
    who = ", ".join(map(clean, display_names(record)))
    title = next((info.title for info in infos(lang) if info.name == record.game), record.game)
    line = Text(colon(w.GO_ON_WITH.in_(lang), title, lang), "bold")
    return line.append(f"\n{w.LEFT_AFTER.fill(who=who, n=len(record.moves)).in_(lang)}\n", "dim not bold")


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game as it was set up: its rules, and its players, as on the command line."""

    rules: AnyRules
    players: str
    seats: int
    public: bool = True  # at a server: is it in the list of tables?
    seconds: float | None = None  # at a server: for each decision


class SetupScreen(Once[NewGame | None]):
    """The options of a game and its players; returns None to go back. At a server only the number of
    seats."""

    BINDINGS: ClassVar = [("escape", "nothing", ""), ("f10,ctrl+s", "play", "")]

    def __init__(self, info: GameInfo, settings: Preferences, *, remote: bool = False) -> None:
        super().__init__()
        self.info, self.settings, self.remote = info, settings, remote
        self.options = describe(info.options)

    def _word(self, phrase: Phrase) -> str:
        return phrase.in_(self.settings.lang)

    def compose(self) -> ComposeResult:
        title = colon(self.info.title, self._word(w.HOW), self.settings.lang)
        yield Static(Text(f" {title}", "bold"), id="sign")
        with VerticalScroll(id="form", can_focus=False):
            yield PlayButton(self._word(w.OPEN_TABLE if self.remote else w.START))
            yield Static(id="wrong")
            yield from self._people()
            if self.info.presets:
                presets = [(name, name) for name in self.info.presets]
                yield from _field(self._word(w.PRESET), _select(presets, "preset", self._word(w.NO_PRESET)))
            for name, (default, takes) in self.options.items():
                yield from _field(name, _entry(name, default, takes), self._word(takes.help))
            if not self.remote:
                yield from _field(
                    self._word(w.PACE), Input(f"{self.settings.delay:g}", id="pace", compact=True)
                )
            tongues = [(w.LANGUAGES[lang], lang) for lang in LANGS]
            yield from _field(self._word(w.LANGUAGE), _select(tongues, "lang", value=self.settings.lang))
        yield Static(id="foot")

    def _people(self) -> ComposeResult:
        names = default_players(self.info).split(",")
        if self.remote:
            public = [(self._word(w.YES), "yes"), (self._word(w.NO), "no")]
            yield from _field(self._word(w.PUBLIC), _select(public, "public", value="yes"))
            yield from _field(self._word(w.CLOCK), Input(id="clock", max_length=LONGEST_VALUE, compact=True))
        numbers = [(str(n), str(n)) for n in self.info.seats if n <= MOST_SEATS]
        yield from _field(self._word(w.PLAYERS), _select(numbers, "seats", value=str(len(names))))
        if self.remote:
            return
        kinds = [(self._word(w.YOU), YOU), *map(self._opponent, bots_here(self.info.name))]
        for seat in range(max(n for n in self.info.seats if n <= MOST_SEATS)):
            sits = names[seat] if seat < len(names) else names[-1]
            select = _select(kinds, f"seat-{seat}", value=sits)
            yield from _field(w.SEAT.fill(n=seat + 1).in_(self.settings.lang), select)
        for why in why_absent(self.info.name, self.settings.lang).values():
            yield Static(Text(why, "dim"), classes="absent")

    def _opponent(self, bot: str) -> tuple[str, str]:
        """The name of a bot as shown and, in brackets, as typed."""
        return f"{character(self.info.name, bot).name} ({bot})", bot

    def on_mount(self) -> None:
        plays = self._word(w.OPEN_TABLE if self.remote else w.START)
        foot = f"Tab   F10 {plays}   Esc {self._word(w.FOOT_BACK)}"
        self.query_one("#foot", Static).update(foot)
        self.query_one(PlayButton).focus()
        self._show_seats()

    @on(Select.Changed, "#seats")
    def _show_seats(self) -> None:
        """Shows only the seats in use."""
        many = int(str(self.query_one("#seats", Select).value))
        for seat in range(MOST_SEATS):
            for select in self.query(f"#seat-{seat}"):
                row = select.parent
                assert row is not None
                row.display = seat < many

    @on(Select.Changed, "#preset")
    def _fill(self, event: Select.Changed) -> None:
        """Choosing a variant fills in its options."""
        values = self.info.presets.get(str(event.value), {})
        for name, (default, _) in self.options.items():
            entry = self.query_one(f"#option-{name}")
            assert isinstance(entry, Select | Input)
            entry.value = text(values.get(name, default))

    # ---- reading the form ----

    @on(Button.Pressed)
    def action_play(self) -> None:
        try:
            self.dismiss(self._wanted())
        except TavolaError as error:
            self.query_one("#wrong", Static).update(Text(error.said.in_(self.settings.lang), "bold red"))
            self.query_one("#form").scroll_home(animate=False)

    def _wanted(self) -> NewGame:
        given = {name: self._value(f"option-{name}") for name in self.options}
        changed = {name: value for name, value in given.items() if value != text(self.options[name][0])}
        make(self.info.options, changed, self.info.name)
        if not self.remote:
            self.settings.delay = _seconds(self._value("pace"))
        self.settings.lang = _lang(self._value("lang"), self.settings.lang)
        seats = int(self._value("seats"))
        sit = [] if self.remote else [self._value(f"seat-{seat}") for seat in range(seats)]
        rules = tavola.rules(self.info.name, None, **changed)
        if not self.remote:
            return NewGame(rules, ",".join(sit), seats)
        clock = self._value("clock")
        seconds = _seconds(clock, 1, LONGEST_CLOCK) if clock else None
        return NewGame(rules, "", seats, self._value("public") == "yes", seconds)

    def _value(self, id: str) -> str:
        entry = self.query_one(f"#{id}")
        assert isinstance(entry, Select | Input)
        return str(entry.value).strip()

    def action_nothing(self) -> None:
        self.dismiss(None)


class PlayButton(Button, can_focus=True):
    """The one button of the form that Enter presses."""

    def __init__(self, label: str) -> None:
        super().__init__("", label, id="play", classes="-first")

    def on_key(self, event: events.Key) -> None:
        if event.key in ("enter", "space"):
            event.stop()
            self.post_message(self.Pressed(self))


def _field(name: str, entry: Any, help: str = "") -> ComposeResult:
    with Horizontal(classes="field"):
        yield Static(name, classes="name")
        yield entry
        with Vertical(classes="help"):
            yield Static(Text(help, "dim"))


def _select(choices: Sequence[tuple[str, str]], id: str, blank: str = "", value: str = "") -> Select[str]:
    if blank:
        return Select(choices, prompt=blank, id=id, compact=True)
    return Select(choices, allow_blank=False, value=value, id=id, compact=True)


def _entry(name: str, default: Any, takes: Takes) -> Select[str] | Input:
    values = takes.choices or (("on", "off") if takes.kind is bool else ())
    if values:
        return _select([(value, value) for value in values], f"option-{name}", value=text(default))
    return Input(text(default), id=f"option-{name}", max_length=LONGEST_VALUE, compact=True)


def _seconds(given: str, low: float = 0, high: float = LONGEST_DELAY) -> float:
    if (value := read_number(given, low, high)) is None:
        raise TavolaError(THESE_SECONDS.fill(low=f"{low:g}", high=f"{high:g}", given=repr(given[:40])))
    return value


def _lang(given: str, otherwise: Lang) -> Lang:
    return next((lang for lang in LANGS if lang == given), otherwise)
