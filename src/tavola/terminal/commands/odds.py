"""The commands `tavola odds`, `tavola solve` and `tavola explain`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

import tavola
from tavola.core.errors import BadOption
from tavola.core.game import Ask
from tavola.games import OURS, game_of
from tavola.terminal.commands.shared import (
    Json,
    Language,
    Plain,
    Plot,
    Preset,
    Settings,
    chosen_rules,
    parameters_of,
    plot_to,
    show,
    taking,
    telling,
)
from tavola.terminal.drawings.waiting import waiting

Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="One whose odds are known: " + ", ".join(name for name, game in OURS.items() if game.odds) + ".",
    ),
]


def with_asks(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each question that the odds of our games take."""
    asked: dict[str, list[tuple[str, Ask]]] = {}
    for game in OURS.values():
        for each in game.asks:
            asked.setdefault(each.name, []).append((game.name, each))
    *own, _ = parameters_of(command)
    for name, of in asked.items():
        said = " ".join(f"{game}: {each.help}" for game, each in of)
        option = (
            Annotated[int | None, typer.Option(min=0, help=said)]
            if all(each.number for _, each in of)
            else Annotated[str | None, typer.Option(metavar="NAME", help=said)]
        )
        own.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option))
    return taking(command, own)


@with_asks
def odds(
    game: Game,
    ask: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="What the game's odds take besides; may be given again."),
    ] = None,
    options: Settings = None,
    preset: Preset = None,
    as_json: Json = False,
    plot: Plot = None,
    plain: Plain = None,
    **named: Any,
) -> None:
    """Exact odds: what dice do, and what strategies make of them."""
    with telling():
        plot_to(plot)
        rules, asked = chosen_rules(game, preset, options), _asked(game, ask, named)
        with waiting() as progress:
            found = tavola.odds(rules, progress=progress, **asked)
        show(found, as_json, plain, plot)


def _asked(game: str, ask: list[str] | None, named: dict[str, Any]) -> dict[str, Any]:
    """What the odds of a game are asked, by name."""
    from tavola.analysis import NoOdds, check_asked

    if not game_of(game).odds:
        raise NoOdds(game)
    found = {name: value for name, value in named.items() if value is not None}
    check_asked(game, found, mark="--")
    numbers = {each.name: each.number for each in game_of(game).asks}
    for text in ask or []:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadOption(f"--ask takes NAME=VALUE, not {text[:40]!r}")
        if numbers.get(name) and not (value.isascii() and value.isdigit()):
            raise BadOption(f"{name} takes a whole number, not {value[:40]!r}")
        found[name] = int(value) if numbers.get(name) else value
    check_asked(game, found)
    return found


def solve(
    game: Game,
    options: Settings = None,
    preset: Preset = None,
    as_json: Json = False,
    plot: Plot = None,
    plain: Plain = None,
) -> None:
    """Optimal play: what it is worth. Kept on disk; the second time it is there at once."""
    with telling():
        plot_to(plot)
        rules = chosen_rules(game, preset, options)
        with waiting() as progress:
            found = tavola.solve(rules, progress=progress)
        show(found, as_json, plain, plot)


def explain(
    game: Game,
    position: Annotated[
        list[str],
        typer.Argument(
            metavar="POSITION",
            help="Dice and what else matters: "
            + "; ".join(f"{game.position} ({game.name})" for game in OURS.values() if game.position),
        ),
    ],
    options: Settings = None,
    preset: Preset = None,
    lang: Language = "en",
    as_json: Json = False,
    plot: Plot = None,
    plain: Plain = None,
) -> None:
    """All moves of a position with their value, best first, and the reason in words."""
    with telling(lang):
        plot_to(plot)
        rules = chosen_rules(game, preset, options)
        with waiting() as progress:
            found = tavola.explain(rules, " ".join(position), lang=lang, progress=progress)
        show(found, as_json, plain, plot)
