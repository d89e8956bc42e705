"""The odds of Dice Poker."""

from tavola.games.dice_poker.analysis.figures import figure
from tavola.games.dice_poker.analysis.policies import policy
from tavola.games.dice_poker.analysis.reasons import explain
from tavola.games.dice_poker.analysis.report import odds, tables
from tavola.games.dice_poker.analysis.solver import solve

__all__ = ["explain", "figure", "odds", "policy", "solve", "tables"]
