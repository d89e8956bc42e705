"""The commands `tavola arena` and `tavola contest`."""

from __future__ import annotations

import asyncio
import csv
import json
import re
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tavola.cli import app
from tavola.server.store import Store
from tavola.table.identity import holder_of
from tests.tournaments.bots import CRASHING, written


def run(*args: str, group: str = "arena") -> Result:
    result = CliRunner().invoke(app, [group, *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


QUICK = ("--games", "5000", "--set", "goal=1000", "--sets", "4", "--seed", "3", "--clock", "20")


def test_a_table_for_people() -> None:
    done = run(*QUICK, "--entrants", "house,random")
    assert done.exit_code == 0
    assert "5000: round-robin, 8 games, seed 3" in done.stdout
    assert re.search(r"house +\d+\.\d %", done.stdout)
    assert "Who beats whom" in done.stdout


def test_json_for_programs_and_a_folder_with_everything(tmp_path: Path) -> None:
    out, crash = tmp_path / "out", written(tmp_path, "crash", CRASHING)
    entrants = f"house,random,crash={crash.spec}"
    done = run(*QUICK, "--sets", "1", "--entrants", entrants, "--out", str(out), "--json")
    found = json.loads(done.stdout)
    assert found["tournament"]["entrants"][2] == {"name": "crash", "bot": crash.spec}
    assert {each["name"]: each["games"] for each in found["entrants"]} == {
        "house": 4,
        "random": 4,
        "crash": 4,
    }
    assert found["entrants"][-1]["faults"] == {"crashed": 4}
    assert sorted(path.name for path in out.iterdir()) == [
        ".lock",
        "arena.json",
        "games.jsonl",
        "logs",
        "replays",
        "report.html",
    ]
    again = run("--out", str(out), "--json")
    assert json.loads(again.stdout) == found


def test_the_report_needs_nothing_but_itself(tmp_path: Path) -> None:
    sharp = "a<b>&\"c'"
    done = run(*QUICK, "--entrants", f"{sharp}=house,random", "--out", str(tmp_path))
    assert done.exit_code == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == page.count("</svg>") == 4
    assert "<script" not in page
    assert not re.search(r"src=|url\(|@import", page)
    assert all(re.fullmatch(r"replays/\d+\.html", link) for link in re.findall(r'href="?([^">]*)', page))
    assert "a&lt;b&gt;&amp;" in page
    assert "a<b>" not in page


def test_a_match_that_the_points_did_not_decide_says_what_did(tmp_path: Path) -> None:
    """Two who decide alike are level in every set."""
    knock_out = (*QUICK, "--entrants", "one=house,two=house", "--format", "knock-out", "--out", str(tmp_path))
    shown = run(*knock_out).stdout
    assert "one (level, entered first)" in shown
    assert "<td>one (level, entered first)</td>" in (tmp_path / "report.html").read_text(encoding="utf-8")
    (match,) = json.loads(run(*knock_out, "--json").stdout)["matches"]
    assert (match["winner"], match["why"]) == ("one", "level, entered first")
    decided = run(*QUICK, "--entrants", "house,random", "--format", "knock-out")
    assert "entered first" not in decided.stdout


def test_rounds_are_told() -> None:
    done = run(*QUICK, "--entrants", "house,random,house", "--format", "swiss")
    assert "bye" in done.stdout
    assert "Matches" in done.stdout


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--entrants", "house,random"], "--games says what is played"),
        (["--games", "5000"], "two entrants or more"),
        (["--games", "bridge", "--entrants", "house,random"], "there is no game called 'bridge'"),
        (["--games", "5000,5000", "--entrants", "house,random"], "each game once"),
        (["--games", "5000,421", "--set", "goal=1", "--entrants", "house,random"], "go with one game"),
        (["--games", "5000", "--entrants", "house,nobody"], "no bot called 'nobody' plays 5000"),
        (
            ["--games", "5000", "--entrants", "house,random", "--format", "ladder"],
            "there is no format 'ladder'",
        ),
        (["--games", "5000", "--entrants", "house,random", "--ratings", "elo"], "there is no rating 'elo'"),
        (["--games", "5000", "--entrants", "house,random", "--seats", "3"], "needs 3 entrants"),
        (["--games", "scopetta", "--entrants", "house,random", "--seats", "3"], "scopetta takes 2 players"),
        (["--games", "5000", "--entrants", "house,random", "--seed", "x"], "--seed takes"),
        (["--out", "nowhere"], "there is no tournament in 'nowhere' yet"),
        (["--out", "a-file"], "a tournament is kept in a folder, and 'a-file' is none"),
        (["--games", "5000", "--entrants", "house,random", "--rounds", "4"], "only a Swiss takes rounds"),
        (["--games", "5000", "--entrants", "house,random", "--most-sets", "4"], "--until-separated gives up"),
        (["--games", "5000", "--entrants", "house,=random"], "the name before a = has 1 to 32 characters"),
    ],
)
def test_what_cant_be_held(
    args: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a-file").write_text("", encoding="utf-8")
    done = run(*args)
    assert done.exit_code == 2
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_program_that_is_not_there_plays_no_game(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run(*QUICK, "--entrants", f"house,exec:{tmp_path}/gone", "--out", str(out))
    assert done.exit_code == 1
    assert "there is no program" in done.stderr
    assert not out.exists()


# ---- a folder that holds a tournament ----


@pytest.fixture(scope="module")
def spring(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with a tournament."""
    folder = str(tmp_path_factory.mktemp("arena") / "spring")
    assert run(*QUICK, "--sets", "2", "--entrants", "house,random", "--out", folder).exit_code == 0
    return folder


@pytest.mark.parametrize(
    ("args", "other"),
    [
        ("--sets 9", "sets"),
        ("--sets 50", "sets"),  # the default, and still asked for
        ("--seed 4", "seed"),
        ("--format swiss", "format, rounds"),
        ("--clock 3", "clock"),
        ("--until-separated", "until-separated"),
        ("--ratings thurstone-mosteller", "ratings"),
        ("--set goal=2000", "games"),
        ("--set goal=5000", "games"),
        ("--seats 3", "games"),
        ("--games 421", "games"),
        ("--entrants house,house", "entrants"),
        ("--games 5000 --entrants house,random", "games, sets, clock"),
    ],
)
def test_another_plan_is_refused_where_there_is_one(spring: str, args: str, other: str) -> None:
    done = run("--out", spring, *args.split())
    assert done.exit_code == 2
    assert f"spring holds a tournament with other {other}; choose another folder" in done.stderr


@pytest.mark.parametrize(
    ("args", "why"), [("--rounds 4", "only a Swiss takes rounds"), ("--most-sets 9", "--until-separated")]
)
def test_what_that_tournament_does_not_take(spring: str, args: str, why: str) -> None:
    done = run("--out", spring, *args.split())
    assert done.exit_code == 2
    assert why in done.stderr


@pytest.mark.parametrize(
    "args",
    [
        "--workers 2",
        "--sets 2 --seed 3 --clock 20 --format round-robin",
        "--set goal=1000 --seats 2",
        "--entrants house,random",
        "--games 5000 --set goal=1000",
    ],
)
def test_it_goes_on_if_nothing_else_is_asked_for(spring: str, args: str) -> None:
    done = run("--out", spring, "--json", *args.split())
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 4


# ---- contest ----


@pytest.fixture
def storage(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/contest.db"


def owners(storage: str, *names: str) -> list[str | None]:
    async def look() -> list[str | None]:
        store = await Store.open(storage, reading=True)
        try:
            return [await store.owner_of(name) for name in names]
        finally:
            await store.close()

    return asyncio.run(look())


def test_teams_get_tokens_once(tmp_path: Path, storage: str) -> None:
    teams, out = tmp_path / "teams.txt", tmp_path / "tokens.csv"
    teams.write_text("red\nblue\n", encoding="utf-8")
    done = run("teams", str(teams), "--storage", storage, "--out", str(out), "--json", group="contest")
    tokens = {each["team"]: each["token"] for each in json.loads(done.stdout)}
    assert owners(storage, "red", "blue") == [holder_of(tokens["red"]), holder_of(tokens["blue"])]
    assert tokens["red"] != tokens["blue"]
    lines = out.read_text(encoding="utf-8").splitlines()
    assert list(csv.reader(lines)) == [["team", "token"], *map(list, tokens.items())]
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    teams.write_text("red\nblue\ngreen\n", encoding="utf-8")
    later = run("teams", str(teams), "--storage", storage, "--json", group="contest")
    assert [each["team"] for each in json.loads(later.stdout)] == ["green"]
    assert "2 of 3 teams have a token already" in later.stderr
    assert owners(storage, "red") == [holder_of(tokens["red"])]


def test_no_new_token_no_file(tmp_path: Path, storage: str) -> None:
    teams, out = tmp_path / "teams.txt", tmp_path / "tokens.csv"
    teams.write_text("red\nblue\n", encoding="utf-8")
    run("teams", str(teams), "--storage", storage, group="contest")
    again = run("teams", str(teams), "--storage", storage, "--out", str(out), group="contest")
    assert again.exit_code == 0
    assert "2 of 2 teams have a token already and keep it; " in again.stderr
    assert not out.exists()


def test_a_team_nobody_entered_gets_no_token(storage: str) -> None:
    done = run("token", "rde", "--storage", storage, group="contest")
    assert done.exit_code == 2
    assert "no team 'rde' has a token yet; tavola contest teams gives the first" in done.stderr
    assert owners(storage, "rde") == [None]


def test_a_lost_token_is_replaced(tmp_path: Path, storage: str) -> None:
    teams = tmp_path / "teams.txt"
    teams.write_text("red\n", encoding="utf-8")
    run("teams", str(teams), "--storage", storage, group="contest")
    before = owners(storage, "red")
    done = run("token", "red", "--storage", storage, "--json", group="contest")
    after = owners(storage, "red")
    assert after == [holder_of(json.loads(done.stdout)[0]["token"])]
    assert after != before


def test_scores(tmp_path: Path, storage: str) -> None:
    async def play() -> None:
        store = await Store.open(storage)
        await store.count("tournament", {"red": (1, 1), "blue": (0, 1)}, None, 1.0)
        await store.count("tournament", {"blue": (1, 1), "red": (0, 1), "guest": (-1, 1)}, None, 2.0)
        await store.close()

    asyncio.run(play())
    teams, out = tmp_path / "teams.txt", tmp_path / "scores.csv"
    teams.write_text("red\nblue\ngreen\n", encoding="utf-8")
    done = run(
        "scores", "--teams", str(teams), "--storage", storage, "--out", str(out), "--json", group="contest"
    )
    assert json.loads(done.stdout) == [
        {"place": 1, "team": "blue", "score": 1, "games": 2},
        {"place": 1, "team": "red", "score": 1, "games": 2},
        {"place": 3, "team": "green", "score": 0, "games": 0},
    ]
    assert out.read_text(encoding="utf-8").splitlines()[1] == "1,blue,1,2"
    everybody = run("scores", "tournament", "--storage", storage, group="contest")
    assert "guest" in everybody.stdout


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["teams", "nothing.txt"], "the teams can't be read from 'nothing.txt': No such file or directory"),
        (["token", "two words"], "one word"),
        (["scores", "war"], "there are: training, battle, tournament"),
        (["scores", "--out", "there"], "exists already and is never written over; choose another name"),
    ],
)
def test_what_a_contest_refuses(
    args: list[str], why: str, storage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").write_text("", encoding="utf-8")
    done = run(*args, "--storage", storage, group="contest")
    assert done.exit_code == 2
    assert why in done.stderr
