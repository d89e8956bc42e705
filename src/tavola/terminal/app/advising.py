"""The panel with good advice: asked for with a key, or before every decision."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from rich.text import Text
from textual.widgets import Static

from tavola.client.thinking import Thinker
from tavola.core.errors import TavolaError
from tavola.core.extras import Missing
from tavola.core.plugins import reason
from tavola.terminal.app import words as w
from tavola.terminal.app.source import AnyView

if TYPE_CHECKING:
    from tavola.terminal.app.table import TableScreen


class Adviser:
    """Asks whoever gives hints, in a thread that never keeps anybody from leaving."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self._asking: asyncio.Task[None] | None = None
        self._thinker: Thinker | None = None

    @property
    def may(self) -> bool:
        """At a server one plays by oneself."""
        source = self.screen.source
        return self.screen.settings.hint is not None and not source.remote and bool(source.humans)

    def ask(self) -> None:
        board, pen = self.screen.board, self.screen.pen
        if not self.may or board.asked is None or board.view is None or board.throwing:
            return
        panel = self.screen.words["hint"]
        self.screen.advice.display = True
        self.screen.advice.border_title = pen.word(w.HINT_TITLE)
        panel.update(pen.word(w.THINKS))
        self._asking = asyncio.ensure_future(self._advise(panel, board.view))

    async def _advise(self, panel: Static, view: AnyView) -> None:
        screen, source, lang = self.screen, self.screen.source, self.screen.settings.lang
        hint, rules, seats = screen.settings.hint, source.rules, len(source.names)
        assert hint is not None

        def progress(what: str, done: float) -> None:
            del what  # for the log of a program: it is English
            screen.app.call_from_thread(panel.update, f"{w.THINKS.in_(lang)} {done:.0%}")

        self._thinker = self._thinker or Thinker()
        try:
            lines = await self._thinker.do(lambda: hint(rules, seats, view, lang, progress))
        except Missing as error:
            lines = [error.why.in_(lang)]
        except Exception as error:  # advice is never worth a game
            lines = [str(error) if isinstance(error, TavolaError) else reason(error)]
        if screen.board.view is view:
            panel.update(Text(self._between.join(lines)))

    @property
    def _between(self) -> str:
        """Below a table of eight every line counts."""
        return " " if self.screen.has_class("-narrow") else "\n"

    def drop(self) -> None:
        self.screen.advice.display = False
