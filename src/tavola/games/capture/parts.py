"""What the capture games have in common as games: the parts that a `Game` names. It loads nothing."""

BOTS = {
    "house": "tavola.games.capture.bots:Careful",
    "greedy": "tavola.games.capture.bots:Greedy",
    "careful": "tavola.games.capture.bots:Careful",
}
LANES = "tavola.games.capture.state:LANES"
DRAWING = "tavola.games.capture.terminal.drawing:CardTable"
BOARD = "tavola.terminal.app.card_board:CardBoard"
PICKING = "tavola.games.capture.terminal.picking:Picking"
READER = "tavola.games.capture.terminal.reader:read"
ENVIRONMENT = "tavola.games.capture.fast.environment:ENVIRONMENT"
SEARCH = "tavola.games.capture.bots.search:GUIDE"
PAST = "tavola.games.capture.rl:PAST"
JUDGE = "tavola.games.capture.coach.judge:judge"
