"""The client without await."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.client import NoConnection, Refused
from tavola.client.simple import sit_down
from tavola.core.errors import TavolaError
from tests.client.house import house_beside


def test_a_first_program(tmp_path: Path) -> None:
    with house_beside(tmp_path) as it, sit_down(it.websocket, "scopetta", against="house", target=3) as table:
        turns = 0
        for turn in table:
            assert turn.seat == table.seat
            assert turn.table["hand"]
            turn.play(turn.moves[0])
            turns += 1
        assert table.over
        assert turns > 5
        assert table.won == (table.scores[table.seat] == max(table.scores))


def test_what_goes_wrong_is_told(tmp_path: Path) -> None:
    with house_beside(tmp_path) as it:
        with sit_down(it.lines, "scopetta", against="random") as table:
            turns = iter(table)
            turn = next(turns)
            with pytest.raises(Refused, match="legal now"):
                turn.play("fly")
            with pytest.raises(TavolaError, match="still your turn"):
                next(turns)
            table.resign()
        with pytest.raises(Refused, match="tarot"):
            sit_down(it.lines, "tarot", against="house")
        url = it.lines
    with pytest.raises(NoConnection, match="nobody listens"):
        sit_down(url, "421", against="house")
