"""For writers of games: hold the rules of a game to the laws of the contract.

>>> import tavola
>>> from tavola.testing import check_rules
>>> checked = check_rules(tavola.rules(tavola.game_names()[0]), seats=3, games=2, max_moves=20)
>>> checked.games  # `checked` is a `Checked`
2

If a law does not hold, `LawBroken` names it, says what was found, and gives the moves that lead there. `LAWS`
lists the laws; `check_rules(rules, laws=(*LAWS, Law(mine)))` adds one. Needs the extra `tavola[testing]`.
`check_environment` holds a game's environment to its rules.
"""

from tavola.testing.check import Checked, check_rules
from tavola.testing.environment import check_environment
from tavola.testing.law import Law, LawBroken
from tavola.testing.laws import LAWS
from tavola.testing.walk import CheckMemory, Luck, Position

__all__ = [
    "LAWS",
    "CheckMemory",
    "Checked",
    "Law",
    "LawBroken",
    "Luck",
    "Position",
    "check_environment",
    "check_rules",
]
