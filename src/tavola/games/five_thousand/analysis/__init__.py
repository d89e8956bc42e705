"""The odds of 5000."""

from tavola.games.five_thousand.analysis.figures import figure
from tavola.games.five_thousand.analysis.policies import policy
from tavola.games.five_thousand.analysis.reasons import explain
from tavola.games.five_thousand.analysis.report import as_policy, choices, odds, tables
from tavola.games.five_thousand.analysis.solver import solve

__all__ = ["as_policy", "choices", "explain", "figure", "odds", "policy", "solve", "tables"]
