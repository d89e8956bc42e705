"""`tavola review`: a record gone through by the coach, as tables, as JSON, as a figure."""

from __future__ import annotations

from typing import Annotated

import typer

import tavola
from tavola.core.errors import Trouble
from tavola.core.record import Record
from tavola.core.words import Lang
from tavola.library.reviewing import MOST_WORST, GameReview
from tavola.terminal.commands.reading import read_game
from tavola.terminal.commands.shared import Json, Language, Plain, Plot, language, plot_to, show, telling
from tavola.terminal.drawings.waiting import waiting
from tavola.terminal.lines.replaying import rules_for
from tavola.terminal.words import ONLY_RECORDS


def review(
    record: Annotated[
        str, typer.Argument(metavar="RECORD", help="A record, as text or JSON; - is the input.")
    ],
    lang: Language = "en",
    worst: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, max=MOST_WORST, help="Show only the N dearest decisions; without it, all."
        ),
    ] = None,
    plot: Plot = None,
    as_json: Json = False,
    plain: Plain = None,
) -> None:
    """What every decision of a game cost, what was best, and how much of the result was luck.

    Exact for the dice games, though perhaps only if everybody then plays by the book, which it says. Cards
    are estimated. The first time for some options a game may have to be solved, which takes from seconds to a
    minute.
    """
    with telling(lang):
        said = language(lang)
        plot_to(plot)
        if not isinstance(game := read_game(record), Record):
            raise Trouble(ONLY_RECORDS)
        show(reviewed(game, said, worst), as_json, plain, plot)


def reviewed(record: Record, lang: Lang, worst: int | None = None) -> GameReview:
    """A review, with a progress bar, and a warning if the rules have changed since."""
    rules_for(record, lang)
    with waiting() as progress:
        return tavola.review(record, worst=worst, lang=lang, progress=progress)
