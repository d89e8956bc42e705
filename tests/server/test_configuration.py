"""The configuration file: what it takes, what it refuses, what comes before it, and how it is printed."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tavola.cli import app
from tavola.core.errors import BadOption
from tavola.server.configuration import BadConfiguration, strange_variables
from tavola.server.configuration_text import as_data, as_toml
from tavola.server.setting_kinds import Rate, Setting
from tavola.server.settings import SETTINGS, Settings, configured
from tests.plugged import install, tavola

URL = "postgresql://me:hush@db/tavola"
FILLED = """
[doors]
http-port = 80
allowed-hosts = ["games.example.org", "10.0.0.7"]
take-over = true
drain-seconds = 7
[limits]
chat-rate = "7/2.5"
bot-seconds = 0.5
[services.5000]
battle-port = 7
tournament = false
"""


def written(folder: Path, text: str) -> str:
    path = folder / "tavola.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def complaints(folder: Path, text: str) -> list[str]:
    with pytest.raises(BadConfiguration) as bad:
        configured({"config": written(folder, text)}, {})
    return [line.partition(": ")[2] for line in bad.value.lines]


def test_every_kind_of_value_is_read(tmp_path: Path) -> None:
    settings = configured({"config": written(tmp_path, FILLED)}, {}).settings
    assert settings.http_port == 80
    assert settings.allowed_hosts == ("games.example.org", "10.0.0.7")
    assert settings.take_over is True
    assert (settings.drain_seconds, settings.bot_seconds) == (7.0, 0.5)
    assert settings.chat_rate == Rate(7, 2.5)
    assert settings.services["5000"].battle_port == 7
    assert settings.services["5000"].tournament is False
    assert settings.lines_port == 8422


def test_the_command_line_then_the_environment_then_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "[doors]\nhost = '::'\nhttp-port = 3\nlines-port = 3\n")
    found = configured({"http_port": "1"}, {"TAVOLA_CONFIG": path, "TAVOLA_LINES_PORT": "2"})
    assert (found.settings.host, found.settings.http_port, found.settings.lines_port) == ("::", 1, 2)
    origins = {each.name: one.origin for each, one in found.chosen.items()}
    assert [origins[name] for name in ("http_port", "lines_port", "host", "log_level")] == [
        "command line",
        "environment",
        "file",
        "default",
    ]
    other = written(tmp_path, "[doors]\nhost = '::1'\n")
    assert configured({"config": other}, {"TAVOLA_CONFIG": "nowhere.toml"}).settings.host == "::1"


def test_everything_that_is_wrong_is_said_with_what_would_be_right(tmp_path: Path) -> None:
    text = """
        host = "x"
        [door]
        a = 1
        [limits]
        http-port = 80
        chat_rate = "5/10"
        max-tables = "100"
        max-connections = true
        chat-rate = "often"
        [services.5000]
        trumpets = 1
        [services.belote]
        [doors]
        origin = "https://a.org"
        lines-port = 1.5
        host = {file = "x"}
    """
    assert complaints(tmp_path, text) == [
        "host belongs in the section [doors]",
        "there is no section [door]; did you mean [doors]?",
        "limits.http-port belongs in the section [doors]",
        "limits.chat_rate is no setting; did you mean chat-rate?",
        'limits.max-tables takes a whole number from 1 to 1000000, written 10000; not "100"',
        "limits.max-connections takes a whole number from 1 to 1000000, written 10000; not true",
        "limits.chat-rate takes TIMES/SECONDS, such as 5/10 for five in ten seconds, not 'often'",
        next(
            line
            for line in complaints(tmp_path, text)
            if "trumpets is no setting; in [services.5000]" in line
        ),
        next(
            line for line in complaints(tmp_path, text) if "no section [services.belote]; there are:" in line
        ),
        "doors.origin takes origins such as https://example.org, with commas between them, "
        'written ["...", "..."]; not "https://a.org"',
        "doors.lines-port takes a port from 0 to 65535, 0 being any free one, written 8422; not 1.5",
        "doors.host takes an address such as 127.0.0.1, 0.0.0.0 or ::, or the name of a host, "
        'written "127.0.0.1"; not a table',
    ]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"a = [", "is no TOML: .*"),
        (b"\xff", "can't be read: it is not UTF-8"),
        (None, "can't be read: No such file"),
    ],
)
def test_a_file_that_is_none(tmp_path: Path, content: bytes | None, why: str) -> None:
    path = tmp_path / "tavola.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadOption, match=why):
        configured({"config": str(path)}, {})


# ---- secrets ----


def test_a_secret_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(f"{URL}\n", encoding="utf-8")
    path = written(tmp_path, '[storage]\nstorage = {file = "secret"}\n')
    for found in (configured({"config": path}, {}), configured({}, {"TAVOLA_STORAGE_FILE": str(secret)})):
        assert found.settings.storage == URL
        assert "hush" not in as_toml(found.chosen)
        assert tomllib.loads(as_toml(found.chosen))["storage"]["storage"] == {"file": str(secret)}


def test_a_secret_that_cannot_be_had_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with pytest.raises(BadOption, match="both set"):
        configured({}, {"TAVOLA_STORAGE_FILE": "x", "TAVOLA_STORAGE": "sqlite:///x"})
    with pytest.raises(BadOption, match=r"TAVOLA_STORAGE_FILE: can't read .*: No such file"):
        configured({}, {"TAVOLA_STORAGE_FILE": str(tmp_path / "none")})
    with pytest.raises(BadOption, match="is empty"):
        configured({}, {"TAVOLA_STORAGE_FILE": str(tmp_path / "empty")})
    assert "/run/secrets/storage" in complaints(tmp_path, "[storage]\nstorage = {path = 'x'}")[0]
    assert "what was given" in complaints(tmp_path, f"[nodes]\nnodes = ['{URL}']")[0]
    assert "hush" not in complaints(tmp_path, f"[nodes]\nnodes = ['{URL}']")[0]


def test_what_was_left_out_is_not_taken_for_the_default(tmp_path: Path) -> None:
    printed = as_toml(configured({"storage": URL}, {}).chosen)
    assert "hush" not in printed
    assert "--show-secrets" in complaints(tmp_path, printed)[0]
    shown = as_toml(configured({"storage": URL}, {}).chosen, secrets=True)
    assert configured({"config": written(tmp_path, shown)}, {}).settings.storage == URL


def test_a_token_is_never_printed_by_itself() -> None:
    token = "0123456789abcdef0123456789abcdef"
    assert token not in as_toml(configured({"admin_token": token}, {}).chosen)
    assert token in as_toml(configured({"admin_token": token}, {}).chosen, secrets=True)


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("storage", "sqlite:////var/lib/tavola/tavola.db", True),
        ("storage", "postgresql://db/tavola", True),
        ("storage", "postgresql://me:hush@db/tavola", False),
        ("storage", "postgresql://db/tavola?user=me&password=hush", False),
        ("admin_token", "0123456789abcdefghijklmnop", False),
    ],
)
def test_what_is_a_secret(name: str, value: str, shown: bool) -> None:
    chosen = configured({name: value}, {}).chosen
    assert (value in as_toml(chosen)) is shown
    assert (value in json.dumps(as_data(chosen))) is shown
    assert value in as_toml(chosen, secrets=True)


# ---- printing ----


@pytest.mark.parametrize("text", ["", FILLED])
def test_what_is_printed_reads_back_the_same(tmp_path: Path, text: str) -> None:
    found = configured({"config": written(tmp_path, text), "storage": 'sqlite:///a "b".db'}, {})
    printed = as_toml(found.chosen)
    back = configured({"config": written(tmp_path, printed)}, {})
    assert back.settings == found.settings
    assert {one.origin for one in back.chosen.values()} == {"file"}


def test_each_value_says_where_it_comes_from(tmp_path: Path) -> None:
    path = written(tmp_path, "[doors]\nhost = '::'\n")
    chosen = configured({"config": path, "http_port": "1"}, {"TAVOLA_LINES_PORT": "2"}).chosen
    lines = as_toml(chosen).splitlines()
    assert f'host = "::"  # file, {path}' in lines
    assert "http-port = 1  # command line" in lines
    assert "lines-port = 2  # environment, TAVOLA_LINES_PORT" in lines
    assert "battle-port = 8999  # default" in lines
    assert {f"# {each.help}" for each in SETTINGS} <= set(lines)
    data = as_data(chosen)
    assert data["doors"]["host"] == {"value": "::", "from": "file", "where": path}
    assert sum(map(len, data.values())) == len(SETTINGS)


def test_the_command_prints_and_checks(tmp_path: Path) -> None:
    def run(*arguments: str, **env: str) -> tuple[int, str, str]:
        done = CliRunner().invoke(app, ["serve", *arguments], env=env)
        return done.exit_code, done.stdout, done.stderr

    bad = written(tmp_path, "[doors]\nhots = '::'\nport = 1\n")
    code, out, err = run("--check-config", "--config", bad)
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        f"error: {bad}: doors.hots is no setting; did you mean host?",
        f"error: {bad}: doors.port is no setting; did you mean http-port?",
    ]
    code, out, err = run("--check-config", TAVOLA_HTP_PORT="1")
    assert (code, out) == (0, "The configuration is sound.\n")
    assert "TAVOLA_HTP_PORT is no setting; did you mean TAVOLA_HTTP_PORT?" in err
    assert json.loads(run("--print-config", "--json", "--host", "::")[1])["doors"]["host"]["value"] == "::"
    assert tomllib.loads(run("--print-config")[1])["doors"]["http-port"] == Settings().http_port


def test_what_an_orchestrator_sets_is_no_error() -> None:
    found = strange_variables({"TAVOLA_PORT_8421_TCP": "x", "TAVOLA_STORAGE_FILE": "x", "PATH": ""}, SETTINGS)
    assert found == ["TAVOLA_PORT_8421_TCP is no setting"]


# ---- services of other packages ----

PLUGGED = """
from dataclasses import dataclass, replace
from tavola.core.game import Game
from tavola.games.dice_poker.game import DicePoker
from tavola.server.setting_kinds import FLAG, PORT, setting

class Rules(DicePoker):
    info = replace(DicePoker.info, name="my-game", title="Mine")

@dataclass(frozen=True)
class Own:
    port: int = setting(7, PORT, "Where it listens.")
    loud: bool = setting(False, FLAG, "Whether it is loud.")

class Service:
    settings = Own

SERVICE = Service()
GAME = Game("my-game", Rules, service="mine:SERVICE")
"""


def test_the_service_of_another_package_has_its_settings(tmp_path: Path) -> None:
    install(tmp_path, "mine", PLUGGED, games="my-game = mine:GAME")
    path = written(tmp_path, "[services.my-game]\nloud = true\n")
    shown = tavola(tmp_path, "serve", "--print-config", "--config", path, "--my-game-port", "8")
    assert shown.returncode == 0, shown.stderr
    own = tomllib.loads(shown.stdout)["services"]["my-game"]
    assert own == {"port": 8, "loud": True}
    text = tavola(tmp_path, "serve", "--help").stdout
    assert "--my-game-loud / --no-my-game-loud" in " ".join(text.split())
    assert "TAVOLA_MY_GAME_PORT" in text
    taken = tavola(tmp_path, "serve", "--check-config", "--my-game-port", "8421")
    assert "--http-port and --my-game-port are both 8421" in taken.stderr


def test_a_key_is_the_option_without_its_dashes() -> None:
    def named(each: Setting) -> str:
        return each.option.removeprefix("--")

    assert [each.key for each in SETTINGS] == list(map(named, SETTINGS))
