"""The tables of a server: sit down at one, watch, or open one."""

from __future__ import annotations

import contextlib
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tavola.client.client import Client
from tavola.core.errors import TavolaError
from tavola.core.words import LANGS
from tavola.games import game_names
from tavola.table import messages as m
from tavola.terminal.app import words as w
from tavola.terminal.app.dialogs import Once
from tavola.terminal.app.place import ServerPlace
from tavola.terminal.app.table import Preferences
from tavola.terminal.app.terms import seats, terms

LOOK = 2.0  # seconds between two requests
MOST_SHOWN = 200


class LobbyChoice(NamedTuple):
    """A choice in the lobby: a table, perhaps only to watch; NEW for a new one, "" to leave."""

    table: str
    watch: bool = False


NEW = "+"


class Lobby(Once[LobbyChoice]):
    """The public tables, refreshed every other second."""

    BINDINGS: ClassVar = [
        ("escape,q", "choose('')", ""),
        ("n", "choose('+')", ""),
        ("w", "watch", ""),
        ("f2", "language", ""),
    ]

    def __init__(self, client: Client, settings: Preferences, note: str = "") -> None:
        super().__init__()
        self.client, self.settings, self.note_text = client, settings, note
        self.shown: list[m.TableTold] = []

    def compose(self) -> ComposeResult:
        yield Static(id="sign")
        yield Static(Text(self.note_text, "bold red"), id="wrong")
        yield OptionList(id="games")
        yield Static(id="foot")

    def on_mount(self) -> None:
        self._words()
        self.run_worker(self._look())
        self.set_interval(LOOK, lambda: self.run_worker(self._look(), exclusive=True))

    def _words(self) -> None:
        lang = self.settings.lang
        url = ServerPlace(self.client.url).home
        self.query_one("#sign", Static).update(Text(f" {w.TABLES.fill(url=url).in_(lang)}", "bold"))
        keys = [(w.KEY_ENTER.in_(lang), w.LOBBY_SIT), ("w", w.LOBBY_WATCH), ("n", w.LOBBY_NEW)]
        keys += [("F2", w.FOOT_LANGUAGE), ("q", w.FOOT_QUIT)]
        parts = [Text.assemble((key, "bold yellow"), f" {what.in_(lang)}") for key, what in keys]
        self.query_one("#foot", Static).update(Text("  ").join(parts))

    async def _look(self) -> None:
        with contextlib.suppress(TavolaError):  # a server that is away comes back, or the client gives up
            tables = [told for told in await self.client.list_tables() if told.game in game_names()]
            if tables != self.shown or not self.query_one("#games", OptionList).option_count:
                self._fill(tables[:MOST_SHOWN])

    def _fill(self, tables: list[m.TableTold]) -> None:
        """The highlighted table stays highlighted."""
        games = self.query_one("#games", OptionList)
        at = games.highlighted
        name = self.shown[at].table if at is not None and at < len(self.shown) else None
        self.shown = tables
        games.clear_options()
        if not tables:
            games.add_option(Option(w.NO_TABLES.in_(self.settings.lang), disabled=True))
            return
        games.add_options([Option(self._line(told), id=f"t-{n}") for n, told in enumerate(tables)])
        same = [n for n, told in enumerate(tables) if told.table == name]
        games.highlighted = same[0] if same else 0

    def _line(self, told: m.TableTold) -> Text:
        lang = self.settings.lang
        at_it = seats(told.seats, lang)
        found = terms(told.game, told.options, told.clock, told.rated, lang)
        said = ", ".join([*found, *([w.QUIET.in_(lang)] if told.quiet else [])])
        line = Text.assemble((f"{told.game:<12}", "bold"), (f"{w.STATUS[told.status].in_(lang):<12}", "dim"))
        return line.append(" · ".join(at_it)).append(f"  {said}", "dim")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._choose(event.option_index, watch=False)

    def action_watch(self) -> None:
        at = self.query_one("#games", OptionList).highlighted
        if at is not None:
            self._choose(at, watch=True)

    def _choose(self, at: int, *, watch: bool) -> None:
        if at < len(self.shown):
            self.dismiss(LobbyChoice(self.shown[at].table, watch))

    def action_choose(self, what: str) -> None:
        self.dismiss(LobbyChoice(what))

    def action_language(self) -> None:
        self.settings.lang = LANGS[(LANGS.index(self.settings.lang) + 1) % len(LANGS)]
        self._words()
        self._fill(self.shown)
