"""Dice Poker: five dice, one re-roll, a thousand points."""

from tavola.core.game import Ask, Game

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
    lanes="tavola.games.dice_poker.rules:LANES",
    drawing="tavola.games.dice_poker.terminal.drawing:DicePokerTable",
    board="tavola.terminal.app.dice_board:DiceBoard",
    picking="tavola.games.dice_poker.terminal.picking:Picking",
    kernel="tavola.games.dice_poker.fast.kernel:KERNEL",
    environment="tavola.games.dice_poker.fast.environment:ENVIRONMENT",
    environment_name="DicePoker",
    learner="tavola.games.dice_poker.rl:learner",
    counts="tavola.games.dice_poker.counts:counts",
    odds="tavola.games.dice_poker.analysis",
    asks=(
        Ask(
            "strategy",
            "none, sequential, match:mega (or another pattern), smart, optimal. Without it, all of them.",
        ),
    ),
    position="54263 total=600 opponent=700 second=1",
    judge="tavola.games.dice_poker.coach:judge",
    reasons="tavola.games.dice_poker.coach:reason",
)
