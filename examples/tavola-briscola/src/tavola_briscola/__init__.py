"""Briscola: take the tricks that hold the points, and keep the trumps for when they matter.

Read in this order: `options`, `state` (where a match stands), `tricks` (which card takes, and what cards
count), `rules` (the deal, a step of play, the end of a hand); then, for people, `moves`, `events`, `words`,
`views` and `game`, which is the contract over them. `positions` sets a table up by hand.
"""
