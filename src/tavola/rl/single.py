"""One seat against bots, as a Gymnasium environment.

import gymnasium, tavola.rl
env = gymnasium.make("Tavola/NAME-v1", bots="house")
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, cast

import gymnasium
from gymnasium import spaces

from tavola.bots import Bot, make_bot
from tavola.core.contract import OVER, Seat
from tavola.core.errors import BadOption
from tavola.core.record import Record
from tavola.fast.env_kernel import Floats
from tavola.rl.aec import numbers_space
from tavola.rl.game import RENDER_MODES, SingleGame, check_render_mode, rendered
from tavola.rl.specs import LONGEST, Spec, check_seat, environments, whole
from tavola.rl.telling import telling

ANY_SEAT = -1


class AgainstBots(gymnasium.Env[Floats, Any]):
    """You decide for one seat; bots have the others.

    The observation is a vector of the fields of `env.unwrapped.wanted`; the legal decisions are in
    `info["action_mask"]` and from `action_masks()`. An illegal decision loses: reward -1 (in points, as many
    as a game can cost) and the end, with `info["illegal"]`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        bots: str | Sequence[str] = "house",
        seat: Seat = ANY_SEAT,
        rewards: str = "wins",
        render_mode: str | None = None,
        longest: int = LONGEST,
        **options: Any,
    ) -> None:
        """`bots`: one name for all other seats, or one for each of them in order. `seat`: yours; -1 means a
        random one each game. All others are as for `tavola.rl.env`."""
        check_render_mode(render_mode)
        self._game = SingleGame(game, seats, rewards=rewards, longest=longest, **options)
        self.wanted: Spec = self._game.spec
        if seat != ANY_SEAT:
            seat = check_seat(seat, self.wanted.seats)
        others = self.wanted.seats - 1
        self._names = [bots] * others if isinstance(bots, str) else list(bots)
        if len(self._names) != others:
            raise BadOption(f"{others} bots are wanted, one for each other seat, not {len(self._names)}")
        for name in self._names:  # report an unknown bot now
            make_bot(name, self.wanted.rules, Random(0))
        self._illegal = -self.wanted.environment.dearest if rewards == "points" else -1.0
        self._always, self.seat = seat, max(seat, 0)
        self._bots: dict[Seat, Bot] = {}
        self.render_mode = render_mode
        self.observation_space = cast(Any, numbers_space(self.wanted))
        self.action_space = spaces.Discrete(self.wanted.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        over = True
        while over:  # a game may end before you are asked at all, as 421 can
            self._game.begin(int(self.np_random.integers(1 << 63)))
            self.seat = int(self.np_random.integers(self.wanted.seats)) if self._always < 0 else self._always
            self._seat_bots()
            with telling():  # a bot may compile before its first move, too
                self._bots_play()
            over = self._game.actor == OVER
        return self._game.observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        number = whole(action)
        if number is None:
            raise BadOption(f"a decision is a whole number, not {str(action)[:40]}")
        if not self._game.is_legal(number):
            return (
                self._game.observe(self.seat),
                self._illegal,
                True,
                False,
                {**self._info(), "illegal": True},
            )
        self._game.decide(number)
        reward = self._game.rewards()[self.seat] + self._bots_play()
        ended, given_up = self._game.ended
        if self.render_mode == "human":
            self.render()
        return self._game.observe(self.seat), reward, ended, given_up, self._info()

    def action_masks(self) -> Any:
        """1 for each legal decision; learners that use masks expect this name."""
        return self._game.mask()

    def render(self) -> Any:
        return rendered(self._game, self.render_mode, self.seat)

    def record(self) -> Record:
        """The game so far, as any Tavola record."""
        return self._game.record(self._sitting())

    # ---- inside ----

    def _sitting(self) -> list[str]:
        others = iter(self._names)
        return ["you" if seat == self.seat else next(others) for seat in range(self.wanted.seats)]

    def _seat_bots(self) -> None:
        self._bots = {
            seat: make_bot(name, self.wanted.rules, Random(int(self.np_random.integers(1 << 63))))
            for seat, name in enumerate(self._sitting())
            if seat != self.seat
        }

    def _bots_play(self) -> float:
        """Until it is your turn or the game is over; returns your reward meanwhile."""
        gained = 0.0
        while (actor := self._game.actor) not in (OVER, self.seat) and not any(self._game.ended):
            view = self._game.view(actor)
            move = self._bots[actor].choose(view)
            self._game.decide(self.wanted.index(self._game.state, move))
            gained += self._game.rewards()[self.seat]
        return gained

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._game.mask(), "seat": self.seat}


def register_all() -> None:
    """Every game under its name and version, once."""
    for name, game in environments().items():
        title = game.environment_name or game.name.title().replace("-", "")
        known = f"Tavola/{title}-v{game.environment_version}"
        if known not in gymnasium.registry:
            gymnasium.register(
                id=known,
                entry_point="tavola.rl.single:AgainstBots",
                kwargs={"game": name},
                nondeterministic=False,
            )
