"""The published session with the original server: every STATE line."""

import json

import pytest

import tavola
from tavola.games.five_thousand.tcp.protocol import PROMPT, starting_line, state_line
from tests.script import Script

# The decision taken, and the line the server then sent.
SESSION = """\
STATE: {"dices": [5, 4, 2, 6, 3], "played_hands": 0, "played_turns": 0, "total_score": 0, "turn_score": 0}
play 5
STATE: {"dices": [6, 3, 3, 4], "played_hands": 0, "played_turns": 0, "total_score": 0, "turn_score": 50}
trash
STATE: {"dices": [5, 6, 3, 3, 6], "played_hands": 0, "played_turns": 1, "total_score": 0, "turn_score": 0}
play 5
STATE: {"dices": [2, 2, 2, 4], "played_hands": 0, "played_turns": 1, "total_score": 0, "turn_score": 50}
play 222
STATE: {"dices": [1], "played_hands": 0, "played_turns": 1, "total_score": 0, "turn_score": 250}
play 1
STATE: {"dices": [6, 6, 2, 4, 6], "played_hands": 1, "played_turns": 1, "total_score": 0, "turn_score": 350}
bank
STATE: {"dices": [2, 3, 1, 6, 4], "played_hands": 0, "played_turns": 2, "total_score": 350, "turn_score": 0}
"""


def test_every_state_line_of_the_published_session() -> None:
    """Read as printed: dice not played are rolled again, five new ones begin a hand or a turn."""
    script = Script(tavola.rules("5000"), 1)
    for line in SESSION.splitlines():
        if line.startswith("STATE: "):
            dice = json.loads(line.removeprefix("STATE: "))["dices"]
            script.play(f"roll {''.join(map(str, dice))}")
            assert state_line(script.state) == line
        else:
            script.play(line)


def test_names_and_prompt() -> None:
    assert starting_line(["127.0.0.1:37930"]) == 'STARTING ["127.0.0.1:37930"]'
    assert PROMPT == ">> "


@pytest.mark.parametrize("seats", [2, 3])
def test_each_player_is_told_his_own_turns_and_points(seats: int) -> None:
    script = Script(tavola.rules("5000"), seats)
    for seat in range(seats):
        script.play("roll 11155")
        assert '"played_turns": 0, "total_score": 0' in state_line(script.state)
        script.play("play 11155", "roll 22346", "bank")
        assert script.state.scores[seat] == 200
    script.play("roll 22346")
    assert '"played_turns": 1, "total_score": 200' in state_line(script.state)
