"""The command `tavola replay`."""

from __future__ import annotations

from typing import Annotated

import typer

import tavola
from tavola.core.record import Record
from tavola.terminal.commands.shared import Json, Language, Plain, language, telling
from tavola.terminal.drawings.screen import Screen


def replay(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A record, as text or JSON, or a match saved as YAML by the original card client; "
            "- is the input.",
        ),
    ],
    lang: Language = "en",
    step: Annotated[
        bool,
        typer.Option(
            "--step",
            help="Wait for Enter after each move, at a terminal; of a saved match, show the plays and "
            "wait after each hand.",
        ),
    ] = False,
    plain: Plain = None,
    as_json: Json = False,
) -> None:
    """Play a record again, move by move; or a saved match, hand by hand, saying where it breaks the rules."""
    with telling(lang):
        from tavola.terminal.commands import reading
        from tavola.terminal.lines import replaying

        said, game = language(lang), reading.read_game(file)
        if not isinstance(game, Record):
            game.replay(None if as_json else Screen(plain), said, step)
        elif as_json:
            replaying.rules_for(game, said)
            print(tavola.replay(game, lang=said).to_json())
        else:
            replaying.show_replay(game, Screen(plain), said, step)
