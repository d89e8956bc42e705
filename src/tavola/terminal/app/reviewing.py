"""A game that has just been played, gone through by the coach: what each decision cost, what was luck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavola.analysis import Table
from tavola.client.thinking import Thinker
from tavola.core.errors import TavolaError
from tavola.core.plugins import reason
from tavola.core.record import Record
from tavola.core.words import Lang
from tavola.terminal.app import words as w
from tavola.terminal.app.dialogs import PageDialog
from tavola.terminal.app.local import Local
from tavola.terminal.app.source import AnyRules
from tavola.terminal.drawings.pen import clean

if TYPE_CHECKING:
    from tavola.terminal.app.table import TableScreen


async def show_review(screen: TableScreen, game: Local) -> None:
    """Worked out in a thread, which may take its time, and shown as a page."""
    pen, record = screen.pen, game.sitting.record()

    def progress(what: str, done: float) -> None:
        del what  # for the log of a program: it is English
        screen.app.call_from_thread(screen.set_note, f"{pen.word(w.GOES_THROUGH)} {done:.0%}")

    screen.set_note(pen.word(w.GOES_THROUGH))
    try:
        text = await Thinker().do(lambda: page(game.rules, record, pen.lang, progress))
    except Exception as error:  # a review is never worth a game
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
    """A table of figures; a note of its own stands below it."""
    rows = [table.columns, ["---"] * len(table.columns), *table.rows]
    lines = ["| " + " | ".join(cell.replace("|", "/") or " " for cell in row) + " |" for row in rows]
    return "\n".join([f"## {table.title}", "", *lines, "", table.note])
