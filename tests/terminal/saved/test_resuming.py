"""Games that were left are gone on with: the same players, rules and names; and no dice are thrown twice."""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

import tavola
from tavola.bots import make_bot
from tavola.cli import app
from tavola.core.driver import Seen
from tavola.core.match import Match, replay
from tavola.core.record import Record
from tavola.core.words import same
from tavola.terminal import words
from tavola.terminal.lines.sitting import Leaves, Sitting
from tavola.terminal.saved.folder import Lock, free_path, games_folder, is_played, unfinished
from tavola.terminal.saved.keeping import CantWrite, Keeper, passing
from tests.terminal.app.test_process import Terminal
from tests.terminal.test_process import at_a_terminal

TAVOLA = [sys.executable, "-m", "tavola"]
LEFT = ("play", "421", "--players", "you:Ada,house,random", "--set", "suites=off", "--seed", "7")


def run(*args: str, given: str = "") -> Any:
    return CliRunner().invoke(app, list(args), input=given)


def left_at(path: Path, *more: str) -> Record:
    """A game of three, left at its first decision."""
    result = run(*LEFT, "--record", str(path), *more, given="quit\n")
    assert result.exit_code == 0, result.stderr
    return Record.parse(path.read_text())


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_the_same_players_rules_and_names(tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    before = left_at(path)
    assert before.result is None
    result = run("resume", str(path), "--lang", "it", given="t\n1\ns\nh\n" * 400)
    assert result.exit_code == 0, result.stderr
    assert f"La partita continua dopo {len(before.moves)} mosse." in result.stdout
    after = Record.parse(path.read_text())
    assert after.result is not None
    assert after.moves[: len(before.moves)] == before.moves
    assert (after.seats, after.options, after.tags) == (before.seats, before.options, before.tags)
    *_, (match, _) = replay(tavola.rules_of(after), after)
    assert match.outcome is not None


def test_a_file_does_not_tell_what_falls_next(tmp_path: Path) -> None:
    """No seed stands in it before the end, and what comes after is drawn anew each time."""
    path = tmp_path / "evening.txt"
    assert "Seed" not in left_at(path).tags
    text, ended = path.read_text(), []
    for _ in range(2):
        path.write_text(text)
        run("resume", str(path), given="t\n1\ns\nh\n" * 400)
        ended.append(Record.parse(path.read_text()))
    assert ended[0].moves != ended[1].moves
    assert "Seed" not in ended[0].tags  # of two pieces with luck of their own
    finished = tmp_path / "whole.txt"
    run(*LEFT, "--record", str(finished), given="resign\nyes\n")
    assert Record.parse(finished.read_text()).tags["Seed"] == "7"


class Looking:
    """A front that looks at the file before it shows anything."""

    viewer = 0

    def __init__(self, path: Path) -> None:
        self.path, self.told = path, 0

    def begins(self, *_: Any) -> None: ...

    def throws(self, *_: Any) -> None: ...

    def tells(self, _: Any, move: Seen) -> None:
        assert len(Record.parse(self.path.read_text()).moves) == move.number
        self.told += 1

    def asks(self, match: Any, _: int) -> Any:
        if self.told > 60:
            raise Leaves
        return match.rules.moves(match.state)[0]


class Heedless(Looking):
    def tells(self, _: Any, move: Seen) -> None:
        self.told = move.number


@pytest.mark.parametrize("game", ["421", "5000", "scopetta"])
def test_what_falls_is_on_disk_before_anybody_sees_it(game: str, tmp_path: Path) -> None:
    """So nobody leaves to throw again."""
    rules: Any = tavola.rules(game)
    front: Any = Looking(tmp_path / "game.txt")
    bots = {1: make_bot("house", rules, Random(0))}
    sitting = Sitting(Match(rules, ["Ada", "house"]), bots, Random(1), front, Keeper(front.path))
    with suppress(Leaves):
        sitting.play()
    assert front.told > 20


def test_nobody_goes_on_twice_at_once(tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    text = str(left_at(path))
    lock = Lock(path)
    assert is_played(path)
    result = run("resume", str(path))
    assert result.exit_code == 2
    assert "is being played in another window" in result.stderr
    assert path.read_text() == text
    lock.release()
    assert not is_played(path)
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["evening.txt"]


def test_without_a_name_it_is_the_one_left_last() -> None:
    assert run("resume").exit_code == 2
    assert "tavola play begins one" in run("resume").stderr
    first = left_at(free_path("421"))
    os.utime(next(games_folder().glob("*.txt")), (1, 1))
    second = free_path("421")
    left_at(second, "--force")
    over = free_path("421")
    run(*LEFT, "--record", str(over), given="resign\nyes\n")
    played = free_path("421")
    left_at(played)
    lock = Lock(played)
    told = json.loads(run("resume", "--list", "--json").stdout)
    assert [each["path"] for each in told] == [str(second), told[1]["path"]]  # the newest that nobody plays
    assert told[1]["seats"] == list(first.seats)
    assert "Ada" in run("resume", "--list", "--lang", "fr").stdout
    result = run("resume", given="resign\nyes\n")
    assert result.exit_code == 0
    assert [path for path, _ in unfinished()] == [Path(told[1]["path"])]
    lock.release()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: text.replace('[Players "you,house,random"]\n', ""), "does not say who was a bot"),
        (lambda text: text + "* roll 1\n", "stops making sense at move"),
        (lambda text: text + "0 resigns\n", "that game is over"),
        (lambda _: "nonsense", "this is no record"),
    ],
)
def test_what_can_not_be_gone_on_with(change: Any, why: str, tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    left_at(path)
    path.write_text(change(path.read_text()))
    before = path.read_text()
    result = run("resume", str(path), given="quit\n")
    assert result.exit_code in (1, 2)
    assert why in result.stderr
    assert path.read_text() == before
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["evening.txt"]


def test_no_such_file(tmp_path: Path) -> None:
    result = run("resume", str(tmp_path / "nothing.txt"))
    assert result.exit_code == 2
    assert "no such file" in result.stderr


def test_an_unfinished_record_in_the_way_is_not_only_refused(tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    left_at(path)
    result = run(*LEFT, "--record", str(path), given="quit\n")
    assert result.exit_code == 2
    assert "tavola resume goes on with an unfinished game" in result.stderr


def test_a_folder_that_can_not_be_written_keeps_nobody_from_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = passing("421")
    assert keeper is not None
    monkeypatch.setattr(Keeper, "save", _full)
    rules: Any = tavola.rules("421")
    front: Any = Heedless(tmp_path / "none")
    sitting = Sitting(Match(rules, ["A", "B"]), {}, Random(1), front, keeper)
    with suppress(Leaves):
        sitting.play()
    assert sitting.keeper is None


def _full(*_: Any) -> None:
    raise CantWrite(same("full"))


# ---- at a terminal ----

AT_HOME = [*TAVOLA, "play", "421", "--players", "you:Ada,house", "--plain", "--delay", "0"]


def kept() -> list[Path]:
    return sorted(games_folder().glob("*.txt"))


def test_a_game_that_was_killed_goes_on_where_it_stood() -> None:
    at = Terminal(AT_HOME)
    at.until("Enter throws")
    at.type("\n")
    at.until("for the start")
    at.until("Enter throws")
    os.kill(at.pid, signal.SIGKILL)
    at.end()
    [path] = kept()
    before = Record.parse(path.read_text()).moves
    assert before
    seen, code = at_a_terminal([*TAVOLA, "resume", "--plain", "--delay", "0"], ["q\n", "yes\n"])
    assert words.GOES_ON.fill(n=len(before)).en in seen
    assert Record.parse(path.read_text()).moves[: len(before)] == before
    del code


@pytest.mark.parametrize(("answer", "stays"), [("\n", True), ("sì\n", True), ("no\n", False), ("\x04", True)])
def test_whoever_quits_is_asked_whether_to_save(answer: str, stays: bool) -> None:
    at = Terminal([*AT_HOME, "--lang", "it"])
    at.until("Invio per tirare")
    at.type("q\n")
    at.until("Salvarla per dopo?")
    at.type(answer)
    assert at.end() == 0
    assert ("tavola resume" in at.seen) == stays == bool(kept())
    assert not list(games_folder().glob(".*"))  # no lock is left


def test_when_it_is_over_a_review_is_offered_and_nothing_stays_unasked() -> None:
    at = Terminal(AT_HOME)
    at.until("Enter throws")
    at.type("resign\n")
    at.until("yes or no")
    at.type("y\n")
    at.until("r reviews the game, s saves its record, Enter ends")
    assert len(kept()) == 1
    at.type("s\n")
    at.until("The record is in")
    at.type("\n")
    assert at.end() == 0
    assert Record.parse(kept()[0].read_text()).result is not None
    kept()[0].unlink()
    at = Terminal(AT_HOME)
    at.until("Enter throws")
    at.type("resign\n")
    at.until("yes or no")
    at.type("y\n")
    at.until("Enter ends")
    at.type("r\n")
    at.until("luck")  # the coach's table
    at.type("\n")
    assert at.end() == 0
    assert kept() == []


def test_refusals_follow_the_language(tmp_path: Path) -> None:
    """Of going on and of keeping: what was wrong and what would be right."""
    said = run("resume", "--lang", "it").stderr
    assert "non c'è nessuna partita da continuare; tavola play ne comincia una" in said
    gone = str(tmp_path / "gone.txt")
    assert "ce fichier n'existe pas" in run("resume", gone, "--lang", "fr").stderr
    path = tmp_path / "evening.txt"
    left_at(path)
    said = run(*LEFT, "--record", str(path), "--lang", "fr").stderr
    assert said.startswith("erreur : ")
    assert "existe déjà ; tavola resume continue une partie inachevée" in said
    with_lock = Lock(path)
    assert "si sta giocando in un'altra finestra" in run("resume", str(path), "--lang", "it").stderr
    with_lock.release()
    run(*LEFT, "--record", str(path), "--force", given="resign\nyes\n")
    assert "quella partita è finita" in run("resume", str(path), "--lang", "it").stderr


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("play", "--lang", "fr", "--plain"), "quel jeu ?"),
        (("review", "gone.txt", "--lang", "it"), "il file non esiste"),
        (("replay", "gone.txt", "--lang", "fr"), "ce fichier n'existe pas"),
        (("join", "--lang", "it"), "tavola join disegna un tavolo e vuole un terminale"),
        (("play", "421", "--lang", "it", "--seed", "x"), "prende un numero intero da 0"),
        (("play", "421", "--lang", "fr", "--delay", "x"), "prend des secondes de 0 à 60"),
        (("play", "421", "--lang", "it", "--set", "x"), "prende NOME=VALORE"),
        (("play", "421", "--lang", "fr", "--players", ","), "prend des noms séparés par des virgules"),
        (("play", "421", "--lang", "it", "--players", "you:,house"), "un nome ha da 1 a 40 caratteri"),
    ],
)
def test_what_a_command_was_given_is_refused_in_the_language(command: tuple[str, ...], said: str) -> None:
    assert said in run(*command).stderr


def test_the_end_tells_the_final_score_and_what_it_counts() -> None:
    bots = ("--players", "house,house", "--seed", "1", "--plain")
    assert "Sets lost: Pia 1, Bruno 2\n" in run("play", "421", *bots).stdout
    assert "Manches perdues : Pia 1, Bruno 2\n" in run("play", "421", *bots, "--lang", "fr").stdout
    assert "Points: Pia " in run("play", "spazzino", *bots).stdout


def test_one_move_is_one_move() -> None:
    assert words.GOES_ON.fill(n=1).in_("en") == "The game goes on after 1 move."
    left = words.LEFT.fill(game="421", seats="Ada", moves=1, path="x")
    assert tuple(left) == ("421: Ada, 1 move. x", "421 : Ada, 1 coup. x", "421: Ada, 1 mossa. x")
