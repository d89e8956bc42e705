"""A game in the app that is left, gone on with, and gone through when it is over."""

from __future__ import annotations

import os
import signal
from asyncio import run
from pathlib import Path

import pytest

from tavola.core.record import Record
from tavola.core.words import Lang
from tavola.terminal.app.app import TavolaApp
from tavola.terminal.app.dialogs import PageDialog
from tavola.terminal.app.home import Home, Visit
from tavola.terminal.app.table import Preferences
from tavola.terminal.saved.folder import games_folder
from tavola.terminal.saved.resuming import begun
from tests.terminal.app.person import Person
from tests.terminal.app.test_process import TAVOLA, Terminal


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def kept() -> list[Path]:
    return sorted(games_folder().glob("*.txt"))


def at_home(game: str, lang: Lang = "en") -> tuple[Home, TavolaApp]:
    import tavola

    home = Home(Visit(game, tavola.rules(game), "you:Ada,house", 5, None, False))
    settings = Preferences(lang, delay=0)
    home.first_game(settings)
    return home, TavolaApp(home.story, settings)


@pytest.mark.parametrize(("lang", "key", "stays"), [("en", "y", True), ("it", "s", True), ("fr", "x", False)])
def test_whoever_leaves_chooses_whether_it_is_kept(lang: Lang, key: str, stays: bool) -> None:
    async def story() -> None:
        home, app = at_home("scopetta", lang)
        async with app.run_test(size=(80, 24)) as pilot:
            person = Person(pilot)
            await person.ready()
            await person.press("1", "enter")
            await person.ready()
            await person.press("q")
            await person.until(lambda: person.dialog is not None and "tavola resume" in person.seen())
            await person.press(key)
            await person.until(lambda: not app.is_running)
        home.farewell(app.settings)

    run(story())
    assert bool(kept()) == stays
    assert not list(games_folder().glob(".*"))


def test_it_goes_on_with_the_same_cards_and_a_finished_game_leaves_no_file() -> None:
    async def leave() -> Home:
        home, app = at_home("scopetta")
        async with app.run_test(size=(80, 24)) as pilot:
            person = Person(pilot)
            await person.ready()
            await person.press("1", "enter")
            await person.ready()
            await pilot.press("ctrl+c")
            await person.until(lambda: not app.is_running)
        home.farewell(app.settings)
        return home

    async def go_on(left: Home) -> None:
        assert left.game is not None
        home = Home(Visit(None, None, None, None, None, False))
        home.go_on(begun(kept()[0], "en"))
        app = TavolaApp(home.story, Preferences(delay=0))
        async with app.run_test(size=(80, 24)) as pilot:
            person = Person(pilot)
            await person.ready()
            assert "The game goes on after" in person.log
            assert home.game is not None
            assert home.game.match.state == left.game.match.state
            assert home.game.names == left.game.names
            await person.press("f5", "y")
            await person.until(lambda: person.dialog is not None and "resignation" in person.seen())
            await person.press("q")
            await person.until(lambda: not app.is_running)
        home.farewell(app.settings)

    run(go_on(run(leave())))
    assert kept() == []


def test_when_it_is_over_the_coach_goes_through_it() -> None:
    async def story() -> None:
        _, app = at_home("421")
        async with app.run_test(size=(100, 40)) as pilot:
            person = Person(pilot)
            await person.ready()
            await person.press("f5", "y")
            await person.until(lambda: person.dialog is not None and "resignation" in person.seen())
            await person.press("r")
            await person.until(
                lambda: isinstance(app.screen, PageDialog) and "Luck and play" in person.seen()
            )
            await person.press("escape")
            await person.until(lambda: person.dialog is not None and "review it" in person.seen())

    run(story())


def test_a_game_that_was_killed_in_the_app_goes_on() -> None:
    at = Terminal(
        [*TAVOLA, "play", "5000", "--players", "you:Ada,house", "--set", "goal=20000", "--delay", "0"]
    )
    at.until("throw the dice")
    at.type("\r")
    at.until("Ada rolls")
    os.kill(at.pid, signal.SIGKILL)
    at.end()
    before = Record.parse(kept()[0].read_text())
    assert before.moves
    at = Terminal([*TAVOLA, "resume", "--delay", "0"])
    at.until("The game goes on after")
    at.type("q")
    at.until("Leave the game?")
    at.type("y")
    assert at.end() == 0
    assert "To go on with it: tavola resume" in at.seen
    after = Record.parse(kept()[0].read_text())
    assert after.moves[: len(before.moves)] == before.moves
    assert (after.seats, after.options, after.tags) == (before.seats, before.options, before.tags)


def test_the_list_of_games_offers_the_one_that_was_left() -> None:
    async def leave() -> None:
        home, app = at_home("scopetta")
        async with app.run_test(size=(80, 24)) as pilot:
            person = Person(pilot)
            await person.ready()
            await pilot.press("ctrl+c")
            await person.until(lambda: not app.is_running)
        home.farewell(app.settings)

    async def go_on() -> None:
        home = Home(Visit(None, None, None, None, None, False))
        app = TavolaApp(home.story, Preferences("it", delay=0))
        async with app.run_test(size=(80, 24)) as pilot:
            person = Person(pilot)
            await person.until(lambda: "Continua: Scopetta" in person.seen())
            assert "Ada, Pia" in person.seen()
            await pilot.press("enter")
            await person.ready()
            assert home.game is not None
            assert home.game.setup.begun is not None
            assert home.game.keeper is not None
            assert kept() == [home.game.keeper.path]  # which goes on in the same file
            await pilot.press("ctrl+c")
        home.farewell(app.settings)

    run(leave())
    assert kept()
    run(go_on())


def test_the_end_tells_the_final_score_and_what_it_counts(capsys: pytest.CaptureFixture[str]) -> None:
    async def story() -> None:
        home, app = at_home("421")
        async with app.run_test(size=(80, 24)) as pilot:
            person = Person(pilot)
            await person.ready()
            await person.press("f5")
            await person.until(lambda: person.dialog is not None)
            await person.press("y")
            await person.until(lambda: "Sets lost: Ada" in person.seen())
            await pilot.press("ctrl+c")
            await person.until(lambda: not app.is_running)
        home.farewell(app.settings)

    run(story())
    said = capsys.readouterr().out
    assert "Pia wins." in said
    assert "Sets lost: Ada " in said
