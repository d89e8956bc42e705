"""What the capture games have in common as games: all the parts that their `Game`s name. It loads nothing."""

from tavola.core.game import Game


def capture_game(name: str, title: str) -> Game:
    """A game of this family, in the folder of its name. Rules and kernel are its own, the rest is shared."""
    return Game(
        name=name,
        rules=f"tavola.games.{name}.game:{title}",
        bots={
            "house": "tavola.games.capture.bots:Careful",
            "greedy": "tavola.games.capture.bots:Greedy",
            "careful": "tavola.games.capture.bots:Careful",
        },
        lanes="tavola.games.capture.state:LANES",
        drawing="tavola.games.capture.terminal.drawing:CardTable",
        board="tavola.terminal.app.card_board:CardBoard",
        picking="tavola.games.capture.terminal.picking:Picking",
        reader="tavola.games.capture.terminal.reader:read",
        kernel=f"tavola.games.{name}.fast:KERNEL",
        environment="tavola.games.capture.fast.environment:ENVIRONMENT",
        environment_name=title,
        past="tavola.games.capture.rl:PAST",
        search="tavola.games.capture.bots.search:GUIDE",
        judge="tavola.games.capture.coach:judge",
    )
