"""The coach at the table: advice, by a key or before every decision, and the review at the end."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from rich.text import Text
from textual.widgets import Static

from tavola.analysis import Table
from tavola.client.thinking import Thinker
from tavola.core.errors import TavolaError
from tavola.core.plugins import reason
from tavola.core.record import Record
from tavola.core.words import Lang
from tavola.terminal import words
from tavola.terminal.app import chronicle as log
from tavola.terminal.app import words as w
from tavola.terminal.app.dialogs import PageDialog
from tavola.terminal.app.local import Local
from tavola.terminal.app.source import AnyRules, AnyView
from tavola.terminal.drawings.pen import clean

TICK = 0.5  # seconds
LONG = 2  # seconds after which the reason for waiting is shown

if TYPE_CHECKING:
    from tavola.terminal.app.table import TableScreen


class _Waiting:
    """The text while waiting: progress, and the seconds, as a sign of life."""

    def __init__(self, panel: Static, lang: Lang) -> None:
        self._panel, self._lang, self._began = panel, lang, time.monotonic()
        self.done = 0.0

    def tick(self) -> None:
        seconds = int(time.monotonic() - self._began)
        far = f"{self.done:.0%} · " if self.done else ""
        said = f"{w.THINKS.in_(self._lang)} {far}{seconds} s"
        why = f"\n{w.FIRST_TIME.in_(self._lang)}" if seconds >= LONG else ""
        self._panel.update(said + why)


class Adviser:
    """Asks for hints in a thread that never delays leaving."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self._asking: asyncio.Task[None] | None = None
        self._thinker: Thinker | None = None

    @property
    def may(self) -> bool:
        """No hints at a server: there one plays without help."""
        source = self.screen.source
        return self.screen.settings.hint is not None and not source.remote and bool(source.humans)

    def ask(self) -> None:
        board, pen = self.screen.board, self.screen.pen
        if not self.may or board.asked is None or board.view is None or board.throwing:
            self.screen.log_lines.add(log.noted(words.NOTHING_TO_HINT if self.may else w.NO_HINTS))
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
            waiting.done = done

        waiting = _Waiting(panel, lang)
        ticking = screen.set_interval(TICK, waiting.tick)
        self._thinker = self._thinker or Thinker()
        try:
            lines = await self._thinker.do(lambda: hint(rules, seats, view, lang, progress))
        except Exception as error:  # a failed hint must not end a game
            lines = [error.said.in_(lang) if isinstance(error, TavolaError) else reason(error)]
        finally:
            ticking.stop()
        if screen.board.view is view:
            panel.update(Text(self._between.join(lines)))

    @property
    def _between(self) -> str:
        """No empty line on a small screen, where every line counts."""
        return " " if self.screen.has_class("-narrow") else "\n"

    def drop(self) -> None:
        self.screen.advice.display = False


# ---- the review of a game that has just been played ----


async def show_review(screen: TableScreen, game: Local) -> None:
    """Worked out in a thread, which may take long, and shown as a page."""
    pen, record = screen.pen, game.sitting.record()

    def progress(what: str, done: float) -> None:
        del what  # for the log of a program: it is English
        screen.app.call_from_thread(screen.set_note, f"{pen.word(w.GOES_THROUGH)} {done:.0%}")

    screen.set_note(pen.word(w.GOES_THROUGH))
    try:
        text = await Thinker().do(lambda: page(game.rules, record, pen.lang, progress))
    except Exception as error:  # a failed review must not end the app
        text = error.said.in_(pen.lang) if isinstance(error, TavolaError) else reason(error)
    screen.set_note("")
    await screen.app.push_screen_wait(PageDialog(pen.word(w.REVIEW_TITLE), text, pen.word(w.FOOT_BACK)))


def page(rules: AnyRules, record: Record, lang: Lang, progress: object) -> str:
    """The whole review, as Markdown."""
    from tavola.coach import report, review
    from tavola.library.reviewing import balance_table, decision_table

    found = review(rules, record, progress)  # type: ignore[arg-type]
    told = [as_markdown(balance_table(found, lang))]
    told += [as_markdown(decision_table(found, lang))] if found.decisions else []
    return "\n\n".join([*(clean(said.in_(lang)) for said in report.sentences(found)), *told])


def as_markdown(table: Table) -> str:
    """A table of figures with its note below."""
    rows = [table.columns, ["---"] * len(table.columns), *table.rows]
    lines = ["| " + " | ".join(cell.replace("|", "/") or " " for cell in row) + " |" for row in rows]
    return "\n".join([f"## {table.title}", "", *lines, "", table.note])
