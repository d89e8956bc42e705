"""Briscola: take the tricks that hold the points, and keep the trumps for when they matter.

Read in this order: `options`, `state` (where a match stands), `tricks` (which card takes, and what cards
count), `rules` (the deal, a step of play, the end of a hand); then, for people, `moves`, `events`, `words`,
`views` and `game`, which is the contract over them. `positions` sets a table up by hand.
"""

from tavola.core.game import Game

GAME = Game(
    name="briscola",
    rules="tavola_briscola.game:Briscola",
    bots={"house": "tavola_briscola.bots:House", "greedy": "tavola_briscola.bots:Greedy"},
    kernel="tavola_briscola.kernel:KERNEL",
)
