"""The commands `tavola games` and `tavola rules`."""

from __future__ import annotations

import json

from tavola.terminal.commands.shared import Game, Json, Language, Plain, language, telling
from tavola.terminal.drawings.screen import Screen


def games(lang: Language = "en", as_json: Json = False, plain: Plain = None) -> None:
    """List the games."""
    with telling(lang):
        from tavola.terminal.drawings import catalogue

        if as_json:
            print(json.dumps(catalogue.games_json(language(lang)), indent=1))
        else:
            catalogue.show_games(Screen(plain), language(lang))


def rules(game: Game, lang: Language = "en", as_json: Json = False, plain: Plain = None) -> None:
    """Explain a game: its rules, its options, its presets."""
    with telling(lang):
        from tavola.terminal.drawings import catalogue

        said, info = language(lang), catalogue.info_of(game)
        if as_json:
            notation = catalogue.notation_text(info, said)
            texts = {"text": catalogue.rules_text(info, said), "notation": notation}
            page = {**catalogue.info_json(info, said), **texts}
            print(json.dumps(page, indent=1))
        else:
            catalogue.show_rules(Screen(plain), info, said)
