"""Entrants by what a person calls them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.core.errors import BadOption, TavolaError, Trouble, UnknownBot
from tavola.games import rules
from tavola.tournaments.entrants import Entrant, check, read_entrants
from tests.tournaments.bots import FIRST_PROGRAM, GOOD, program, written


def test_names_and_bots() -> None:
    found = read_entrants(["house,mine=bot.py:Bot", "exec:./bot a,b", "far=tcp:10.0.0.1:7000"])
    assert found == (
        Entrant("house", "house"),
        Entrant("mine", "bot.py:Bot"),
        Entrant("exec:./bot a,b", "exec:./bot a,b"),
        Entrant("far", "tcp:10.0.0.1:7000"),
    )
    assert [each.kind("5000") for each in found] == ["ours", "module", "program", "remote"]
    assert found[3].address == ("10.0.0.1", 7000)


def test_the_same_bot_twice_is_two_entrants() -> None:
    assert [each.name for each in read_entrants(["house,house,house"])] == ["house", "house 2", "house 3"]


def test_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bots.txt"
    file.write_text("# the finalists\nred=exec:./bot --x=1,2\n\nhouse\n", encoding="utf-8")
    assert read_entrants([f"@{file}"]) == (Entrant("red", "exec:./bot --x=1,2"), Entrant("house", "house"))
    with pytest.raises(BadOption, match=r"nothing': No such file or directory$"):
        read_entrants([f"@{tmp_path / 'nothing'}"])
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadOption, match="no text in UTF-8"):
        read_entrants([f"@{file}"])


def test_a_file_among_others(tmp_path: Path) -> None:
    file = tmp_path / "bots, all.txt"
    file.write_text("  # the finalists\nred=random\n", encoding="utf-8")
    assert [each.name for each in read_entrants([f"@{file}", "house"])] == ["red", "house"]
    plain = file.rename(tmp_path / "bots.txt")
    for text in (f"house,@{plain},random", f"house, @{plain} ,random"):
        assert [each.name for each in read_entrants([text])] == ["house", "red", "random"]


def test_a_command_that_begins_a_text_is_all_of_it() -> None:
    assert read_entrants(["mine=exec:./bot a,b", "exec:./bot c,d", "house,last=exec:./bot"]) == (
        Entrant("mine", "exec:./bot a,b"),
        Entrant("exec:./bot c,d", "exec:./bot c,d"),
        Entrant("house", "house"),
        Entrant("last", "exec:./bot"),
    )


@pytest.mark.parametrize("text", ["exec:./bot,house", "mine=exec:./bot,house"])
def test_who_was_swallowed_by_a_command_is_told_how_to_enter(text: str) -> None:
    with pytest.raises(BadOption, match=r"takes the rest of its text.*--entrants can be given again"):
        read_entrants([text])


@pytest.mark.parametrize("name", ["", " ", "a/b", "x" * 33])
def test_what_a_name_may_be_is_said(name: str) -> None:
    with pytest.raises(BadOption, match="has 1 to 32 characters, none of them / or :"):
        read_entrants(["house", f"{name}=random"])


def test_a_file_may_have_an_equals_sign_in_its_name(tmp_path: Path) -> None:
    file = tmp_path / "x=1.py"
    file.write_text(GOOD, encoding="utf-8")
    assert read_entrants(["house", f"{file}:choose"])[1].spec == f"{file}:choose"


@pytest.mark.parametrize(
    "given",
    [[], ["house"], ["a=house,a=random"], ["x" * 33 + "=house,random"], ["a=,house"], ["house"] * 257],
)
def test_what_is_refused(given: list[str]) -> None:
    with pytest.raises(BadOption):
        read_entrants(given)


@pytest.mark.parametrize("spec", ["tcp:7000", "tcp:host:", "tcp:host:99999", "tcp:host:x", "tcp:a..b:80"])
def test_addresses_that_are_none(spec: str) -> None:
    with pytest.raises(BadOption, match="HOST:PORT"):
        check([Entrant("far", spec)], [rules("5000")])


def test_who_plays_this_game_is_known_before_the_first_one(tmp_path: Path) -> None:
    check([Entrant("house", "house"), written(tmp_path, "good", GOOD)], [rules("5000"), rules("scopetta")])
    with pytest.raises(UnknownBot, match="no bot called 'greedy' plays 5000"):
        check([Entrant("greedy", "greedy")], [rules("5000")])
    with pytest.raises(TavolaError, match="takes nothing after its name"):
        check([Entrant("house", "house:x")], [rules("5000")])
    with pytest.raises(Trouble, match=r"broken\.py, line 1: .*"):
        check([written(tmp_path, "broken", "def choose(:\n")], [rules("5000")])
    with pytest.raises(Trouble, match="there is no file"):
        check([Entrant("gone", str(tmp_path / "gone.py:Bot"))], [rules("5000")])


def test_a_program_that_is_not_there_is_refused_before_the_first_game(tmp_path: Path) -> None:
    there, gone = program(tmp_path, "there", FIRST_PROGRAM), Entrant("gone", f"exec:{tmp_path}/gone --fast")
    check([there, Entrant("found", "exec:sh bot.sh")], [rules("5000")])
    with pytest.raises(Trouble, match=r"no program '.*/gone' that can be started here$"):
        check([there, gone], [rules("5000")])
    with pytest.raises(Trouble, match="a command takes the rest of its text"):
        check([Entrant("two", f"{there.spec},house")], [rules("5000")])
    check([gone], [rules("5000")], here=False)
    (tmp_path / "there.sh").chmod(0o644)
    with pytest.raises(Trouble, match="can be started"):
        check([there], [rules("5000")])
