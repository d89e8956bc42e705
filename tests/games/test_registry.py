"""Finding games by name."""

import pytest

import tavola
from tavola.core.errors import BadOption, BadSeats, UnknownGame


def test_the_dice_games_are_there() -> None:
    assert tavola.game_names()[:3] == ("421", "5000", "dice-poker")


def test_rules_with_options_and_presets() -> None:
    assert tavola.rules("421").options.suites is True
    assert tavola.rules("421", suites=False).options.suites is False
    assert tavola.rules("421", preset="classic") == tavola.rules("421", suites="off")
    assert tavola.rules("421", preset="classic", suites="on") == tavola.rules("421")


def test_what_is_not_there_is_refused_with_what_is() -> None:
    with pytest.raises(UnknownGame, match=r"no game called 'chess'; there are: 421, 5000, dice-poker"):
        tavola.rules("chess")
    with pytest.raises(BadOption, match=r"421 has no option 'suits'; it has suites: on \| off; nenette:"):
        tavola.rules("421", suits=True)
    with pytest.raises(BadOption, match=r"421 has no preset 'modern'; there are: standard, classic"):
        tavola.rules("421", preset="modern")
    with pytest.raises(BadOption, match=r"option knock takes a chance from 0 to 1"):
        tavola.rules("421", knock=2)


@pytest.mark.parametrize(
    ("game", "seats"), [("421", 1), ("421", 9), ("5000", 0), ("5000", 9), ("dice-poker", 9)]
)
def test_seats_are_bounded(game: str, seats: int) -> None:
    with pytest.raises(BadSeats, match=f"{game} takes [12] to 8 players, not {seats}"):
        tavola.rules(game).start(seats)


def test_a_record_names_options_only() -> None:
    record = tavola.Record("421", {"preset": "classic"}, 1, ("a", "b"), ())
    with pytest.raises(BadOption, match="no option 'preset'"):
        tavola.rules_of(record)
