"""Briscola: take the tricks that hold the points, and keep the trumps for when they matter.

Read in this order: `options`, `state` (where a match stands), `tricks` (which card takes, and what cards
count), `rules` (the deal, a step of play, the end of a hand); then, for people, `moves`, `events`, `words`,
`views` and `game`, which is the contract over them. `positions` sets a table up by hand.

The rest may be missing in a game, and then something else is missing too: `bots`; `kernel`, for millions of
matches; `environment`, for training; `search`, with which `master` plays; `drawing`, for the terminal.
"""

from tavola.kit import Game

GAME = Game(
    name="briscola",
    rules="tavola_briscola.game:Briscola",
    bots={"house": "tavola_briscola.bots:House", "greedy": "tavola_briscola.bots:Greedy"},
    lanes="tavola_briscola.state:LANES",
    drawing="tavola_briscola.drawing:BriscolaTable",
    board="tavola.kit.boards:CardBoard",
    picking="tavola_briscola.drawing:Picking",
    kernel="tavola_briscola.kernel:KERNEL",
    environment="tavola_briscola.environment:ENVIRONMENT",
    environment_name="Briscola",
    search="tavola_briscola.search:GUIDE",
)
