from __future__ import annotations

from typing import Any

import pytest

import tavola
from tavola.core.contract import GameInfo
from tavola.core.errors import TavolaError, UnknownGame
from tavola.core.options import describe
from tavola.core.words import LANGS
from tavola.games import game_class as game_class_of
from tavola.terminal.drawings import catalogue
from tavola.terminal.drawings.catalogue import info_of, infos, options_text, players, rules_text


def test_a_broken_plug_in_is_named_and_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = game_class_of

    def game_class(name: str) -> type[Any]:
        if name == "5000":
            raise ImportError("no module named dice_of_gold")
        return real(name)

    monkeypatch.setattr(catalogue, "game_class", game_class)
    names = [info.name for info in infos()]
    assert "421" in names
    assert "5000" not in names
    assert "dice_of_gold" in capsys.readouterr().err
    with pytest.raises(TavolaError, match="dice_of_gold"):
        info_of("5000")
    with pytest.raises(UnknownGame):
        info_of("tarot")


def test_how_many_play() -> None:
    assert players(tavola.rules("421").info) == "2-8"


def test_the_options_as_a_table() -> None:
    text = options_text(tavola.rules("421").info, "fr")
    assert "| suites | on | on \\| off |" in text
    assert "`classic`: suites=off" in text


def test_a_page_in_another_language_is_english_until_it_is_written() -> None:
    info = tavola.rules("421").info
    assert rules_text(info, "en").startswith("# ")
    assert rules_text(info, "it").startswith("# ")


@pytest.mark.parametrize("info", infos(), ids=lambda info: str(info.name))
def test_every_option_is_explained_in_every_language(info: GameInfo) -> None:
    for name, (_, takes) in describe(info.options).items():
        assert len(set(takes.help)) == len(LANGS), name
        for lang in LANGS:
            assert takes.help.in_(lang) in options_text(info, lang)
            told = catalogue.info_json(info, lang)["options"][name]["help"]
            assert told == takes.help.in_(lang)
