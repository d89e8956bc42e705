"""Every setting of the server: its default, its environment variable, its bounds, and what it is for.

One frozen object goes through the whole server. A setting comes from the command line, else from its
environment variable (`--http-port` is TAVOLA_HTTP_PORT), else from the configuration file (`http-port` in its
section, see configuration.py), else it is the default. All of them are read by the same reader, so that all
refuse with the same words. A game's own service adds its settings to these; its values are in `services`, by
the name of the game.
"""

# ruff: noqa: RUF009 - `setting` is `dataclasses.field` with more to say
from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tavola.core import extras
from tavola.core.errors import BadOption
from tavola.games import OURS
from tavola.server.configuration import Chosen, choose
from tavola.server.service import game_services, services_of_ours
from tavola.server.setting_kinds import (
    DOORS,
    LIMITS,
    LOGS,
    NODES,
    PORT,
    STORAGE,
    Address,
    Age,
    Ages,
    Flag,
    HostNames,
    Names,
    Networks,
    Number,
    OneOf,
    Origins,
    Per,
    Prefix,
    Rate,
    Secret,
    Setting,
    Size,
    Sizes,
    SomeOf,
    Text,
    Whole,
    setting,
    settings_of,
)

GRACE = (
    300.0  # seconds for which a finished table is kept in any case: for a rematch, and who comes back late
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server."""

    host: str = setting("127.0.0.1", Address(), "Where to listen; 0.0.0.0 or :: is everywhere.", group=DOORS)
    http_port: int = setting(8421, PORT, "HTTP and WebSocket: pages, REST, /ws.", group=DOORS)
    lines_port: int = setting(8422, PORT, "All games as JSON lines over TCP.", group=DOORS)
    path_prefix: str = setting(
        "", Prefix(), "The path below which a proxy has this server: pages, REST and /ws.", group=DOORS
    )
    origin: tuple[str, ...] = setting(
        (), Origins(), "Other sites whose pages may talk to this server, with commas.", group=DOORS
    )
    allowed_hosts: tuple[str, ...] = setting(
        (),
        HostNames(),
        "Names by which browsers may call this server, with commas; localhost always is one.",
        group=DOORS,
    )
    trusted_proxies: tuple[str, ...] = setting(
        (),
        Networks(),
        "Proxies whose X-Forwarded-For or PROXY header is believed, with commas.",
        group=DOORS,
    )
    proxy_protocol: tuple[str, ...] = setting(
        (),
        SomeOf(("lines", "http")),
        "Where trusted proxies send a PROXY header first: lines (all ports of lines), http, with commas.",
        group=DOORS,
    )
    admin_socket: str = setting(
        "",
        Text(100, "the path of a socket, of at most 100 characters"),
        "Where tavola admin finds the server; without it, beside the database if that is a file.",
        group=DOORS,
    )
    admin_token: str = setting(
        "",
        Secret(),
        "Lets tavola admin in over HTTP, at /api/admin, for whoever has it: 24 characters or more.",
        group=DOORS,
        secret=True,
    )
    drain_seconds: float = setting(
        3.0, Number(0, 86_400), "How long games may go on after SIGTERM or Ctrl-C.", group=DOORS
    )

    take_over: bool = setting(
        False,
        Flag(),
        "Take the doors and tables of the server that uses this database now, if there is one.",
        group=DOORS,
    )

    storage: str = setting(
        "",
        Text(500, "a URL such as sqlite:///tavola.db or postgresql://user@host/name"),
        "sqlite:///FILE or postgresql://...; without it, one file in your data folder.",
        group=STORAGE,
        secret=True,
    )
    keep_logs: Age = setting(
        Age(86_400.0),
        Ages(GRACE),
        "How long the log of a finished table is kept; its record stays.",
        group=STORAGE,
    )
    keep_records: Age = setting(
        Age(math.inf),
        Ages(GRACE),
        "How long records are kept; standings and ratings stay.",
        group=STORAGE,
    )
    keep_bot_logs: Age = setting(
        Age(30 * 86_400.0),
        Ages(GRACE),
        "How long what bots say of their own games is kept; never longer than the record.",
        group=STORAGE,
    )
    keep_bytes: Size = setting(
        Size(math.inf),
        Sizes(1 << 20),
        "A larger database loses its oldest records.",
        group=STORAGE,
    )
    nodes: str = setting(
        "",
        Text(500, "the URL of a NATS server, nats://host:4222", ("nats://", "tls://")),
        "The NATS server over which several nodes talk; needs PostgreSQL.",
        group=NODES,
        secret=True,
    )
    node_name: str = setting(
        "",
        Text(64, "a name of at most 64 characters"),
        "This node's name; made up if not given.",
        group=NODES,
    )

    max_connections: int = setting(
        10_000, Whole(1, 1_000_000), "Connections at once, all doors.", group=LIMITS
    )
    connections_per_address: int = setting(
        0,
        Whole(0, 1_000_000),
        "Connections at once from one address (IPv6: from one /64); 0: as many as are still free.",
        group=LIMITS,
    )
    hello_seconds: float = setting(
        30.0, Number(1, 3600), "How long a connection may say nothing before it says hello.", group=LIMITS
    )
    max_tables: int = setting(10_000, Whole(1, 1_000_000), "Tables waiting or in play.", group=LIMITS)
    tables_per_address: int = setting(
        0,
        Whole(0, 1_000_000),
        "Unfinished tables opened from one address (IPv6: from one /64); 0: as many as are still free.",
        group=LIMITS,
    )
    tables_per_holder: int = setting(
        20, Whole(1, 100_000), "Unfinished tables one person may have opened.", group=LIMITS
    )
    waiting_seconds: float = setting(
        3600.0,
        Number(10, 2_592_000),
        "A table that waits, and that its people have left for so long, is put away.",
        group=LIMITS,
    )
    abandoned_seconds: float = setting(
        86_400.0,
        Number(10, 2_592_000),
        "A game everybody has left for so long is lost by whose turn it is.",
        group=LIMITS,
    )
    unwatched_seconds: float = setting(
        600.0,
        Number(1, 2_592_000),
        "Bots among themselves stop when nobody has looked on for so long, and go on when somebody does.",
        group=LIMITS,
    )
    away_seconds: float = setting(
        20.0,
        Number(0, 2_592_000),
        "Whose players are away so long, that table is not offered; a game hardly begun may be called off.",
        group=LIMITS,
    )
    claim_seconds: float = setting(
        60.0,
        Number(0, 2_592_000),
        "Who is away from a game so long may lose it: others may claim it, or let a bot take the seat.",
        group=LIMITS,
    )
    rated_same_address: bool = setting(
        False,
        Flag(),
        "Whether rated games between people of one address count, as where all share one.",
        group=LIMITS,
    )
    watchers_per_table: int = setting(
        1000, Whole(0, 1_000_000), "Who may look on at one table.", group=LIMITS
    )
    bot_seconds: float = setting(
        4.0,
        Number(0.001, 1000),
        "What a bot may think about one move, in seconds of one core.",
        group=LIMITS,
    )
    create_rate: Rate = setting(Rate(600, 60), Per(), "Tables opened from one address.", group=LIMITS)
    chat: bool = setting(True, Flag(), "Whether people may chat at their tables.", group=LIMITS)
    chat_rate: Rate = setting(Rate(5, 10), Per(), "What one person may say in chat.", group=LIMITS)
    log_rate: Rate = setting(
        Rate(131_072, 60),
        Per(),
        "Bytes one person adds to the logs of tables by other things than moves: coming, talking, opening.",
        group=LIMITS,
    )
    address_log_rate: Rate = setting(Rate(524_288, 60), Per(), "The same from one address.", group=LIMITS)
    bot_log_rate: Rate = setting(
        Rate(524_288, 60), Per(), "Bytes the bot of one person says of its own games.", group=LIMITS
    )
    address_bot_log_rate: Rate = setting(
        Rate(1_000_000, 15), Per(), "The same of all bots from one address.", group=LIMITS
    )
    report_rate: Rate = setting(Rate(10, 3600), Per(), "Lines of chat one person may report.", group=LIMITS)
    claim_rate: Rate = setting(
        Rate(20, 3600), Per(), "Names claimed, or tried, from one address.", group=LIMITS
    )
    names_per_holder: int = setting(10, Whole(1, 10_000), "Names one person may claim.", group=LIMITS)
    reserved_names: tuple[str, ...] = setting(
        (),
        Names(),
        "Names nobody may take, beside those of the house and of its bots, with commas.",
        group=LIMITS,
    )
    connection_rate: Rate = setting(Rate(200, 1), Per(), "Commands over one connection.", group=LIMITS)
    address_rate: Rate = setting(Rate(20_000, 1), Per(), "Commands from one address.", group=LIMITS)
    name_rate: Rate = setting(
        Rate(400, 1), Per(), "Commands of one person over all connections.", group=LIMITS
    )
    output_bytes: int = setting(
        262_144, Whole(4096, 1 << 30), "A reader further behind than this is dropped.", group=LIMITS
    )
    frame_bytes: int = setting(8192, Whole(256, 1 << 20), "The longest WebSocket message.", group=LIMITS)
    line_bytes: int = setting(8192, Whole(256, 1 << 20), "The longest JSON line.", group=LIMITS)
    body_bytes: int = setting(65_536, Whole(1024, 1 << 26), "The longest body of a request.", group=LIMITS)
    request_rate: Rate = setting(Rate(300, 10), Per(), "HTTP requests from one address.", group=LIMITS)
    odds_seconds: float = setting(
        5.0, Number(0, 60), "How long a request waits for odds before it is told to come back.", group=LIMITS
    )
    odds_longest: float = setting(
        600.0, Number(1, 86_400), "A question about odds that takes longer is given up.", group=LIMITS
    )
    odds_rate: Rate = setting(Rate(60, 60), Per(), "Questions about odds from one address.", group=LIMITS)
    odds_waiting: int = setting(
        20, Whole(1, 1000), "Questions from one address waiting their turn.", group=LIMITS
    )

    log_level: str = setting(
        "info", OneOf(("debug", "info", "warning", "error")), "How much the log says.", group=LOGS
    )
    log_json: bool = setting(False, Flag(), "The log as JSON, an object a line.", group=LOGS)

    services: Mapping[str, Any] = field(
        default_factory=lambda: {name: each.settings() for name, each in game_services().items()}
    )

    @classmethod
    def read(cls, given: Mapping[str, str | None], environment: Mapping[str, str] | None = None) -> Settings:
        """Settings from texts by name, then from the environment, its configuration file, the defaults."""
        return configured(given, environment).settings

    @property
    def needs(self) -> extras.Needs:
        """What has to be installed for it, to be said before anything is opened."""
        return extras.NODES if self.nodes else storage_needs(self.storage)

    def value(self, setting: Setting) -> Any:
        return getattr(self.services[setting.service] if setting.service else self, setting.name)


class Configured(NamedTuple):
    """The settings, and where each of them came from."""

    settings: Settings
    chosen: dict[Setting, Chosen]


def configured(given: Mapping[str, str | None], environment: Mapping[str, str] | None = None) -> Configured:
    """All settings of a server here, plug-ins' too; `config` of what was `given` names the file."""
    environment = os.environ if environment is None else environment
    there = all_settings()
    chosen = choose(there, given, environment)
    services = {
        name: each.settings(**{at.name: chosen[at].value for at in there if at.service == name})
        for name, each in game_services().items()
    }
    own = {at.name: chosen[at].value for at in there if not at.service}
    return Configured(checked(Settings(**own, services=services)), chosen)


def all_settings() -> tuple[Setting, ...]:
    """Ours, and those of the services that installed plug-ins bring."""
    plugged = {name: each for name, each in game_services().items() if name not in OURS}
    theirs = (at for name, each in plugged.items() for at in settings_of(each.settings, name, plugged=True))
    return (*SETTINGS, *theirs)


def storage_needs(storage: str | None) -> extras.Needs:
    """What has to be installed for a database at that address; how to write one the store says."""
    return extras.POSTGRESQL if (storage or "").strip().startswith("postgres") else extras.SERVER


def checked(settings: Settings) -> Settings:
    """The settings, if they go together."""
    if settings.nodes and not settings.storage.startswith("postgresql"):
        raise BadOption("--nodes needs a database all nodes share: give --storage postgresql://... as well")
    if settings.keep_records < settings.keep_logs:
        raise BadOption(
            "--keep-records can't be shorter than --keep-logs: the record is what a log folds into"
        )
    if settings.proxy_protocol and not settings.trusted_proxies:
        raise BadOption("--proxy-protocol needs --trusted-proxies, for anybody could send such a header")
    taken: dict[int, str] = {}
    for each in all_settings():
        if each.kind is PORT and (port := settings.value(each)):
            if port in taken:
                raise BadOption(
                    f"{taken[port]} and {each.option} are both {port}; each door has its own port"
                )
            taken[port] = each.option
    return settings


GROUPS = (DOORS, STORAGE, NODES, LIMITS, LOGS)
SETTINGS: tuple[Setting, ...] = tuple(
    sorted(
        (
            *settings_of(Settings),
            *(at for name, each in services_of_ours().items() for at in settings_of(each.settings, name)),
        ),
        key=lambda each: GROUPS.index(each.group),
    )
)
