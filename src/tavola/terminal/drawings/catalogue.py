"""The games there are, and the rules of each, for people and for programs."""

from __future__ import annotations

from importlib import resources
from typing import Any

from rich.text import Text

from tavola.bots import bot_names, bots_here
from tavola.bots.characters import character, characters
from tavola.core.contract import GameInfo
from tavola.core.errors import TavolaError
from tavola.core.options import describe, text, told
from tavola.core.plugins import BrokenPlugin
from tavola.core.words import Lang, colon
from tavola.games import game_class, game_names, game_warnings
from tavola.terminal import words
from tavola.terminal.drawings.pen import LOUD, QUIET
from tavola.terminal.drawings.screen import Screen, warn


def infos(lang: Lang = "en") -> list[GameInfo]:
    """Every game that can be loaded; one that can't, a broken plug-in, is reported and left out."""
    for warning in game_warnings():
        warn(words.WARNING.fill(what=warning).in_(lang))
    found = []
    for name in game_names():
        try:
            found.append(game_class(name).info)
        except Exception as error:
            reason = error.why if isinstance(error, BrokenPlugin) else str(error)
            why = words.NOT_LOADED.fill(game=name, why=reason)
            warn(words.WARNING.fill(what=why).in_(lang))
    return found


def info_of(game: str) -> GameInfo:
    try:
        info: GameInfo = game_class(game).info
    except TavolaError:
        raise
    except Exception as error:
        raise TavolaError(f"the game {game} can't be loaded: {error}") from None
    return info


def players(info: GameInfo) -> str:
    low, high = info.seats[0], info.seats[-1]
    if high - low + 1 > len(info.seats):
        return "/".join(map(str, info.seats))
    return str(low) if low == high else f"{low}-{high}"


# ---- the list of games ----


def show_games(screen: Screen, lang: Lang) -> None:
    for info in infos(lang):
        options = len(describe(info.options))
        word = words.OPTION if options == 1 else words.OPTIONS
        facts = f"{players(info)} {words.PLAYERS.in_(lang)}, {options} {word.in_(lang)}"
        if screen.plain:
            screen.show([colon(info.name, f"{facts}. {info.summary.in_(lang)}", lang)])
        else:
            name = Text(info.name, LOUD)
            name.append(f"  {info.title if info.title != info.name else ''}".rstrip())
            screen.show([name.append(f"  {facts}", QUIET), f"  {info.summary.in_(lang)}", ""])
    if not screen.plain:
        screen.show([Text(words.HOW_TO_PLAY.in_(lang), QUIET)])


def games_json(lang: Lang) -> list[dict[str, Any]]:
    return [info_json(info, lang) for info in infos(lang)]


def info_json(info: GameInfo, lang: Lang) -> dict[str, Any]:
    return {
        "name": info.name,
        "title": info.title,
        "summary": info.summary.in_(lang),
        "seats": list(info.seats),
        "rules_version": info.rules_version,
        "score": {"counts": info.score.counts.in_(lang), "best": info.score.best},
        "options": {
            name: told(default, takes, lang) for name, (default, takes) in describe(info.options).items()
        },
        "presets": {
            name: {key: text(value) for key, value in preset.items()} for name, preset in info.presets.items()
        },
        "words": {name: word.in_(lang) for name, word in info.words.items()},
        "characters": characters(info.name, bot_names(info.name), max(info.seats), lang),
    }


# ---- the rules of one game ----


def rules_text(info: GameInfo, lang: Lang) -> str:
    """The game's own page, in the language if there is one, else in English; without one, its summary."""
    return _page(info, "README", lang) or f"# {info.title}\n\n{info.summary.in_(lang)}\n"


def notation_text(info: GameInfo, lang: Lang) -> str:
    """The notation page: what one types, and what records contain."""
    return _page(info, "NOTATION", lang)


def _page(info: GameInfo, page: str, lang: Lang) -> str:
    package = game_class(info.name).__module__.rpartition(".")[0]
    for name in (f"{page}.{lang}.md", f"{page}.md"):
        try:
            return resources.files(package).joinpath(name).read_text(encoding="utf-8")
        except (OSError, ValueError, TypeError, ImportError):
            continue
    return ""


def show_rules(screen: Screen, info: GameInfo, lang: Lang) -> None:
    parts = (rules_text(info, lang), notation_text(info, lang), options_text(info, lang))
    said = [part.rstrip() for part in (*parts, opponents_text(info, lang))]
    screen.markdown("\n\n".join(part for part in said if part))


def opponents_text(info: GameInfo, lang: Lang) -> str:
    """The bots of the game, by technical name and display name, as Markdown."""
    lines = [f"## {words.OPPONENTS.in_(lang)}", ""]
    for bot in bots_here(info.name):
        found = character(info.name, bot)
        lines.append(f"- `{bot}`: {found.name}. {found.line.in_(lang)}")
    return "\n".join(lines)


def options_text(info: GameInfo, lang: Lang) -> str:
    """The options and presets as Markdown: read as it is, or drawn as a table."""
    options = describe(info.options)
    if not options:
        return words.NO_OPTIONS.in_(lang).capitalize() + "."
    head = [phrase.in_(lang) for phrase in (words.OPTION, words.DEFAULT, words.TAKES, words.MEANING)]
    rows = [
        [name, text(default), takes.said.in_(lang), takes.help.in_(lang)]
        for name, (default, takes) in options.items()
    ]
    lines = [f"## {words.OPTIONS.in_(lang).capitalize()}", "", *_table(head, rows)]
    if info.presets:
        lines += ["", f"## {words.PRESETS.in_(lang).capitalize()}", ""]
        lines += [f"- `{name}`: {_preset(preset, lang)}" for name, preset in info.presets.items()]
    return "\n".join(lines)


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    bar = ["---"] * len(head)
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in (head, bar, *rows)]


def _preset(preset: Any, lang: Lang) -> str:
    said = ", ".join(f"{key}={text(value)}" for key, value in preset.items())
    return said or words.AS_IT_STANDS.in_(lang)
