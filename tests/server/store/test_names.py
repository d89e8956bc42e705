"""When two names are one: what docs/storage.md says, letter by letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.server.store.names import fold

PAGE = (Path(__file__).parents[3] / "docs" / "storage.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "other",
    ["Ada", " ADA ", "Ａｄａ", "a\u200bda", "a\u00adda", "\x07ada", "ada\ufe0f", "ada\u3164", "ada\u2800"],
)
def test_one_name(other: str) -> None:
    assert fold(other) == fold("ada")


@pytest.mark.parametrize(
    ("one", "other"), [("titou", "τitou"), ("ada", "àda"), ("ada", "аda"), ("ada", "a da")]
)
def test_two_names(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_spaces_within_are_one() -> None:
    assert fold("ada \u3000 lovelace") == fold("Ada Lovelace")


@pytest.mark.parametrize("shown", ["` ADA `", "`Ａｄａ`", "`τitou`", "`àda`"])
def test_the_page_shows_them(shown: str) -> None:
    assert shown in PAGE
