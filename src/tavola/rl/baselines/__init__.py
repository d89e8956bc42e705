"""Two small learners in NumPy alone, as examples and as a measure: how strong is what little learns?

`tabular` learns a turn of Dice Poker by trying, and comes close to the exact optimum. `selfplay` trains a
small network on a card game against itself. `python -m tavola.rl.baselines` runs both and prints their
strength with confidence intervals; docs/rl.md has the figures.
"""
