"""The commands `tavola admin`: people, tables, bans, reports, from beside the server or from afar."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from tavola.core.errors import BadOption
from tavola.core.words import clean
from tavola.terminal.commands.db_shared import Storage, asking
from tavola.terminal.commands.shared import Json

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}

Socket = Annotated[
    str,
    typer.Option(
        "--socket",
        metavar="PATH",
        envvar="TAVOLA_ADMIN_SOCKET",
        show_envvar=True,
        help="The server's socket. Default: the one beside the database.",
    ),
]
Url = Annotated[
    str,
    typer.Option("--url", metavar="URL", help="A server elsewhere; its token is in TAVOLA_ADMIN_TOKEN."),
]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason; the audit keeps it.")]
Told = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason; those it concerns are told.")]
For = Annotated[
    str | None,
    typer.Option("--for", metavar="TIME", help="How long: 30m, 12h, 7d, 2w. Default: until it is lifted."),
]
Limit = Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="At most so many.")]
Subject = Annotated[
    str,
    typer.Argument(
        metavar="WHO", help="A name, an address, a network such as 192.0.2.0/24, or a holder's fingerprint."
    ),
]
Name = Annotated[str, typer.Argument(metavar="NAME")]
Table = Annotated[str, typer.Argument(metavar="TABLE", help="Its id; tavola admin tables lists them.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    group = typer.Typer(
        help="Run a server: people, tables, bans, reports. Works beside a running server, and without one.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for command in (
        people, person, tables, table, ban, unban, mute, unmute, sanctions, close, rename, erase,
        reserve, unreserve, reserved, reports, settle, audit,
    ):  # fmt: skip
        group.command()(command)
    app.add_typer(group, name="admin")


# ---- looking ----


def people(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Only names with this in them.")] = "",
    limit: Limit = 100,
    storage: Storage = None,
    socket: Socket = "",
    url: Url = "",
    as_json: Json = False,
) -> None:
    """Claimed names, and who is connected."""
    found = _ask("people", storage, socket, url, as_json, text=text, limit=limit)
    if found is not None:
        _rows("claimed names", found["names"], "name", "holder", "claimed")
        _rows("connected", found["connected"], "name", "address", "holder", "tables")


def person(
    name: Subject, storage: Storage = None, socket: Socket = "", url: Url = "", as_json: Json = False
) -> None:
    """All that is known of one: names, results, bans, reports, where he is connected."""
    found = _ask("person", storage, socket, url, as_json, name=name)
    if found is not None:
        print(f"holder: {found['holder'] or 'nobody has claimed this name'}")
        print(f"names: {', '.join(map(clean, found['names'])) or '-'}")
        _rows("standings", found["standings"], "game", "name", "games", "wins")
        _rows("latest games", found["games"], "at", "game", "table", "seats")
        _rows("bans and mutes", found["sanctions"], "what", "kind", "subject", "until", "why")
        _rows("reports", found["reports"], "number", "at", "said", "why", "open")
        _rows("connected", found["connected"], "name", "address", "tables")


def tables(
    over: Annotated[bool, typer.Option("--over", help="Those that are over.")] = False,
    limit: Limit = 100,
    storage: Storage = None,
    socket: Socket = "",
    url: Url = "",
    as_json: Json = False,
) -> None:
    """Tables that wait or are played at, private ones too."""
    found = _ask("tables", storage, socket, url, as_json, over=over, limit=limit)
    if found is not None:
        _rows("tables", found["tables"], "table", "game", "status", "seats", "changed")


def table(
    table: Table, storage: Storage = None, socket: Socket = "", url: Url = "", as_json: Json = False
) -> None:
    """One table: who sits there, and what was said."""
    found = _ask("table", storage, socket, url, as_json, table=table)
    if found is not None:
        chat = found.pop("chat", [])
        for key, value in found.items():
            print(f"{key}: {_shown(key, value)}")
        _rows("chat", chat, "version", "name", "holder", "said")


# ---- bans and mutes ----


def ban(
    who: Subject,
    why: Told,
    for_: For = None,
    and_address: Annotated[
        bool, typer.Option("--and-address", help="Also the addresses he is connected from now.")
    ] = False,
    storage: Storage = None,
    socket: Socket = "",
    url: Url = "",
    as_json: Json = False,
) -> None:
    """Let somebody in no more; who is in goes at once, and is told why and until when."""
    more = {"seconds": _seconds(for_), "and_address": and_address}
    _imposed(_ask("ban", storage, socket, url, as_json, subject=who, why=why, **more))


def mute(
    who: Subject,
    why: Told,
    for_: For = None,
    storage: Storage = None,
    socket: Socket = "",
    url: Url = "",
    as_json: Json = False,
) -> None:
    """Let somebody play, but not chat."""
    _imposed(_ask("mute", storage, socket, url, as_json, subject=who, why=why, seconds=_seconds(for_)))


def unban(
    who: Subject,
    why: Why = "",
    storage: Storage = None,
    socket: Socket = "",
    url: Url = "",
    as_json: Json = False,
) -> None:
    """Lift a ban."""
    _lifted(_ask("unban", storage, socket, url, as_json, subject=who, why=why))


def unmute(
    who: Subject,
    why: Why = "",
    storage: Storage = None,
    socket: Socket = "",
    url: Url = "",
    as_json: Json = False,
) -> None:
    """Lift a mute."""
    _lifted(_ask("unmute", storage, socket, url, as_json, subject=who, why=why))


def sanctions(storage: Storage = None, socket: Socket = "", url: Url = "", as_json: Json = False) -> None:
    """All bans and mutes in force."""
    found = _ask("sanctions", storage, socket, url, as_json)
    if found is not None:
        _rows("bans and mutes", found["sanctions"], "what", "kind", "subject", "until", "why", "by")


# ---- tables and names ----


def close(
    table: Table,
    why: Told,
    storage: Storage = None,
    socket: Socket = "",
    url: Url = "",
    as_json: Json = False,
) -> None:
    """Close a table. A game that is played there counts for nobody."""
    if (found := _ask("close", storage, socket, url, as_json, table=table, why=why)) is not None:
        print(f"closed: {found['closed']}")


def rename(
    name: Name,
    to: Annotated[str, typer.Argument(metavar="NEW")],
    why: Why = "",
    storage: Storage = None,
    socket: Socket = "",
    url: Url = "",
    as_json: Json = False,
) -> None:
    """Give somebody another name, everywhere; nobody may take the old one."""
    _renamed(_ask("rename", storage, socket, url, as_json, name=name, to=to, why=why))


def erase(
    name: Name,
    why: Why = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask again.")] = False,
    storage: Storage = None,
    socket: Socket = "",
    url: Url = "",
    as_json: Json = False,
) -> None:
    """Erase a person: names, standings, ratings, chat. Records keep a pseudonym. It can't be taken back."""
    if not yes and not typer.confirm(f"Erase {clean(name)} for good?"):
        raise typer.Exit(1)
    _renamed(_ask("erase", storage, socket, url, as_json, name=name, why=why))


def reserve(
    name: Name,
    why: Why = "",
    storage: Storage = None,
    socket: Socket = "",
    url: Url = "",
    as_json: Json = False,
) -> None:
    """Let nobody take a name, or what looks like it."""
    if (found := _ask("reserve", storage, socket, url, as_json, name=name, why=why)) is not None:
        print(f"reserved: {clean(found['reserved'])}")


def unreserve(
    name: Name,
    why: Why = "",
    storage: Storage = None,
    socket: Socket = "",
    url: Url = "",
    as_json: Json = False,
) -> None:
    """Let a reserved name be taken again."""
    if (found := _ask("unreserve", storage, socket, url, as_json, name=name, why=why)) is not None:
        print(f"free again: {clean(found['unreserved'])}")


def reserved(storage: Storage = None, socket: Socket = "", url: Url = "", as_json: Json = False) -> None:
    """The names reserved so; those of the house and of its bots are beside them."""
    if (found := _ask("reserved", storage, socket, url, as_json)) is not None:
        print("\n".join(map(clean, found["names"])) or "none")


# ---- reports and the audit ----


def reports(
    everything: Annotated[bool, typer.Option("--all", help="Settled ones too.")] = False,
    limit: Limit = 100,
    storage: Storage = None,
    socket: Socket = "",
    url: Url = "",
    as_json: Json = False,
) -> None:
    """Lines of chat somebody complained of."""
    found = _ask("reports", storage, socket, url, as_json, all=everything, limit=limit)
    if found is not None:
        _rows("reports", found["reports"], "number", "at", "name", "said", "by_name", "why", "table")


def settle(
    number: Annotated[int, typer.Argument(metavar="REPORT", min=1)],
    why: Why = "",
    storage: Storage = None,
    socket: Socket = "",
    url: Url = "",
    as_json: Json = False,
) -> None:
    """A report was looked at."""
    if (found := _ask("settle", storage, socket, url, as_json, number=number, why=why)) is not None:
        print(f"settled: {found['settled']}")


def audit(
    limit: Limit = 100, storage: Storage = None, socket: Socket = "", url: Url = "", as_json: Json = False
) -> None:
    """Who did what, and why: the latest first."""
    found = _ask("audit", storage, socket, url, as_json, limit=limit)
    if found is not None:
        _rows("audit", found["audit"], "at", "who", "what", "subject", "why")


# ---- asking and showing ----


def _ask(
    do: str, storage: str | None, socket: str, url: str, as_json: bool, **fields: Any
) -> dict[str, Any] | None:
    """The answer, to be shown; None if it was printed as JSON."""
    import os

    with asking(storage, f"tavola admin {do}"):
        import msgspec

        from tavola.server.admin import asks
        from tavola.server.admin.reaching import administer

        try:
            ask = msgspec.convert({"do": do, **fields}, asks.AnyAsk)
        except msgspec.ValidationError as error:
            raise BadOption(str(error)) from None
        token = os.environ.get("TAVOLA_ADMIN_TOKEN", "")
        found = administer(ask, storage=storage, sock=socket, url=url, token=token)
        if as_json:
            print(json.dumps(found, indent=1))
            return None
        return found


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None
    read = re.fullmatch(r"(\d{1,6})([smhdw])", text.strip().lower())
    if read is None or int(read[1]) == 0:
        raise typer.BadParameter("--for takes a time such as 30m, 12h, 7d or 2w")
    return float(int(read[1]) * UNITS[read[2]])


def _imposed(found: dict[str, Any] | None) -> None:
    if found is not None:
        _rows("from now on", found["imposed"], "what", "kind", "subject", "until", "why")


def _lifted(found: dict[str, Any] | None) -> None:
    if found is not None:
        print("lifted: " + ", ".join(f"{kind} {clean(subject)}" for kind, subject in found["lifted"]))


def _renamed(found: dict[str, Any] | None) -> None:
    if found is None:
        return
    print(f"now called {clean(found['name'])}; records: {found['records']}, logs: {found['logs']}")
    if found["unfinished"]:
        print(
            f"at {found['unfinished']} unfinished tables the old name stands until they are over; then again"
        )


def _rows(title: str, rows: Sequence[dict[str, Any]], *columns: str) -> None:
    """One fact a line, for people and pipes alike."""
    print(f"{title}: {len(rows)}")
    for row in rows:
        print("  " + "  ".join(f"{column}={_shown(column, row.get(column))}" for column in columns))


def _shown(column: str, value: Any) -> str:
    if column in ("at", "until", "claimed", "created", "changed") and isinstance(value, int | float):
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(value))
    if value is None:
        return "for good" if column == "until" else "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(str(each) or "-" for each in value) or "-"
    return clean(str(value)) or "-"
