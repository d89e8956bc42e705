"""421: three dice, twenty-one tokens."""

from tavola.core.game import Game

GAME = Game(
    name="421",
    rules="tavola.games.fourtwentyone.game:FourTwentyOne",
    bots={
        "house": "tavola.bots.fourtwentyone:House",
        "published": "tavola.bots.fourtwentyone:Published",
        "optimal": "tavola.bots.optimal.fourtwentyone:Optimal",
    },
    tabled=("house", "published"),
    lanes="tavola.games.fourtwentyone.state:LANES",
    drawing="tavola.terminal.fourtwentyone:FourTwentyOneTable",
    picking="tavola.terminal.app.ways:FourTwentyOneWays",
    kernel="tavola.fast.fourtwentyone:KERNEL",
    environment="tavola.fast.env_fourtwentyone:ENVIRONMENT",
    environment_name="FourTwentyOne",
    environment_version=2,
    odds="tavola.odds.fourtwentyone",
    judge="tavola.coach.fourtwentyone:judge",
    reasons="tavola.coach.fourtwentyone:reason",
)
