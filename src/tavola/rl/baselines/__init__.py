"""Small learners in NumPy alone, as examples and as a measure of what a simple learner reaches.

`selfplay` trains a small network on a card game against itself; a game may have a learner of its own. `python
-m tavola.rl.baselines` runs them and prints their strength with confidence intervals; docs/rl.md has the
figures.
"""
