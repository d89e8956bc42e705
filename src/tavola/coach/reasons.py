"""Why a move of a dice game is worth what it is worth, in the words of `tavola explain`."""

from __future__ import annotations

from typing import Any

from tavola.core.contract import Rules, View
from tavola.core.words import Phrase
from tavola.pieces.dice import high_to_low


def reason(rules: Rules[Any, Any], view: View[Any, Any], move: Any) -> Phrase | None:
    """None where there is nothing more to say than what the move is worth: the cards."""
    game, s = rules.info.name, view.table
    if game == "421":
        from tavola.odds.fourtwentyone import reasons as of_421

        return of_421.reason(rules, s, move)  # type: ignore[arg-type]
    if game == "5000":
        from tavola.odds.five_thousand import reasons as of_5000

        mine = s.scores[view.actor]
        at = of_5000.Position(s.dice, s.hand, s.turn_score, mine, None)
        return of_5000.reason(rules, at, move)  # type: ignore[arg-type]
    if game == "dice-poker":
        from tavola.odds.dice_poker import reasons as of_poker

        mine = s.scores[view.actor]
        lying = of_poker.Position(high_to_low(s.dice), s.rerolls, mine, None, False)
        return of_poker.reason(rules, lying, move)  # type: ignore[arg-type]
    return None
