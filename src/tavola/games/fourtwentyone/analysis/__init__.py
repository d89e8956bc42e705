"""The odds of 421: exact chances, the solved unload of two players, and what to do with more."""

from tavola.games.fourtwentyone.analysis.figures import figure
from tavola.games.fourtwentyone.analysis.layout import tables
from tavola.games.fourtwentyone.analysis.policy import Policy, policy
from tavola.games.fourtwentyone.analysis.reasons import explain
from tavola.games.fourtwentyone.analysis.report import odds, solve

__all__ = ["Policy", "explain", "figure", "odds", "policy", "solve", "tables"]
