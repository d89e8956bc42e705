"""The games as environments to train on.

    env = tavola.rl.env(game)                      # PettingZoo, one game, every seat an agent
    batch = tavola.rl.batch(game, games=4096)        # NumPy, thousands of games at once
    gymnasium.make("Tavola/NAME-v1", bots="house")  # Gymnasium, one seat against bots
    pyspiel.load_game("tavola_GAME")         # OpenSpiel, after `import tavola.rl.spiel`

All of them play by the compiled rules, except OpenSpiel's, which takes the interpreted ones.
`tavola.rl.spec(game)` says what the numbers of decisions and of observations mean.

>>> import tavola.rl
>>> found = tavola.rl.spec("dice-poker", 1)  # a `Spec`
>>> found.actions, found.version
(32, 1)
>>> game = tavola.rl.env("dice-poker", 1)  # raw_env is the same
>>> game.reset(seed=1)
>>> game.agents
['player_0']
>>> tavola.rl.register()  # done already by the import; `NotInstalled` says what to install
>>> issubclass(NotInstalled, tavola.TavolaError)
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavola.core.extras import RL
from tavola.core.extras import Missing as NotInstalled
from tavola.rl.specs import COMPILED, VERSIONS, Spec, spec

if TYPE_CHECKING:
    from tavola.rl.aec import TavolaEnv
    from tavola.rl.batching import Batch

__all__ = ["VERSIONS", "NotInstalled", "Spec", "batch", "env", "raw_env", "register", "spec"]


def env(game: str, seats: int | None = None, **settings: Any) -> TavolaEnv:
    """A PettingZoo environment of a game; see `tavola.rl.aec.TavolaEnv` for the settings."""
    RL.check("tavola.rl.env")
    from tavola.rl.aec import TavolaEnv

    return TavolaEnv(game, seats, **settings)


raw_env = env  # PettingZoo's name for an environment without wrappers: ours has none


def batch(game: str, games: int, seats: int | None = None, **settings: Any) -> Batch:
    """Many games at once; see `tavola.rl.batching.Batch` for the settings."""
    COMPILED.check("tavola.rl.batch")
    from tavola.rl.batching import Batch

    return Batch(game, games, seats, **settings)


def register() -> None:
    """Register the games with Gymnasium, each as Tavola/NAME-v1. Importing this module does it, if Gymnasium
    is installed."""
    RL.check("tavola.rl.register")
    from tavola.rl.single import register_all

    register_all()


if not RL.missing():
    register()
