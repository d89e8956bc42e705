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
from functools import partial
from typing import Any, NamedTuple

from tavola.core import extras
from tavola.core.errors import BadOption
from tavola.games import OURS
from tavola.server.configuration import Chosen, choose
from tavola.server.service import game_services, services_of_ours
from tavola.server.setting_kinds import (
    ADDRESS,
    DOORS,
    FLAG,
    HOSTS,
    LIMITS,
    LOGS,
    NETWORKS,
    NODES,
    ORIGINS,
    PEOPLE,
    PER,
    PORT,
    PREFIX,
    SECRET,
    STORAGE,
    Age,
    Ages,
    Number,
    OneOf,
    Rate,
    Setting,
    Size,
    Sizes,
    Text,
    Whole,
    setting,
    settings_of,
    some_of,
)

# Seconds for which a finished table is kept in any case: for a rematch, and for players who come back late.
GRACE = 300.0
MANY = Whole(1, 1_000_000)

_door = partial(setting, group=DOORS)
_kept = partial(setting, group=STORAGE)
_node = partial(setting, group=NODES)
_limit = partial(setting, group=LIMITS)
_log = partial(setting, group=LOGS)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server."""

    host: str = _door("127.0.0.1", ADDRESS, "Where to listen; 0.0.0.0 or :: is everywhere.")
    http_port: int = _door(8421, PORT, "HTTP and WebSocket: pages, REST, /ws.")
    lines_port: int = _door(8422, PORT, "All games as JSON lines over TCP.")
    path_prefix: str = _door("", PREFIX, "The path below which a proxy has this server: pages, REST and /ws.")
    origin: tuple[str, ...] = _door(
        (), ORIGINS, "Other sites whose pages may talk to this server, with commas."
    )
    allowed_hosts: tuple[str, ...] = _door(
        (), HOSTS, "Names by which browsers may call this server, with commas; localhost always is one."
    )
    trusted_proxies: tuple[str, ...] = _door(
        (), NETWORKS, "Proxies whose X-Forwarded-For or PROXY header is believed, with commas."
    )
    proxy_protocol: tuple[str, ...] = _door(
        (),
        some_of("lines", "http"),
        "Where trusted proxies send a PROXY header first: lines (all ports of lines), http, with commas.",
    )
    admin_socket: str = _door(
        "",
        Text(100, "the path of a socket, of at most 100 characters"),
        "Where tavola admin finds the server; without it, beside the database if that is a file.",
    )
    admin_token: str = _door(
        "",
        SECRET,
        "Lets tavola admin in over HTTP, at /api/admin, for whoever has it: 24 characters or more.",
        secret=True,
    )
    drain_seconds: float = _door(3.0, Number(0, 86_400), "How long games may go on after SIGTERM or Ctrl-C.")

    offline: bool = _door(
        True, FLAG, "Hand out the page without a server at /offline/, where its engine is built."
    )
    take_over: bool = _door(
        False, FLAG, "Take the doors and tables of the server that uses this database now, if there is one."
    )

    storage: str = _kept(
        "",
        Text(500, "a URL such as sqlite:///tavola.db or postgresql://user@host/name"),
        "sqlite:///FILE or postgresql://...; without it, one file in your data folder.",
        secret=True,
    )
    keep_logs: Age = _kept(
        Age(86_400.0), Ages(GRACE), "How long the log of a finished table is kept; its record stays."
    )
    keep_records: Age = _kept(
        Age(math.inf), Ages(GRACE), "How long records are kept; standings and ratings stay."
    )
    keep_bot_logs: Age = _kept(
        Age(30 * 86_400.0),
        Ages(GRACE),
        "How long what bots say of their own games is kept; never longer than the record.",
    )
    keep_bytes: Size = _kept(Size(math.inf), Sizes(1 << 20), "A larger database loses its oldest records.")
    nodes: str = _node(
        "",
        Text(500, "the URL of a NATS server, nats://host:4222", ("nats://", "tls://")),
        "The NATS server over which several nodes talk; needs PostgreSQL.",
        secret=True,
    )
    node_name: str = _node(
        "", Text(64, "a name of at most 64 characters"), "This node's name; made up if not given."
    )

    max_connections: int = _limit(10_000, MANY, "Connections at once, all doors.")
    connections_per_address: int = _limit(
        0,
        Whole(0, 1_000_000),
        "Connections at once from one address (IPv6: from one /64); 0: as many as are still free.",
    )
    hello_seconds: float = _limit(
        30.0, Number(1, 3600), "How long a connection may say nothing before it says hello."
    )
    max_tables: int = _limit(10_000, MANY, "Tables waiting or in play.")
    tables_per_address: int = _limit(
        0,
        Whole(0, 1_000_000),
        "Unfinished tables opened from one address (IPv6: from one /64); 0: as many as are still free.",
    )
    tables_per_holder: int = _limit(20, Whole(1, 100_000), "Unfinished tables one person may have opened.")
    waiting_seconds: float = _limit(
        3600.0,
        Number(10, 2_592_000),
        "A table that waits, and that its people have left for so long, is put away.",
    )
    abandoned_seconds: float = _limit(
        86_400.0, Number(10, 2_592_000), "A game everybody has left for so long is lost by whose turn it is."
    )
    unwatched_seconds: float = _limit(
        600.0,
        Number(1, 2_592_000),
        "Bots among themselves stop when nobody has looked on for so long, and go on when somebody does.",
    )
    away_seconds: float = _limit(
        20.0,
        Number(0, 2_592_000),
        "Whose players are away so long, that table is not offered; a game hardly begun may be called off.",
    )
    claim_seconds: float = _limit(
        60.0,
        Number(0, 2_592_000),
        "Who is away from a game so long may lose it: others may claim it, or let a bot take the seat.",
    )
    rated_same_address: bool = _limit(
        False, FLAG, "Whether rated games between people of one address count, as where all share one."
    )
    watchers_per_table: int = _limit(1000, Whole(0, 1_000_000), "Who may look on at one table.")
    bot_seconds: float = _limit(
        4.0, Number(0.001, 1000), "What a bot may think about one move, in seconds of one core."
    )
    create_rate: Rate = _limit(Rate(600, 60), PER, "Tables opened from one address.")
    chat: bool = _limit(True, FLAG, "Whether people may chat at their tables.")
    chat_rate: Rate = _limit(Rate(5, 10), PER, "What one person may say in chat.")
    log_rate: Rate = _limit(
        Rate(131_072, 60),
        PER,
        "Bytes one person adds to the logs of tables by other things than moves: coming, talking, opening.",
    )
    address_log_rate: Rate = _limit(Rate(524_288, 60), PER, "The same from one address.")
    bot_log_rate: Rate = _limit(Rate(524_288, 60), PER, "Bytes the bot of one person says of its own games.")
    address_bot_log_rate: Rate = _limit(Rate(1_000_000, 15), PER, "The same of all bots from one address.")
    report_rate: Rate = _limit(Rate(10, 3600), PER, "Lines of chat one person may report.")
    claim_rate: Rate = _limit(Rate(20, 3600), PER, "Names claimed, or tried, from one address.")
    names_per_holder: int = _limit(10, Whole(1, 10_000), "Names one person may claim.")
    reserved_names: tuple[str, ...] = _limit(
        (), PEOPLE, "Names nobody may take, beside those of the house and of its bots, with commas."
    )
    connection_rate: Rate = _limit(Rate(200, 1), PER, "Commands over one connection.")
    address_rate: Rate = _limit(Rate(20_000, 1), PER, "Commands from one address.")
    name_rate: Rate = _limit(Rate(400, 1), PER, "Commands of one person over all connections.")
    output_bytes: int = _limit(262_144, Whole(4096, 1 << 30), "A reader further behind than this is dropped.")
    frame_bytes: int = _limit(8192, Whole(256, 1 << 20), "The longest WebSocket message.")
    line_bytes: int = _limit(8192, Whole(256, 1 << 20), "The longest JSON line.")
    body_bytes: int = _limit(65_536, Whole(1024, 1 << 26), "The longest body of a request.")
    request_rate: Rate = _limit(Rate(300, 10), PER, "HTTP requests from one address.")
    odds_seconds: float = _limit(
        5.0, Number(0, 60), "How long a request waits for odds before it is told to come back."
    )
    odds_longest: float = _limit(
        600.0, Number(1, 86_400), "A question about odds that takes longer is given up."
    )
    odds_rate: Rate = _limit(Rate(60, 60), PER, "Questions about odds from one address.")
    odds_waiting: int = _limit(20, Whole(1, 1000), "Questions from one address waiting their turn.")

    log_level: str = _log("info", OneOf(("debug", "info", "warning", "error")), "How much the log says.")
    log_json: bool = _log(False, FLAG, "The log as JSON, an object a line.")

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
