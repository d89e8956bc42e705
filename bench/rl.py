"""Steps a second of the environments beside others': `python -m bench.rl` writes docs/benchmarks.md."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import tavola.rl as rl
from bench.fast_timing import machine, side_by_side
from bench.rl_peers import aec_steps, classic_steps, pgx_steps

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- environments: begin -->", "<!-- environments: end -->"
BATCHES = (256, 4096)
STEPS = {"leduc_holdem": 50, "backgammon": 3}
OUR_STEPS = 40
PEERS = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")

Way = Callable[[], float]


def batch_steps(game: str, games: int) -> Way:
    """Random legal decisions, drawn and made, observations and masks of all games written."""
    batch = rl.batch(game, games, 2, seed=1)

    def play() -> float:
        for _ in range(OUR_STEPS):
            batch.step(batch.random_actions())
        return games * OUR_STEPS

    return play


def there(names: Iterable[tuple[str, Callable[[], Way]]]) -> dict[str, Way]:
    """Those ways whose packages are installed."""
    found = {}
    for name, make in names:
        try:
            found[name] = make()
        except ImportError as missing:
            print(f"{name} is left out: {missing}")
    return found


def batches(rounds: int) -> str:
    parts = []
    for games in BATCHES:
        ours = {game: batch_steps(game, games) for game in rl.VERSIONS}
        theirs = there(
            (f"pgx {name}", partial(pgx_steps, name, games, steps)) for name, steps in STEPS.items()
        )
        rates = side_by_side(ours | theirs, rounds)
        parts.append(table(f"{games} games", rates, list(theirs)))
    return (
        "### Batched environments\n\n"
        + "\n\n".join(parts)
        + "\n\nRandom legal moves. With pgx, all steps are one compiled call (`lax.scan` over `vmap`, ended "
        "games begun anew); compiling is not counted. Ours make one call from Python for each step, with "
        "observations and masks written as NumPy arrays, and one for the random decisions; chance moves in "
        "between are not counted. All run on one core, by processor time."
    )


def one_by_one(rounds: int) -> str:
    ours = {game: aec_steps(rl.env(game, 2)) for game in rl.VERSIONS}
    theirs = there((f"PettingZoo {name}", partial(classic_steps, name)) for name in PEERS)
    rates = side_by_side(ours | theirs, rounds)
    return (
        "### PettingZoo environments, one game\n\n"
        + table("", rates, list(theirs))
        + "\n\nThe usual loop: `last()`, a random legal move from the mask, `step()`, `reset()` at the end."
    )


def table(head: str, rates: dict[str, float], peers: list[str]) -> str:
    columns = [head or "environment", "steps a second", *(f"beside {name}" for name in peers)]
    lines = [columns, ["---", *("---:" for _ in columns[1:])]]
    for name, rate in rates.items():
        lines.append([name, f"{rate:,.0f}", *(f"{rate / rates[peer]:,.2f}" for peer in peers)])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def write(parts: str) -> None:
    """Put the figures between their marks, and leave alone what others wrote on the page."""
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else "# Benchmarks\n"
    if BEGIN not in page:
        page += f"\n{BEGIN}\n{END}\n"
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{parts}\n{END}{after}", encoding="utf-8")


def main() -> None:
    asks = argparse.ArgumentParser(prog="python -m bench.rl", description=__doc__)
    asks.add_argument("--rounds", type=int, default=5, help="how often each way takes its turn")
    asks.add_argument("--dry", action="store_true", help="print only, write nothing")
    asked = asks.parse_args()
    if hasattr(os, "sched_setaffinity"):  # JAX would spread over all cores, and be charged for waiting
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    told = machine().replace("\n", "\n\n")
    peers = ", ".join(f"{name} {version(name)}" for name in ("jax", "pgx", "pettingzoo") if find_spec(name))
    parts = f"## Environments\n\n{told}, {peers}\n\n{batches(asked.rounds)}\n\n{one_by_one(asked.rounds)}\n"
    print(parts)
    if not asked.dry:
        write(parts)


if __name__ == "__main__":
    main()
