"""A game as a PettingZoo environment: every seat is an agent, chance is played inside."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from tavola.core.contract import OVER
from tavola.core.errors import IllegalMove
from tavola.core.record import Record
from tavola.core.words import Phrase
from tavola.rl.game import RENDER_MODES, SingleGame, check_render_mode, rendered
from tavola.rl.specs import LONGEST, Spec, whole

Observation = dict[str, NDArray[Any]]


class TavolaEnv(AECEnv):  # type: ignore[misc]
    """One game; `env.spec` says what its numbers mean.

    An observation is {"observation": numbers, "action_mask": 1 for each legal decision}. An illegal decision
    raises IllegalMove and changes nothing.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        rewards: str = "wins",
        render_mode: str | None = None,
        longest: int = LONGEST,
        **options: Any,
    ) -> None:
        """`rewards`, `longest`: as for a `Batch`. All others are options of the game."""
        super().__init__()
        check_render_mode(render_mode)
        self.game = SingleGame(game, seats, rewards=rewards, longest=longest, **options)
        self.spec: Spec = self.game.spec
        self.render_mode = render_mode
        self.metadata = {
            "name": f"tavola_{game.replace('-', '_')}_v{self.spec.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.spec.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = observation_space(self.spec)
        self._observation_spaces = dict.fromkeys(self.possible_agents, space)
        self._action_spaces = {agent: spaces.Discrete(self.spec.actions) for agent in self.possible_agents}
        self.state_space = repeated(numbers_space(self.spec), self.spec.seats)
        self._no_decision = np.zeros(self.spec.actions, np.int8)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game; with the same seed and the same decisions it is the same game."""
        self.game.begin(None if seed is None else int(seed) % (1 << 64))
        while self.game.actor == OVER:  # a game may end before anybody is asked, as 421 can
            self.game.begin(None)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.actor]
        self._skip_agent_selection = None

    def observe(self, agent: str) -> Observation:
        seat = self._seat_of[agent]
        mine = seat == self.game.actor and not self.terminations.get(agent, True)
        mask = self.game.mask() if mine else self._no_decision.copy()
        return {"observation": self.game.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = whole(action)
        if number is None or not self.game.is_legal(number):
            raise IllegalMove(_no_legal_number(action), [f"{n} ({m})" for n, m in self.game.legal().items()])
        self.game.decide(number)
        self._cumulative_rewards[agent] = 0.0
        for each, reward in zip(self.possible_agents, self.game.rewards(), strict=True):
            self.rewards[each] = reward
            self._cumulative_rewards[each] += reward
        ended, given_up = self.game.ended
        if ended or given_up:
            self.terminations = dict.fromkeys(self.agents, ended)
            self.truncations = dict.fromkeys(self.agents, given_up)
        if self.game.actor != OVER:
            self.agent_selection = self.possible_agents[self.game.actor]
        if self.render_mode == "human":
            self.render()

    def state(self) -> NDArray[np.float32]:
        """What all agents together may know: their observations, one after the other."""
        return np.concatenate([self.game.observe(seat) for seat in range(self.spec.seats)])

    # ---- for people ----

    def render(self) -> str | None:
        """The table in words (`ansi`), printed (`human`), or as a picture (`svg`); nothing is hidden."""
        return rendered(self.game, self.render_mode)

    def record(self) -> Record:
        """The game so far as a Tavola record, for `tavola replay` and `tavola review`."""
        return self.game.record(list(self.possible_agents))

    def close(self) -> None:
        """There is nothing to close."""


def observation_space(wanted: Spec) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": numbers_space(wanted),
            "action_mask": spaces.Box(0, 1, (wanted.actions,), np.int8),
        }
    )


def numbers_space(wanted: Spec) -> spaces.Box:
    high = np.repeat([f.high for f in wanted.fields], [f.size for f in wanted.fields])
    return spaces.Box(np.zeros(wanted.width, np.float32), high.astype(np.float32), dtype=np.float32)


def repeated(one: spaces.Box, times: int) -> spaces.Box:
    return spaces.Box(np.tile(one.low, times), np.tile(one.high, times), dtype=np.float32)


def _no_legal_number(action: object) -> Phrase:
    shown = str(action)[:40]
    return Phrase(
        f"{shown} is not the number of a legal decision",
        f"{shown} n'est pas le numéro d'une décision permise",
        f"{shown} non è il numero di una mossa permessa",
    )
