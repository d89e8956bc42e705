"""Reviews for programs and in words."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tavola.coach import review, words
from tavola.coach.judging import JudgedMove, Unit
from tavola.coach.plots import figure
from tavola.coach.report import as_dict
from tavola.core.words import LANGS
from tests.coach.games import played, rules_of

TABLES = [("5000", "house,random", {"goal": 500}), ("dice-poker", "smart", {"goal": 100})]


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_figures_add_up_as_they_are_told(game: str, players: str, options: dict[str, Any]) -> None:
    rules = rules_of(game, **options)
    found = review(rules, played(rules, players, 2))
    told = as_dict(found)
    assert json.loads(json.dumps(told)) == told
    for b in told["balances"]:
        assert b["start"] + b["luck"] + b["play"] + b["others"] == pytest.approx(b["result"], abs=1e-9)
        assert b["start"] > 0
    assert told["more_is_better"] == (told["unit"] == "win")
    luck = [sum(each["change"][seat] for each in told["luck"]) for seat in range(len(told["seats"]))]
    assert luck == pytest.approx([b["luck"] for b in told["balances"]], abs=1e-9)
    for decision in told["decisions"]:
        assert decision["choices"][0]["move"] == decision["best"]
        assert decision["choices"][0]["cost"] == 0
        assert decision["why"]


def test_every_language_has_its_own_words() -> None:
    rules = rules_of("5000", goal=500)
    found = review(rules, played(rules, "house,random", 2))
    told = [as_dict(found, lang) for lang in LANGS]
    assert len({json.dumps(each["says"]) for each in told}) == len(LANGS)
    assert len({each["unit_says"] for each in told}) == len(LANGS)
    figures = [each["decisions"][0]["choices"] for each in told]
    assert figures[0] == figures[1] == figures[2]
    assert all(sentence.strip() for each in told for sentence in each["says"])


def test_other_rules_are_named() -> None:
    """A record that replays is reviewed, whichever version it was played by; but it is said."""
    rules = rules_of("dice-poker", goal=50)
    record = played(rules, "smart", 1)
    assert not any("version" in sentence for sentence in as_dict(review(rules, record))["says"])
    later = as_dict(review(rules, replace(record, rules_version=99)))
    assert "It was played by version 99 of the rules, and is gone through by version 1." in later["says"]


def test_costs_as_people_read_them() -> None:
    exact = JudgedMove("bank", 0.4, 0.0123, 0.0123, 0.0123)
    unsure = JudgedMove("2b", 0.4, 0.0123, 0.0023, 0.0223)
    best = JudgedMove("stop", 0.4, 0.0, 0.0, 0.0)
    assert words.cost(Unit.WIN, exact).fr == "1,23 %"
    assert words.cost(Unit.WIN, unsure).en == "1.23 ± 1.00 %"
    assert words.cost(Unit.WIN, best).it == words.BEST.it
    assert words.cost(Unit.TURNS, exact).en == "0.012 turns"
    said = [line.en for line in words.hint(Unit.WIN, (best, exact, unsure))]
    assert said == ["Best: stop, 40.00 % to win.", "Others cost: bank 1.23 %, 2b 1.23 ± 1.00 %."]
    assert [line.en for line in words.hint(Unit.WIN, (best,))] == ["Only stop is possible."]


@pytest.mark.parametrize("game", ["421", "5000", "dice-poker"])
def test_a_hint_has_no_english_in_another_language(game: str) -> None:
    rules = rules_of(game)
    record = played(rules, "random,random", 3, most=60)
    moves = {part for who, move in record.moves if who >= 0 for part in move.split() if part.isalpha()}
    assert moves
    for part in moves:
        said = words.in_words(f"{part} 21")
        assert said.en == f"{part} 21"
        assert len(set(said)) == len(said)
        assert all(text.endswith(" 21") for text in said)
    best, other = JudgedMove("keep 42 hit", 0.4, 0.0, 0.0, 0.0), JudgedMove("throw", 0.3, 0.1, 0.1, 0.1)
    told = words.hint(Unit.WIN, (best, other))
    assert [line.fr for line in told] == [
        "Le mieux : garder 42 en frappant la table, 40,00 % de gagner.",
        "Les autres coûtent : tout lancer 10,00 %.",
    ]


def test_names_are_no_formulas_in_a_figure() -> None:
    rules = rules_of("dice-poker", goal=20)
    record = played(rules, "smart,none", 2)
    record = replace(record, seats=("$x^$", "$\\frac{"))
    drawn = figure(review(rules, record))
    drawn.canvas.draw()
    assert len(drawn.axes[0].lines) == 2
