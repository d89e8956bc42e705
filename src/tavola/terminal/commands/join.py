"""The command `tavola join`: play at a server, from this terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from tavola.core.errors import TavolaError
from tavola.core.extras import APP
from tavola.terminal.commands.shared import Language, check_token, language, telling
from tavola.terminal.words import CLAIM_WHICH, NEEDS_TERMINAL, OWN_NAME

LONGEST_NAME = 32
HERE = "http://127.0.0.1:8421"


def join(
    url: Annotated[
        str,
        typer.Argument(
            metavar="URL",
            help="A table, http://HOST:8421/table/NAME, or a server, http://HOST:8421, ws://HOST:8421/ws, "
            "tcp://HOST:8422.",
        ),
    ] = HERE,
    name: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The name you play under. Under the same name you find your seats again."
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="SECRET",
            envvar="TAVOLA_TOKEN",
            show_envvar=True,
            help="Who you are: 8 characters or more. Without it one is made up and kept for your name.",
        ),
    ] = None,
    claim: Annotated[
        bool,
        typer.Option("--claim", help="Make your name yours alone at that server, for games that count."),
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Look on, and take no seat.")] = False,
    lang: Language = "en",
    delay: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, max=60, help="Pause after what the others do.")
    ] = 0.7,
) -> None:
    """Play at a server: its tables, a seat at one of them, or a table of your own and a link for friends.

    A lost connection is mended and nothing is lost. Leaving keeps your seat: come back with the same --name.
    """
    with telling(lang):
        from tavola.terminal.lines.playing import opens_app

        said = language(lang)
        APP.check("tavola join")
        if name is not None and not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
            raise TavolaError(OWN_NAME.fill(most=LONGEST_NAME, given=repr(name[:50])))
        if claim and name is None:
            raise TavolaError(CLAIM_WHICH)
        from tavola.terminal.app.away import Journey, play_away
        from tavola.terminal.app.place import read_place
        from tavola.terminal.app.table import Preferences

        journey = Journey(read_place(url), name, check_token(token), watch, claim)
        if not opens_app(None):
            raise TavolaError(NEEDS_TERMINAL)
        code = play_away(journey, Preferences(said, delay))
        raise typer.Exit(code)
