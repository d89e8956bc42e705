from __future__ import annotations

import math
import re
from typing import Any

import pytest

from tavola.core.errors import BadOption
from tavola.server.setting_kinds import Age, Rate, Setting, Size
from tavola.server.settings import SETTINGS, Settings


def test_what_stands_there_without_any_configuration() -> None:
    settings = Settings.read({}, {})
    assert settings == Settings()
    own = settings.services["5000"]
    ports = (settings.http_port, own.training_port, own.battle_port, own.tournament_port)
    assert settings.host == "127.0.0.1"
    assert ports == (8421, 8998, 8999, 9000)


def test_the_command_line_before_the_environment_before_the_default() -> None:
    env = {"TAVOLA_HTTP_PORT": "1234", "TAVOLA_LINES_PORT": "1235", "TAVOLA_BATTLE_PORT": " "}
    settings = Settings.read({"http_port": "80", "host": None}, env)
    assert (settings.http_port, settings.lines_port) == (80, 1235)
    assert settings.services["5000"].battle_port == 8999


@pytest.mark.parametrize("each", SETTINGS, ids=lambda each: each.name)
def test_each_setting_reads_its_own_default_back(each: Setting) -> None:
    """So that what --help shows as the default can be typed."""
    if each.default in ("", ()):
        return
    text = str(each.default)
    assert each.read(text, each.option) == each.default
    assert Settings.read({}, {each.variable: text}) == Settings()
    assert each.help.endswith(".")
    assert each.group


WRONG: list[tuple[str, str]] = [
    ("http_port", "65536"),
    ("http_port", "-1"),
    ("http_port", "٣"),
    ("drain_seconds", "nan"),
    ("drain_seconds", "soon"),
    ("chat_rate", "0/10"),
    ("chat_rate", "5/0"),
    ("chat_rate", "5/inf"),
    ("log_level", "loud"),
    ("log_json", "perhaps"),
    ("origin", "example.org"),
    ("origin", "https://a.org, https://b.org/path"),
    ("trusted_proxies", "my proxy"),
    ("allowed_hosts", "https://games.example"),
    ("allowed_hosts", "games.example:8421"),
    ("allowed_hosts", "games.example,,b.org"),
    ("host", "bad host"),
    ("path_prefix", "tavola"),
    ("path_prefix", "/a//b"),
    ("path_prefix", "/a/../b"),
    ("path_prefix", '/a"b'),
    ("nodes", "http://x"),
    ("node_name", "a" * 65),
    ("keep_logs", "299"),
    ("keep_logs", "d"),
    ("keep_records", "-1d"),
    ("keep_records", "nand"),
    ("keep_bytes", "12"),
    ("keep_bytes", "infG"),
]


@pytest.mark.parametrize(("name", "text"), WRONG)
def test_a_wrong_value_is_refused_with_what_would_be_right(name: str, text: str) -> None:
    option = "--" + name.replace("_", "-")
    with pytest.raises(BadOption, match=rf"{option} takes .+, not "):
        Settings.read({name: text}, {})
    with pytest.raises(BadOption, match=f"TAVOLA_{name.upper()} takes"):
        Settings.read({}, {f"TAVOLA_{name.upper()}": text})


RIGHT: list[tuple[str, str, Any]] = [
    ("chat_rate", "7", Rate(7, 1)),
    ("chat_rate", "7 / 2.5", Rate(7, 2.5)),
    ("log_json", "Yes", True),
    ("origin", "https://A.org/, http://[::1]:8080", ("https://a.org", "http://[::1]:8080")),
    ("trusted_proxies", "10.1.2.3/8,::1", ("10.0.0.0/8", "::1/128")),
    ("host", "::", "::"),
    ("keep_logs", "5m", Age(300.0)),
    ("keep_records", "Forever", Age(math.inf)),
    ("keep_records", "1.5d", Age(129_600.0)),
    ("keep_bytes", "20G", Size(20 * 2.0**30)),
    ("keep_bytes", "any", Size(math.inf)),
    ("path_prefix", "/a/b.c/", "/a/b.c"),
    ("path_prefix", "/", ""),
    ("allowed_hosts", "Games.Example., 10.0.0.7,[::1]", ("games.example", "10.0.0.7", "::1")),
]


@pytest.mark.parametrize(("name", "text", "value"), RIGHT)
def test_values(name: str, text: str, value: object) -> None:
    assert getattr(Settings.read({name: text}, {}), name) == value


def test_two_doors_cannot_have_one_port() -> None:
    with pytest.raises(BadOption, match="--lines-port and --battle-port are both 8999"):
        Settings.read({"lines_port": "8999"}, {})
    assert Settings.read({"lines_port": "0", "http_port": "0"}, {}).lines_port == 0


def test_nodes_need_a_shared_database() -> None:
    with pytest.raises(BadOption, match="--storage postgresql"):
        Settings.read({"nodes": "nats://127.0.0.1:4222"}, {})


def test_passwords_are_not_shown() -> None:
    url = "postgresql://me:hush@db/tavola"
    settings = Settings.read({"storage": url, "nodes": "nats://me:hush@n:4222"}, {})
    assert "hush" not in repr(settings)
    with pytest.raises(BadOption) as refused:
        Settings.read({"nodes": "http://me:hush@n"}, {})
    assert not re.search("hush", str(refused.value))
