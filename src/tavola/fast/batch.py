"""Batches of games: what is to be played, and playing a part of it.

A `Job` says everything about a batch except how many games and where: it is sent to other processes and
machines. Game number n of a job is the same game wherever it is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from tavola.core.contract import Rules
from tavola.core.errors import BadOption
from tavola.core.game import load
from tavola.core.options import changed
from tavola.fast import interpreted
from tavola.fast.compile import jit
from tavola.fast.interpreted import MakeBot, Stop, never
from tavola.fast.kernel import RANDOM, Kernel, kernel_of
from tavola.fast.streams import MOST_GAMES, StreamLuck
from tavola.fast.sums import Tally, Widths, no_sums, tally
from tavola.games import parts_of
from tavola.games import rules as rules_of
from tavola.pieces.seats import MAX_SEATS

ANY_LEGAL = "random"
MOST_CHUNKS = 100_000  # the caller keeps a list of them
PILOT_GAMES = 200  # the first games decide how wide the bins of the histograms are
PILOT_INTERPRETED = 10  # the same, where games are interpreted
Progress = Callable[[int], None]  # told how many games are done


@dataclass(frozen=True)
class Job:
    game: str
    options: Mapping[str, str]
    players: tuple[str, ...]
    seed: int
    make_bot: MakeBot
    policies: Any = field(repr=False, default=None)  # the bots' decisions as tables; None: interpreted
    which: tuple[int, ...] = ()  # index of each player's table, or RANDOM
    why_slow: str = ""  # why it is interpreted
    widths: Widths = Widths(1, 1)  # noqa: RUF009 - a tuple

    @property
    def compiled(self) -> bool:
        return self.policies is not None

    @property
    def patterns(self) -> tuple[str, ...]:
        kernel = kernel_of(self.game)
        return kernel.patterns if kernel else ()


def prepare(
    rules: Rules[Any, Any],
    players: Sequence[str],
    seed: int,
    make_bot: MakeBot,
    tabled: Sequence[str] | None = None,
) -> Job:
    """A job, compiled if the decisions of every player fit in a table.

    A bot declares this by its attribute `tabled`; the argument `tabled` instead names all players whose
    decisions fit. Any other player makes the job an interpreted one; `why_slow` gives the reason.
    """
    if not 0 <= seed < 1 << 64:
        raise BadOption(f"a seed is a whole number from 0 to {(1 << 64) - 1}, not {str(seed)[:40]}")
    rules.info.check_seats(len(players))
    _must_travel(rules)
    game, kernel = rules.info.name, kernel_of(rules.info.name)
    # Made here, so that an unknown bot is reported before any worker starts.
    bots = {name: make_bot(name, rules, StreamLuck(seed, 0)) for name in sorted(set(players))}
    fitting = {
        n for n, bot in bots.items() if (fits_a_table(game, n, bot) if tabled is None else n in tabled)
    }
    why = _why_slow(rules, kernel, sorted(set(players) - fitting - {ANY_LEGAL}))
    job = Job(game, changed(rules.options), tuple(players), seed, make_bot, why_slow=why)
    if kernel is not None and not why:
        names = sorted(set(players) - {ANY_LEGAL})
        arrays = [kernel.tabulate(rules, bots[name]) for name in names]
        which = tuple(names.index(name) if name != ANY_LEGAL else RANDOM for name in players)
        policies = np.stack(np.broadcast_arrays(*arrays)) if arrays else kernel.no_table
        job = replace(job, policies=policies, which=which)
    return _with_widths(job)


def fits_a_table(game: str, name: str, bot: Any) -> bool:
    """Do a bot's decisions fit in a table, so that it can be played compiled? Its class says so by `tabled`:
    a flag, or the arguments for which it holds. The game must have tables: some bot of its own is
    `tabled`."""
    if name == ANY_LEGAL:
        return True
    tabled = getattr(bot, "tabled", False)
    if not (name.partition(":")[2] in tabled if isinstance(tabled, tuple) else tabled):
        return False
    return any(getattr(load(path), "tabled", False) for path in parts_of(game).bots.values())


def _must_travel(rules: Rules[Any, Any]) -> None:
    """Refuse rules that a worker could not rebuild from the name of the game and its options."""
    again = rules_of(rules.info.name, **changed(rules.options))
    if type(again) is not type(rules) or again.options != rules.options:
        raise BadOption(
            f"these rules of {rules.info.name} are of a class of your own ({type(rules).__name__}, "
            f"{type(rules.options).__name__}), which a batch of games can't be made of: only what options "
            "say goes with it; register a game of your own as an entry point tavola.games"
        )


def _why_slow(rules: Rules[Any, Any], kernel: Kernel | None, slow: Sequence[str]) -> str:
    if kernel is None:
        return f"{rules.info.name} has no compiled form"
    if refusal := kernel.refuses(rules):
        return refusal
    return f"{', '.join(slow)}: not declared as `tabled`, so the bot is asked each time" if slow else ""


def _with_widths(job: Job) -> Job:
    """The job with bin widths from its first games: always the same games, so always the same bins."""
    games = PILOT_GAMES if job.compiled else PILOT_INTERPRETED
    pilot = play(job, 0, games)
    seats = len(job.players)
    highest = max((sum(pilot.squares[:seats]) / (games * seats)) ** 0.5, 1.0)
    return replace(job, widths=Widths(_round(highest / 30), _round(pilot.length / games / 20)))


def _round(width: float) -> int:
    """The next of 1, 2, 5, 10, 20, 50 ... that is at least `width`."""
    tens = 1
    while True:
        for step in (1, 2, 5):
            if step * tens >= width:
                return step * tens
        tens *= 10


def play(job: Job, first: int, games: int, stop: Stop = never) -> Tally:
    """The sums of so many games from number `first` on; of fewer, if `stop` says so. Compiled play does not
    ask `stop`."""
    options = tuple(sorted(job.options.items()))
    rules = _rules(job.game, options)
    kernel = kernel_of(job.game)
    sums = no_sums(len(job.patterns))
    if not job.compiled:
        interpreted.play_games(
            rules, kernel, job.players, job.make_bot, job.widths, job.seed, first, games, sums, stop
        )
        return tally(sums)
    assert kernel is not None  # there is nothing to be compiled otherwise
    which = np.full(MAX_SEATS, RANDOM)
    which[: len(job.which)] = job.which
    jit(kernel.play_games)(
        rules.options.variant,
        len(job.players),
        job.policies,
        which,
        _tables(job.game, options, RANDOM in job.which),
        job.widths,
        np.uint64(job.seed),
        first,
        games,
        sums,
    )
    return tally(sums)


@lru_cache(maxsize=8)
def _rules(game: str, options: tuple[tuple[str, str], ...]) -> Rules[Any, Any]:
    return rules_of(game, **dict(options))


@lru_cache(maxsize=8)
def _tables(game: str, options: tuple[tuple[str, str], ...], random: bool) -> Any:
    kernel = kernel_of(game)
    assert kernel is not None  # asked only where there is one
    return kernel.tables(_rules(game, options), random)


def chunks(games: int, parts: int, largest: int) -> Iterator[tuple[int, int]]:
    """(first, games) of each chunk: about `parts` of them, none larger than `largest` unless there were too
    many."""
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"the number of games is from 1 to {MOST_GAMES}, not {str(games)[:40]}")
    each = max(min(largest, -(-games // parts)), games // MOST_CHUNKS, 1)
    for first in range(0, games, each):
        yield first, min(each, games - first)


def run(
    job: Job,
    games: int,
    progress: Progress = lambda done: None,  # noqa: ARG005
    stop: Stop = never,
) -> Tally:
    """The whole batch in this process, or the games played when `stop` says so."""
    total = nothing(job)
    for first, n in chunks(games, 100, largest_chunk(job)):
        if stop():
            break
        total = total + play(job, first, n, stop)
        progress(total.games)
    return total


def nothing(job: Job) -> Tally:
    """The sums of no games."""
    return tally(no_sums(len(job.patterns)))


def largest_chunk(job: Job) -> int:
    """Small enough to show progress, and to lose little when a worker dies."""
    return 200_000 if job.compiled else 20
