"""The odds of 5000."""

from tavola.odds.five_thousand.figures import figure
from tavola.odds.five_thousand.policies import policy
from tavola.odds.five_thousand.reasons import explain
from tavola.odds.five_thousand.report import as_policy, odds, tables
from tavola.odds.five_thousand.solver import solve

__all__ = ["as_policy", "explain", "figure", "odds", "policy", "solve", "tables"]
