"""docs/player.md: what is written there runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "player.md").read_text(encoding="utf-8")
CODE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("code", CODE, ids=["a player", "a card"])
def test_what_is_written_there_runs(code: str) -> None:
    exec(code, {})
