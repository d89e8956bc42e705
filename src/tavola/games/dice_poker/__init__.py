"""Dice Poker: five dice, one re-roll, a thousand points."""

from tavola.core.game import Game

GAME = Game(
    name="dice-poker",
    rules="tavola.games.dice_poker.game:DicePoker",
    bots={
        "house": "tavola.bots.dice_poker:Smart",
        "optimal": "tavola.bots.optimal.race:DicePoker",
        "none": "tavola.bots.dice_poker:NoReroll",
        "sequential": "tavola.bots.dice_poker:Sequential",
        "match": "tavola.bots.dice_poker:MatchPattern",
        "smart": "tavola.bots.dice_poker:Smart",
    },
    tabled=("house", "none", "smart", "sequential", "match", "optimal:points"),
    lanes="tavola.games.dice_poker.rules:LANES",
    drawing="tavola.terminal.dice_poker:DicePokerTable",
    picking="tavola.terminal.app.ways:DicePokerWays",
    kernel="tavola.fast.dice_poker:KERNEL",
    environment="tavola.fast.env_dice_poker:ENVIRONMENT",
    environment_name="DicePoker",
    counts="tavola.games.dice_poker.counts:counts",
    odds="tavola.odds.dice_poker",
    judge="tavola.coach.dice_poker:judge",
    reasons="tavola.coach.dice_poker:reason",
)
