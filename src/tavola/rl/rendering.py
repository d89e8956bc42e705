"""A game for people's eyes: in words as the terminal has it, or as a picture."""

from __future__ import annotations

import sys

from tavola.core.contract import OVER, Seat
from tavola.core.errors import BadOption
from tavola.core.showing import view_svg
from tavola.rl.game import SingleGame

RENDER_MODES = ("ansi", "human", "svg")


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"render modes are {', '.join(RENDER_MODES)}, not {str(mode)[:40]!r}")


def rendered(game: SingleGame, mode: str | None, seat: Seat | None = None) -> str | None:
    """The table in words (`ansi`), printed (`human`), or as a picture (`svg`)."""
    if mode != "human":
        return None if mode is None else drawn(game, mode, seat)
    sys.stdout.write(drawn(game, mode, seat) + "\n")
    return None


def drawn(game: SingleGame, mode: str, seat: Seat | None = None) -> str:
    """The table, with the hand of that seat, or of the one who decides."""
    mine = seat if seat is not None else max(game.actor, 0)
    if mode == "svg":
        return view_svg(game.view(mine))
    from tavola.terminal.drawings.pen import Pen
    from tavola.terminal.drawings.render import renderer_of

    rules = game.spec.rules
    names = tuple(f"player {each}" for each in range(game.spec.seats))
    pen = Pen("en", names, lambda event: rules.say(event, "en", names), plain=True)
    renderer, view = renderer_of(rules), game.view(mine)
    lines = [line.plain.rstrip() for line in renderer.table(pen, view)]
    if game.actor != OVER:
        said = {part for line in lines for part in line.split(", ")}
        more = [line.plain.rstrip() for line in (*renderer.hand(pen, view), *renderer.status(pen, view))]
        lines += [line for line in more if not said.issuperset(line.split(", "))]  # a hand says some again
        lines.append(f"{names[game.actor]} decides")
    return "\n".join(lines)
