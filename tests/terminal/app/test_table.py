"""The table: what is asked and what is done about it; secrets, languages, sizes, troubles."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual import events
from textual.widgets import Input

import tavola
from tavola.core.record import Record
from tavola.core.words import LANGS, Lang
from tavola.terminal.app.app import TavolaApp
from tavola.terminal.app.card_board import CardBoard
from tavola.terminal.app.dialogs import AnswerKey, AskDialog, Button, Curtain, PageDialog
from tavola.terminal.app.home import Home, Visit
from tavola.terminal.app.table import AGAIN, LEAVES, SMALLEST, Preferences
from tavola.terminal.saved.keeping import Keeper
from tests.terminal.app.person import Person, app_for, at_table, local, run


def test_people_at_one_screen_see_only_their_own_cards() -> None:
    async def story() -> None:
        source = local("scopetta", "you:Ada,you:Bob", seed=3)
        async with at_table(source) as person:
            for _ in range(4):
                await person.until(lambda: isinstance(person.app.screen, Curtain) and "Pass" in person.seen())
                board = person.table.board
                assert isinstance(board, CardBoard)
                assert board.held == []  # nobody's, while the screen goes from one to the other
                curtain = person.seen()
                await person.press("enter")
                await person.until(lambda: person.is_asked)
                seat = board.asked
                assert seat is not None
                assert source.names[seat] in curtain
                hand = source.match.state.cards.hands[seat]
                assert sum(1 << card for card in board.held) == hand
                await person.press("1", "space", "enter")
            dealt = [line for line in person.log.split("\n") if " gets " in line]
            assert dealt == ["Bob gets 3 cards", "Ada gets 3 cards"]

    run(story())


def test_a_choice_of_captures_is_lit_and_must_be_made() -> None:
    async def story() -> None:
        async with at_table(local("scopetta", seed=3)) as person:
            await person.ready()
            board = person.table.board
            assert isinstance(board, CardBoard)
            await person.press("2")  # the cavallo takes 4b 5s or 4d 5s
            assert len(board.ways()) == 2
            assert board.actions() == []
            await person.press("enter")
            assert person.is_asked
            lit = [
                str(card)
                for card, item in zip(board.lying, board.on_table.items, strict=True)
                if item.look == "lit"
            ]
            assert lit == ["4b", "4d", "5s"]
            four = next(n for n, card in enumerate(board.lying) if str(card) == "4d")
            await person.click_item("on-table", four)
            assert str(board.taken) in ("4d 5s", "5s 4d")
            await person.press("enter")
            await person.ready()
            assert "Ada plays Cc and takes 5s 4d" in person.log

    run(story())


def test_the_language_changes_in_the_middle() -> None:
    async def story() -> None:
        async with at_table(local("421", "you:Ada,house", seed=12)) as person:
            await person.ready()
            await person.press("enter")
            await person.ready()
            assert "for the start" in person.log
            await person.press("f2")
            assert "au lancer de départ" in person.log
            await person.until(lambda: "Ada, à vous" in person.seen())
            await person.press("f2")
            await person.until(lambda: "Ada, tocca a te" in person.seen())

    run(story())


def test_help_and_rules_are_pages() -> None:
    async def story() -> None:
        async with at_table(local("dice-poker")) as person:
            await person.ready()
            for key, word in (("f1", "pick a die"), ("f3", "Dice Poker"), ("question_mark", "Page up")):
                await person.press(key)
                await person.until(lambda: isinstance(person.app.screen, PageDialog))
                await person.until(lambda word=word: word in person.seen())  # type: ignore[misc]
                await person.press("escape")
                await person.until(lambda: person.is_asked)

    run(story())


def test_leaving_takes_a_yes_and_the_record_is_kept(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "game.txt"
        source = local("5000", seed=4, keeper=Keeper(path))
        async with at_table(source) as person:
            await person.ready()
            await person.press("enter")
            await person.ready()
            await person.press("q", "enter")  # Enter alone is not a yes
            await person.ready()
            assert person.is_asked
            await person.press("q", "y")
            await person.until(lambda: not person.app.is_running)
        assert Record.parse(path.read_text()).moves == source.match.record().moves
        assert source.match.record().moves

    run(story())


def test_a_game_that_ends_behind_a_page_can_be_left() -> None:
    async def story() -> None:
        source = local("dice-poker", "house,random", goal=400)
        async with at_table(source) as person:
            await person.until(lambda: person.has_table() and " rolls " in person.log)
            await person.press("f3")
            await person.until(
                lambda: any(isinstance(screen, PageDialog) for screen in person.app.screen_stack)
            )
            await person.until(lambda: person.dialog is not None and "another game" in person.seen())
            await person.press("q")
            await person.until(lambda: not person.app.is_running)

    run(story())


@pytest.mark.parametrize("key", ["q", "n", "v", "escape"])
def test_a_key_that_comes_twice_in_one_breath_counts_once(key: str) -> None:
    """The second one finds the dialog gone, and must not close the table below it."""

    async def story() -> None:
        ends = []
        source = local("scopetta", seed=2)

        async def evening(app: TavolaApp) -> None:
            ends.append(await app.sit_at(source))

        async with TavolaApp(evening, Preferences(delay=0)).run_test(size=(80, 24)) as pilot:
            person = Person(pilot)
            await person.ready()
            await person.press("f5", "y")
            await person.until(lambda: person.dialog is not None and "resignation" in person.seen())
            dialog = person.dialog
            assert dialog is not None
            for _ in range(2):
                dialog.post_message(events.Key(key, None))
            await person.until(lambda: person.dialog is None)
            if key == "v":
                assert person.table.is_current
                await person.press("q")
            await person.until(lambda: bool(ends))
        assert ends == [AGAIN if key == "n" else LEAVES]

    run(story())


def test_resigning_ends_the_game() -> None:
    async def story() -> None:
        source = local("tombolon", seed=4)
        async with at_table(source) as person:
            await person.ready()
            await person.press("f5", "y")
            await person.until(lambda: person.dialog is not None and "resignation" in person.seen())
            assert source.match.outcome is not None
            assert source.match.outcome.winners == (1,)

    run(story())


def test_the_record_is_saved_at_the_end(tmp_path: Path) -> None:
    async def story() -> None:
        source = local("dice-poker", seed=3, goal=10)
        async with at_table(source) as person:
            await person.play_on(Random(1))
            await person.press("s")
            await person.until(lambda: "Save the record as" in person.seen())
            (tmp_path / "there").write_text("something else")
            for name, wanted in (("there", "exists already"), ("game.json", "another game")):
                person.app.screen.query_one(Input).value = str(tmp_path / name)
                await person.press("enter")
                await person.until(lambda wanted=wanted: wanted in person.seen())  # type: ignore[misc]
        assert (tmp_path / "there").read_text() == "something else"
        assert Record.parse((tmp_path / "game.json").read_text()).moves == source.match.record().moves

    run(story())


@pytest.mark.parametrize("bot", ["crash", "cheat"])
def test_a_bot_that_breaks_is_said_in_words(bot: str) -> None:
    class Broken:
        def choose(self, view: Any) -> Any:
            del view
            if bot == "crash":
                raise ZeroDivisionError("oh dear")
            return tavola.rules("5000").parse("roll 11111")

    async def story() -> None:
        source = local("5000", "house,you:Ada", seed=4)
        source.sitting.bots = {0: Broken()}
        async with at_table(source) as person:
            await person.until(lambda: person.dialog is not None and "the bot house" in person.seen())
            assert "Traceback" not in person.seen()
            await person.press("q")
            await person.until(lambda: not person.app.is_running)

    run(story())


def test_a_bot_that_thinks_for_ever_does_not_hold_up_the_keys() -> None:
    import threading

    free = threading.Event()

    class Slow:
        def choose(self, view: Any) -> Any:
            free.wait(60)
            return view.moves[0]

    async def story() -> None:
        source = local("5000", "house,you:Ada", seed=4)
        source.sitting.bots = {0: Slow()}
        async with at_table(source) as person:
            await person.until(lambda: person.has_table() and "Pia rolls" in person.log)
            await person.press("f1")
            await person.until(lambda: isinstance(person.app.screen, PageDialog))
            await person.press("escape", "q", "y")
            await person.until(lambda: not person.has_table())
            free.set()

    run(story())


def test_too_small_a_window_says_so_and_the_game_goes_on_after() -> None:
    async def story() -> None:
        source = local("421", seed=2)
        async with at_table(source) as person:
            await person.ready()
            before = len(source.match.moves)
            await person.pilot.resize_terminal(40, 12)
            await person.until(lambda: "too small" in person.seen())
            await person.press("enter", "1", "enter")  # nobody plays what he can't see
            await person.pilot.pause()
            assert len(source.match.moves) == before
            await person.pilot.resize_terminal(80, 24)
            await person.until(lambda: "too small" not in person.seen() and "Ada" in person.seen())
            await person.press("enter")
            await person.until(lambda: len(source.match.moves) > before)

    run(story())


def test_a_hint_comes_with_each_decision() -> None:
    async def story() -> None:
        asked = []

        def hint(rules: Any, seats: int, view: Any, lang: str, progress: Any) -> list[str]:
            progress("thinking", 0.5)
            asked.append((rules.info.name, seats, view.seat, lang))
            return [f"{lang} best: {view.moves[0]}"]

        app = app_for(local("spazzino", seed=6))
        app.settings.hint, app.settings.always = hint, True
        async with app.run_test(size=(120, 40)) as pilot:
            person = Person(pilot)
            await person.ready()
            await person.until(lambda: "best: " in person.seen())
            await person.press("1", "space", "enter")
            await person.ready()
            await person.until(lambda: len(asked) == 2)
            await person.until(lambda: "en best: " in person.seen())
            await person.press("f2")
            await person.until(lambda: "fr best: " in person.seen())
        assert asked == [*[("spazzino", 2, 0, "en")] * 2, ("spazzino", 2, 0, "fr")]

    run(story())


def test_from_the_list_of_games_to_the_table() -> None:
    async def story() -> None:
        home = Home(Visit(None, None, None, 5, None, False))
        app = TavolaApp(home.story, Preferences(delay=0))
        async with app.run_test(size=(100, 40)) as pilot:
            person = Person(pilot)
            await person.until(lambda: "Which game?" in person.seen())
            await person.press("down", "down", "enter")
            await person.until(lambda: "How do you want to play?" in person.seen())
            goal = app.screen.query_one("#option-goal")
            goal.value = "5"  # type: ignore[attr-defined]
            await person.press("f10")
            await person.until(lambda: "option goal takes" in person.seen())
            goal.value = "70"  # type: ignore[attr-defined]
            app.screen.query_one("#seat-1").value = "random"  # type: ignore[attr-defined]
            await person.press("f10")
            await person.ready()
        assert home.game is not None
        assert home.game.rules.options.goal == 70
        assert home.game.names == ("Player", "Gigi")
        assert home.game.setup.seed == 5

    run(story())


@pytest.mark.parametrize("size", [(80, 24), SMALLEST], ids=str)
@pytest.mark.parametrize("lang", LANGS)
def test_all_answers_are_there_to_be_seen_however_long_the_end_is(lang: Lang, size: tuple[int, int]) -> None:
    async def story() -> None:
        async with at_table(local("dice-poker", seed=3, lang=lang), size, lang) as person:
            await person.ready()
            await person.press("f5", "y")
            await person.until(lambda: person.dialog is not None and len(person.dialog.answers) == 5)
            assert person.dialog is not None
            answers = person.dialog.answers
            await all_are_seen(person, answers)
            person.app.push_screen(AskDialog("Spazzino", [f"line {n}" for n in range(1, 31)], answers))
            await all_are_seen(person, answers)
            assert "line 1 " in person.seen()
            await person.pilot.resize_terminal(120, 40)
            await all_are_seen(person, answers)
            await person.until(lambda: "line 30 " in person.seen())

    run(story())


async def all_are_seen(person: Person, answers: Sequence[AnswerKey]) -> None:
    def seen() -> bool:
        screen = person.app.screen
        if not screen.query(Button):  # not even begun
            return False
        inside = screen.query_one(".dialog").content_region
        text = person.seen()
        return all(f" {each.shown} {each.label} " in text for each in answers) and all(
            inside.contains_region(each.region) for each in screen.query(Button)
        )

    await person.until(seen)
