"""How the tables look. `pytest tests/terminal/app/test_snapshots.py --snapshot-update` takes them anew."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tavola.core.words import Lang
from tavola.terminal.app.app import TavolaApp
from tavola.terminal.app.dice_board import DiceBoard
from tavola.terminal.app.home import Home, Visit
from tavola.terminal.app.table import Preferences
from tests.terminal.app.person import Person, app_for, local

Compare = Callable[..., bool]
SIZES = [(80, 24), (120, 40)]
TO_DECIDE = "to decide"  # throws until there are dice to choose among
# Who plays, from which seed, and the keys that lead to something worth seeing.
SCENES: dict[str, tuple[str, int, tuple[str, ...]]] = {
    "421": ("you:Ada,house,house", 12, (TO_DECIDE, "1")),
    "5000": ("you:Ada,house,house", 11, ("enter", "1")),
    "dice-poker": ("you:Ada,house", 4, ("enter", "2", "4")),
    "spazzino": ("you:Ada,house", 6, ("1",)),
    "scopetta": ("you:Ada,house", 3, ("2",)),
    "tombolon": ("you:Ada,house,house,house", 2, ("3",)),
}


def pressing(*keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Each key once there is a question."""

    async def before(pilot: Pilot[Any]) -> None:
        person = Person(pilot)
        await person.ready()
        for key in keys:
            await (to_decide(person) if key == TO_DECIDE else person.press(key))
            await person.pilot.pause()
            await person.ready()

    return before


async def to_decide(person: Person) -> None:
    """Throw, until there are dice to choose among."""
    board = person.table.board
    assert isinstance(board, DiceBoard)
    while board.throwing or board.view is None or not board.ways.lying(board.view):
        await person.press("enter")
        await person.pilot.pause()
        await person.ready()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", SCENES)
def test_a_table(game: str, size: tuple[int, int], snap_compare: Compare) -> None:
    players, seed, keys = SCENES[game]
    app = app_for(local(game, players, seed))
    assert snap_compare(app, terminal_size=size, run_before=pressing(*keys))


@pytest.mark.parametrize(("lang", "game"), [("fr", "5000"), ("it", "scopetta")])
def test_other_languages(lang: Lang, game: str, snap_compare: Compare) -> None:
    players, seed, keys = SCENES[game]
    app = app_for(local(game, players, seed, lang), lang)
    assert snap_compare(app, run_before=pressing(*keys))


async def first_hand(pilot: Pilot[Any]) -> None:
    """Play the first hand to its end, the first card each time."""
    person = Person(pilot)
    await person.ready()
    while person.dialog is None:
        await person.press("1", "space", "enter")
        await person.pilot.pause()
        await person.ready()


def test_a_hand_is_counted(snap_compare: Compare) -> None:
    assert snap_compare(app_for(local("scopetta", seed=3)), run_before=first_hand)


def test_the_question_before_leaving(snap_compare: Compare) -> None:
    assert snap_compare(app_for(local("5000", seed=11)), run_before=pressing("q"))


async def drawn(pilot: Pilot[Any]) -> None:
    await Person(pilot).until(lambda: any(word in Person(pilot).seen() for word in ("F2", "F10")))
    await pilot.pause()


def test_the_list_of_games(snap_compare: Compare) -> None:
    home = Home(Visit(None, None, None, 1, None, False))
    assert snap_compare(TavolaApp(home.story, Preferences(delay=0)), run_before=drawn)


def test_the_options_of_a_game(snap_compare: Compare) -> None:
    home = Home(Visit("tombolon", None, None, 1, None, False))
    assert snap_compare(
        TavolaApp(home.story, Preferences(delay=0)), run_before=drawn, terminal_size=(100, 30)
    )
