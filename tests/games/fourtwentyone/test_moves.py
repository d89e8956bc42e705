import pytest

import tavola
from tavola.core.errors import BadNotation, IllegalMove
from tavola.games.fourtwentyone.moves import Fall, Stop, Throw, parse
from tests.games.fourtwentyone.test_rules import all_hold_tokens, table, unloading


@pytest.mark.parametrize(
    ("text", "move", "printed"),
    [
        ("stop", Stop(), "stop"),
        ("Throw", Throw(), "throw"),
        ("hit", Throw(0, True), "throw hit"),
        ("keep 24", Throw(42), "keep 42"),
        ("KEEP 4-2 hit", Throw(42, True), "keep 42 hit"),
        ("keep 4 2hit", Throw(42, True), "keep 42 hit"),
        ("roll 5 1 2", Fall(521), "roll 521"),
        ("roll 1 knock 4-6", Fall(1, (4, 6)), "roll 1 knock 4-6"),
    ],
)
def test_notation(text: str, move: object, printed: str) -> None:
    assert parse(text) == move
    assert str(move) == printed


@pytest.mark.parametrize(
    "text", ["", "keep", "keep 7", "keep 4211", "roll", "stop now", "roll 1 knock 7-1", "x" * 999]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation, match="moves look like: stop, throw"):
        parse(text)


@pytest.mark.parametrize(
    ("prelude", "move", "why"),
    [
        (["roll 442"], "keep 41", "you can't keep 41: the dice on the table are 442"),
        (["roll 442"], "keep 442", "throw at least one die"),
        (["roll 442"], "keep 44 hit", "the first player does not hit the table"),
        (["roll 442"], "roll 421", "it is for the player to decide"),
        (["roll 442", "keep 42"], "stop", "the dice are about to fall"),
        (["roll 442", "keep 42"], "roll 42", "the dice can't fall like that: 1 in hand, 2 kept"),
        (["roll 442", "throw", "roll 442", "stop"], "keep 1", "you have not thrown yet"),
        (["roll 442", "throw", "roll 442", "stop"], "stop", "only the first player of the turn stops"),
        (
            ["roll 442", "throw", "roll 442", "stop", "throw", "roll 442"],
            "keep 4 hit",
            "your last throw anyway",
        ),
    ],
)
def test_an_illegal_move_says_why(prelude: list[str], move: str, why: str) -> None:
    script = unloading()
    script.play(*prelude)
    with pytest.raises(IllegalMove) as refused:
        script.play(move)
    assert why in str(refused.value)
    assert list(map(str, refused.value.legal)) == script.moves
    assert all(refused.value.why)


def test_nothing_to_decide_in_the_load() -> None:
    with pytest.raises(IllegalMove, match="about to fall"):
        table(2).play("throw")


def test_the_canonical_order() -> None:
    script = all_hold_tokens(3)
    script.play("roll 665", "throw", "roll 665", "throw", "roll 665", "throw", "roll 654")
    assert script.moves == [
        "keep 65", "keep 65 hit", "keep 64", "keep 64 hit", "keep 54", "keep 54 hit",
        "keep 6", "keep 6 hit", "keep 5", "keep 5 hit", "keep 4", "keep 4 hit", "throw", "throw hit",
    ]  # fmt: skip


def test_no_chance_while_a_player_decides() -> None:
    script = unloading()
    script.play("roll 442")
    with pytest.raises(tavola.TavolaError, match="no dice are in hand"):
        script.rules.chance(script.state)
