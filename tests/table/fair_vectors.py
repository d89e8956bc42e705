"""The test vectors of docs/fair-dice.md. `python -m tests.table.fair_vectors` writes them anew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import tavola
from tavola.core.record import Record
from tavola.table import fair

FILE = Path(__file__).parents[2] / "docs" / "fair-dice-vectors.json"
VERSIONS = (2, 1)
FORMAT = "tavola-fair-dice-vectors/2"

HALF = 2**255 + 1  # nearly every second block is rejected
HALF_PIECE = 2**31 + 1  # and every second piece
STOPS = (6, 6, 6, 6, 6, 1, 2, 36, 216, 40, 39, 38, 37, 52, 10**6, 2**64, HALF, HALF, HALF, HALF, 6)
SMALL = (6, *[HALF_PIECE] * 12, 2**32 - 1, 2**32, 2**32 + 1, 2**63 + 1, 6)
LARGE = (6, 2**256 - 1, 2**256, 2**256 + 1, 10**80, 3 * 2**254, 3 * 2**254, 2**511 + 1, 2**511 + 1, 6)


def seed_of(name: str) -> str:
    """A seed for examples: nobody would call it secret."""
    return hashlib.sha256(f"tavola test vector {name}".encode()).hexdigest()


COMMITTED = [("0" * 64, "t"), (seed_of("a"), "7Q4K"), (seed_of("a"), "7Q4L"), (seed_of("b"), "osteria è 🎲")]

# Salts that would run together if their lengths did not count; none, empty ones, and such as are not ASCII.
DRAWN: list[tuple[str, str, list[str], Sequence[int]]] = [
    (seed_of("a"), "7Q4K", ["", ""], STOPS),
    (seed_of("a"), "7Q4K", ["ab", "c"], STOPS),
    (seed_of("a"), "7Q4K", ["a", "bc"], STOPS),
    (seed_of("a"), "7Q4K", ["a", "bc", ""], STOPS),
    (seed_of("b"), "osteria è 🎲", ["più sale", "塩", '"\\\n'], STOPS),
    (seed_of("c"), "small", [], SMALL),
    (seed_of("c"), "large", [], LARGE),
]


REDEALT = ("redealt 34", "redealt 618")  # seeds with which the first table is dealt again


class Played(NamedTuple):
    """A game for the vectors: played without any sense, its decisions drawn like dice."""

    game: str
    salts: tuple[str, ...]
    options: Mapping[str, Any] = MappingProxyType({})
    resigns_after: int | None = None
    seeds: tuple[str, ...] = ("", "")  # their names, version by version, if the table's will not do

    @property
    def table(self) -> str:
        return f"{self.game}-{len(self.salts)}" + "".join(f"-{k}-{v}" for k, v in self.options.items())


PLAYED = [
    Played("5000", ("sale grosso", ""), {"goal": 100}),
    Played("5000", ("", "5af1", ""), resigns_after=9),
    Played("421", ("c0ffee", "sel de mer")),
    Played("421", ("", "", "sale"), {"knock": "1/4"}),
    Played("dice-poker", ("one", "two", ""), {"goal": 30}),
    Played("spazzino", ("x", ""), {"target": 1}),
    Played("scopetta", ("", "y"), {"target": 6}),
    Played("tombolon", ("α", "β"), {"target": 1, "call_out": "off"}),
    Played("tombolon", ("n", "", "s", ""), {"target": 15, "padova": "on"}, None, REDEALT),
]


def play(game: Played, version: int = fair.VERSION) -> Record:
    """The record of a game at a table with fair dice."""
    seed = seed_of(game.seeds[version - 1] or game.table)
    dice = fair.FairDice(seed, game.table, game.salts, version=version)
    whims = fair.FairDice(seed_of("whims"), game.table, (), version=version)
    rules = tavola.rules(game.game, **game.options)
    match = tavola.Match(rules, [f"player {seat}" for seat in range(len(game.salts))])
    while (actor := match.actor) != tavola.OVER:
        if len(match.moves) == game.resigns_after:
            match.resign(1)
        elif actor == tavola.CHANCE:
            match.draw(dice)
        else:
            moves = rules.moves(match.state)
            match.play(moves[whims.randrange(len(moves))])
    return match.record(fair.fair_tags(game.table, seed, game.salts, version))


def numbers(version: int, seed: str, table: str, salts: list[str], stops: Sequence[int]) -> dict[str, Any]:
    """Numbers one after the other, each with the pieces used up by then. Texts, as they may be large."""
    dice, draws = fair.FairDice(seed, table, salts, version=version), []
    for stop in stops:
        number = dice.randrange(stop)
        draws.append({"stop": str(stop), "number": str(number), "used": dice.used})
    given = {"version": version, "seed": seed, "table": table, "salts": salts}
    return {**given, "prefix": fair.prefix(table, salts, version).hex(), "draws": draws}


def vectors() -> dict[str, list[dict[str, Any]]]:
    return {
        "commitments": [
            {
                "version": version,
                "seed": seed,
                "table": table,
                "commitment": fair.commitment(seed, table, version),
            }
            for version in VERSIONS
            for seed, table in COMMITTED
        ],
        "numbers": [numbers(version, *drawn) for version in VERSIONS for drawn in DRAWN],
        "records": [play(game, version).as_json() for version in VERSIONS for game in PLAYED],
    }


def written() -> str:
    """One vector a line, so that a change shows in a diff."""
    parts = []
    for name, found in vectors().items():
        lines = ",\n".join(f"  {json.dumps(vector)}" for vector in found)
        parts.append(f' "{name}": [\n{lines}\n ]')
    return f'{{\n "format": "{FORMAT}",\n' + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
