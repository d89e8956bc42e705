"""A game for people's eyes: in words as the terminal has it, or as a picture."""

from __future__ import annotations

from tavola.core.contract import OVER, Seat
from tavola.core.showing import view_svg
from tavola.rl.game import Game

RENDER_MODES = ("ansi", "human", "svg")


def drawn(game: Game, mode: str, seat: Seat | None = None) -> str:
    """The table, with the hand of that seat, or of the one who decides."""
    mine = seat if seat is not None else max(game.actor, 0)
    if mode == "svg":
        return view_svg(game.view(mine))
    from tavola.terminal.pen import Pen
    from tavola.terminal.render import renderer_of

    rules = game.spec.rules
    names = tuple(f"player {each}" for each in range(game.spec.seats))
    pen = Pen("en", names, lambda event: rules.say(event, "en", names), plain=True)
    renderer, view = renderer_of(game.spec.game), game.view(mine)
    lines = renderer.table(pen, view)
    if game.actor != OVER:
        lines = [*lines, *renderer.hand(pen, view), *renderer.status(pen, view)]
    return "\n".join(line.plain.rstrip() for line in lines)
