"""The odds of 5000."""

from tavola.odds.five_thousand.explain import explain
from tavola.odds.five_thousand.policy import policy
from tavola.odds.five_thousand.report import as_policy, odds, tables
from tavola.odds.five_thousand.solve import solve

__all__ = ["as_policy", "explain", "odds", "policy", "solve", "tables"]
