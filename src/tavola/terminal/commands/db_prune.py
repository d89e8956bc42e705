"""The command `tavola db prune`: delete by hand what the server deletes as it goes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tavola.core.errors import TavolaError
from tavola.server.setting_kinds import Setting, size_text
from tavola.server.settings import SETTINGS, Settings
from tavola.terminal.commands.db_shared import Storage, asking, every_now_and_then, wait_for
from tavola.terminal.commands.shared import Json
from tavola.terminal.drawings.screen import warn

if TYPE_CHECKING:
    from tavola.server.retention import Keep
    from tavola.server.store import Store
    from tavola.server.store.values import Pruned

_OPTIONS: dict[str, Setting] = {each.name: each for each in SETTINGS}


def _kept(name: str, metavar: str) -> Any:
    each = _OPTIONS[name]
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
            _tell(found, dry_run)


def _tell(found: dict[str, Any], dry_run: bool) -> None:
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
    from tavola.server.store import Store

    store = await Store.open(storage, reading=True)
    try:
        return await _summed(store, await would_prune(store, keep))
    finally:
        await store.close()


async def _prune(storage: str | None, keep: Keep, vacuum: bool, quiet: bool) -> dict[str, Any]:
    from tavola.server.retention import PAUSE, give_back, prune
    from tavola.server.store import Store

    store = await Store.open(storage, beside=not vacuum)
    try:
        # With --vacuum the file is ours alone, and nobody's move waits.
        done = await prune(store, keep, progress=_progress(quiet), pause=0.0 if vacuum else PAUSE)
        if vacuum:
            await store.vacuum()
        else:
            await give_back(store)
        return await _summed(store, done)
    finally:
        await store.close()


async def _summed(store: Store, pruned: Pruned) -> dict[str, Any]:
    size = await store.size()
    return {**pruned._asdict(), "bytes": size.bytes, "free": size.free}


def _progress(quiet: bool) -> Callable[[Pruned], None]:
    say = every_now_and_then(quiet)
    return lambda done: say(f"{done.tables} logs folded, {done.records} records deleted ...")
