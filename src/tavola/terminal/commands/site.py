"""tavola site: the page without a server, as a folder of files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from tavola.core import extras
from tavola.games import OURS, game_names
from tavola.terminal.commands.shared import Json, telling


def site(
    folder: Annotated[Path, typer.Argument(help="Where to: a new folder, or one this command has written.")],
    address: Annotated[
        str, typer.Option(help="Where it will be found, for the pictures of links: https://host/path/")
    ] = "",
    as_json: Json = False,
) -> None:
    """Write the page that needs no server: a folder that any host of files can serve, also below a path."""
    with telling():
        extras.SERVER.check("tavola site")
        from tavola.server.offline.site import write_site

        written = write_site(folder, address)
    if as_json:
        print(json.dumps(written.as_dict()))
        return
    first, engine = f"{written.first / 1e3:.0f} kB", f"{written.engine / 1e6:.1f} MB"
    print(f"{written.folder}: {written.files} files, {written.bytes / 1e6:.1f} MB")
    print(f"The first page takes {first}; whoever plays fetches {engine} more, once.")
    print(f"Solved games take {written.solved / 1e6:.1f} MB, fetched when they are first asked for.")
    if others := [name for name in game_names() if name not in OURS]:
        print(f"It has the games that come with tavola, not {', '.join(others)}: for those, run a server.")
