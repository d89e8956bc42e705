"""421: three dice, twenty-one tokens."""

from tavola.core.game import Game

GAME = Game(
    name="421",
    rules="tavola.games.fourtwentyone.game:FourTwentyOne",
    bots={
        "house": "tavola.games.fourtwentyone.bots:House",
        "published": "tavola.games.fourtwentyone.bots:Published",
        "optimal": "tavola.games.fourtwentyone.bots.optimal:Optimal",
    },
    lanes="tavola.games.fourtwentyone.state:LANES",
    drawing="tavola.games.fourtwentyone.terminal.drawing:FourTwentyOneTable",
    board="tavola.terminal.app.dice_board:DiceBoard",
    picking="tavola.games.fourtwentyone.terminal.picking:Picking",
    kernel="tavola.games.fourtwentyone.fast.kernel:KERNEL",
    environment="tavola.games.fourtwentyone.fast.environment:ENVIRONMENT",
    environment_name="FourTwentyOne",
    environment_version=2,
    odds="tavola.games.fourtwentyone.analysis",
    position="first 442 throws=1 total=3 tokens=8/13",
    judge="tavola.games.fourtwentyone.coach.judge:judge",
    reasons="tavola.games.fourtwentyone.coach.judge:reason",
)
