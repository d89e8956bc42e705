"""5000: five dice, three hands a turn, bank in time."""

from tavola.core.game import Game

GAME = Game(
    name="5000",
    rules="tavola.games.five_thousand.game:FiveThousand",
    bots={
        "house": "tavola.games.five_thousand.bots:House",
        "optimal": "tavola.games.five_thousand.bots:Optimal",
    },
    tabled=("house",),
    lanes="tavola.games.five_thousand.rules:LANES",
    drawing="tavola.games.five_thousand.terminal.drawing:FiveThousandTable",
    board="tavola.terminal.app.dice_board:DiceBoard",
    picking="tavola.games.five_thousand.terminal.picking:Picking",
    kernel="tavola.games.five_thousand.fast.kernel:KERNEL",
    environment="tavola.games.five_thousand.fast.environment:ENVIRONMENT",
    environment_name="FiveThousand",
    odds="tavola.games.five_thousand.analysis",
    judge="tavola.games.five_thousand.coach:judge",
    reasons="tavola.games.five_thousand.coach:reason",
)
