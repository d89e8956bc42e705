"""A bot for 5000 with a rule a person would follow: bank what is worth it, never risk much.

tavola bot run cautious_5000.py:Cautious --game 5000 --against house
tavola bot run cautious_5000.py:Cautious --url 5000://127.0.0.1:8999 --name cautious
"""

from __future__ import annotations

from tavola.core.contract import View
from tavola.games.five_thousand.moves import Bank, Move, Play
from tavola.games.five_thousand.rules import State

ENOUGH = 350


class Cautious:
    def choose(self, view: View[State, Move]) -> Move:
        """Once there is enough, bank if that is allowed; else set aside as many dice as count."""
        if view.table.turn_score >= ENOUGH and Bank() in view.moves:
            return Bank()
        plays = [move for move in view.moves if isinstance(move, Play)]
        return plays[0] if plays else view.moves[-1]
