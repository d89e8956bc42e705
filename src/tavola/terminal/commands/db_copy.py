"""The commands `tavola db backup` and `tavola db import`: the whole database, somewhere else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from tavola.server.setting_kinds import size_text
from tavola.terminal.commands.db_shared import Storage, asking, every_now_and_then, wait_for
from tavola.terminal.commands.shared import Json

WHERE = "sqlite:///path/to/file, the path of an SQLite file, or postgresql://user:password@host/database."

From = Annotated[str, typer.Argument(metavar="FROM", help=f"The database to copy: {WHERE}")]
To = Annotated[str, typer.Argument(metavar="TO", help="An empty database, or a file that is not there yet.")]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the copy.")],
    storage: Storage = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")] = False,
    as_json: Json = False,
) -> None:
    """Copy the database to one SQLite file, while the server goes on, and check the copy.

    `tavola serve --storage sqlite:///FILE` starts from it; `tavola db import FILE TO` moves on to PostgreSQL.
    """
    with asking(storage, "tavola db backup"):
        from tavola.server.store.backup import back_up

        found = wait_for(back_up(storage, file.expanduser(), force=force, progress=_progress(as_json)))
        if as_json:
            print(json.dumps({**found._asdict(), "file": str(found.file)}, indent=1))
        else:
            rows = sum(found.rows.values())
            print(f"{found.file}: {size_text(found.bytes)}, {rows} rows, schema {found.schema}; checked")


def import_(source: From, target: To, as_json: Json = False) -> None:
    """Copy a whole database into an empty one: from SQLite to PostgreSQL, back, or to another of its kind.

    The servers of both must be stopped. Everything is copied or nothing, and compared afterwards: the rows of
    every table, and a digest of them. A server started with the new database goes on with every game.
    """
    with asking(source, "tavola db import"), asking(target, "tavola db import"):
        from tavola.server.store.importing import import_all

        copied = wait_for(import_all(_url(source), _url(target), _progress(as_json)))
        if as_json:
            print(json.dumps([each._asdict() for each in copied], indent=1))
            return
        for each in copied:
            print(f"{each.table}: {each.rows}, digest {each.digest[:16]}")
        print("everything was copied, and is the same in both")


def _url(where: str) -> str:
    """The path of a file is an address too."""
    return where if "://" in where else f"sqlite:///{Path(where).expanduser()}"


def _progress(quiet: bool) -> Callable[[str, int], None]:
    say = every_now_and_then(quiet)
    return lambda what, done: say(f"{what}: {done} ...")
