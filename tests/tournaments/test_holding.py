"""Whole tournaments: bad bots among good ones, workers, a kill in the middle, and going on."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tavola.core.errors import TavolaError, Trouble
from tavola.core.record import Record
from tavola.tournaments.crew import OneProcess, Workers, crew_of
from tavola.tournaments.entrants import Entrant
from tavola.tournaments.folder import GAMES, PLAN, Folder, log_files, read_plan
from tavola.tournaments.holding import Held, hold
from tavola.tournaments.plan import KNOCK_OUT, SWISS, Plan, PlannedGame
from tavola.tournaments.players import seat_player
from tavola.tournaments.report import report
from tests.tournaments import bots
from tests.tournaments.bots import HOUSE, RANDOM, written

QUICK = PlannedGame.of("5000", goal=1000)


def plan(*entrants: Entrant, events: Sequence[PlannedGame] = (QUICK,), **more: object) -> Plan:
    given = {"events": tuple(events), "entrants": entrants, "sets": 3, "seed": 5, "clock": 20.0} | more
    return Plan(**given)  # type: ignore[arg-type]


def held(what: Plan, path: Path) -> Held:
    crew = OneProcess()
    try:
        return hold(what, path, crew)
    finally:
        crew.close()


def games(path: Path) -> bytes:
    return (path / GAMES).read_bytes()


def test_a_crashing_a_stalling_and_a_lying_bot_in_one_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seated(match: Any, seat: int, entrant: Entrant, seed: int, clock: float) -> Any:
        """Only who never answers is short of time."""
        return seat_player(match, seat, entrant, seed, 2.0 if entrant.name == "stall" else clock)

    monkeypatch.setattr("tavola.tournaments.sitting.seat_player", seated)
    bad = [
        written(tmp_path, name, text)
        for name, text in (("crash", bots.CRASHING), ("stall", bots.SLEEPING), ("lie", bots.LYING))
    ]
    out = tmp_path / "out"
    found = report(held(plan(HOUSE, *bad, sets=1), out))
    by_name = {each["name"]: each for each in found["entrants"]}
    assert found["games"] == 12
    assert by_name["house"]["won"] == by_name["house"]["games"] == 6
    assert by_name["house"]["faults"] == {}
    for name, kind, word in (
        ("crash", "crashed", "KeyError: 'no such die'"),
        ("stall", "stalled", "has not answered within 2 seconds"),
        ("lie", "cheated", "it chose 'win'"),
    ):
        faults = by_name[name]["faults"]
        assert list(faults) == [kind]
        assert faults[kind] == by_name[name]["games"] - by_name[name]["won"]
        log = (out / "logs" / f"{name}.log").read_text(encoding="utf-8")
        assert word in log
        assert log.count("game ") == faults[kind]
    assert not (out / "logs" / "house.log").exists()


def test_every_game_is_kept_as_a_record_in_the_order_of_the_plan(tmp_path: Path) -> None:
    held(plan(HOUSE, RANDOM), tmp_path)
    records = [Record.parse(line) for line in games(tmp_path).decode().splitlines()]
    assert [record.tags["Number"] for record in records] == ["1", "2", "3", "4", "5", "6"]
    assert [record.seats for record in records] == [("house", "random"), ("random", "house")] * 3


def test_the_same_plan_gives_the_same_file_on_any_number_of_workers(tmp_path: Path) -> None:
    what = plan(HOUSE, RANDOM, written(tmp_path, "good", bots.GOOD), events=(QUICK, PlannedGame.of("421")))
    held(what, tmp_path / "alone")
    crew = crew_of(2, None)
    try:
        hold(what, tmp_path / "two", crew)
    finally:
        crew.close()
    assert games(tmp_path / "alone") == games(tmp_path / "two")


def test_a_worker_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    what = plan(HOUSE, RANDOM, sets=20)
    held(what, tmp_path / "alone")
    crew, killed = Workers(2), list[int]()

    def kill(done: int, known: int) -> None:
        del known
        if done == 3:
            worker = next(iter(crew._processes._workers.values()))
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
            killed.append(worker.pid)

    try:
        hold(what, tmp_path / "two", crew, kill)
    finally:
        crew.close()
    assert killed
    assert games(tmp_path / "alone") == games(tmp_path / "two")


COMMAND = """
import sys
from pathlib import Path
from tavola.cli import main
sys.argv = ["tavola", "arena", *sys.argv[1:]]
main()
"""


def test_killed_at_once_and_begun_again_it_is_as_if_nothing_had_been(tmp_path: Path) -> None:
    good = written(tmp_path, "good", bots.GOOD)
    entrants = f"house,random,good={good.spec}"
    args = ["--games", "421", "--entrants", entrants, "--sets", "5", "--seed", "5"]
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    subprocess.run(
        [sys.executable, "-c", COMMAND, *args, "--out", str(whole), "--json"], check=True, capture_output=True
    )
    lines = games(whole).count(b"\n")
    assert lines == 5 * 3 * 2
    kills = 0
    for part in (0.2, 0.6):
        arena = subprocess.Popen(
            [sys.executable, "-c", COMMAND, *args, "--out", str(broken), "--workers", "2"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while arena.poll() is None:
            if (broken / GAMES).exists() and games(broken).count(b"\n") >= part * lines:
                arena.kill()
                break
            time.sleep(0.005)
        kills += arena.wait() == -signal.SIGKILL
    assert kills
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, "--out", str(broken), "--json"], check=True, capture_output=True
    )
    assert games(broken) == games(whole)
    assert json.loads(done.stdout)["games"] == lines


def test_half_a_line_is_cut_off_and_nothing_is_played_twice(tmp_path: Path) -> None:
    what = plan(HOUSE, RANDOM)
    held(what, tmp_path)
    whole = games(tmp_path)
    first_two = whole.split(b"\n")[:2]
    (tmp_path / GAMES).write_bytes(b"\n".join(first_two) + b"\n" + whole.split(b"\n")[2][:100])
    played: list[int] = []
    hold(what, tmp_path, OneProcess(), lambda done, known: played.append(done))  # noqa: ARG005
    assert games(tmp_path) == whole
    assert played == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("format_", [SWISS, KNOCK_OUT])
def test_rounds_go_on_too(tmp_path: Path, format_: str) -> None:
    entrants = [HOUSE, RANDOM, *(Entrant(f"h{n}", "house") for n in range(3))]
    what = plan(*entrants, format=format_, sets=1)
    first = report(held(what, tmp_path))
    whole = games(tmp_path)
    (tmp_path / GAMES).write_bytes(b"".join(line + b"\n" for line in whole.split(b"\n")[:5]))
    assert report(held(what, tmp_path)) == first
    assert games(tmp_path) == whole


def test_another_tournament_does_not_go_into_the_folder(tmp_path: Path) -> None:
    held(plan(HOUSE, RANDOM), tmp_path)
    with pytest.raises(TavolaError, match="other sets, seed; choose another folder"):
        held(plan(HOUSE, RANDOM, sets=4, seed=6), tmp_path)
    assert read_plan(tmp_path) == plan(HOUSE, RANDOM, most_sets=0)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"kind": "tavola-arena/1", "games": [1]}'])
def test_a_plan_that_is_none_is_told_without_python(tmp_path: Path, text: str) -> None:
    (tmp_path / PLAN).write_text(text, encoding="utf-8")
    with pytest.raises(Trouble, match=r"arena\.json can't be read: it is not as tavola arena wrote it$"):
        read_plan(tmp_path)


@pytest.mark.parametrize(
    ("place", "value", "why"),
    [
        ("sets", "six", "\"sets\" should be a whole number from 1 to 1000000, not 'six'"),
        ("sets", 0, '"sets" should be a whole number from 1 to 1000000, not 0'),
        ("sets", True, '"sets" should be a whole number from 1 to 1000000, not True'),
        ("sets", 10**40, '"sets" should be a whole number from 1 to 1000000, not so large a number'),
        ("format", 7, '"format" should be a text, not 7'),
        ("format", "ladder", "there is no format 'ladder'"),
        ("clock", "x", "\"clock\" should be seconds, more than 0 and at most 1000000, not 'x'"),
        ("clock", float("nan"), '"clock" should be seconds, more than 0'),
        ("rounds", [1], '"rounds" should be a whole number from 0 to 1000000, not [1]'),
        ("until_separated", "no", "\"until_separated\" should be true or false, not 'no'"),
        ("most_sets", None, '"most_sets" should be a whole number'),
        ("seed", [7], '"seed" should be a whole number, not [7]'),
        ("ratings", ["elo"], "\"ratings\" should be a text, not ['elo']"),
        ("ratings", "elo", "there is no rating 'elo'"),
        ("games.0.game", "bridge", "there is no game called 'bridge'"),
        ("games.0.game", 5000, '"game" should be a text, not 5000'),
        ("games.0.seats", "two", "\"seats\" should be a whole number, not 'two'"),
        ("games.0.seats", 99, "5000 takes"),
        ("games.0.options", {"goal": 7}, '"options" should be texts with names'),
        ("games.0.options", {"goal": "x"}, "goal"),
        ("games.0.options", {"preset": "x"}, "5000 has no option 'preset'"),
        ("games", [], "from 1 to 32 games"),
        ("entrants.0.bot", 1, '"bot" should be a text, not 1'),
        ("entrants.0.name", "random", "two entrants called 'random'"),
        ("entrants", [], "needs 2 entrants"),
    ],
)
def test_a_value_changed_by_hand_is_told_in_words(
    tmp_path: Path, place: str, value: object, why: str
) -> None:
    held(plan(HOUSE, RANDOM), tmp_path)
    data = json.loads((tmp_path / PLAN).read_text(encoding="utf-8"))
    *way, last = place.split(".")
    at = data
    for step in way:
        at = at[int(step)] if step.isdigit() else at[step]
    at[last] = value
    (tmp_path / PLAN).write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(Trouble, match=rf"arena\.json: .*{re.escape(why)}"):
        read_plan(tmp_path)


@pytest.mark.parametrize(
    ("where", "name", "value", "why"),
    [
        (
            "tags",
            "Fault",
            "9 crashed: why",
            "its Fault should look like '0 crashed: why', not '9 crashed: why'",
        ),
        ("tags", "Fault", "x", "its Fault should look like"),
        ("tags", "Fault", "", "its Fault should look like"),
        ("tags", "Fault", "-1 crashed: why", "its Fault should look like"),
        ("tags", "Fault", "0 bored: why", "its Fault should look like"),
        ("result", "winners", [2], "seat 2 can't have won: the seats are 0 to 1"),
        ("result", "winners", [-1], "seat -1 can't have won"),
    ],
)
def test_an_end_that_cant_have_been_is_told_in_words(
    tmp_path: Path, where: str, name: str, value: object, why: str
) -> None:
    held(plan(HOUSE, RANDOM), tmp_path)
    first, second, *rest = games(tmp_path).split(b"\n")
    record = json.loads(second)
    record[where][name] = value
    (tmp_path / GAMES).write_bytes(b"\n".join([first, json.dumps(record).encode(), *rest]))
    with pytest.raises(Trouble, match=rf"games\.jsonl, line 2: {re.escape(why)}"):
        held(plan(HOUSE, RANDOM), tmp_path)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "bots.txt").write_text("house", encoding="utf-8")
    with pytest.raises(TavolaError, match=r"kept in a folder, and '.*bots\.txt' is none$"):
        read_plan(tmp_path / "bots.txt")


def test_games_of_another_tournament_are_noticed(tmp_path: Path) -> None:
    held(plan(HOUSE, RANDOM), tmp_path)
    lines = games(tmp_path).split(b"\n")
    (tmp_path / GAMES).write_bytes(b"\n".join([lines[1], lines[0], *lines[2:]]))
    with pytest.raises(Trouble, match="line 1: not the game"):
        held(plan(HOUSE, RANDOM), tmp_path)


def test_what_is_no_text_is_told_without_python(tmp_path: Path) -> None:
    held(plan(HOUSE, RANDOM), tmp_path)
    (tmp_path / GAMES).write_bytes(games(tmp_path).split(b"\n")[0] + b"\n\xff\xfe\n")
    with pytest.raises(Trouble, match=r"games\.jsonl, line 2: it is no text in UTF-8$"):
        held(plan(HOUSE, RANDOM), tmp_path)


def test_everybody_has_a_log_of_his_own(tmp_path: Path) -> None:
    """Also those whose names would be the same file, on a disk of few letters."""
    names = ("é", "ü", "bot", "Bot", "a b", "a_b", "../a b")
    files = log_files(names)
    assert files["bot"] == "bot-3.log"
    assert files["a b"] == "a_b.log"
    assert len({file.lower() for file in files.values()}) == len(names)
    bad = [Entrant(name, written(tmp_path, "lie", bots.LYING).spec) for name in ("é", "ü")]
    found = held(plan(*bad, sets=1), tmp_path / "arena")
    for name, file in log_files(("é", "ü")).items():
        log = (tmp_path / "arena" / "logs" / file).read_text(encoding="utf-8")
        assert log.count("cheated") == found.score.faults[name]["cheated"] > 0


def test_two_at_once_in_one_folder_are_refused(tmp_path: Path) -> None:
    with Folder(tmp_path), pytest.raises(TavolaError, match="another tavola arena is at work"):
        held(plan(HOUSE, RANDOM), tmp_path)


def test_who_is_better_is_found(tmp_path: Path) -> None:
    found = report(held(plan(HOUSE, RANDOM, Entrant("twin", "house"), sets=25), tmp_path))
    assert found["tiers"] == [["house", "twin"], ["random"]]
    twins = next(each for each in found["against"] if {each["a"], each["b"]} == {"house", "twin"})
    assert twins["mean"] == 0
    assert not twins["separated"]
    ratings = {each["name"]: each["rating"]["shown"] for each in found["entrants"]}
    assert min(ratings["house"], ratings["twin"]) > ratings["random"]


distributed = pytest.importorskip("distributed")


@pytest.mark.filterwarnings("ignore")  # the cluster's own
def test_a_cluster_gives_the_same_file(tmp_path: Path) -> None:
    what = plan(HOUSE, RANDOM, sets=4)
    held(what, tmp_path / "alone")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=True, dashboard_address=None
    ) as machines:
        crew = crew_of(1, machines.scheduler_address)
        try:
            hold(what, tmp_path / "cluster", crew)
        finally:
            crew.close()
    assert games(tmp_path / "alone") == games(tmp_path / "cluster")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is always full")
def test_a_full_disk_is_said_so_and_where(tmp_path: Path) -> None:
    (tmp_path / (PLAN + ".part")).symlink_to("/dev/full")
    with pytest.raises(Trouble, match=f"can't write to {tmp_path}: No space left on device"):
        held(plan(HOUSE, RANDOM, sets=1), tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is always full")
def test_a_disk_that_is_full_half_way_is_said_so_and_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What could not be written is tried again when the file is closed, which must not hide why."""
    enter = Folder.__enter__

    def full(folder: Folder) -> Folder:
        enter(folder)
        assert folder._file is not None
        folder._file.close()
        folder._file = os.fdopen(os.open("/dev/full", os.O_WRONLY), "ab")
        return folder

    monkeypatch.setattr(Folder, "__enter__", full)
    with pytest.raises(Trouble, match=f"can't write to {tmp_path}: No space left on device"):
        held(plan(HOUSE, RANDOM, sets=1), tmp_path)


AT_THE_END = """
from tavola.games.capture.bots.player import Player

class Bot(Player):
    def have_to_play(self, player, moves):
        return moves[0]

    def match_end(self, *what):
        raise ValueError("at the end")
"""


def test_what_breaks_down_after_a_game_is_logged_and_changes_no_result(tmp_path: Path) -> None:
    """One process plays several games, and which ones depends on the workers: the result must not."""
    file = tmp_path / "end.py"
    file.write_text(AT_THE_END, encoding="utf-8")
    what = Plan((PlannedGame.of("scopetta"),), (Entrant("end", f"{file}:Bot"), RANDOM), sets=2, seed=7)
    for name, workers in (("one", 1), ("two", 2)):
        crew = crew_of(workers, None)
        try:
            held = hold(what, tmp_path / name, crew)
        finally:
            crew.close()
        assert held.score.faults["end"] == {}
        log = (tmp_path / name / "logs" / "end.log").read_text(encoding="utf-8")
        assert log.count("(over, nothing lost): crashed") == 4
        assert "ValueError: at the end" in log
    assert games(tmp_path / "one") == games(tmp_path / "two")
