"""The commands `tavola contest`: teams and their tokens before it, the scores after it."""

from __future__ import annotations

import csv
import io
import json
import os
import secrets
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from tavola.core.errors import TavolaError
from tavola.terminal.commands.db_shared import Storage, asking
from tavola.terminal.commands.shared import Json
from tavola.terminal.drawings.screen import Screen, warn

if TYPE_CHECKING:
    from tavola.games.five_thousand.tcp.tournament_day import TournamentDay
    from tavola.server.store import Store

T = TypeVar("T")
TOKEN_BYTES = 12
PRIVATE = 0o600  # a reader of the tokens could play as any team

Teams = Annotated[
    str, typer.Argument(metavar="TEAMS", help="A file with the names of the teams, one a line.")
]
Out = Annotated[Path | None, typer.Option(metavar="FILE.csv", help="Write it here too; never over a file.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    group = typer.Typer(
        help="A contest of 5000 for a class: teams, tokens, scores. See docs/contest.md.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    group.command()(teams)
    group.command()(token)
    group.command()(scores)
    group.command()(standings)
    app.add_typer(group, name="contest")


def teams(file: Teams, storage: Storage = None, out: Out = None, as_json: Json = False) -> None:
    """Give every team its token. Each is shown once, here; the server knows only fingerprints.

    The server may go on meanwhile. A team that has one keeps it; `tavola contest token` makes a new one.
    """
    with asking(storage, "tavola contest teams"):
        from tavola.games.five_thousand.tcp.contest import read_teams

        names = read_teams(file)
        _must_be_new(out)
        given = _run(_give(storage, names, renew=False))
        rows = [[name, token] for name, token in given.items()]
        # A file with only a heading would block the next run.
        _tell("Tokens", ("team", "token"), rows, out if rows else None, as_json, private=True)
        if kept := len(names) - len(given):
            nothing = f"; {str(out)[:200]!r} is not written" if out is not None and not rows else ""
            warn(f"{kept} of {len(names)} teams have a token already and keep it{nothing}")


def token(
    name: Annotated[str, typer.Argument(metavar="TEAM", help="The team.")],
    storage: Storage = None,
    as_json: Json = False,
) -> None:
    """Give one team a new token; the old one is worth nothing from then on. The server may go on."""
    with asking(storage, "tavola contest token"):
        if name.split() != [name]:
            raise TavolaError(f"a team is one word, not {name[:60]!r}")
        given = _run(_give(storage, [name], renew=True))
        _tell("A new token", ("team", "token"), [[name, given[name]]], None, as_json, private=True)


async def _open(storage: str | None) -> Store:
    """To write a few names: alone, or beside a server that uses the database."""
    from tavola.server.store import Store
    from tavola.server.store.trouble import StorageTrouble

    try:
        return await Store.open(storage)
    except StorageTrouble as taken:
        try:
            return await Store.open(storage, beside=True)
        except TavolaError:
            raise taken from None


async def _give(storage: str | None, names: list[str], renew: bool) -> dict[str, str]:
    from tavola.table.identity import holder_of

    given: dict[str, str] = {}
    store = await _open(storage)
    try:
        for name in names:
            new = await store.owner_of(name) is None
            if new and renew:
                raise TavolaError(
                    f"no team {name[:60]!r} has a token yet; tavola contest teams gives the first"
                )
            if new or renew:
                given[name] = secrets.token_hex(TOKEN_BYTES)  # easy to type, and never like an option
                await store.give(name, holder_of(given[name]))
    finally:
        await store.close()
    return given


def scores(
    environment: Annotated[
        str, typer.Argument(metavar="training|battle|tournament", help="Whose scores.")
    ] = "tournament",
    teams_file: Annotated[
        str | None, typer.Option("--teams", metavar="TEAMS", help="All of these, even who has not played.")
    ] = None,
    storage: Storage = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Say how it stands. The server may go on meanwhile."""
    with asking(storage, "tavola contest scores"):
        from tavola.games.five_thousand.tcp.contest import read_teams
        from tavola.games.five_thousand.tcp.settings import ENVIRONMENTS

        there = [each.name for each in ENVIRONMENTS]
        if environment not in there:
            raise TavolaError(f"there is no environment {environment[:40]!r}; there are: {', '.join(there)}")
        _must_be_new(out)
        names = None if teams_file is None else read_teams(teams_file)
        rows = _run(_scores(storage, environment, names))
        _tell(environment.capitalize(), ("place", "team", "score", "games"), rows, out, as_json)


def standings(
    file: Teams,
    storage: Storage = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Say who is told from whom in the scheduled tournament, and how sure that is. The server may go on."""
    with asking(storage, "tavola contest standings"):
        from tavola.games.five_thousand.tcp.contest import read_teams

        names = read_teams(file)
        _must_be_new(out)
        day = _run(_day(storage, names))
        columns = ("tier", "team", "points", "low", "high", "won", "games", "missed")
        rows = [
            [line.tier, line.name, *(round(x, 4) for x in line.rate), line.won, line.games, line.missed]
            for line in day.standings()
        ]
        _tell(f"Round {day.round}", columns, rows, out, as_json)
        if not as_json:
            print(f"told from the next: {len(day.told_apart())} of {len(rows) - 1}")


async def _day(storage: str | None, names: list[str]) -> TournamentDay:
    """As the records have it."""
    from tavola.games.five_thousand.tcp.scheduled import CONTEST, day_of
    from tavola.server.store import Store

    if len(names) < 3:
        raise TavolaError("a tournament by three needs three teams or more")
    store = await Store.open(storage, reading=True)
    try:
        return day_of(names, await store.kept(CONTEST))
    finally:
        await store.close()


async def _scores(storage: str | None, environment: str, names: list[str] | None) -> list[list[Any]]:
    """Most points first, then fewest games. Equals share a place."""
    from tavola.server.store import Store

    store = await Store.open(storage, reading=True)
    try:
        board = await store.scoreboard(environment, 1000)
    finally:
        await store.close()
    lines = [(line.name, line.score, line.games) for line in board]
    if names is not None:
        found = {line[0]: line for line in lines}
        lines = sorted(
            (found.get(name, (name, 0, 0)) for name in names), key=lambda line: (-line[1], line[2], line[0])
        )
    places = [next(n for n, other in enumerate(lines, 1) if other[1:] == line[1:]) for line in lines]
    return [[place, *line] for place, line in zip(places, lines, strict=True)]


def _run(work: Coroutine[Any, Any, T]) -> T:
    import asyncio  # late: the other commands need not load it

    return asyncio.run(work)


def _must_be_new(out: Path | None) -> None:
    if out is not None and out.exists():
        raise TavolaError(f"{str(out)[:200]!r} exists already and is never written over; choose another name")


def _tell(
    title: str,
    columns: tuple[str, ...],
    rows: list[list[Any]],
    out: Path | None,
    as_json: bool,
    *,
    private: bool = False,
) -> None:
    if out is not None:
        _write(columns, rows, out, private)
    if as_json:
        print(json.dumps([dict(zip(columns, row, strict=True)) for row in rows], indent=1))
        return
    from tavola.core.tables import Table
    from tavola.terminal.drawings.screen import print_table

    print_table(Screen(), Table(title, columns, tuple(tuple(map(str, row)) for row in rows)))


def _write(columns: tuple[str, ...], rows: list[list[Any]], out: Path, private: bool) -> None:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    try:
        made = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE if private else 0o666)
        with os.fdopen(made, "w", encoding="utf-8") as file:
            file.write(text.getvalue())
    except OSError as error:
        raise TavolaError(f"can't write {str(out)[:200]}: {error.strerror or error}") from None
