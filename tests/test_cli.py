"""The commands as a person or a script calls them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import tavola
from tavola.cli import app
from tavola.core.match import replay
from tavola.core.record import Record


def run(*args: str, given: str | bytes = "", **env: str) -> Result:
    result = CliRunner().invoke(app, list(args), input=given, env={"COLUMNS": "80", **env})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def json_lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# ---- games and rules ----


def test_games() -> None:
    said = run("games").stdout
    for name in ("421", "5000", "dice-poker"):
        assert re.search(rf"^{name}: ", said, re.MULTILINE)
    assert "Trois dés" in run("games", "--lang", "fr").stdout
    assert "Tre dadi" in run("games", TAVOLA_LANG="it").stdout


def test_games_for_programs() -> None:
    games = {game["name"]: game for game in json.loads(run("games", "--json").stdout)}
    assert games["421"]["seats"] == [2, 3, 4, 5, 6, 7, 8]
    assert games["421"]["options"]["suites"]["default"] == "on"
    assert games["421"]["options"]["nenette"]["choices"] == ["above_others", "lowest"]
    assert games["421"]["presets"]["classic"] == {"suites": "off"}


@pytest.mark.parametrize("game", tavola.game_names())
@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_rules_of_every_game(game: str, lang: str) -> None:
    said = run("rules", game, "--lang", lang).stdout
    info = tavola.rules(game).info
    assert all(preset in said for preset in info.presets)
    page = json.loads(run("rules", game, "--json", "--lang", lang).stdout)
    assert page["text"].strip()
    assert page["summary"] == info.summary.in_(lang)  # type: ignore[arg-type]


def test_rules_drawn() -> None:
    assert "knock" in run("rules", "421", "--no-plain").stdout


# ---- what can't be ----


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ("play tarot", "there is no game called 'tarot'; there are: 421"),
        ("rules tarot", "there is no game called 'tarot'"),
        ("games --lang de", "there is no language 'de'; there are: en, fr, it"),
        ("play 421 --lang klingon", "en, fr, it"),
        ("play 421 --seed banana", "--seed takes a whole number"),
        ("play 421 --seed -1", "--seed takes a whole number"),
        ("play 421 --seed 99999999999999999999", "--seed takes a whole number"),
        ("play 421 --set nonsense", "NAME=VALUE"),
        ("play 421 --set =5", "NAME=VALUE"),
        ("play 421 --set knok=1", "421 has no option 'knok'; it has suites: on | off"),
        ("play 421 --set knock=5", "option knock takes a chance from 0 to 1"),
        ("play 421 --set preset=classic", "421 has no option 'preset'"),
        ("play 421 --preset baroque", "there are: standard, classic"),
        ("play 421 --players a,b,c,d,e,f,g,h,i", "2 to 8 players, not 9"),
        ("play 421 --players you", "2 to 8 players, not 1"),
        ("play 421 --players you,,house", "--players takes names"),
        ("play 421 --players you,nobody", "no bot called 'nobody'"),
        ("play 421 --players you,house:hard", "takes nothing after its name"),
        ("play dice-poker --players match:everything", "match:mega"),
        (f"play 421 --players you:{'x' * 41},house", "1 to 40 printable"),
        ("play 421 --delay soon", "--delay takes seconds"),
        ("play 421 --delay nan", "--delay takes seconds"),
        ("play 421 --record /", "not a file"),
        ("play 421 --record missing/folder/game", "can't write"),
    ],
)
def test_requests_that_cant_be_met(args: str, why: str) -> None:
    result = run(*args.split())
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert why in result.stderr
    assert result.stdout == ""


def test_no_players_at_all() -> None:
    assert "--players takes names" in run("play", "421", "--players", "").stderr


@pytest.mark.parametrize("args", ["nonsense", "play", "play 421 --nonsense", "replay", "games extra"])
def test_wrong_usage(args: str) -> None:
    result = run(*args.split())
    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.parametrize("args", ["", "-h", "--help", "play --help", "replay --help", "--version"])
def test_help(args: str) -> None:
    assert "tavola" in run(*args.split()).output


# ---- playing ----

WATCH = ("play", "421", "--players", "house,random,house", "--seed", "11")


def test_the_same_seed_is_the_same_game() -> None:
    assert run(*WATCH).stdout == run(*WATCH).stdout
    assert run(*WATCH).stdout != run(*WATCH[:-1], "12").stdout


@pytest.mark.parametrize("game", tavola.game_names())
@pytest.mark.parametrize("look", ["--plain", "--no-plain", "--json"])
def test_bots_play_every_game_to_its_end(game: str, look: str, tmp_path: Path) -> None:
    path = tmp_path / "game"
    players = ",".join(["random"] * max(2, tavola.rules(game).info.seats[0]))
    result = run("play", game, "--players", players, "--seed", "5", look, "--record", str(path))
    assert result.exit_code == 0, result.stderr
    record = Record.parse(path.read_text())
    assert record.result is not None
    assert record.tags["Seed"] == "5"
    *_, (match, _) = replay(tavola.rules_of(record), record)
    assert match.outcome is not None


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_a_whole_game_from_the_standard_input(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "game"
    args = ("play", "421", "--players", "you:Ada,house", "--seed", "2", "--lang", lang, "--record", str(path))
    result = run(*args, given="t\n1\ns\nh\n" * 400)
    over = {"en": "The game is over", "fr": "La partie est finie", "it": "La partita è finita"}
    assert result.exit_code == 0
    assert over[lang] in result.stdout
    record = Record.parse(path.read_text())
    assert record.seats == ("Ada", "house")
    assert record.result is not None


def test_nobody_sees_the_seed_before_the_end() -> None:
    args = ("play", "421", "--players", "you,house", "--seed", "123456789")
    assert "123456789" not in run(*args, given="quit\n").output
    assert "123456789" in run(*args, given="resign\nyes\n").output


def test_without_a_seed_one_is_drawn_and_kept(tmp_path: Path) -> None:
    seeds = set()
    for name in "ab":
        run("play", "421", "--players", "house,house", "--record", str(tmp_path / name))
        seeds.add(Record.parse((tmp_path / name).read_text()).tags["Seed"])
    assert len(seeds) == 2


def test_options_and_presets_reach_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game"
    args = ("--preset", "classic", "--set", "knock=1/10", "--set", "count=last_throw")
    run("play", "421", "--players", "house,house", *args, "--record", str(path))
    assert Record.parse(path.read_text()).options == {"suites": "off", "count": "last_throw", "knock": "1/10"}


def test_a_record_is_not_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text("precious")
    refused = run(*WATCH, "--record", str(path))
    assert (refused.exit_code, path.read_text()) == (2, "precious")
    assert "--force" in refused.stderr
    assert run(*WATCH, "--record", str(path), "--force").exit_code == 0
    assert Record.parse(path.read_text()).game == "421"


# ---- for programs ----


def test_every_step_as_a_line_of_json() -> None:
    start, *steps, end = json_lines(run(*WATCH, "--json").stdout)
    assert start == {
        "type": "start",
        "game": "421",
        "options": {},
        "rules_version": tavola.rules("421").info.rules_version,
        "seats": ["house", "random", "house (2)"],
        "names": ["Pia", "Gigi", "Bruno"],
    }
    assert [step["number"] for step in steps] == list(range(1, len(steps) + 1))
    record = Record.from_json(end["record"])
    assert [[step["actor"], step["move"]] for step in steps] == end["record"]["moves"]
    assert steps[0]["events"][0]["words"].endswith("for the start")
    assert end["outcome"]["winners"] == list((record.result or {})["winners"])


def test_a_program_may_play_too() -> None:
    said = json_lines(run("play", "5000", "--json", "--seed", "1", given="jump\nplay 7\nbank\nquit\n").stdout)
    kinds = [line["type"] for line in said]
    assert kinds[:5] == ["start", "step", "turn", "error", "error"]
    assert "bank" in said[2]["moves"]
    assert said[-1]["type"] == "end"
    assert said[-1]["outcome"] is None


def test_an_illegal_move_of_a_program_says_what_is_legal() -> None:
    said = json_lines(
        run("play", "5000", "--json", "--seed", "1", "--lang", "fr", given="play 66666\n").stdout
    )
    error = next(line for line in said if line["type"] == "error")
    assert "vous ne pouvez pas" in error["message"]
    assert "trash" in error["moves"]


def test_a_program_may_resign() -> None:
    said = json_lines(run("play", "421", "--players", "you,house", "--json", given="resign\n").stdout)
    assert said[-1]["outcome"]["winners"] == [1]


# ---- replaying ----


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "game"
    run(*WATCH, "--record", str(path))
    return path


def test_a_replay_tells_the_same_story(kept: Path) -> None:
    played, again = run(*WATCH).stdout.splitlines(), run("replay", str(kept)).stdout.splitlines()
    assert [line for line in played if line not in again] == ["You are watching.", "Seed 11"]


def test_a_replay_in_either_form_from_anywhere(kept: Path, tmp_path: Path) -> None:
    told = run("replay", str(kept), "--lang", "it").stdout
    (tmp_path / "game.json").write_text(json.dumps(Record.parse(kept.read_text()).as_json()))
    assert run("replay", str(tmp_path / "game.json"), "--lang", "it").stdout == told
    assert run("replay", "-", "--lang", "it", given=kept.read_bytes()).stdout == told
    assert "comincia" in told.lower()


def test_a_replay_for_programs(kept: Path) -> None:
    data = json.loads(run("replay", str(kept), "--json").stdout)
    record = Record.from_json(data["record"])
    assert record == Record.parse(kept.read_text())
    assert len(data["steps"]) == len(record.moves)
    assert record.result is not None
    assert data["outcome"] == {**record.result, "how": "played"}
    assert data["steps"] == [
        {key: value for key, value in line.items() if key != "type"}
        for line in json_lines(run(*WATCH, "--json").stdout)
        if line["type"] == "step"
    ]


def test_a_resignation_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game"
    run("play", "421", "--players", "you:Ada,house", "--record", str(path), given="resign\nyes\n")
    said = run("replay", str(path)).stdout
    assert "Ada resigns." in said
    assert "Pia wins." in said


def test_an_unfinished_game_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game"
    run("play", "5000", "--players", "you:Ada", "--record", str(path), given="quit\n")
    assert "not finished" in run("replay", str(path)).stdout


def test_a_damaged_record_says_where(kept: Path) -> None:
    record = Record.parse(kept.read_text())
    moves = list(record.moves)
    moves[9] = (moves[9][0], "jump")
    kept.write_text(str(Record(**{**_fields(record), "moves": tuple(moves)})))
    for look in ("--plain", "--json"):
        result = run("replay", str(kept), look)
        assert result.exit_code == 1
        assert "at move 10" in result.stderr


def test_a_record_of_an_unknown_game(kept: Path) -> None:
    kept.write_text(kept.read_text().replace('[Game "421"]', '[Game "tarot"]'))
    result = run("replay", str(kept))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "tarot" in result.stderr


def test_a_record_of_other_rules_is_replayed_with_a_word(kept: Path) -> None:
    kept.write_text(re.sub(r'\[Rules "\d+"\]', '[Rules "77"]', kept.read_text()))
    result = run("replay", str(kept))
    assert result.exit_code == 0
    assert "version 77" in result.stderr


@pytest.mark.parametrize("data", [b"\x00\x01\xff", b"", b"{}", b"hello\n", b'[Game "421"]\n'])
def test_what_is_no_record(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "game").write_bytes(data)
    result = run("replay", str(tmp_path / "game"))
    assert result.exit_code == 1
    assert result.stderr.startswith("error: ")


def test_names_in_a_record_cant_steer_the_terminal(kept: Path) -> None:
    kept.write_text(kept.read_text().replace('"random"', '"\x1b[2Jrandom"'))
    assert "\x1b" not in run("replay", str(kept)).output


def _fields(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in Record.__dataclass_fields__}


@pytest.mark.parametrize(
    ("lang", "error"),
    [
        ("fr", "erreur : l'option goal prend un nombre entier de"),
        ("it", "errore: l'opzione goal prende un numero intero da"),
        ("en", "error: option goal takes a whole number from"),
    ],
)
def test_errors_of_options_follow_the_language(lang: str, error: str) -> None:
    result = run("play", "5000", "--set", "goal=many", "--lang", lang)
    assert result.exit_code == 2
    assert result.stderr.startswith(error)


def test_a_command_is_found_alone_as_among_all() -> None:
    """What is asked for is imported alone, from where the list says that it is."""
    import typer.main

    from tavola.cli import COMMANDS, command_line

    whole: Any = typer.main.get_command(command_line())
    for module, names in COMMANDS.items():
        for name in names.split():
            alone: Any = typer.main.get_command(command_line(name))
            assert list(alone.commands) == names.split(), module
            assert name in whole.commands
    assert set(whole.commands) > {name for names in COMMANDS.values() for name in names.split()}


# Ctrl-C comes in the middle of an import of C, which makes another error of it.
IN_AN_IMPORT = """
import os, signal, sys
from tavola import cli

def broken(name):
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        raise ImportError("half of it") from None

cli.command_line = broken
cli.main()
"""


def test_ctrl_c_in_the_middle_of_an_import_is_ctrl_c() -> None:
    done = subprocess.run([sys.executable, "-c", IN_AN_IMPORT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
