"""One game by the compiled rules, and its record: the base of the environments for one game."""

from __future__ import annotations

import secrets
import sys
from typing import Any, cast

import numpy as np

from tavola.core.contract import CHANCE, OVER, Outcome, Seat, View
from tavola.core.errors import BadOption
from tavola.core.match import Match
from tavola.core.record import Record
from tavola.core.showing import view_svg
from tavola.fast.compile import jit
from tavola.fast.env_kernel import BEGIN, Floats
from tavola.rl.batching import Batch
from tavola.rl.telling import telling

RENDER_MODES = ("ansi", "human", "svg")
LOGGED = 4096  # chance moves between two decisions; a whole load of 421 has some hundred


class SingleGame:
    """A batch of one game, which remembers the decisions."""

    def __init__(self, game: str, seats: int | None, **settings: Any) -> None:
        self.batch = Batch(game, 1, seats, logged=LOGGED, again=False, **settings)
        self._steps: list[tuple[int, list[int]]] = []  # (decision, the chance moves after it)
        self.actor: Seat = OVER
        with telling():
            self._lay_out()

    def _lay_out(self) -> None:
        """Everything derived from the attributes above: the arrays of the batch, and the compiled
        functions."""
        self.spec = self.batch.spec
        self._arrays = self.batch.arrays
        s = self.spec
        self._observation = np.zeros((1, s.width), np.float32)
        self._decision = np.zeros(1, np.int64)
        self._arguments = (s.variant, s.seats, s.tables, self.batch.terms, self._arrays, self._decision)
        seen = (s.variant, self._arrays.states, 0, 0, self._observation)
        self._observe = jit(s.environment.observe_row).prepared(*seen)
        self._step = jit(s.environment.step_games).prepared(*self._arguments)

    def __getstate__(self) -> dict[str, Any]:
        """A copy is a game of its own, which can be played differently."""
        return {"batch": self.batch, "_steps": list(self._steps), "actor": self.actor}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._lay_out()

    def begin(self, seed: int | None) -> None:
        if seed is not None or not self._steps:
            self.batch.reset(secrets.randbits(63) if seed is None else seed)
        else:
            self._make(BEGIN)
        self._steps = []
        self._remember(BEGIN)

    def decide(self, action: int) -> None:
        """A decision, which must be legal."""
        self._make(action)
        self._remember(action)

    def _make(self, action: int) -> None:
        self._decision[0] = action
        self._step(*self._arguments)

    def _remember(self, action: int) -> None:
        drawn = int(self._arrays.drawn[0])
        self._steps.append((action, self._arrays.log[0, :drawn].tolist()))
        self.actor = int(self._arrays.actors[0])

    # ---- what is known ----

    def observe(self, seat: Seat) -> Floats:
        """What that seat may know."""
        if seat == self.actor:
            return cast(Floats, self._arrays.observations[0].copy())
        self._observe(self.spec.variant, self._arrays.states, 0, seat, self._observation)
        return cast(Floats, self._observation[0].copy())

    def mask(self) -> Any:
        return self._arrays.masks[0, : self.spec.actions].copy()

    def is_legal(self, action: int) -> bool:
        return 0 <= action < self.spec.actions and bool(self._arrays.masks[0, action])

    def legal(self) -> dict[int, Any]:
        return self.batch.moves(0)

    @property
    def ended(self) -> tuple[bool, bool]:
        """Has it ended, and was it given up?"""
        return bool(self._arrays.terminated[0]), bool(self._arrays.truncated[0])

    def rewards(self) -> list[float]:
        found: list[float] = self._arrays.rewards[0].tolist()
        return found

    # ---- through the interpreted rules, for people and bots ----

    @property
    def state(self) -> Any:
        return self.batch.state(0)

    def view(self, seat: Seat | None) -> View[Any, Any]:
        return self.spec.rules.view(self.state, seat)

    @property
    def outcome(self) -> Outcome | None:
        return self.spec.rules.outcome(self.state)

    def match(self, names: list[str]) -> Match[Any, Any]:
        """The game so far, played again by the interpreted rules."""
        played = Match(self.spec.rules, names)
        chance = self.spec.environment.chance
        for action, drawn in self._steps:
            if action != BEGIN:
                played.play(self.spec.meant(played.state, action))
            for number in drawn:
                assert played.actor == CHANCE  # the log says so
                played.play(chance(self.spec.rules, played.state, number))
        return played

    def record(self, names: list[str]) -> Record:
        return self.match(names).record()


# ---- for people's eyes: in words as the terminal has it, or as a picture ----


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
    """The table, with the hand of that seat, or of the seat that decides."""
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
        lines += [line for line in more if not said.issuperset(line.split(", "))]  # a hand repeats some
        lines.append(f"{names[game.actor]} decides")
    return "\n".join(lines)
