"""Golden playthroughs and counts: what the games do, as files to read and review.

`make golden` writes them anew; a change of behaviour then shows in the diff.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import tavola
from tavola.bots import make_bot
from tavola.core.options import changed
from tavola.core.words import Lang

HERE = Path(__file__).parent
PLAYTHROUGHS = HERE / "playthroughs"
COUNTS = HERE / "counts.json"


class Playthrough(NamedTuple):
    name: str
    game: str
    players: tuple[str, ...]
    seed: int
    lang: Lang
    options: dict[str, Any]


PLAYED = [
    Playthrough("421-standard-3", "421", ("house", "house", "random"), 1, "en", {}),
    Playthrough("421-classic-2", "421", ("house", "random"), 2, "fr", {"suites": "off"}),
    Playthrough(
        "421-options-4",
        "421",
        ("random", "house", "random", "house"),
        3,
        "it",
        {"nenette": "lowest", "others_value": 0, "count": "last_throw", "knock": "1/4"},
    ),
    Playthrough("421-standard-8", "421", ("random",) * 8, 4, "en", {}),
    Playthrough("5000-alone", "5000", ("house",), 1, "en", {}),
    Playthrough(
        "5000-best-3", "5000", ("house", "random", "house"), 2, "fr", {"brelan_of_aces": "best", "goal": 2000}
    ),
    Playthrough("dice-poker-2", "dice-poker", ("smart", "match:mega"), 1, "en", {}),
    Playthrough(
        "dice-poker-recalibrated-3",
        "dice-poker",
        ("sequential", "none", "random"),
        2,
        "it",
        {"points": "recalibrated", "rerolls": 3},
    ),
    Playthrough("spazzino", "spazzino", ("careful", "greedy"), 1, "it", {"target": 11}),
    Playthrough("scopetta", "scopetta", ("careful", "greedy"), 2, "en", {}),
    Playthrough(
        "scopetta-sevens", "scopetta", ("greedy", "random"), 3, "fr", {"primiera": "sevens", "napola": "off"}
    ),
    Playthrough("tombolon-2", "tombolon", ("careful", "greedy"), 4, "en", {}),
    Playthrough(
        "tombolon-4", "tombolon", ("careful", "greedy", "careful", "random"), 5, "it", {"colour": "any_three"}
    ),
    Playthrough("tombolon-padova-2", "tombolon", ("greedy", "careful"), 6, "fr", {"padova": "on"}),
]


def transcript(p: Playthrough) -> str:
    """The whole game: each position's legal moves, the move made, and all that happened."""
    return "\n".join(_lines(p)) + "\n"


def _lines(p: Playthrough) -> Iterator[str]:
    rules = tavola.rules(p.game, **p.options)
    match = tavola.Match(rules, [f"{bot}#{seat}" for seat, bot in enumerate(p.players)])
    options = " ".join(f"{k}={v}" for k, v in changed(rules.options).items()) or "default options"
    yield f"{p.game}, {options}, seed {p.seed}"
    dice, bots = Random(p.seed), [make_bot(b, rules, Random(p.seed + i)) for i, b in enumerate(p.players)]
    while (actor := match.actor) != tavola.OVER:
        yield ""
        if actor == tavola.CHANCE:
            step = match.draw(dice)
            yield f"* {match.moves[-1][1]}"
        else:
            view = rules.view(match.state, actor)
            step = match.play(bots[actor].choose(view))
            yield f"{actor} {match.moves[-1][1]}    [{', '.join(map(str, view.moves))}]"
        for event in step.events:
            yield f"    {event}"
            if said := rules.say(event, p.lang, match.names):
                yield f"        {said}"
        yield f"    score {' '.join(map(str, rules.score(match.state)))}"
    yield ""
    yield f"{match.outcome}"


UNLOAD_OF_TWO = "roll 1, roll 2, roll 421, roll 322, roll 421, roll 322"
DEALT = "dealer 0, deal Ab 2c 5d 7s, deal 7b As Fs, deal 7d 3c 6s"
COUNTED = [
    ("421", 2, "", 4),
    ("421", 3, "", 4),
    ("421", 8, "", 3),
    ("421", 2, UNLOAD_OF_TWO, 2),
    ("421", 2, UNLOAD_OF_TWO + ", roll 442", 3),
    ("421", 2, UNLOAD_OF_TWO + ", roll 442, throw, roll 654, stop", 3),
    ("5000", 1, "", 2),
    ("5000", 2, "roll 12345, play 15", 2),
    ("dice-poker", 1, "", 1),
    ("dice-poker", 2, "roll 12234", 2),
    ("spazzino", 2, DEALT, 4),
    ("scopetta", 2, DEALT, 4),
    ("tombolon", 2, "dealer 0, deal Ab 2c 5d 7s, deal 7b As Fs 4d, deal 7d 3c 6s Rb, bottom Cs", 5),
]


def count(rules: Any, state: Any, depth: int) -> tuple[int, int]:
    """How many sequences of moves there are from here, chance included, and how many states they reach."""
    leaves = {state: 1}
    for _ in range(depth):
        deeper: dict[Any, int] = {}
        for s, ways in leaves.items():
            actor = rules.actor(s)
            moves = (m for m, _ in rules.chance(s).outcomes()) if actor == tavola.CHANCE else rules.moves(s)
            for move in moves:
                after = rules.play(s, move).state
                deeper[after] = deeper.get(after, 0) + ways
        leaves = deeper
    return sum(leaves.values()), len(leaves)


def counts() -> list[dict[str, Any]]:
    rows = []
    for game, seats, prelude, depth in COUNTED:
        rules = tavola.rules(game)
        state = rules.start(seats)
        for move in prelude.split(", ") if prelude else ():
            state = rules.play(state, rules.parse(move)).state
        for d in range(1, depth + 1):
            leaves, states = count(rules, state, d)
            rows.append(
                {
                    "game": game,
                    "seats": seats,
                    "after": prelude,
                    "depth": d,
                    "leaves": leaves,
                    "states": states,
                }
            )
    return rows


def main() -> None:
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for p in PLAYED:
        (PLAYTHROUGHS / f"{p.name}.txt").write_text(transcript(p), encoding="utf-8")
    rows = ",\n".join(json.dumps(row) for row in counts())
    COUNTS.write_text(f"[\n{rows}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
