"""The reports laid out for people."""

from __future__ import annotations

from typing import Any

from tavola.core.tables import Table, percent


def tables(report: dict[str, Any]) -> list[Table]:
    """A report of odds, solve or explain as tables."""
    if "moves" in report:
        return [_moves(report)]
    if "set_loss_first" in report:
        return [_sets(report), _load(report), _given_away(report)]
    return [_combinations(report), *_first_player(report), _make(report), _beat(report)]


# ---- odds ----


def _combinations(report: dict[str, Any]) -> Table:
    rows = tuple(
        (str(c["rank"]), str(c["dice"]), c["name"], str(c["value"]), str(c["ways"]), percent(c))
        for c in report["combinations"]
    )
    columns = ("", "dice", "name", "counts", "ways of 216", "chance")
    return Table("The combinations, highest first", columns, rows)


def _first_player(report: dict[str, Any]) -> list[Table]:
    first = report["first_player"]
    ends = tuple((str(c["dice"]), c["name"], percent(c), c["exact"]) for c in first["combinations"] if c["p"])
    throws = tuple((n, percent(p), p["exact"]) for n, p in first["throws"].items())
    every, last = first["total"]["every_throw"], first["total"]["last_throw"]
    totals = tuple(
        (n, percent(every[n]) if n in every else "", percent(last[n]) if n in last else "")
        for n in sorted({*every, *last}, key=int)
    )
    means = first["total_mean"]
    every_mean, last_mean = (f"{means[count]['p']:.3f}" for count in ("every_throw", "last_throw"))
    note = f"Mean: {every_mean} if every throw counts, {last_mean} if only the last does."
    return [
        Table("The published first player ends with", ("dice", "name", "chance", "exactly"), ends),
        Table(
            "Number of throws",
            ("throws", "chance", "exactly"),
            throws,
            f"Mean: {first['throws_mean']['p']:.3f}.",
        ),
        Table(
            "What the go adds to the total", ("total", "every throw counts", "only the last"), totals, note
        ),
    ]


def _make(report: dict[str, Any]) -> Table:
    rows = tuple(
        (str(c["dice"]), c["name"], *(percent(c["throws"][n]) for n in "123"), c["throws"]["3"]["exact"])
        for c in report["make"]
    )
    columns = ("dice", "name", "one throw", "two", "three", "exactly")
    return Table("The best chance to make a combination", columns, rows)


def _beat(report: dict[str, Any]) -> Table:
    rows = tuple(
        (
            str(c["dice"]),
            percent(c["looking"]["1"]),
            *(percent(c[how][n]) for how in ("looking", "announcing") for n in "23"),
        )
        for c in report["beat"]
    )
    columns = ("to beat", "one throw", "two, looking", "three, looking", "two, announced", "three, announced")
    note = (
        "Looking: one may stop after seeing a throw. Announced: one says before a throw that it is the last."
    )
    return Table("The best chance to end above a combination", columns, rows, note)


# ---- solve ----


def _sets(report: dict[str, Any]) -> Table:
    rows = tuple(
        (
            held,
            percent(loss, 4),
            percent(turn["first_wins"]),
            *(percent(turn["throws"][n], 1) for n in "123"),
            f"{turn['tokens_paid']:.2f}",
        )
        for (held, loss), turn in zip(report["set_loss_first"].items(), report["turn"].values(), strict=True)
    )
    columns = ("tokens held", "loses the set", "wins the turn", "stops at 1", "at 2", "at 3", "tokens paid")
    note = f"{report['objective']} Residual {report['precision']['residual']:.0e}."
    return Table("The first player of a turn, two players, both at their best", columns, rows, note)


def _load(report: dict[str, Any]) -> Table:
    rows = tuple((n, percent(p)) for n, p in report["load"]["unload_starter_tokens"].items())
    note = "21: the set was lost in the load. A set is even at its start: either loses it one time in two."
    return Table("Who starts the unload holds", ("tokens", "chance"), rows, note)


def _given_away(report: dict[str, Any]) -> Table:
    ways = {
        "published first player": report["given_away"]["published_first"],
        "more.last": report["more_players"]["measured"]["last"],
        "more.before_last": report["more_players"]["measured"]["before_last"],
        "more.both": report["more_players"]["measured"]["both"],
    }
    names = {
        "more.last": "last player as among many",
        "more.before_last": "first player as among many",
        "more.both": "both",
    }
    rows = tuple(
        (names.get(name, name), *(percent(p, 3) for p in (w["set"], w["first"]["most"], w["second"]["most"])))
        for name, w in ways.items()
    )
    columns = ("way to play", "a whole set", "most, as first", "most, as second")
    return Table("What else one may do, and how much more often it loses", columns, rows)


# ---- explain ----


def _moves(report: dict[str, Any]) -> Table:
    at = report["position"]
    dice = f" {at['dice']}" if at["dice"] else ""
    rows = tuple((m["move"], m["says"], m["reason"]) for m in report["moves"])
    return Table(f"The {at['player']} player{dice}", ("move", "value", "why"), rows, report["note"])
