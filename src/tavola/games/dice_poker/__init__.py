"""Dice Poker: five dice, one re-roll, a thousand points."""

from tavola.core.game import Game

GAME = Game(
    name="dice-poker",
    rules="tavola.games.dice_poker.game:DicePoker",
    bots={
        "house": "tavola.games.dice_poker.bots:Smart",
        "optimal": "tavola.games.dice_poker.bots:Optimal",
        "none": "tavola.games.dice_poker.bots:NoReroll",
        "sequential": "tavola.games.dice_poker.bots:Sequential",
        "match": "tavola.games.dice_poker.bots:MatchPattern",
        "smart": "tavola.games.dice_poker.bots:Smart",
    },
    tabled=("house", "none", "smart", "sequential", "match", "optimal:points"),
    lanes="tavola.games.dice_poker.rules:LANES",
    drawing="tavola.games.dice_poker.terminal.drawing:DicePokerTable",
    board="tavola.terminal.app.dice_board:DiceBoard",
    picking="tavola.games.dice_poker.terminal.picking:Picking",
    kernel="tavola.games.dice_poker.fast.kernel:KERNEL",
    environment="tavola.games.dice_poker.fast.environment:ENVIRONMENT",
    environment_name="DicePoker",
    odds="tavola.games.dice_poker.analysis",
    judge="tavola.games.dice_poker.coach:judge",
    reasons="tavola.games.dice_poker.coach:reason",
)
