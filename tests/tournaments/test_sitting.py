"""One game among bots of every kind, and what becomes of the bad ones."""

from __future__ import annotations

import contextlib
import dataclasses
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tavola.core.match import replay
from tavola.games import rules_of
from tavola.games.capture.bots.player import Teller
from tavola.tournaments.crew import play_for
from tavola.tournaments.entrants import Entrant
from tavola.tournaments.faults import Fault
from tavola.tournaments.lines import ProgramLine
from tavola.tournaments.players import LinePlayer, dismiss_all
from tavola.tournaments.sitting import SittingResult, play
from tests.tournaments import bots
from tests.tournaments.bots import HOUSE, RANDOM, program, task, written


@pytest.fixture(autouse=True)
def all_go_home() -> Iterator[None]:
    yield
    dismiss_all()


def fault_of(played: SittingResult, guilty: str) -> Fault:
    """The fault of a game which the guilty one lost, and the other won."""
    assert played.fault is not None
    assert played.at_fault == guilty
    seat = played.record.seats.index(guilty)
    assert played.record.result is not None
    assert played.record.result["winners"] == [1 - seat]
    assert played.record.tags["Fault"].startswith(f"{seat} {played.fault.kind}: ")
    return played.fault


def test_a_record_replays_and_says_which_game_it_was() -> None:
    record = play(task(HOUSE, RANDOM, game="421", rotation=1)).record
    assert record.seats == ("random", "house")
    assert record.tags == {"Number": "1", "Round": "1", "Set": "1", "Rotation": "1"}
    *_, (match, _) = replay(rules_of(record), record)
    assert match.outcome is not None


@pytest.mark.parametrize("game", ["5000", "421", "scopetta"])
def test_modules_and_programs_play_what_ours_play(tmp_path: Path, game: str) -> None:
    """The first move, by a function in its own process and by a shell script: the same game."""
    by_module = play(task(written(tmp_path, "a", bots.GOOD), RANDOM, game=game)).record
    by_program = play(task(program(tmp_path, "a", bots.FIRST_PROGRAM), RANDOM, game=game)).record
    assert by_module == by_program
    assert by_module.result is not None


def test_our_own_bot_as_a_module_plays_the_same_game() -> None:
    """A class with a view and luck of its own, at the far end of a line: nothing is lost on the way."""
    for spec in ("tavola.games.capture.bots:Careful", "tavola.games.capture.bots:Greedy"):
        apart = Entrant("it", spec)
        here = Entrant("it", spec.rpartition(":")[2].lower())
        assert apart.kind("scopetta") == "module"
        assert here.kind("scopetta") == "ours"
        games = [play(task(each, RANDOM, game="scopetta")).record for each in (apart, here)]
        assert games[0] == games[1]


LISTENER = """
import pathlib
from tavola.games.capture.bots.player import Player

class Listener(Player):
    def have_to_play(self, player, moves):
        return moves[0]

    def note(self, *what):
        with pathlib.Path(FILE).open("a") as heard:
            print(*what, file=heard)

for name in ("new_match new_dealer new_hand new_turn player_has_played turn_end draw_cards player_has_taken "
             "hand_end match_end").split():
    def told(self, *what, name=name):
        self.note(name, *map(str, what))
    setattr(Listener, name, told)
"""


def test_a_card_player_is_told_of_everything_in_order(tmp_path: Path) -> None:
    """Beside one that sits in this process, by the program that tells players there."""
    heard = [tmp_path / "there", tmp_path / "here"]
    file = tmp_path / "listener.py"
    file.write_text(LISTENER.replace("FILE", repr(str(heard[0]))), encoding="utf-8")
    played = play(task(Entrant("listener", f"{file}:Listener"), RANDOM, game="scopetta"))
    assert played.fault is None
    _has_heard_the_end(heard[0])
    space: dict[str, Any] = {}
    exec(LISTENER.replace("FILE", repr(str(heard[1]))), space)
    rules = rules_of(played.record)
    teller = Teller(space["Listener"]())
    teller.begin(0, played.record.seats, rules.options, "scopetta")
    for match, step in replay(rules, played.record):
        if step is not None:
            events = [known for event in step.events if (known := event.seen_by(0)) is not None]
            teller.tell(rules.view(match.state, 0), events)
    assert match.outcome is not None
    teller.end(match.outcome)
    there, here = (path.read_text(encoding="utf-8").splitlines() for path in heard)
    assert len(here) > 50
    assert there == here


def _has_heard_the_end(heard: Path) -> None:
    """It stays for a next game, and may still be noting the end of this one when the result is known."""
    until = time.monotonic() + 20
    while "match_end" not in heard.read_text(encoding="utf-8"):
        assert time.monotonic() < until, "never told of the end of the match"
        time.sleep(0.02)


def test_one_that_crashes_loses_and_its_traceback_is_kept(tmp_path: Path) -> None:
    fault = fault_of(play(task(RANDOM, written(tmp_path, "crash", bots.CRASHING))), "crash")
    assert fault.kind == "crashed"
    assert "crash.py" in fault.detail
    assert "KeyError: 'no such die'" in fault.detail


def test_one_that_vanishes_loses(tmp_path: Path) -> None:
    fault = fault_of(play(task(written(tmp_path, "gone", bots.VANISHING), RANDOM)), "gone")
    assert fault.kind == "crashed"
    assert "code 7" in fault.why


def test_one_that_stalls_loses(tmp_path: Path) -> None:
    fault = fault_of(play(task(RANDOM, written(tmp_path, "stall", bots.STALLING), clock=0.3)), "stall")
    assert fault.kind == "stalled"
    assert "0.3 seconds" in fault.why


def test_one_that_lies_loses_and_is_told_what_it_said(tmp_path: Path) -> None:
    fault = fault_of(play(task(written(tmp_path, "lie", bots.LYING), RANDOM)), "lie")
    assert fault.kind == "cheated"
    assert "'win'" in fault.why
    assert "trash" in fault.why


def test_what_a_module_prints_is_no_answer(tmp_path: Path) -> None:
    assert play(task(written(tmp_path, "talk", bots.TALKING), RANDOM)).fault is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("exit 3", "crashed"),
        ("yes nonsense", "cheated"),
        ("head -c 100000 /dev/zero; read q; sleep 60", "stalled"),
        ("yes nonsense >&2", "stalled"),
        ("sleep 60 & wait", "stalled"),
        ("kill -9 $$", "crashed"),
    ],
)
def test_bad_programs(tmp_path: Path, text: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavola.tournaments.players.TO_START", 0.0)
    bad = program(tmp_path, "bad", text)
    clock = 0.5 if kind == "stalled" else 20.0
    assert fault_of(play(task(bad, RANDOM, clock=clock)), "bad").kind == kind


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("read -r question; exec <&-; echo 0; sleep 60", "closed its input"),
        ("exec >&-; sleep 60", "closed its output"),
        ("sleep 60 & read -r question; echo 0; exit 4", "with code 4"),
    ],
)
def test_who_hangs_up_is_told_so(tmp_path: Path, text: str, why: str) -> None:
    """Even where something it has started still holds its end of the line."""
    fault = fault_of(play(task(program(tmp_path, "bad", text), RANDOM, clock=1.0)), "bad")
    assert fault.kind == "crashed"
    assert why in fault.why


@pytest.mark.skipif(shutil.which("setsid") is None, reason="there is no setsid here")
def test_who_leaves_something_behind_takes_neither_threads_nor_files(tmp_path: Path) -> None:
    """Out of our reach, it holds the line open: after some hundred games nobody could be started."""
    left = program(tmp_path, "left", "setsid sleep 30 & read -r question; exit 4")
    before = threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))
    for rotation in (0, 1):
        fault_of(play(task(left, RANDOM, rotation=rotation, clock=0.5)), "left")
    assert (threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))) == before


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    gone = Entrant("gone", f"exec:{tmp_path}/gone")
    assert "can't be started" in fault_of(play(task(RANDOM, gone)), "gone").why


END = """
from tavola.games.capture.bots.player import Player

class Bot(Player):
    def have_to_play(self, player, moves):
        return moves[0]

    def match_end(self, *what):
        raise ValueError("at the end")
"""


def test_who_breaks_down_when_it_is_over_loses_nothing(tmp_path: Path) -> None:
    """Nor the next game, which may be any other one with more workers."""
    file = tmp_path / "end.py"
    file.write_text(END, encoding="utf-8")
    bot = Entrant("end", f"{file}:Bot")
    for rotation in (0, 1):
        played = play(task(bot, RANDOM, game="scopetta", rotation=rotation))
        assert played.fault is None
        assert "Fault" not in played.record.tags
        [(name, fault)] = played.late
        assert name == "end"
        assert fault.kind == "crashed"
        assert "ValueError: at the end" in fault.detail


HEARING = """
import os
from tavola.games.capture.bots.player import Player

class Bot(Player):
    def have_to_play(self, player, moves):
        return moves[0]

    def player_has_played(self, player, *what):
        if self.seat == 0:
            os._exit(3)
"""


def test_who_breaks_down_over_news_loses_when_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among four there may be several news between two questions. Whether it is gone by then is luck, so
    the game must end the same if it is."""
    file = tmp_path / "hearing.py"
    file.write_text(HEARING, encoding="utf-8")
    bot = Entrant("hearing", f"{file}:Bot")
    what = dataclasses.replace(task(bot, RANDOM, game="tombolon"), seats=4)
    at_once = play(what)
    hear = LinePlayer.hear

    def waits(self: LinePlayer, *told: Any) -> None:
        hear(self, *told)
        assert isinstance(self._line, ProgramLine)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._line._process.wait(0.5)

    monkeypatch.setattr(LinePlayer, "hear", waits)
    later = play(what)
    assert at_once.fault is not None
    assert at_once.fault.kind == "crashed"
    assert later.record == at_once.record
    assert later.record.tags["Fault"] == "0 crashed: it has ended instead of answering, with code 3"
    *played, gave_up = [actor for actor, _ in later.record.moves if actor >= 0]
    assert (played, gave_up) == ([1, 2, 3], 0)


def test_after_a_fault_the_next_game_is_played_as_if_nothing_had_been(tmp_path: Path) -> None:
    once = "import pathlib\n\ndef choose(moves, sight):\n"
    once += "    if sight['seat'] == 1:\n        raise ValueError('not there')\n    return moves[0]\n"
    bad = written(tmp_path, "sometimes", once)
    assert fault_of(play(task(RANDOM, bad)), "sometimes").kind == "crashed"
    assert play(task(RANDOM, bad, rotation=1)).fault is None


def test_two_who_never_end_are_stopped_and_nobody_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tavola.tournaments.sitting.MOST_DECISIONS", 40)
    trash = written(tmp_path, "trash", "def choose(moves, sight):\n    return 'trash'\n")
    played = play(task(trash, Entrant("too", trash.spec)))
    assert played.fault is None
    assert played.record.result is None
    assert played.record.tags["Ended"] == "endless"


def test_a_remote_bot_plays(tmp_path: Path) -> None:
    good = written(tmp_path, "good", bots.GOOD)
    command = [sys.executable, "-m", "tavola.tournaments.answering", good.spec, "--listen", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as listening:
        try:
            assert listening.stdout is not None
            port = listening.stdout.readline().split()[-1]
            far = Entrant("good", f"tcp:127.0.0.1:{port}")
            for rotation in (0, 1):
                away = play(task(far, RANDOM, game="scopetta", rotation=rotation))
                assert away.fault is None
                assert away.record == play(task(good, RANDOM, game="scopetta", rotation=rotation)).record
        finally:
            listening.kill()
    assert fault_of(play(task(far, RANDOM)), "good").kind == "crashed"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["nofile.py:x", "--listen", "0"], "there is no file nofile.py"),
        (["nomodule:x", "--listen", "0"], "there is no module nomodule"),
        (["nobody", "--listen", "0"], "no game has a bot called 'nobody'"),
        (["exec:./nobody", "--listen", "0"], "there is no program './nobody'"),
        (["good.py:x", "--listen", "0"], "good.py has no x"),
        (["good.py:choose", "--ready", "nogame"], "there is no game called 'nogame'"),
        (["good.py:choose", "--check", "nogame"], "there is no game called 'nogame'"),
    ],
)
def test_who_cant_play_neither_listens_nor_is_ready(tmp_path: Path, arguments: list[str], why: str) -> None:
    written(tmp_path, "good", bots.GOOD)
    command = [sys.executable, "-m", "tavola.tournaments.answering", *arguments]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_at_a_cluster_the_next_tournament_is_played_by_the_bot_as_it_is_then(tmp_path: Path) -> None:
    """Workers outlive tournaments, and whoever waits there for the next game."""
    bot = written(tmp_path, "bot", bots.GOOD)
    assert play_for("spring", task(bot, RANDOM)).fault is None
    assert play_for("spring", task(bot, RANDOM)).fault is None
    written(tmp_path, "bot", bots.CRASHING)
    assert fault_of(play_for("summer", task(bot, RANDOM)), "bot").kind == "crashed"
