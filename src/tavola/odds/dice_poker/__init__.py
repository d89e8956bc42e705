"""The odds of Dice Poker."""

from tavola.odds.dice_poker.figures import figure
from tavola.odds.dice_poker.policies import policy
from tavola.odds.dice_poker.reasons import explain
from tavola.odds.dice_poker.report import odds, tables
from tavola.odds.dice_poker.solver import solve

__all__ = ["explain", "figure", "odds", "policy", "solve", "tables"]
