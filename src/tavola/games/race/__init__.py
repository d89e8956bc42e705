"""Races to a goal: everyone makes points, alone, until somebody has enough. A family, as `capture` is."""
