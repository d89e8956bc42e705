from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tavola.analysis import store
from tavola.cli import app


@pytest.fixture(autouse=True)
def _own_store(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path_factory.getbasetemp() / "odds"
    monkeypatch.setattr(store, "folder", lambda: place)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def as_json(*words: str) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_one_strategy_of_dice_poker() -> None:
    report = as_json("odds", "dice-poker", "--strategy", "none")
    assert report["patterns"]["mega"] == {"exact": "1/1296", "p": 6 / 7776}
    assert set(report["patterns"]) == set(
        "mega great_straight little_straight quads full trips two_pair pair nothing".split()
    )
    assert report["expected_points_exact"] == "1775/27"


@pytest.mark.parametrize("strategy", ["sequential", "match:mega", "match:two_pair", "smart", "optimal"])
def test_every_strategy_has_the_same_shape(strategy: str) -> None:
    report = as_json("odds", "dice-poker", "--strategy", strategy)
    assert sum(p["p"] for p in report["patterns"].values()) == pytest.approx(1)
    assert report["expected_points"] > 0


def test_all_strategies_as_tables() -> None:
    result = run("odds", "dice-poker")
    assert result.exit_code == 0
    for said in (
        "every strategy",
        "Published: Smart Re-roll",
        "never sees a run ending at 6",
        "recalibrated",
    ):
        assert said in result.stdout


def test_5000() -> None:
    report = as_json("odds", "5000", "--policy", "optimal")
    assert report["no_playable_die"]["5"]["exact"] == "25/324"
    assert list(report["turn"]) == ["optimal"]
    result = run("odds", "5000", "--policy", "house")
    assert "No playable die" in result.stdout
    assert "house" in result.stdout


def test_solving_small_games() -> None:
    five = as_json("solve", "5000", "--set", "goal=100")
    assert 0.5 < five["first_player_wins"] < 0.6
    poker = as_json("solve", "dice-poker", "--set", "goal=100")
    assert poker["points_per_turn_exact"] == "15563275/104976"
    assert "turns to the goal" in run("solve", "dice-poker", "--set", "goal=100").stdout


def test_explaining() -> None:
    report = as_json("explain", "5000", "54263", "hand=2", "turn=350")
    assert report["moves"][0]["move"] == "play 65432"
    said = run("explain", "dice-poker", "5-5-5-2-1", "--lang", "fr").stdout
    assert "garder 5-5-5, relancer 2-1" in said


def test_plots(tmp_path: Path) -> None:
    result = run("odds", "dice-poker", "--strategy", "smart", "--plot", str(tmp_path / "a.svg"))
    assert result.exit_code == 0
    assert "smart" in (tmp_path / "a.svg").read_text()
    result = run("explain", "5000", "54263", "--plot", str(tmp_path / "b.png"), "--json")
    assert result.exit_code == 0
    assert (tmp_path / "b.png").stat().st_size > 1000


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("odds", "tarot"), "there is no game called 'tarot'"),
        (("odds", "scopetta"), "nobody has worked out the odds of scopetta"),
        (("odds", "dice-poker", "--strategy", "clever"), "there are: none, sequential"),
        (("odds", "5000", "--strategy", "smart"), "--strategy is for dice-poker"),
        (("odds", "dice-poker", "--policy", "house"), "for 5000"),
        (("odds", "5000", "--policy", "glory"), "no bot called 'glory'"),
        (("odds", "5000", "--total", "5000"), "below the goal 5000"),
        (("odds", "dice-poker", "--plot", "a.gif"), ".svg or .png"),
        (("odds", "dice-poker", "--plot", "no/such/folder/a.svg"), "no folder"),
        (("solve", "5000", "--set", "goal=banana"), "option goal takes"),
        (("solve", "5000", "--set", "banana"), "--set takes NAME=VALUE"),
        (("explain", "5000", "banana"), "positions look like"),
        (("explain", "dice-poker", "54263", "--lang", "de"), "there is no language"),
    ],
)
def test_what_cant_be_done_is_said_in_one_line(words: tuple[str, ...], why: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert why in result.stderr
    assert result.stderr.startswith("error: ")
    assert len(result.stderr.strip().splitlines()) == 1


def test_the_command_line_stays_light() -> None:
    code = (
        "import sys; from tavola.cli import app; app(['games', '--json'], standalone_mode=False); "
        "print([m for m in ('numpy', 'numba', 'matplotlib') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
