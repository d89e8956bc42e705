"""What a tournament found, as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavola.tournaments.formats import told_winner

Rows = tuple[tuple[str, ...], ...]
Table = tuple[str, tuple[str, ...], Rows, str]  # title, columns, rows, note


def tables(found: dict[str, Any]) -> Iterator[Table]:
    yield _standing(found)
    if found["matches"]:
        yield _matches(found)
    elif found["against"]:
        yield _against(found)


def _standing(found: dict[str, Any]) -> Table:
    told = found["tournament"]
    games = [each["game"] for each in told["games"]]
    title = f"{', '.join(games)}: {told['format']}, {found['games']:,} games, seed {told['seed']}"
    tiered = bool(found["tiers"])
    split = games if len(games) > 1 else []
    faulty = any(each["faults"] for each in found["entrants"])
    columns = (
        *(("tier",) if tiered else ("place",)),
        "bot",
        "points",
        "from",
        "to",
        *split,
        "won",
        "games",
        "rating",
        "±",
        *(("faults",) if faulty else ()),
    )
    rows = []
    for place, each in enumerate(found["entrants"], 1):
        faults = ", ".join(f"{kind} {number}" for kind, number in each["faults"].items())
        rows.append(
            (
                str(each["tier"] if tiered else place),
                each["name"],
                *_interval(each["points"]),
                *(_percent(each["by_game"][game]["mean"]) for game in split),
                str(each["won"]),
                str(each["games"]),
                f"{each['rating']['mu']:.1f}",
                f"{each['rating']['sigma']:.1f}",
                *((faults,) if faulty else ()),
            )
        )
    return title, columns, tuple(rows), _note(found, tiered)


def _note(found: dict[str, Any], tiered: bool) -> str:
    parts = ["Points are of all that could be made, from ... to a 95 % confidence interval over sets."]
    if tiered:
        parts.append("Those of one tier can't be told from its first by their points.")
    if found["note"]:
        note = found["note"]
        parts.append(f"{note[0].upper()}{note[1:]}.")
    return " ".join(parts)


def _against(found: dict[str, Any]) -> Table:
    rows = tuple(
        (each["a"], each["b"], *_interval(each), "yes" if each["separated"] else "no")
        for each in found["against"]
    )
    note = "Won less lost, of the games at the same table. Certain: 0 is outside the 95 % interval."
    if len(found["entrants"]) > 2:
        note += " Tiers go by the points against all, so two of one tier may differ where they meet."
    return "Who beats whom", ("a", "b", "a - b", "from", "to", "certain"), rows, note


def _matches(found: dict[str, Any]) -> Table:
    rows = tuple(
        (
            str(each["round"]),
            each["a"],
            each["b"] or "bye",
            "" if each["b"] is None else f"{each['points'][0]:g} : {each['points'][1]:g}",
            told_winner(each),
        )
        for each in found["matches"]
    )
    return "Matches", ("round", "a", "b", "points", "winner"), rows, ""


def _interval(told: dict[str, float]) -> tuple[str, str, str]:
    return _percent(told["mean"]), _percent(told["low"]), _percent(told["high"])


def _percent(share: float) -> str:
    return f"{100 * share:z.1f} %"  # z: never -0.0
