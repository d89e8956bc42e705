"""How strong `master` is: duplicate matches, each deal played twice, seats swapped, so that luck cancels.

    python -m bench.strength [--matches 2000] [--minutes 40] [--iterations 500] [--keep FILE] [--json]

A row is one bot against another at one table: `master` against `greedy` and `careful`, its levels against
`careful`, and against itself with ten times the thinking. The matches against one rival are shared out among
the tables, and summed up over them. The rows take turns, a few deals at a time, until all have their matches
or the minutes are over; what was played by then is printed, with its confidence interval. With --keep the
results are written to a file as they come, and the next run goes on from there.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, TextIO

import tavola
from tavola.bots import make_bot
from tavola.core.driver import Driver
from tavola.core.match import Match
from tavola.fast.streams import StreamLuck

TABLES = (("spazzino", 2), ("scopetta", 2), ("tombolon", 2), ("tombolon", 4))
SEED = 7
AT_A_TIME = 5  # deals of one job
CONFIDENT = 1.96  # standard errors on either side: 95 %
LEVELS = "1234"  # the fifth takes a second a move


@dataclass
class Row:
    game: str
    seats: int
    bot: str
    rival: str
    wanted: int
    shares: dict[int, float] = field(default_factory=dict)  # by deal: of its two matches, how many were won
    given_out: int = 0

    @property
    def name(self) -> str:
        return f"{self.game}/{self.seats} {self.bot} v {self.rival}"

    @property
    def share(self) -> float:
        return sum(self.shares.values()) / len(self.shares)

    @property
    def variance(self) -> float:
        """Of the share. Deals are independent of each other; the two matches of a deal are not."""
        n, mean = len(self.shares), self.share
        return sum((share - mean) ** 2 for share in self.shares.values()) / max(1, n - 1) / n

    @property
    def margin(self) -> float:
        """Half the interval."""
        return CONFIDENT * sqrt(self.variance)

    def next_deals(self) -> list[int]:
        """Those of the next job; none when all are given out."""
        found: list[int] = []
        while len(found) < AT_A_TIME and self.given_out < self.wanted:
            if self.given_out not in self.shares:
                found.append(self.given_out)
            self.given_out += 1
        return found


def play_deals(game: str, seats: int, bot: str, rival: str, deals: list[int]) -> list[float]:
    """What the bot wins of each deal's two matches."""
    rules, pairs = tavola.rules(game), seats // 2
    return [
        (wins(rules, [bot, rival] * pairs, deal, 0) + wins(rules, [rival, bot] * pairs, deal, 1)) / 2
        for deal in deals
    ]


def wins(rules: Any, players: list[str], deal: int, side: int) -> bool:
    """One match. The cards of a hand are the same whatever was played before."""
    luck = StreamLuck(SEED, deal)
    bots = [make_bot(player, rules, Random(f"{deal} {seat}")) for seat, player in enumerate(players)]
    end = Driver(Match(rules, players), luck, dict(enumerate(bots))).run().outcome
    assert end is not None  # it is over
    return side in end.winners


# ---- all rows ----


def rows_of(matches: int, iterations: int) -> list[Row]:
    """The main rows have all the matches; those that take long, or show less, a tenth."""
    master, slower = f"master:iterations={iterations}", f"master:iterations={10 * iterations}"
    each = max(1, matches // len(TABLES))
    rows = [Row(*table, master, rival, each) for table in TABLES for rival in ("greedy", "careful")]
    few = max(1, each // 10)
    rows += [Row(*table, slower, master, few) for table in TABLES]
    return rows + [Row(*table, f"master:{level}", "careful", few) for level in LEVELS for table in TABLES]


def play_rows(rows: list[Row], seconds: float, workers: int, kept: TextIO) -> None:
    """The rows in turn, so that all get somewhere in the time there is."""
    until, waiting = time.monotonic() + seconds, _jobs(rows)
    running: dict[Future[list[float]], tuple[Row, list[int]]] = {}
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        while True:
            while len(running) < workers and time.monotonic() < until and (job := next(waiting, None)):
                row, deals = job
                asked = pool.submit(play_deals, row.game, row.seats, row.bot, row.rival, deals)
                running[asked] = job
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                row, deals = running.pop(done)
                _enter(row, deals, done.result(), kept)
            _tell_progress(rows, until)


def _jobs(rows: list[Row]) -> Iterator[tuple[Row, list[int]]]:
    open_rows = list(rows)
    while open_rows:
        for row in list(open_rows):
            if deals := row.next_deals():
                yield row, deals
            else:
                open_rows.remove(row)


def _enter(row: Row, deals: list[int], shares: list[float], kept: TextIO) -> None:
    for deal, share in zip(deals, shares, strict=True):
        row.shares[deal] = share
        print(json.dumps([row.name, deal, share]), file=kept, flush=True)


def _tell_progress(rows: list[Row], until: float) -> None:
    done, wanted = sum(len(row.shares) for row in rows), sum(row.wanted for row in rows)
    left = max(0.0, until - time.monotonic()) / 60
    if sys.stderr.isatty():
        print(
            f"\r{done:,} of {wanted:,} deals, {left:.0f} minutes left ", end="", file=sys.stderr, flush=True
        )


def remember(rows: list[Row], file: Path) -> None:
    """What an earlier run kept; lines that are cut short or of other rows are passed over."""
    by_name = {row.name: row for row in rows}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            name, deal, share = json.loads(line)
        except ValueError:
            continue
        if name in by_name and 0 <= deal < by_name[name].wanted:
            by_name[name].shares[deal] = share


def as_text(row: Row) -> str:
    if not row.shares:
        return f"  {row.name:62} not played"
    margin = f"± {row.margin:.1%}" if len(row.shares) > 1 else ""
    return f"  {row.name:62}{row.share:7.1%} {margin:9} {len(row.shares):6,} deals"


@dataclass(frozen=True)
class Sum:
    """All tables at which one bot met another, each counting as much as was played there."""

    bot: str
    rival: str
    deals: int
    share: float
    margin: float

    def __str__(self) -> str:
        name = f"all tables: {self.bot} v {self.rival}"
        return f"  {name:62}{self.share:7.1%} ± {self.margin:.1%}    {self.deals:6,} deals"


def summed_up(rows: list[Row]) -> list[Sum]:
    found = []
    for bot, rival in dict.fromkeys((row.bot, row.rival) for row in rows):
        played = [row for row in rows if (row.bot, row.rival) == (bot, rival) and row.shares]
        if deals := sum(len(row.shares) for row in played):
            share = sum(len(row.shares) * row.share for row in played) / deals
            variance = sum((len(row.shares) / deals) ** 2 * row.variance for row in played)
            found.append(Sum(bot, rival, deals, share, CONFIDENT * sqrt(variance)))
    return found


def as_data(row: Row) -> dict[str, Any]:
    told = {"game": row.game, "seats": row.seats, "bot": row.bot, "rival": row.rival}
    if not row.shares:
        return told | {"deals": 0}
    return told | {"deals": len(row.shares), "share": row.share, "margin": row.margin}


def main() -> None:
    reader = argparse.ArgumentParser(description="How strong master is, in duplicate matches.")
    reader.add_argument("--matches", type=int, default=2000, help="deals against a rival, each played twice")
    reader.add_argument("--minutes", type=float, default=40.0, help="no new deals after that")
    reader.add_argument("--iterations", type=int, default=500, help="of master's search, for a move")
    reader.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    reader.add_argument("--keep", type=Path, help="a file of results to go on from")
    reader.add_argument("--only", default="", help="only rows whose name has this in it")
    reader.add_argument("--json", action="store_true")
    given = reader.parse_args()
    if min(given.matches, given.minutes, given.iterations, given.workers) <= 0:
        reader.error("matches, minutes, iterations and workers must all be more than 0")
    rows = [row for row in rows_of(given.matches, given.iterations) if given.only in row.name]
    if given.keep:
        remember(rows, given.keep)
    with Path(given.keep or os.devnull).open("a", encoding="utf-8") as kept:
        play_rows(rows, 60 * given.minutes, given.workers, kept)
    print(file=sys.stderr)
    if given.json:
        told = {"rows": [as_data(row) for row in rows], "sums": [asdict(each) for each in summed_up(rows)]}
        print(json.dumps(told, indent=1))
        return
    print("Matches won, with the 95 % interval; every deal is played twice, the seats swapped:")
    print("\n".join(map(as_text, rows)))
    print("\n".join(map(str, summed_up(rows))))


if __name__ == "__main__":
    main()
