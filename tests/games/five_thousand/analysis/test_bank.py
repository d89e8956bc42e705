"""When to bank at 5000: the thresholds are where the best move changes."""

from __future__ import annotations

from tavola.games.five_thousand.analysis.bank import bank_from
from tavola.games.five_thousand.analysis.turn import Exact
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.moves import Bank
from tavola.pieces.dice import read_dice


def test_thresholds_are_where_the_best_move_changes() -> None:
    rules = FiveThousand()
    exact, report = Exact(rules.options.variant), bank_from(rules)
    for kind in report["throws"]:
        dice = read_dice(kind["dice"])
        assert dice is not None
        for hand, least in kind["bank_from"].items():
            for score in report["hands"][hand]:
                (best,) = exact.choose(dice, int(hand) - 1, score)
                assert isinstance(best, Bank) == (least is not None and score >= least), (kind, hand, score)
