"""The three languages say the same: no sentence is missing, and the blanks are equal."""

from __future__ import annotations

from string import Formatter
from types import ModuleType

import pytest

from tavola.core.words import Phrase
from tavola.games.dice_poker.terminal import drawing as dice_poker
from tavola.games.five_thousand.terminal import drawing as five_thousand
from tavola.games.fourtwentyone.terminal import drawing as fourtwentyone
from tavola.games.race import terminal as race
from tavola.terminal import words

MODULES = (words, fourtwentyone, five_thousand, dice_poker, race)


def phrases(module: ModuleType) -> list[Phrase]:
    found = [value for value in vars(module).values() if isinstance(value, Phrase)]
    return found + [meaning for _, meaning in getattr(module, "HELP_COMMANDS", ())]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_phrase_in_every_language(module: ModuleType) -> None:
    assert phrases(module)
    for phrase in phrases(module):
        assert all(phrase)
        blanks = [sorted({name for _, name, _, _ in Formatter().parse(text) if name}) for text in phrase]
        assert blanks[0] == blanks[1] == blanks[2], phrase


def test_commands_have_an_answer_in_each_language() -> None:
    assert {words.COMMANDS[word] for word in ("help", "aide", "aiuto")} == {"help"}
    assert {words.COMMANDS[word] for word in ("q", "quit", "partir", "esci")} == {"quit"}
