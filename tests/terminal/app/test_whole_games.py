"""Whole games at the app, by keys and by mouse, against bots, to the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tavola.core.match import replay
from tavola.games import rules_of
from tavola.pieces.cards import Card
from tavola.terminal.app.card_board import CardBoard
from tavola.terminal.app.dice_board import DiceBoard
from tavola.terminal.app.local import Local
from tests.terminal.app.person import Person, at_table, dice_keys, local, run

SHORT: dict[str, dict[str, Any]] = {
    "421": {},
    "5000": {"goal": 200},
    "dice-poker": {"goal": 100},
    "spazzino": {"target": 2},
    "scopetta": {"target": 2},
    "tombolon": {"target": 1},
}


def check_end(person: Person, source: Local) -> None:
    """It is over, everyone can read who won, and its record replays to the same end."""
    outcome = source.match.outcome
    assert outcome is not None
    assert person.dialog is not None
    shown = "\n".join(str(line) for line in person.dialog.lines)
    assert all(source.names[seat] in shown for seat in outcome.winners)
    record = source.match.record()
    *_, (match, _) = replay(rules_of(record), record)
    assert match.outcome == outcome


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game_by_keys(game: str) -> None:
    async def story() -> None:
        source = local(game, "you:Ada,house", seed=3, **SHORT[game])
        async with at_table(source) as person:
            await person.play_on(Random(5))
            check_end(person, source)
            await person.press("q")
            await person.until(lambda: not person.app.is_running)

    run(story())


async def by_mouse(person: Person, luck: Random) -> None:
    """A legal move, by clicks alone."""
    board = person.table.board
    assert board.view is not None
    if board.throwing:
        await person.click_action("enter")
        return
    move = luck.choice(board.view.moves)
    if isinstance(board, DiceBoard):
        *dice, last = dice_keys(board, move)
        for key in dice:
            await person.click_item("tray", int(key) - 1)
        await person.click_action(last)
        return
    assert isinstance(board, CardBoard)
    await person.click_item("hand", board.held.index(move.card))
    for card in move.taken:
        if Card(card) not in board.taken:
            await person.click_item("on-table", board.lying.index(card))
    assert board.taken == move.taken
    await person.click_action("enter")


@pytest.mark.parametrize("game", ["scopetta", "5000"])
def test_a_whole_game_by_mouse(game: str) -> None:
    async def story() -> None:
        source = local(game, "you:Ada,house", seed=8, **SHORT[game])
        async with at_table(source, (80, 24)) as person:
            await person.play_on(Random(2), lambda luck: by_mouse(person, luck))
            check_end(person, source)

    run(story())


def test_bots_alone_are_watched() -> None:
    async def story() -> None:
        source = local("dice-poker", "house,random", goal=200)
        async with at_table(source) as person:
            await person.until(lambda: person.dialog is not None)
            check_end(person, source)

    run(story())


def test_four_players_in_pairs() -> None:
    async def story() -> None:
        source = local("tombolon", "you:Ada,random,random,random", seed=4, target=1)
        async with at_table(source, (80, 24)) as person:
            await person.play_on(Random(1))
            check_end(person, source)

    run(story())


def test_another_game_has_another_seed_and_the_same_players() -> None:
    from tavola.terminal.app.app import TavolaApp
    from tavola.terminal.app.home import Home, Visit
    from tavola.terminal.app.table import Preferences

    async def story() -> None:
        import tavola

        rules = tavola.rules("dice-poker", None, goal=50)
        home = Home(Visit("dice-poker", rules, "you:Ada,random", 7, None, False))
        home.first_game(Preferences(delay=0))
        first = home.game
        app = TavolaApp(home.story, Preferences(delay=0))
        async with app.run_test(size=(100, 30)) as pilot:
            person = Person(pilot)
            await person.play_on(Random(1))
            await person.press("n")
            await person.until(lambda: home.game is not first and person.is_asked)
        assert first is not None
        assert home.game is not None
        assert home.game.setup.seed != first.setup.seed
        assert home.game.names == first.names

    run(story())
