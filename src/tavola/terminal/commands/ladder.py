"""The command `tavola ladder`: the ranking of bots at a server, and the history of one of them."""

from __future__ import annotations

import json
import time
from typing import Annotated, Any

import typer

from tavola.terminal.commands.shared import Game, Json, telling


def ladder(
    game: Game,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="One bot: its games, its rivals.")
    ] = None,
    url: Annotated[str, typer.Option(metavar="URL", help="The server.")] = "http://127.0.0.1:8421",
    as_json: Json = False,
) -> None:
    """Show the ladder of a game at a server: ratings with intervals; or one bot's games, and head to head."""
    with telling():
        from tavola.client.ladder_standings import ladder_standings

        found = ladder_standings(url, game, name)
        if as_json:
            print(json.dumps(found, indent=1))
        elif name is None:
            _tell_standings(found)
        else:
            _tell_bot(found)


def _tell_standings(found: dict[str, Any]) -> None:
    if not found["standings"]:
        print(f"no bot has finished a rated game of {found['game']} here yet")
    for line in found["standings"]:
        share = f"won {line['wins']} of {line['games']}"
        sure = f"{line['mu']:6.2f}  [{line['low']:.2f}, {line['high']:.2f}]"
        print(f"{line['tier']:3}  {line['name']:<32}  {sure}  {share}")


def _tell_bot(found: dict[str, Any]) -> None:
    for rival in found["rivals"]:
        print(f"against {rival['name']:<32}  won {rival['wins']} of {rival['games']}")
    for game in found["history"]:
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(game["at"]))
        end = "won " if game["won"] else "lost"
        print(f"{day}  {end}  {' - '.join(game['seats'])}  {game['mu']:.2f}  {game['table']}")
