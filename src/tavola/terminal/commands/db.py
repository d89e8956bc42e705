"""The commands `tavola db`: the server's database, from outside the server."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from tavola.core.errors import TavolaError
from tavola.server.setting_kinds import Setting, size_text
from tavola.server.settings import SETTINGS, Settings
from tavola.terminal.commands.db_shared import Storage, asking, every_now_and_then, opened, wait_for
from tavola.terminal.commands.shared import Json, group_of
from tavola.terminal.drawings.screen import warn

if TYPE_CHECKING:
    from tavola.server.retention import Keep
    from tavola.server.store import Info, Store
    from tavola.server.store.values import Pruned


# ---- the commands `tavola db backup` and `tavola db import` ----


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
        from tavola.server.store.copying import import_all

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


def export(
    storage: Storage = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write. Default: the standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")] = False,
) -> None:
    """Write the records of all finished games as JSON, one a line, the oldest first.

    A server may go on using the database meanwhile.
    """
    with asking(storage, "tavola db export"), _opened(out, force) as file:
        number = wait_for(_export(storage, file))
        warn(f"{number} records" if number != 1 else "1 record")


def upgrade(storage: Storage = None) -> None:
    """Bring a database to the schema of this tavola, or make a new one. `serve` does it by itself."""
    with asking(storage, "tavola db upgrade"):
        before, after, where = wait_for(_upgrade(storage))
        if before == after:
            print(f"{where}: schema {after}, nothing to do")
        else:
            print(f"{where}: schema {after}, " + (f"was {before}" if before else "new"))


def info(storage: Storage = None, as_json: Json = False) -> None:
    """Say what is in a database: its schema, and how much of everything."""
    with asking(storage, "tavola db info"):
        found = wait_for(_info(storage))
        if as_json:
            print(json.dumps(asdict(found), indent=1))
        else:
            _tell(found)


def _tell(found: Info) -> None:
    print(f"storage: {found.storage}")
    print(f"schema: {found.schema}")
    by_status = ", ".join(f"{number} {status}" for status, number in found.tables.items())
    print(f"tables: {sum(found.tables.values())}" + (f" ({by_status})" if by_status else ""))
    print(f"entries in their logs: {found.entries}")
    print(f"records: {found.records}")
    print(f"claimed names: {found.names}")
    print(f"nodes: {found.nodes}")
    free = f" ({size_text(found.free)} free)" if found.free else ""
    print(f"size: {size_text(found.bytes)}{free}")


async def _export(storage: str | None, file: TextIO) -> int:
    number, say = 0, every_now_and_then()
    async with opened(storage, reading=True) as store:
        async for line in store.export_json():
            # The store has any characters; the encoding of a pipe may lack some.
            file.write((line if line.isascii() else json.dumps(json.loads(line))) + "\n")
            number += 1
            say(f"{number} records ...")
    return number


async def _upgrade(storage: str | None) -> tuple[str | None, str, str]:
    async with opened(storage) as store:
        return store.found_schema, (await store.info()).schema, store.shown


async def _info(storage: str | None) -> Info:
    async with opened(storage, reading=True) as store:
        return await store.info()


# ---- deleting by hand what the server deletes as it goes ----


_SETTINGS: dict[str, Setting] = {each.name: each for each in SETTINGS}


def _kept(name: str, metavar: str) -> Any:
    each = _SETTINGS[name]
    text = f"{each.help} Default: {each.default}."
    return typer.Option(each.option, metavar=metavar, envvar=each.variable, show_envvar=True, help=text)


def prune(
    storage: Storage = None,
    keep_logs: Annotated[str | None, _kept("keep_logs", "TIME")] = None,
    keep_records: Annotated[str | None, _kept("keep_records", "TIME")] = None,
    keep_bot_logs: Annotated[str | None, _kept("keep_bot_logs", "TIME")] = None,
    keep_bytes: Annotated[str | None, _kept("keep_bytes", "SIZE")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be deleted.")] = False,
    vacuum: Annotated[
        bool,
        typer.Option(
            "--vacuum", help="Write the database anew, as small as it can be; stop the server first."
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Fold the logs of finished tables into their records, and delete records that are too old.

    A server may go on using the database meanwhile; it does the same by itself every few minutes.
    """
    with asking(storage, "tavola db prune"):
        from tavola.server.retention import Keep

        given = {
            "keep_logs": keep_logs,
            "keep_records": keep_records,
            "keep_bot_logs": keep_bot_logs,
            "keep_bytes": keep_bytes,
        }
        keep = Keep.of(Settings.read(given, environment={}))
        if dry_run and vacuum:
            raise TavolaError("--dry-run and --vacuum do not go together")
        found = wait_for(_would(storage, keep) if dry_run else _prune(storage, keep, vacuum, as_json))
        if as_json:
            print(json.dumps({"dry_run": dry_run, **found}, indent=1))
        else:
            _tell_pruned(found, dry_run)


def _tell_pruned(found: dict[str, Any], dry_run: bool) -> None:
    would = "would be " if dry_run else ""
    print(f"logs {would}folded: {found['tables']} (entries: {found['entries']})")
    print(f"records {would}deleted: {found['records']}")
    print(f"bots' logs {would}deleted: {found['bot_logs']}")
    size, free = size_text(found["bytes"]), size_text(found["free"])
    print(f"size: {size}" + (f", of which {free} free to be used again" if found["free"] else ""))
    if found["free"] and not dry_run:
        warn("to give that back too, stop the server and say: tavola db prune --vacuum")


async def _would(storage: str | None, keep: Keep) -> dict[str, Any]:
    from tavola.server.retention import would_prune

    async with opened(storage, reading=True) as store:
        return await _summed(store, await would_prune(store, keep))


async def _prune(storage: str | None, keep: Keep, vacuum: bool, quiet: bool) -> dict[str, Any]:
    from tavola.server.retention import PAUSE, give_back, prune

    async with opened(storage, beside=not vacuum) as store:
        # With --vacuum no server uses the file, so no pause is needed.
        done = await prune(store, keep, progress=_prune_progress(quiet), pause=0.0 if vacuum else PAUSE)
        if vacuum:
            await store.vacuum()
        else:
            await give_back(store)
        return await _summed(store, done)


async def _summed(store: Store, pruned: Pruned) -> dict[str, Any]:
    size = await store.size()
    return {**pruned._asdict(), "bytes": size.bytes, "free": size.free}


def _prune_progress(quiet: bool) -> Callable[[Pruned], None]:
    say = every_now_and_then(quiet)
    return lambda done: say(f"{done.tables} logs folded, {done.records} records deleted ...")


@contextmanager
def _opened(out: Path | None, force: bool) -> Iterator[TextIO]:
    """The file to write to. It appears under its name only when it is complete."""
    if out is None:
        yield sys.stdout
        return
    if out.exists() and not out.is_file():  # a folder, or a device that must not be replaced
        raise TavolaError(f"{str(out)!r} is not a file that can be written to")
    if out.exists() and not force:
        raise TavolaError(f"{str(out)!r} exists already; --force overwrites it")
    part = out.with_name(out.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        part.replace(out)
    except OSError as error:
        raise TavolaError(f"can't write {out}: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


db = group_of(
    "Look after the database of the server.",
    export=export,
    upgrade=upgrade,
    info=info,
    prune=prune,
    backup=backup,
    **{"import": import_},
)
