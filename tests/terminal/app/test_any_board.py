"""A game of another package, which has no board here: its moves in a list."""

from __future__ import annotations

from textual.widgets import Static

from tavola.library.seats import sitters
from tavola.terminal.app.board import AnyBoard
from tavola.terminal.app.local import Local, Setup
from tests.terminal.app.person import at_table, run
from tests.testing.high_card import HighCard


def test_a_game_without_a_board_is_played_from_a_list() -> None:
    async def story() -> None:
        rules = HighCard()
        source = Local(Setup(rules, sitters("you:Ada,random", rules.info, "en"), 1))
        async with at_table(source, (80, 24)) as person:
            chosen = []
            while True:
                await person.ready()
                if person.dialog is not None:
                    break
                board = person.table.board
                assert isinstance(board, AnyBoard)
                assert board.view is not None
                chosen.append(str(board.view.moves[-1]))
                told = f"{person.table.query_one('#score', Static).render()}\n{board.lines.render()}"
                assert told.count("Ada 3") <= 1, told  # where it stands is told once
                by_key = [str(len(board.view.moves))] if len(chosen) % 2 else ["end", "enter"]
                await person.press(*by_key)
                await person.pilot.pause()
            played = [text for seat, text in source.match.record().moves if seat == 0]
            assert played == chosen
            assert source.match.outcome is not None

    run(story())
