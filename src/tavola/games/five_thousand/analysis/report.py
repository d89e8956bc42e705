"""The odds of 5000: what dice can be played, what they count, and what a turn brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from tavola.analysis import Progress, Table, fraction, silent
from tavola.analysis.distribution import Distribution
from tavola.core.contract import View
from tavola.core.errors import BadOption
from tavola.core.options import describe, text
from tavola.core.tables import percent
from tavola.games.five_thousand.analysis.policies import policy
from tavola.games.five_thousand.analysis.reasons import no_playable_die
from tavola.games.five_thousand.analysis.turn import Choose, Exact, any_move, turn_distribution
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.moves import Move
from tavola.games.five_thousand.rules import DICE, HANDS, State, score
from tavola.games.race import analysis as race
from tavola.pieces.dice import FACES, dashed, throws, ways
from tavola.pieces.seats import NONE_EACH, put

POLICIES = ("optimal", "turns", "win", "random")
STEPS = (250, 500, 750, 1000, 1500, 2000, 3000, 5000)


def choices(
    rules: FiveThousand, asked: Mapping[str, Any], bot: Callable[[str], Callable[[Any], Any]]
) -> dict[str, Any]:
    """The policies to report on: those the odds have themselves, and bots."""
    total, opponent, goal = asked.get("total", 0), asked.get("opponent", 0), rules.options.goal
    if max(total, opponent) >= goal or total % 50 or opponent % 50:
        raise BadOption(f"total and opponent take multiples of 50 below the goal {goal}")
    names = (asked["policy"],) if asked.get("policy") is not None else ("optimal", "house")
    bots = {name: as_policy(rules, bot(name), total, opponent) for name in names if name not in POLICIES}
    own = tuple(name for name in names if name in POLICIES)
    return {"policies": own, "bots": bots, "total": total, "opponent": opponent}


def odds(
    rules: FiveThousand,
    policies: tuple[str, ...] = ("optimal",),
    total: int = 0,
    opponent: int = 0,
    bots: Mapping[str, Choose] | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Everything that can be said before a game. `bots` adds the policies of bots, by name."""
    turns = {name: _choose(rules, name, total, opponent, progress) for name in policies}
    turns.update(bots or {})
    variant = rules.options.variant
    return {
        "game": "5000",
        "options": {name: text(getattr(rules.options, name)) for name in describe(type(rules.options))},
        "no_playable_die": {
            str(n): fraction(no_playable_die(variant.brelan_of_aces, n)) for n in range(1, DICE + 1)
        },
        "combinations": combinations(rules),
        "turn": {
            name: _turn_report(turn_distribution(variant, choose), total, opponent)
            for name, choose in turns.items()
        },
    }


def combinations(rules: FiveThousand) -> list[dict[str, Any]]:
    """Every selection of dice that may be played: its points in the three hands, and how it falls."""
    found = []
    for n in range(1, DICE + 1):
        for dice, _ in throws(n):
            if points := score(rules.options.variant, dice):
                found.append(
                    {
                        "dice": dashed(dice),
                        "points": points,
                        "by_hand": [points * (hand + 1) for hand in range(HANDS)],
                        "ways": ways(dice),
                        "of": FACES**n,
                        "chance": fraction(Fraction(ways(dice), FACES**n)),
                    }
                )
    return sorted(found, key=lambda row: (len(row["dice"]), -row["points"]))


def _choose(rules: FiveThousand, name: str, total: int, opponent: int, progress: Progress) -> Choose:
    if name == "optimal":
        return Exact(rules.options.variant).choose
    if name == "random":
        return any_move(rules.options.variant)
    if name not in POLICIES:
        raise BadOption(f"no policy is called {name[:40]!r}; there are: {', '.join(POLICIES)}")
    best = policy(rules, name, progress)
    return lambda dice, hand, turn: (best.choose(dice, hand, turn, total, opponent),)


def as_policy(
    rules: FiveThousand, choose: Callable[[View[State, Move]], Move], total: int, opponent: int
) -> Choose:
    """The policy of a bot: it is asked with a view, at given totals."""
    scores = put(put(NONE_EACH, 0, total), 1, opponent)

    def ask(dice: int, hand: int, turn_score: int) -> tuple[Move, ...]:
        return (choose(rules.view(State(2, 0, scores, hand, turn_score, dice, 0, -1), 0)),)

    return ask


def _turn_report(points: Distribution[int], total: int, opponent: int) -> dict[str, Any]:
    return {
        "total": total,
        "opponent": opponent,
        "mean": fraction(points.mean()),
        "standard_deviation": float(points.variance()) ** 0.5,
        "nothing": fraction(points[0]),
        "at_least": {str(least): fraction(points.at_least(least)) for least in STEPS},
        "points": points.as_json(),
    }


# ---- for people ----


def tables(report: dict[str, Any]) -> list[Table]:
    """A report of odds, solve or explain laid out to read."""
    if "moves" in report:
        return [race.moves_table(report)]
    if "turn_score" in report:
        title = f"5000, goal {report['options']['goal']}"
        return [race.solved_table(report, title, report["turn_score"])]
    return [_playable_table(report), _combinations_table(report), _turns_table(report)]


def _short(exact: str) -> str:
    return exact if len(exact) <= 30 else "…"


def _playable_table(report: dict[str, Any]) -> Table:
    rows = tuple((n, percent(p), p["exact"]) for n, p in report["no_playable_die"].items())
    return Table("No playable die", ("dice", "chance", "exactly"), rows)


def _combinations_table(report: dict[str, Any]) -> Table:
    rows = tuple(
        (
            c["dice"],
            *(str(points) for points in c["by_hand"]),
            f"{c['ways']} of {c['of']}",
            percent(c["chance"]),
        )
        for c in report["combinations"]
    )
    columns = ("dice", "hand 1", "hand 2", "hand 3", "ways", "chance")
    return Table(
        "What may be played", columns, rows, "Ways: how often exactly these fall when so many dice roll."
    )


def _turns_table(report: dict[str, Any]) -> Table:
    turns = report["turn"]
    rows = [
        ("mean", *(f"{t['mean']['p']:.2f}" for t in turns.values())),
        ("nothing", *(percent(t["nothing"]) for t in turns.values())),
        *(
            (f"{least} or more", *(percent(t["at_least"][str(least)]) for t in turns.values()))
            for least in STEPS
        ),
    ]
    note = (
        "optimal: the most points of this turn. All chances are exact; the whole distribution is in --json."
    )
    return Table("The points of a turn", ("", *turns), tuple(rows), note)
