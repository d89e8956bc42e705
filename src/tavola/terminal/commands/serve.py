"""The command `tavola serve`. Its options are the settings of the server, all of them."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from tavola.core.words import Lang, Phrase, colon
from tavola.server.service import game_services
from tavola.server.setting_kinds import Flag, Per, Setting, Whole
from tavola.server.settings import SETTINGS, Settings
from tavola.terminal.commands.shared import Language, language, telling

OPEN = Phrase(
    "The house is open: {url}",
    "La maison est ouverte : {url}",
    "La casa è aperta: {url}",
)
STOP = Phrase(
    "Ctrl-C closes it when the games in play are over; a second Ctrl-C at once.",
    "Ctrl-C la ferme quand les parties en cours sont finies ; un second Ctrl-C, tout de suite.",
    "Ctrl-C la chiude quando le partite in corso sono finite; un secondo Ctrl-C, subito.",
)
LINES = Phrase("all games, JSON lines", "tous les jeux, lignes JSON", "tutti i giochi, righe JSON")
WEBSOCKET = Phrase("all games, WebSocket", "tous les jeux, WebSocket", "tutti i giochi, WebSocket")


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(_with_options(serve))


def serve(lang: str, as_json: bool, **given: Any) -> None:
    """Open the house: tables for people and bots, and what a game opens of its own.

    Nothing needs to be configured. Every option is also an environment variable, named beside it. SIGTERM
    or Ctrl-C: no new tables, games may finish, then it ends with 0; a second Ctrl-C does not wait for them.
    Games that did not finish go on when the server is started again.
    """
    with telling(lang):
        texts = {name: None if value is None else str(value) for name, value in given.items()}
        settings, said = Settings.read(texts), language(lang)
        settings.needs.check("tavola serve")

        from tavola.server.serve import run
        from tavola.server.telemetry.logs import start_logging

        start_logging(settings.log_level, settings.log_json)
        run(settings, lambda ports: announce(settings, ports, said, as_json))


def _with_options(command: Any) -> Any:
    """The command with a parameter for each setting, so that none can be forgotten."""
    parameters = [_parameter(each) for each in SETTINGS]
    machine = typer.Option("--json", help="For programs: say where it listens as one line of JSON.")
    parameters.append(_named("lang", Language, "en"))
    parameters.append(_named("as_json", Annotated[bool, machine], False))
    command.__signature__ = inspect.Signature(parameters)
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


def _parameter(setting: Setting) -> inspect.Parameter:
    shown = setting.default if not isinstance(setting.default, tuple | str) or setting.default else None
    default = f" Default: {_text(setting)}." if shown is not None else ""
    text = f"{setting.help}{default} [{setting.variable}]"
    if isinstance(setting.kind, Flag):
        option = typer.Option(f"{setting.option}/--no-{setting.option[2:]}", help=text, show_default=False)
        return _named(setting.name, Annotated[bool | None, option], None)
    option = typer.Option(setting.option, help=text, metavar=_metavar(setting), show_default=False)
    return _named(setting.name, Annotated[str | None, option], None)


def _named(name: str, kind: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _text(setting: Setting) -> str:
    default = setting.default
    if isinstance(default, bool):
        return "yes" if default else "no"
    return f"{default:g}" if isinstance(default, float) else str(default)


def _metavar(setting: Setting) -> str:
    if setting.name.endswith("_port"):
        return "PORT"
    if setting.name.endswith("_seconds"):
        return "SECONDS"
    if isinstance(setting.kind, Per):
        return "TIMES/SECONDS"
    if isinstance(setting.kind, Whole):
        return "BYTES" if setting.name.endswith("_bytes") else "N"
    return {"storage": "URL", "nodes": "URL", "origin": "URL,...", "log_level": "LEVEL"}.get(
        setting.name, setting.name.split("_")[-1].upper()
    )


# ---- what it says when it is ready ----


def announce(settings: Settings, ports: Mapping[str, int], lang: Lang, as_json: bool) -> None:
    """Where it listens and what to type next, once all doors are open."""
    host = reachable(settings.host)
    if as_json:
        print(json.dumps(addresses(host, ports)), flush=True)
        return
    url = f"http://{in_url(host)}:{ports['http']}/"
    lines = [OPEN.fill(url=url).in_(lang), ""]
    for service in game_services().values():
        lines += [_said(*each, host, ports, lang) for each in service.announce(settings, ports)]
    lines.append(_said(LINES, str(ports["lines"]), host, ports, lang))
    lines.append(_said(WEBSOCKET, f"ws://{in_url(host)}:{ports['http']}/ws", host, ports, lang))
    lines += ["", STOP.in_(lang)]
    print("\n".join(lines), flush=True)


def _said(label: Phrase, where: str | Phrase, host: str, ports: Mapping[str, int], lang: Lang) -> str:
    """A line: what is there, and what to type. A path is the web server's, a number is a port."""
    if isinstance(where, Phrase):
        text = where.in_(lang)
    elif where.startswith("/"):
        text = f"http://{in_url(host)}:{ports['http']}{where}"
    else:
        text = f"nc {host} {where}" if where.isdigit() else where
    return "  " + colon(label.in_(lang), text, lang)


def addresses(host: str, ports: Mapping[str, int]) -> dict[str, Any]:
    """For programs: what a client needs, most of all when the ports were any free ones."""
    web = f"{in_url(host)}:{ports['http']}"
    return {
        "http": f"http://{web}",
        "websocket": f"ws://{web}/ws",
        "host": host,
        "ports": dict(ports),
    }


def reachable(host: str) -> str:
    """An address to type: "everywhere" is no address to go to."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
