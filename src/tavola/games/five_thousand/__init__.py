"""5000: five dice, three hands a turn, bank in time."""

from tavola.core.game import Ask, Game

GAME = Game(
    name="5000",
    rules="tavola.games.five_thousand.game:FiveThousand",
    bots={
        "house": "tavola.games.five_thousand.bots:House",
        "optimal": "tavola.games.five_thousand.bots:Optimal",
    },
    lanes="tavola.games.five_thousand.rules:LANES",
    drawing="tavola.games.five_thousand.terminal.drawing:FiveThousandTable",
    board="tavola.terminal.app.dice_board:DiceBoard",
    picking="tavola.games.five_thousand.terminal.picking:Picking",
    kernel="tavola.games.five_thousand.fast.kernel:KERNEL",
    environment="tavola.games.five_thousand.fast.environment:ENVIRONMENT",
    environment_name="FiveThousand",
    counts="tavola.games.five_thousand.counts:counts",
    odds="tavola.games.five_thousand.analysis",
    asks=(
        Ask("policy", "optimal, turns, win, random, or a bot such as house. Without it, optimal and house."),
        Ask("total", "the player's points before the turn.", number=True),
        Ask("opponent", "the other's points.", number=True),
    ),
    position="54263 hand=2 turn=350 total=1200 opponent=3000",
    bank="tavola.games.five_thousand.analysis.bank:bank_from",
    judge="tavola.games.five_thousand.coach:judge",
    reasons="tavola.games.five_thousand.coach:reason",
    service="tavola.games.five_thousand.tcp.service:SERVICE",
    address="5000://HOST:8999",
    player="tavola.games.five_thousand.tcp.client:play_over_tcp",
    retold="tavola.games.five_thousand.tcp.client:sight_then",
    commands="tavola.games.five_thousand.terminal.contest:register",
)
