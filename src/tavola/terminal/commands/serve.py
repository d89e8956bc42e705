"""The command `tavola serve`. Its options are the settings of the server, all of them."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from tavola.core.words import Lang, Phrase, colon
from tavola.terminal.commands.shared import BAD_REQUEST, ERROR, Language, language, taking, telling
from tavola.terminal.drawings.screen import warn

if TYPE_CHECKING:
    from tavola.server.setting_kinds import Setting
    from tavola.server.settings import Configured, Settings


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
WARNING = Phrase("warning", "avertissement", "attenzione")
SOUND = Phrase("The configuration is sound.", "La configuration est bonne.", "La configurazione va bene.")
WEBSOCKET = Phrase("all games, WebSocket", "tous les jeux, WebSocket", "tutti i giochi, WebSocket")


class Serve(TyperCommand):
    """`tavola serve`, whose options are made on demand: they are many, and plug-ins add more."""

    def get_params(self, ctx: Any) -> list[Any]:
        if not self.params:
            from tavola.server.settings import all_settings

            whole = typer.Typer(add_completion=False)
            whole.command()(taking(open_house, [*OWN, *map(_parameter, all_settings())]))
            made: Any = typer.main.get_command(whole)
            self.params = made.params
        return super().get_params(ctx)


KIND = Serve


def open_house(
    lang: str, as_json: bool, print_config: bool, check_config: bool, show_secrets: bool, **given: Any
) -> None:
    """Open the house: tables for people and bots, and what a game opens of its own.

    Nothing needs to be configured. Every option is also an environment variable, named beside it, and a key
    of the configuration file: --print-config shows them. The command line wins, then the environment, then
    the file. SIGTERM or Ctrl-C: no new tables, games may finish, then it ends with 0; a second Ctrl-C does
    not wait for them. Games that did not finish go on when the server is started again.
    """
    with telling(lang):
        said = language(lang)
        found = _configured(given, said)
        if print_config or check_config:
            show_configuration(found, print_config, as_json, show_secrets, said)
        else:
            _open(found.settings, said, as_json)


serve = taking(open_house, [])


def _configured(given: Mapping[str, Any], lang: Lang) -> Configured:
    from tavola.server.configuration import BadConfiguration
    from tavola.server.settings import configured

    try:
        return configured({name: None if value is None else str(value) for name, value in given.items()})
    except BadConfiguration as bad:
        for line in bad.lines:
            warn(colon(ERROR.in_(lang), line, lang))
        raise typer.Exit(BAD_REQUEST) from None


def _open(settings: Settings, lang: Lang, as_json: bool) -> None:
    settings.needs.check("tavola serve")

    from tavola.server.serve import run
    from tavola.server.telemetry.logs import start_logging

    start_logging(settings.log_level, settings.log_json)
    run(settings, lambda ports: announce(settings, ports, lang, as_json))


def show_configuration(found: Configured, whole: bool, as_json: bool, show_secrets: bool, lang: Lang) -> None:
    """Print it, or only that it is valid; it was checked before."""
    import os

    from tavola.server.configuration import strange_variables
    from tavola.server.configuration_text import as_data, as_toml

    for one in strange_variables(os.environ, list(found.chosen)):
        warn(colon(WARNING.in_(lang), one, lang))
    if as_json:
        print(json.dumps(as_data(found.chosen, secrets=show_secrets) if whole else {"ok": True}))
    else:
        print(as_toml(found.chosen, secrets=show_secrets).rstrip() if whole else SOUND.in_(lang))


def _parameter(setting: Setting) -> inspect.Parameter:
    from tavola.server.setting_kinds import FLAG

    shown = setting.default if not isinstance(setting.default, tuple | str) or setting.default else None
    default = f" Default: {_text(setting)}." if shown is not None else ""
    text = f"{setting.help}{default} [{setting.variable}]"
    if setting.kind is FLAG:
        option = typer.Option(f"{setting.option}/--no-{setting.option[2:]}", help=text, show_default=False)
        return _named(setting.full_name, Annotated[bool | None, option], None)
    option = typer.Option(setting.option, help=text, metavar=_metavar(setting), show_default=False)
    return _named(setting.full_name, Annotated[str | None, option], None)


def _named(name: str, kind: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _flag(name: str, option: str, text: str) -> inspect.Parameter:
    return _named(name, Annotated[bool, typer.Option(option, help=text)], False)


CONFIG = typer.Option(
    "--config",
    metavar="FILE",
    help="The configuration file, in TOML; TAVOLA_CONFIG names it too.",
    show_default=False,
)
OWN = [
    _named("config", Annotated[str | None, CONFIG], None),
    _flag("print_config", "--print-config", "Print the whole configuration as such a file, and end."),
    _flag("check_config", "--check-config", "Only check the configuration: 0 if it is sound, else 2."),
    _flag("show_secrets", "--show-secrets", "Let --print-config show passwords too."),
    _flag("as_json", "--json", "For programs: say where it listens as one line of JSON."),
    _named("lang", Language, "en"),
]


def _text(setting: Setting) -> str:
    default = setting.default
    if isinstance(default, bool):
        return "yes" if default else "no"
    return f"{default:g}" if isinstance(default, float) else str(default)


def _metavar(setting: Setting) -> str:
    from tavola.server import setting_kinds as kinds

    if isinstance(setting.kind, kinds.OneOf):
        return "|".join(setting.kind.words)
    if setting.name.endswith("_port"):
        return "PORT"
    if setting.name.endswith("_seconds"):
        return "SECONDS"
    if setting.kind is kinds.PER:
        return "TIMES/SECONDS"
    if isinstance(setting.kind, (kinds.Ages, kinds.Sizes)):
        return "TIME" if isinstance(setting.kind, kinds.Ages) else "SIZE"
    if isinstance(setting.kind, kinds.Whole):
        return "BYTES" if setting.name.endswith("_bytes") else "N"
    return {"storage": "URL", "nodes": "URL", "origin": "URL,..."}.get(
        setting.name, setting.name.split("_")[-1].upper()
    )


# ---- the announcement when it is ready ----


def announce(settings: Settings, ports: Mapping[str, int], lang: Lang, as_json: bool) -> None:
    """The addresses it listens on, and what to type next, once all are open."""
    from tavola.server.service import game_services

    host = reachable(settings.host)
    if as_json:
        print(json.dumps(addresses(host, ports, settings.path_prefix)), flush=True)
        return
    web = f"{in_url(host)}:{ports['http']}{settings.path_prefix}"
    lines = [OPEN.fill(url=f"http://{web}/").in_(lang), ""]
    for service in game_services().values():
        lines += [_said(*each, host, web, lang) for each in service.announce(settings, ports)]
    lines.append(_said(LINES, str(ports["lines"]), host, web, lang))
    lines.append(_said(WEBSOCKET, f"ws://{web}/ws", host, web, lang))
    lines += ["", STOP.in_(lang)]
    print("\n".join(lines), flush=True)


def _said(label: Phrase, where: str | Phrase, host: str, web: str, lang: Lang) -> str:
    """A line of the announcement. A path is on the web server, a number is a port."""
    if isinstance(where, Phrase):
        text = where.in_(lang)
    elif where.startswith("/"):
        text = f"http://{web}{where}"
    else:
        text = f"nc {host} {where}" if where.isdigit() else where
    return "  " + colon(label.in_(lang), text, lang)


def addresses(host: str, ports: Mapping[str, int], prefix: str = "") -> dict[str, Any]:
    """For programs: what a client needs, above all when free ports were chosen."""
    web = f"{in_url(host)}:{ports['http']}{prefix}"
    return {
        "http": f"http://{web}",
        "websocket": f"ws://{web}/ws",
        "host": host,
        "ports": dict(ports),
    }


def reachable(host: str) -> str:
    """An address that can be typed: 0.0.0.0 can't."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
