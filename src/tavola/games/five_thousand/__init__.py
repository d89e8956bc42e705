"""5000: five dice, three hands a turn, bank in time."""

from tavola.core.game import Game

GAME = Game(
    name="5000",
    rules="tavola.games.five_thousand.game:FiveThousand",
    bots={
        "house": "tavola.bots.five_thousand:House",
        "optimal": "tavola.bots.optimal.race:FiveThousand",
    },
    tabled=("house",),
    lanes="tavola.games.five_thousand.rules:LANES",
    drawing="tavola.terminal.five_thousand:FiveThousandTable",
    picking="tavola.terminal.app.ways:FiveThousandWays",
    kernel="tavola.fast.five_thousand:KERNEL",
    environment="tavola.fast.env_five_thousand:ENVIRONMENT",
    environment_name="FiveThousand",
    counts="tavola.games.five_thousand.counts:counts",
    odds="tavola.odds.five_thousand",
    judge="tavola.coach.five_thousand:judge",
    reasons="tavola.coach.five_thousand:reason",
)
