"""What the capture games have in common as games: the parts that a `Game` names. It loads nothing."""

BOTS = {
    "house": "tavola.bots.cards:Careful",
    "greedy": "tavola.bots.cards:Greedy",
    "careful": "tavola.bots.cards:Careful",
    "master": "tavola.bots.search:Master",
}
LANES = "tavola.games.capture.state:LANES"
DRAWING = "tavola.terminal.cards:CardTable"
ENVIRONMENT = "tavola.fast.env_capture:ENVIRONMENT"
JUDGE = "tavola.coach.cards:judge"
