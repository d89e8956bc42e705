"""The odds of 421: exact chances, the solved unload of two players, and what to do with more."""

from tavola.odds.fourtwentyone.figures import figure
from tavola.odds.fourtwentyone.people import tables
from tavola.odds.fourtwentyone.policy import Policy, policy
from tavola.odds.fourtwentyone.reasons import explain
from tavola.odds.fourtwentyone.report import odds, solve

__all__ = ["Policy", "explain", "figure", "odds", "policy", "solve", "tables"]
