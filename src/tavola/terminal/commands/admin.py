"""The commands `tavola admin`: people, tables, bans, reports, on the server's machine or remotely."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from typing import Annotated, Any

import typer

from tavola.core.errors import BadOption
from tavola.core.words import clean
from tavola.terminal.commands.db_shared import Storage, asking
from tavola.terminal.commands.shared import Json, group_of, parameters_of, taking

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
Fields = dict[str, Any]  # fields of a request, beside its kind
Found = dict[str, Any]
Show = Callable[[Found], None]

admin = group_of(
    "Run a server: people, tables, bans, reports. Works beside a running server, and without one."
)


# ---- asking and showing ----


def command(*shows: Show) -> Callable[[Callable[..., Fields]], Callable[..., Fields]]:
    """A command of the group: it returns the fields of a request, and `shows` print the answer."""

    def add(fields: Callable[..., Fields]) -> Callable[..., Fields]:
        do = fields.__name__

        def asked(
            storage: Storage = None, socket: Socket = "", url: Url = "", as_json: Json = False, **own: Any
        ) -> None:
            given = fields(**own)
            with asking(storage, f"tavola admin {do}"):
                found = _answer({"do": do, **given}, storage, socket, url)
                if as_json:
                    print(json.dumps(found, indent=1))
                    return
                for show in shows:
                    show(found)

        *everywhere, _ = parameters_of(asked)
        admin.command(do, help=fields.__doc__)(taking(asked, [*parameters_of(fields), *everywhere]))
        return fields

    return add


def _answer(asked: Fields, storage: str | None, socket: str, url: str) -> Found:
    import msgspec

    from tavola.server.admin import asks
    from tavola.server.admin.reaching import administer

    try:
        ask = msgspec.convert(asked, asks.AnyAsk)
    except msgspec.ValidationError as error:
        raise BadOption(str(error)) from None
    token = os.environ.get("TAVOLA_ADMIN_TOKEN", "")
    return administer(ask, storage=storage, sock=socket, url=url, token=token)


def rows(title: str, key: str, columns: str) -> Show:
    """Shows a list, one item a line, for people and pipes."""

    def show(found: Found) -> None:
        print(f"{title}: {len(found[key])}")
        for row in found[key]:
            print("  " + "  ".join(f"{name}={_shown(name, row.get(name))}" for name in columns.split()))

    return show


def line(text: str, key: str) -> Show:
    return lambda found: print(f"{text}: {clean(str(found[key]))}")


def lifted(found: Found) -> None:
    print("lifted: " + ", ".join(f"{kind} {clean(subject)}" for kind, subject in found["lifted"]))


def renamed(found: Found) -> None:
    print(f"now called {clean(found['name'])}; records: {found['records']}, logs: {found['logs']}")
    if found["unfinished"]:
        print(
            f"at {found['unfinished']} unfinished tables the old name stands until they are over; then again"
        )


def who_it_is(found: Found) -> None:
    print(f"holder: {found['holder'] or 'nobody has claimed this name'}")
    print(f"names: {', '.join(map(clean, found['names'])) or '-'}")


def facts_but_chat(found: Found) -> None:
    for key, value in found.items():
        if key != "chat":
            print(f"{key}: {_shown(key, value)}")


def names_alone(found: Found) -> None:
    print("\n".join(map(clean, found["names"])) or "none")


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


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None
    read = re.fullmatch(r"(\d{1,6})([smhdw])", text.strip().lower())
    if read is None or int(read[1]) == 0:
        raise typer.BadParameter("--for takes a time such as 30m, 12h, 7d or 2w")
    return float(int(read[1]) * UNITS[read[2]])


# ---- looking ----


@command(
    rows("claimed names", "names", "name holder claimed"),
    rows("connected", "connected", "name address holder tables"),
)
def people(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Only names with this in them.")] = "",
    limit: Limit = 100,
) -> Fields:
    """Claimed names, and who is connected."""
    return {"text": text, "limit": limit}


@command(
    who_it_is,
    rows("standings", "standings", "game name games wins"),
    rows("latest games", "games", "at game table seats"),
    rows("bans and mutes", "sanctions", "what kind subject until why"),
    rows("reports", "reports", "number at said why open"),
    rows("connected", "connected", "name address tables"),
)
def person(name: Subject) -> Fields:
    """All that is known of a person: names, results, bans, reports, and from where they are connected."""
    return {"name": name}


@command(rows("tables", "tables", "table game status seats changed"))
def tables(
    over: Annotated[bool, typer.Option("--over", help="Those that are over.")] = False, limit: Limit = 100
) -> Fields:
    """Tables that wait or are played at, private ones too."""
    return {"over": over, "limit": limit}


@command(facts_but_chat, rows("chat", "chat", "version name holder said"))
def table(table: Table) -> Fields:
    """One table: who sits there, and what was said."""
    return {"table": table}


# ---- bans and mutes ----

imposed = rows("from now on", "imposed", "what kind subject until why")


@command(imposed)
def ban(
    who: Subject,
    why: Told,
    for_: For = None,
    and_address: Annotated[
        bool, typer.Option("--and-address", help="Also the addresses they are connected from now.")
    ] = False,
) -> Fields:
    """Let a person in no more; a connected one is told why and until when, and disconnected."""
    return {"subject": who, "why": why, "seconds": _seconds(for_), "and_address": and_address}


@command(lifted)
def unban(who: Subject, why: Why = "") -> Fields:
    """Lift a ban."""
    return {"subject": who, "why": why}


@command(imposed)
def mute(who: Subject, why: Told, for_: For = None) -> Fields:
    """Let a person play, but not chat."""
    return {"subject": who, "why": why, "seconds": _seconds(for_)}


@command(lifted)
def unmute(who: Subject, why: Why = "") -> Fields:
    """Lift a mute."""
    return {"subject": who, "why": why}


@command(rows("bans and mutes", "sanctions", "what kind subject until why by"))
def sanctions() -> Fields:
    """All bans and mutes in force."""
    return {}


# ---- tables and names ----


@command(line("closed", "closed"))
def close(table: Table, why: Told) -> Fields:
    """Close a table. A game that is played there counts for nobody."""
    return {"table": table, "why": why}


@command(renamed)
def rename(name: Name, to: Annotated[str, typer.Argument(metavar="NEW")], why: Why = "") -> Fields:
    """Give a person another name, everywhere; nobody may take the old one."""
    return {"name": name, "to": to, "why": why}


@command(renamed)
def erase(
    name: Name,
    why: Why = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask again.")] = False,
) -> Fields:
    """Erase a person: names, standings, ratings, chat. Records keep a pseudonym. It can't be taken back."""
    if not yes and not typer.confirm(f"Erase {clean(name)} for good?"):
        raise typer.Exit(1)
    return {"name": name, "why": why}


@command(line("reserved", "reserved"))
def reserve(name: Name, why: Why = "") -> Fields:
    """Let nobody take a name, or what looks like it."""
    return {"name": name, "why": why}


@command(line("free again", "unreserved"))
def unreserve(name: Name, why: Why = "") -> Fields:
    """Let a reserved name be taken again."""
    return {"name": name, "why": why}


@command(names_alone)
def reserved() -> Fields:
    """The names reserved so; those of the house and of its bots are beside them."""
    return {}


# ---- reports and the audit ----


@command(rows("reports", "reports", "number at name said by_name why table"))
def reports(
    everything: Annotated[bool, typer.Option("--all", help="Settled ones too.")] = False, limit: Limit = 100
) -> Fields:
    """Lines of chat that were reported."""
    return {"all": everything, "limit": limit}


@command(line("settled", "settled"))
def settle(number: Annotated[int, typer.Argument(metavar="REPORT", min=1)], why: Why = "") -> Fields:
    """A report was looked at."""
    return {"number": number, "why": why}


@command(rows("audit", "audit", "at who what subject why"))
def audit(limit: Limit = 100) -> Fields:
    """Who did what, and why: the latest first."""
    return {"limit": limit}
