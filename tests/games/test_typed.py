"""`tavola.rules` knows each game's type. That mypy agrees is checked where the tests are typed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, assert_type

import tavola
from tavola.core.contract import Rules
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.scopetta.game import Scopetta

TOOL = Path(__file__).parents[2] / "tools/typed_rules.py"


def test_the_file_is_up_to_date() -> None:
    assert subprocess.run([sys.executable, str(TOOL), "--check"], check=False).returncode == 0


def test_a_game_by_its_name_has_its_type() -> None:
    assert_type(tavola.rules("421", suites=False), FourTwentyOne)
    assert_type(tavola.rules("scopetta"), Scopetta)
    assert_type(tavola.rules("421", "classic"), FourTwentyOne)
    name = "421"
    assert_type(tavola.rules(name), Rules[Any, Any])


def test_a_match_has_the_types_of_its_rules() -> None:
    match = tavola.match(tavola.rules("421"), "you,house", seed=1)
    assert match.rules.info.name == "421"
    assert match.state.seats == 2
