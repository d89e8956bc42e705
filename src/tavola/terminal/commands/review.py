"""`tavola review`: a record gone through by the coach, as tables, as JSON, as a figure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from tavola.core.errors import TavolaError, Trouble
from tavola.core.record import Record
from tavola.core.words import Lang
from tavola.terminal.commands.shared import language, telling
from tavola.terminal.drawings.pen import clean
from tavola.terminal.drawings.screen import Screen
from tavola.terminal.drawings.tables import print_table
from tavola.terminal.drawings.waiting import waiting
from tavola.terminal.refusals import ONLY_RECORDS

MOST_WORST = 1000


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(review)


def review(
    record: Annotated[
        str, typer.Argument(metavar="RECORD", help="A record, as text or JSON; - is the input.")
    ],
    lang: Annotated[
        str, typer.Option("--lang", metavar="en|fr|it", envvar="TAVOLA_LANG", help="The language.")
    ] = "en",
    worst: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, max=MOST_WORST, help="Show only the N dearest decisions; without it, all."
        ),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the course of the game too: .svg or .png.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="For programs: JSON on the standard output.")
    ] = False,
    plain: Annotated[
        bool | None,
        typer.Option(
            "--plain/--no-plain", help="No boxes or colours. By default where there is no terminal."
        ),
    ] = None,
) -> None:
    """What every decision of a game cost, what was best, and how much of the result was luck.

    Exact for the dice games, though perhaps only if everybody then plays by the book, which it says. Cards
    are estimated. The first time for some options a game may have to be solved, which takes from seconds to a
    minute.
    """
    with telling(lang):
        said = language(lang)
        if plot is not None:
            from tavola.analysis import plots

            plots.check(plot)
        _review(read(record), said, worst, plot, None if as_json else Screen(plain))


def read(name: str) -> Record:
    from tavola.terminal.commands.reading import read_game

    game = read_game(name)
    if not isinstance(game, Record):
        raise Trouble(ONLY_RECORDS)
    return game


def review_record(record: Record, lang: Lang, screen: Screen) -> None:
    """A game that has just been played, before the eyes of who played it."""
    _review(record, lang, None, None, screen)


def _review(record: Record, lang: Lang, worst: int | None, plot: Path | None, screen: Screen | None) -> None:
    from tavola.coach import report
    from tavola.coach import review as go_through
    from tavola.terminal.commands.replay import rules_for

    rules = rules_for(record, lang)
    with waiting() as progress:
        found = go_through(rules, record, progress)
    if plot is not None:
        from tavola.analysis import plots
        from tavola.coach.plots import figure

        if not found.decisions:
            raise TavolaError("nothing was decided in this game, so there is nothing to plot")
        plots.save(figure(found, lang), plot)
    if screen is None:
        print(json.dumps(report.as_dict(found, lang), indent=1))
        return
    from tavola.terminal.commands.review_tables import balance_table, decision_table

    print_table(screen, *decision_table(found, lang, worst))
    print()
    print_table(screen, *balance_table(found, lang))
    screen.show(clean(sentence.in_(lang)) for sentence in report.sentences(found))
