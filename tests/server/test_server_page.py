"""docs/server.md names every setting, every path of REST, and their defaults as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tavola.server.http.api import api
from tavola.server.setting_kinds import Setting
from tavola.server.settings import SETTINGS

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `(--[a-z-]+)` \| (.*) \|$", PAGE, re.MULTILINE))


def test_no_setting_is_made_up() -> None:
    assert set(ROWS) == {each.option for each in SETTINGS}


@pytest.mark.parametrize("each", SETTINGS, ids=lambda each: each.name)
def test_a_setting(each: Setting) -> None:
    default, _, text = ROWS[each.option].partition("|")
    assert text.strip() == each.help
    if default.strip():
        assert each.read(default.strip(), each.option) == each.default
    else:
        assert each.default in ("", ())


def test_every_path_is_there() -> None:
    shown = set(re.findall(r"`(/(?:api|healthz|readyz)[^`?]*)", PAGE))
    patterns = {route.pattern for route in api()}
    for pattern in patterns:
        assert any(pattern.fullmatch(path) for path in shown), pattern
    for path in shown - {"/api/openapi.json"}:
        assert any(pattern.fullmatch(path) for pattern in patterns), path
