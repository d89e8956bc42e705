"""What some parts need that `pip install tavola` alone does not bring, and the command that brings it.

Code that needs more declares it with a `Needs`: a bot by its attribute `needs`, a command by `check`. So a
missing package is reported before anything begins, not by a crash in the middle.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.util import find_spec

from tavola.core.errors import TavolaError
from tavola.core.words import Phrase

ABSENT = Phrase(
    "{what} needs packages that are not installed here ({packages}): pip install '{install}'",
    "{what} demande des paquets qui ne sont pas installés ici ({packages}) : pip install '{install}'",
    "{what} richiede pacchetti che qui non sono installati ({packages}): pip install '{install}'",
)
NOT_IN_A_BROWSER = Phrase(
    "{what} is not here: without a server there is no {packages}",
    "{what} n’est pas là : sans serveur il n’y a pas {packages}",
    "{what} qui non c’è: senza server non c’è {packages}",
)
in_a_browser = sys.platform == "emscripten"  # where nothing can be installed
BROWSER_HAS = ("msgspec",)
THIS = Phrase("this", "ceci", "questo")


class Missing(TavolaError):
    """Something to install first: `why`, in three languages, and what `pip install` takes."""

    def __init__(self, why: Phrase, install: str) -> None:
        super().__init__(why, install)  # both, so that it can be pickled
        self.why, self.install = why, install

    @property
    def said(self) -> Phrase:
        return self.why

    def __str__(self) -> str:
        return self.why.en


@dataclass(frozen=True, slots=True)
class Needs:
    """Modules that have to be there, and what to give to `pip install` to have them."""

    install: str  # "tavola[odds]"; of another package, "mybots[torch]"
    modules: tuple[str, ...]

    def missing(self) -> tuple[str, ...]:
        """Those that are not there. Looked for anew each time: a notebook may install one."""
        return tuple(name for name in self.modules if not _is_there(name))

    def why_not(self, what: Phrase | str = THIS) -> Missing | None:
        """The refusal of `what`, for a missing module; None if all are there."""
        if not (gone := self.missing()):
            return None
        absent = NOT_IN_A_BROWSER if in_a_browser else ABSENT
        return Missing(absent.fill(what=what, packages=", ".join(gone), install=self.install), self.install)

    def check(self, what: Phrase | str = THIS) -> None:
        """Refuse what can't be done, before it begins."""
        if (missing := self.why_not(what)) is not None:
            raise missing


_replaced: set[str] = set()


def replaced(*modules: str) -> None:
    """Count these as installed: something else stands in for them."""
    _replaced.update(modules)


def _is_there(module: str) -> bool:
    return module in _replaced or installed(module)


def installed(module: str) -> bool:
    if in_a_browser:
        return module in BROWSER_HAS
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # installed in part, or forbidden
        return False


# The extras of pyproject.toml, by the modules that are imported from them.
FAST = Needs("tavola[fast]", ("numba", "numpy"))
ODDS = Needs("tavola[odds]", (*FAST.modules, "threadpoolctl"))
PLOTS = Needs("tavola[odds]", ("matplotlib",))
CLUSTER = Needs("tavola[cluster]", ("distributed",))
SERVER = Needs("tavola[server]", ("alembic", "greenlet", "httptools", "sqlalchemy", "uvicorn"))
POSTGRESQL = Needs("tavola[nodes]", (*SERVER.modules, "asyncpg"))
NODES = Needs("tavola[nodes]", (*POSTGRESQL.modules, "nats"))
APP = Needs("tavola[terminal]", ("textual",))
RL = Needs("tavola[rl]", (*FAST.modules, "gymnasium", "pettingzoo"))
SPIEL = Needs("tavola[rl]' 'open_spiel", (*FAST.modules, "pyspiel"))
TESTING = Needs("tavola[testing]", ("hypothesis",))
EXTRAS = (FAST, ODDS, PLOTS, CLUSTER, SERVER, POSTGRESQL, NODES, APP, RL, SPIEL, TESTING)


def told(gone: ModuleNotFoundError) -> Missing | None:
    """What to install when an import fails; None if no extra of ours brings the module."""
    module = (gone.name or "").partition(".")[0]
    for needs in EXTRAS:
        if module in needs.modules:
            why = ABSENT.fill(what=THIS, packages=module, install=needs.install)
            return Missing(why, needs.install)
    return None
