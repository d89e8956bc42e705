"""Rules that somebody changed: numbers of his own are solved as they are, everything else is refused."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tavola import analysis as odds
from tavola.analysis import silent, store
from tavola.analysis.outside import Changed
from tavola.bots import make_bot
from tavola.core.errors import BadOption
from tavola.fast import batch
from tavola.games.dice_poker import patterns
from tavola.games.dice_poker.analysis import solver
from tavola.games.dice_poker.game import DicePoker
from tavola.games.dice_poker.options import Options
from tavola.games.dice_poker.rules import Variant

FLAT = (10,) * 9


@dataclass(frozen=True, slots=True)
class Flat(Options):
    """Every pattern counts the same: twenty turns make two hundred points, whatever falls."""

    @property
    def variant(self) -> Variant:
        return Variant(200, self.rerolls, FLAT)


class Lazy(DicePoker):
    def moves(self, state):  # type: ignore[no-untyped-def]
        return super().moves(state)[:1]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "folder", lambda: tmp_path / "cache")


def test_points_of_ones_own_are_solved_and_not_the_published_ones() -> None:
    usual = odds.package("dice-poker").solve(DicePoker(Options()), silent)
    own = odds.package("dice-poker").solve(DicePoker(Flat()), silent)
    assert own["points_per_turn"]["p"] == 10
    assert own["turns_to_goal"]["p"] == pytest.approx(20)
    assert usual["turns_to_goal"]["p"] != pytest.approx(20)
    again = odds.package("dice-poker").solve(DicePoker(Options()), silent)
    assert again == usual  # and nothing of it was kept in the place of the other


def test_nor_is_anything_read_that_was_kept_for_the_published_ones() -> None:
    labels = {solver.label("turns", DicePoker(options)).path() for options in (Options(), Flat())}
    assert len(labels) == 2
    assert len(solver.alone(DicePoker(Options())).arrays["turns"]) != 20
    assert len(solver.alone(DicePoker(Flat())).arrays["turns"]) == 20


def test_a_rule_replaced_from_outside_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "pattern", lambda dice: dice % 9)
    with pytest.raises(Changed, match=r"dice_poker\.patterns\.pattern was changed from outside"):
        odds.package("dice-poker")
    with pytest.raises(Changed, match=r"variant"):
        solver.alone(DicePoker(Options()))


def test_so_is_a_number_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "DICE", 6)
    with pytest.raises(Changed, match="DICE"):
        solver.alone(DicePoker(Options()))


def test_so_is_a_class_that_plays_otherwise() -> None:
    with pytest.raises(Changed, match=r"Lazy\.moves was changed from outside"):
        solver.alone(Lazy(Options()))


def test_a_class_that_only_has_another_name_is_the_game() -> None:
    class Renamed(DicePoker):
        """As it is."""

    assert len(solver.alone(Renamed(Options())).arrays["turns"])


@pytest.mark.parametrize("rules", [DicePoker(Flat()), Lazy(Options())])
def test_a_batch_of_games_is_not_played_by_other_rules_than_were_given(rules: DicePoker) -> None:
    with pytest.raises(BadOption, match="class of your own"):
        batch.prepare(rules, ("random",), 1, make_bot)


def test_a_bot_knows_which_numbers_it_plays_for() -> None:
    bot = make_bot("optimal:points", DicePoker(Flat()), Random(1))
    for options, stands in ((Options(), False), (Flat(), True)):
        rules = DicePoker(options)
        rolled = rules.play(rules.start(1), rules.parse("roll 12346")).state
        assert (str(bot.choose(rules.view(rolled, 0))) == "stand") == stands
