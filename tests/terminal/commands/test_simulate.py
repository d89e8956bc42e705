from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tavola.cli import app


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["simulate", *words])


def result(*words: str) -> Any:
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_workers_change_nothing() -> None:
    words = ("dice-poker", "--players", "smart,random", "--games", "2000", "--seed", "7")
    one = run(*words, "--json")
    two = run(*words, "--json", "--workers", "2")
    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout
    found = json.loads(one.stdout)
    assert found["players"] == ["smart", "random"]
    assert found["games"] == 2000
    assert found["compiled"] is True


def test_the_seed_decides() -> None:
    words = ("5000", "--players", "house,house", "--games", "50")
    assert result(*words, "--seed", "1") == result(*words, "--seed", "1")
    assert result(*words, "--seed", "1") != result(*words, "--seed", "2")
    assert result(*words)["seed"] != result(*words)["seed"]


def test_options_and_presets() -> None:
    found = result("421", "--players", "house,house", "--games", "20", "--preset", "classic", "--seed", "1")
    assert found["options"] == {"suites": "off"}
    assert found["seats"][0]["patterns"]["suite"]["count"] == 0
    found = result("5000", "--players", "house", "--games", "5", "--set", "goal=500")
    assert found["options"] == {"goal": "500"}


def test_what_was_scored_goes_by_the_names_of_the_table() -> None:
    words = ("tombolon", "--players", "random,random", "--games", "20", "--seed", "1")
    shown = run(*words, "--plain").stdout
    assert "seven of coins" in shown
    assert "all six points, doubled" in shown
    assert not {"setbel", "extra onori", "carte", "duespade"} & set(re.split(r"\s{2,}|\n", shown))
    assert "ten of coins" in run(*words, "--plain", "--preset", "padova").stdout
    assert "setbel" in result(*words)["seats"][0]["patterns"]  # programs have the names of records
    assert "Méga" in run("dice-poker", "--players", "smart", "--games", "20", "--plain").stdout


def test_a_table_for_people() -> None:
    done = run("421", "--players", "house,random", "--games", "300", "--seed", "3", "--plain")
    assert done.exit_code == 0
    assert done.stdout.startswith("421: 300 games, seed 3")
    assert "sets lost" in done.stdout
    assert "95 % confidence interval" in done.stdout
    assert "nenette" in done.stdout


def test_a_bot_that_fits_no_table_is_slow_and_it_is_said() -> None:
    words = ("421", "--players", "house,house", "--games", "5", "--seed", "1", "--set", "knock=1/5")
    done = run(*words, "--json")
    assert done.exit_code == 0
    assert "interpreted, which is slow" in done.stderr
    assert json.loads(done.stdout)["compiled"] is False


def test_solved_play_takes_part() -> None:
    words = ("dice-poker", "--players", "optimal:points,smart", "--games", "3000", "--seed", "4")
    found = result(*words)
    assert found["compiled"] is True
    assert found["seats"][0]["won"]["low"] > found["seats"][1]["won"]["high"]


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_plot_is_written_and_the_same_each_time(tmp_path: Path, ending: str) -> None:
    pytest.importorskip("matplotlib")
    files = [tmp_path / f"{n}.{ending}" for n in range(2)]
    for file in files:
        words = ("dice-poker", "--players", "smart,none", "--games", "500", "--seed", "1", "--json")
        assert run(*words, "--plot", str(file)).exit_code == 0
    assert files[0].stat().st_size > 5000
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nonesuch", "--players", "house"), "no game called"),
        (("421", "--players", "house"), "2 to 8 players"),
        (("421", "--players", "house,nobody"), "no bot called"),
        (("421", "--players", "house,"), "commas"),
        (("421", "--players", "you,house"), "bots only"),
        (("421", "--players", "house,house", "--games", "0"), "--games"),
        (("421", "--players", "house,house", "--games", "many"), "--games"),
        (("421", "--players", "house,house", "--workers", "0"), "--workers"),
        (("421", "--players", "house,house", "--seed", "-1"), "--seed"),
        (("421", "--players", "house,house", "--seed", str(1 << 64)), "--seed"),
        (("421", "--players", "house,house", "--set", "knock=2"), "knock"),
        (("421", "--players", "house,house", "--set", "nonsense"), "NAME=VALUE"),
        (("421", "--players", "house,house", "--plot", "a.gif"), "plot"),
        (("dice-poker", "--players", "optimal:nonsense,smart"), "aim"),
    ],
    ids=str,
)
def test_what_can_not_be_done_is_said(words: tuple[str, ...], says: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


# ---- Ctrl-C, which a terminal sends to the command and all its workers ----

ENDLESS = ("simulate", "5000", "--players", "house,random", "--games", "500000000", "--seed", "7")
TWO = (*ENDLESS, "--workers", "2")


# Until the command begins Python answers by itself, in its own way: a bell tells when something is imported.
BEGINS, PLAYS = "tavola.cli", "tavola.fast.batch"
BELL = """
import os, pathlib, sys

class Bell:
    @staticmethod
    def find_spec(name, *_):
        if name == os.environ["BELL_FOR"]:
            pathlib.Path(os.environ["BELL"]).touch()

sys.meta_path.insert(0, Bell)
"""


def interrupted(
    folder: Path, words: tuple[str, ...], bell_for: str, moments: tuple[float, ...]
) -> tuple[int, bytes]:
    """The exit code and all that was said. Whoever still holds the output open counts as not ended.

    Moments are seconds after the bell.
    """
    (folder / "sitecustomize.py").write_text(BELL, encoding="utf-8")
    bell = folder / "rung"
    ears = {"PYTHONPATH": str(folder), "BELL": str(bell), "BELL_FOR": bell_for}
    process = subprocess.Popen(
        [sys.executable, "-m", "tavola", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        env=os.environ | ears,
    )
    try:
        while not bell.exists():
            assert process.poll() is None
            time.sleep(0.01)
        began = time.monotonic()
        for moment in moments:
            time.sleep(max(0.0, began + moment - time.monotonic()))
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    return process.returncode, said


@pytest.mark.parametrize(
    ("words", "bell", "moments"),
    [
        (TWO, BEGINS, (0.0,)),
        (TWO, PLAYS, (0.0,)),
        (TWO, PLAYS, (1.5,)),
        (TWO, PLAYS, (0.5, 0.51)),
        (TWO, PLAYS, (1.5, 1.51, 1.52)),
        (ENDLESS, PLAYS, (1.0, 1.1)),
    ],
    ids=str,
)
def test_ctrl_c_ends_it_with_every_worker(
    tmp_path: Path, words: tuple[str, ...], bell: str, moments: tuple[float, ...]
) -> None:
    code, said = interrupted(tmp_path, words, bell, moments)
    assert code == 130, said.decode(errors="replace")
    assert b"Traceback" not in said
    if b"5000: " not in said:  # nothing had been played yet
        assert said.count(b"\n") <= 1 + said.count(b"compiling")


AMID_AN_IMPORT = """
import os, signal, sys
from tavola.cli import main

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "multiprocessing.context":  # the package itself is half there
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
sys.argv = ["tavola", *sys.argv[1:]]
main()
"""


def test_ctrl_c_twice_while_what_starts_workers_is_imported() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", AMID_AN_IMPORT, *TWO], capture_output=True, text=True, timeout=300, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


# The first game that counts tells that they are played: before, there is nothing to be kept.
STOPPED = """
import os, signal, sys
from tavola.fast import batch, workers
from tavola.cli import main

def told(run, at):
    def rings(*given):
        given = list(given)
        progress = given[at]
        def rung(done):
            progress(done)
            os.kill(os.getpid(), signal.SIGINT)
        given[at] = rung
        return run(*given)
    return rings

batch.run, workers.run = told(batch.run, 2), told(workers.run, 3)
sys.argv = ["tavola", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize("more", [(), ("--workers", "2")], ids=["one", "two"])
@pytest.mark.parametrize("players", ["random,random", "optimal:points,random"], ids=["compiled", "asked"])
def test_ctrl_c_tells_what_was_played_so_far(more: tuple[str, ...], players: str) -> None:
    asks = ("simulate", "5000", "--players", players, "--games", "1e6", "--seed", "7", *more)
    done = subprocess.run(
        [sys.executable, "-c", STOPPED, *asks, "--json"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    found = json.loads(done.stdout)
    assert 0 < found["games"] < found["wanted"] == 10**6
    won = found["seats"][0]["won"]
    assert won["low"] <= won["p"] <= won["high"]
    assert won["low"] < won["high"]
    assert sum(found["histograms"]["length"]["counts"]) == found["games"]


def test_it_is_said_to_people_too() -> None:
    asks = ("simulate", "5000", "--games", "1e9", "--plain")
    done = subprocess.run(
        [sys.executable, "-c", STOPPED, *asks], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 130
    assert re.match(r"5000: [\d,]+ games of 1,000,000,000, stopped, seed ", done.stdout)
    assert "95 % confidence interval" in done.stdout


# ---- bots of one's own ----

OWN = """
from tavola.games.capture.bots.player import Player

class Banker:
    def choose(self, view):
        return next((move for move in view.moves if str(move) == "bank"), view.moves[0])

class Tabled(Banker):
    tabled = True

def first(moves, sight):
    assert sight["names"][sight["seat"]].endswith("first")
    assert any(step["move"].startswith("roll") for step in sight["happened"])
    return moves[0]

class Breaks:
    def choose(self, view):
        return 1 / 0

class Cards(Player):
    def new_match(self, names, options, game):
        self.plays = 0

    def player_has_played(self, seat, card, taken):
        self.plays += 1

    def have_to_play(self, seat, moves):
        assert self.plays >= 0
        return moves[0]
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    return str(tmp_path / "own.py")


@pytest.mark.parametrize(
    ("game", "bot"), [("5000", "Banker"), ("421", "first"), ("scopetta", "Cards"), ("spazzino", "Cards")]
)
def test_a_bot_of_ones_own_takes_part(own: str, game: str, bot: str) -> None:
    found = result(game, "--players", f"random,{own}:{bot}", "--games", "4", "--seed", "1")
    assert found["players"] == ["random", f"{own}:{bot}"]
    assert found["games"] == 4


def test_workers_find_it_too(own: str) -> None:
    words = ("5000", "--players", f"random,{own}:Banker", "--games", "30", "--seed", "1")
    assert result(*words) == result(*words, "--workers", "2")


def test_one_whose_choices_fit_a_table_says_so_and_is_played_compiled(own: str) -> None:
    words = ("5000", "--games", "40", "--seed", "1")
    asked = result(*words, "--players", f"house,{own}:Banker")
    tabled = result(*words, "--players", f"house,{own}:Tabled")
    assert (asked["compiled"], tabled["compiled"]) == (False, True)
    assert asked["histograms"]["score"]["seats"] != [[0] * 64] * 2
    for key in ("won", "alone", "score", "patterns"):  # the very same games
        assert [seat[key] for seat in asked["seats"]] == [seat[key] for seat in tabled["seats"]]


@pytest.mark.parametrize(
    ("game", "bot", "said"),
    [
        ("421", "{own}:Breaks", "broke down: ZeroDivisionError"),
        ("421", "{own}:Nobody", "has no Nobody; there are: Banker"),
        ("421", "{own}:Cards", "is a card player; 421 is no game for one"),
        ("421", "nobody", "no bot called 'nobody' plays 421"),
        ("421", "exec:cat", "is a program, which is too slow for a batch; tavola arena plays it"),
    ],
)
def test_one_that_cant_is_named(own: str, game: str, bot: str, said: str) -> None:
    done = run(game, "--players", f"random,{bot.format(own=own)}", "--games", "4")
    assert done.exit_code in (1, 2)
    assert done.stdout == ""
    assert said in done.stderr


def test_without_players_the_house_plays() -> None:
    assert result("421", "--games", "5")["players"] == ["house", "house"]
    assert result("scopetta", "--games", "2")["players"] == ["house", "house"]


@pytest.mark.parametrize(("text", "number"), [("1e2", 100), ("2.5e1", 25), ("1_0", 10), ("1E+1", 10)])
def test_numbers_as_people_write_them(text: str, number: int) -> None:
    assert result("421", "--games", text)["games"] == number


@pytest.mark.parametrize("text", ["1e-2", "1.5", "1e99", "nan", "inf", "1e", "e6", "0e5", "-1e3", "٣"])
def test_what_is_no_number_of_games(text: str) -> None:
    done = run("421", "--games", text)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--games takes a whole number from 1 to " in done.stderr


def test_ctrl_c_while_the_command_is_still_imported() -> None:
    code = (
        "import os, signal, sys, types\n"
        "class Slow(types.ModuleType):\n"
        "    @property\n"
        "    def main(self):\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "sys.modules['tavola.cli'] = Slow('tavola.cli')\n"
        "from tavola.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
