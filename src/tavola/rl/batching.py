"""Many thousand games at once: NumPy arrays in and out, one call for all of them.

    batch = tavola.rl.batch(game, games=4096, seed=1)
    now = batch.reset()
    while True:
        actions = my_policy(now.observations, now.masks)
        now = batch.step(actions)

A game that ends begins again at once: `rewards` and `terminated` are those of the game that ended,
observations and masks those of the new one. The arrays belong to the batch and are overwritten by the next
step; copy what you keep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, SupportsIndex, cast

import numpy as np
from numpy.typing import NDArray

from tavola.core.contract import CHANCE, OVER
from tavola.core.errors import BadOption
from tavola.fast.compile import jit
from tavola.fast.env_kernel import (
    ALL_LEGAL,
    BEGIN,
    Arrays,
    Bytes,
    Floats,
    Terms,
    first_illegal,
    open_lucks,
    random_actions,
)
from tavola.fast.sums import Ints
from tavola.rl.specs import LONGEST, MOST_LONGEST, check_number, check_rewards, spec
from tavola.rl.telling import telling

MOST_GAMES = 1 << 22
MOST_THREADS = 256
MOST_LOGGED = 1 << 16
RANDOM_PLAYERS = 1 << 55  # random decisions have streams of their own for each row, above all those of games


class Now(NamedTuple):
    """The state of all games after the last step, one row each."""

    observations: Floats  # what the seat that decides may know
    masks: Bytes  # 1 for each legal decision
    actors: Ints  # the seat that decides
    rewards: Floats  # of the last step, by seat
    terminated: NDArray[np.bool_]  # did the last step end a game?
    truncated: NDArray[np.bool_]  # or was it given up because it took too long?


class Batch:
    """So many games of one kind, played side by side."""

    def __init__(
        self,
        game: str,
        games: int,
        seats: int | None = None,
        /,
        *,
        seed: int = 0,
        rewards: str = "wins",
        longest: int = LONGEST,
        threads: int = 1,
        logged: int = 0,
        again: bool = True,
        **options: Any,
    ) -> None:
        """`rewards` are `wins` (1, -1, and 0 if nobody lost) or `points` (the change of each seat's score);
        games of more than `longest` decisions are truncated; `logged` is how many chance moves of each step
        are kept for `chance_moves`; without `again` a game that ended stays ended until it is begun."""
        games = check_number("games", games, 1, MOST_GAMES)
        longest = check_number("longest", longest, 1, MOST_LONGEST)
        logged = check_number("logged", logged, 0, MOST_LOGGED)
        check_rewards(rewards)
        self.spec = spec(game, seats, **options)
        self.threads = check_number("threads", threads, 1, MOST_THREADS)
        self.terms = Terms(int(rewards == "points"), longest, int(again))
        self.arrays = _arrays(games, self.spec.environment.width, self.spec, logged)
        self._players = np.zeros((games, 5), np.uint64)
        with telling():
            self._lay_out()
            self.reset(seed)

    def _lay_out(self) -> None:
        """Everything derived from the attributes above, most of it views of the arrays."""
        games = len(self.arrays.states)
        self.games, self.seats, self.actions = games, self.spec.seats, self.spec.actions
        self._words = self.arrays.masks.view(np.uint64)
        edges = np.linspace(0, games, min(self.threads, games) + 1).astype(int).tolist()
        self._parts = [
            Arrays(*(cast(Any, array)[low:high] for array in self.arrays)) for low, high in pairwise(edges)
        ]
        self._edges = edges
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        begin = self._arguments(0, np.full(games, BEGIN))
        self._step: Callable[..., int] = jit(self.spec.environment.step_games).prepared(*begin)
        self._now = self._look()

    def __getstate__(self) -> dict[str, Any]:
        """A copy has its own arrays, so that it can be played differently; the views are made anew from
        those."""
        return {name: vars(self)[name] for name in ("spec", "terms", "arrays", "threads", "_players")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._lay_out()

    # ---- playing ----

    def reset(self, seed: int | None = None) -> Now:
        """Begin all games anew; with a seed, with the luck that belongs to it."""
        if seed is not None:
            seed = check_number("a seed", seed, 0, (1 << 64) - 1)
            jit(open_lucks)(self.arrays.lucks, np.uint64(seed), 0)
            jit(open_lucks)(self._players, np.uint64(seed), RANDOM_PLAYERS)
        return self.step(np.full(self.games, BEGIN))

    def step(self, actions: Any) -> Now:
        """One decision in each game, BEGIN (-1) to begin it anew. If one of them is illegal none is made, and
        BadOption says which."""
        decided = self._decisions(actions)
        if self._pool is None:
            illegal = self._step_part(0, decided)
        else:  # all are checked before any is made, so that an illegal one leaves everything as it was
            illegal = self._first_illegal(decided)
            if illegal == ALL_LEGAL:
                parts = range(len(self._parts))
                list(self._pool.map(lambda part: self._step_part(part, decided), parts))
        if illegal != ALL_LEGAL:
            raise BadOption(self._why_not(illegal, int(decided[illegal])))
        return self._now

    @cached_property
    def _draw(self) -> Callable[..., None]:
        found: Callable[..., None] = jit(random_actions).prepared(
            self._words, self._players, np.empty(self.games, np.int64)
        )
        return found

    def random_actions(self) -> Ints:
        """A legal decision in each game, uniformly at random."""
        out = np.empty(self.games, np.int64)
        self._draw(self._words, self._players, out)
        return out

    @property
    def now(self) -> Now:
        return self._now

    # ---- one of the games ----

    def state(self, row: SupportsIndex) -> Any:
        """A game as the rules know it, secrets and all."""
        at = self._row(row)
        return self.spec.environment.unpack(self.arrays.states[at : at + 1].astype(object), 0)

    def moves(self, row: SupportsIndex) -> dict[int, Any]:
        """The legal decisions of a game: their numbers and the moves they are."""
        state = self.state(row)
        return {
            int(n): self.spec.meant(state, int(n)) for n in np.flatnonzero(self._now.masks[self._row(row)])
        }

    def chance_moves(self, row: SupportsIndex, before: Any) -> Iterator[tuple[Any, Any]]:
        """What chance did in the last step, from the state in which it began: each move, and the state after
        it. Where a game ended, the first moves of the next one follow. Needs a batch made with `logged`."""
        at = self._row(row)
        drawn, room = int(self.arrays.drawn[at]), self.arrays.log.shape[1]
        if drawn > room:
            raise BadOption(
                f"chance moved {drawn} times and {room} are kept; make the batch with logged={drawn}"
            )
        rules, state = self.spec.rules, before
        for number in self.arrays.log[at, :drawn].tolist():
            if rules.actor(state) == OVER:
                state = rules.start(self.seats)
            assert rules.actor(state) == CHANCE  # it has moved
            move = self.spec.environment.chance(rules, state, number)
            state = rules.play(state, move).state
            yield move, state

    # ---- inside ----

    def _row(self, row: SupportsIndex) -> int:
        return check_number("a row", row, 0, self.games - 1)

    def _decisions(self, actions: Any) -> Ints:
        """The given decisions, checked: one whole number for each game."""
        try:
            given = np.asarray(actions)
        except ValueError:  # rows of different lengths
            raise BadOption(f"one decision for each of {self.games} games, not {str(actions)[:40]}") from None
        if given.dtype.kind not in "iu":
            raise BadOption(f"decisions are whole numbers, not an array of {given.dtype}")
        if given.shape != (self.games,):
            raise BadOption(f"one decision for each of {self.games} games, not an array {given.shape}")
        if given.dtype == np.uint64:  # its highest would become -1, which is another decision
            given = np.minimum(given, np.uint64(np.iinfo(np.int64).max))
        return np.ascontiguousarray(given, dtype=np.int64)

    def _step_part(self, part: int, actions: Ints) -> int:
        return int(self._step(*self._arguments(part, actions)))

    def _arguments(self, part: int, actions: Ints) -> tuple[Any, ...]:
        """The arguments of the compiled function."""
        low, high = self._edges[part], self._edges[part + 1]
        s = self.spec
        return s.variant, s.seats, s.tables, self.terms, self._parts[part], actions[low:high]

    def _first_illegal(self, actions: Ints) -> int:
        return int(jit(first_illegal)(self.arrays.masks, self.arrays.actors, actions))

    def _why_not(self, row: int, action: int) -> str:
        legal = ", ".join(f"{number} ({move})" for number, move in self.moves(row).items())
        return f"game {row} can't do {action}; legal now: {legal or 'nothing, it has ended'}"

    def _look(self) -> Now:
        a = self.arrays
        return Now(
            a.observations,
            a.masks[:, : self.actions],
            a.actors,
            a.rewards,
            a.terminated.view(np.bool_),
            a.truncated.view(np.bool_),
        )

    def __repr__(self) -> str:
        return f"<{self.games} games of {self.spec.game}, {self.seats} seats>"


def _arrays(games: int, width: int, wanted: Any, logged: int) -> Arrays:
    def zeros(kind: Any, *shape: int) -> Any:
        return np.zeros((games, *shape), kind)

    in_words = -(-wanted.actions // 8) * 8  # padded so that eight decisions can be read as one word
    return Arrays(
        states=zeros(np.int64, width),
        lucks=zeros(np.uint64, 5),
        actors=zeros(np.int64) - 2,
        lengths=zeros(np.int64),
        observations=zeros(np.float32, wanted.width),
        masks=zeros(np.int8, in_words),
        rewards=zeros(np.float32, wanted.seats),
        terminated=zeros(np.int8),
        truncated=zeros(np.int8),
        log=zeros(np.int64, logged),
        drawn=zeros(np.int64),
    )
