"""A tournament as one HTML file: nothing to load, no scripts, pictures as SVG. Replays lie beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from tavola.core.record import Record
from tavola.core.words import clean
from tavola.tournaments.formats import so_many_sets, told_winner
from tavola.tournaments.holding import Held
from tavola.tournaments.plots import COLOURS, MOST_DRAWN, heat, race, reach
from tavola.tournaments.replay_page import Blunders, replay_body, replay_link

STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fdfcf9; --line: #c9c4b8; --soft: #6b665c }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee9df; --paper: #1d1b18; --line: #4a463f; --soft: #a8a196 }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 84rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto }
th, td { padding: .3rem .7rem; white-space: nowrap; border-bottom: 1px solid var(--line); text-align: left }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
caption, .note { color: var(--soft); text-align: left }
svg { max-width: 100%; height: auto }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif }
h1 { margin-bottom: 0 }
a { color: inherit }
tr.blunder td, tr:target td { background: color-mix(in srgb, #d9822b 22%, transparent) }
td.said { white-space: normal; min-width: 20rem }
"""


def page(found: dict[str, Any], held: Held, linked: bool = False) -> str:
    """The whole report; `linked`: with links to the replays beside it."""
    told = found["tournament"]
    games = ", ".join(each["game"] for each in told["games"])
    parts = [
        f"<h1>{escape(games)}</h1>",
        f"<p class=note>{escape(told['format'])}, {len(told['entrants'])} entrants, ",
        f"{found['games']:,} games, {so_many_sets(found['sets'])}, seed {told['seed']}, ",
        f"{told['clock']:g} s a move. {_sentence(found['note'])}</p>",
        *_standing(found),
        *_pictures(found, held),
        *_matches(found),
        *_faults(found, held, linked),
        *_games(found, linked),
        *_blunders(found, linked),
        *_how_to_read(bool(found["tiers"])),
    ]
    return _document(games, "".join(parts))


def replay_page(number: int, record: Record, blunders: Blunders) -> str:
    """The page of one game."""
    return _document(f"{record.game}, game {number}", replay_body(number, record, blunders))


def _document(title: str, body: str) -> str:
    head = (
        f"<meta charset=utf-8><meta name=viewport content='width=device-width'><title>{escape(title)}</title>"
    )
    return (
        f"<!doctype html><html lang=en><head>{head}<style>{STYLE}</style></head><body>{body}</body></html>\n"
    )


def _sentence(note: str) -> str:
    return f"{escape(note[:1].upper() + note[1:])}." if note else ""


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]], words: int) -> str:
    """A table whose first `words` columns are texts, the others numbers."""
    head = "".join(_cell("th", text, place >= words) for place, text in enumerate(columns))
    body = "".join(
        "<tr>" + "".join(_cell("td", text, place >= words) for place, text in enumerate(row)) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(kind: str, text: str, number: bool) -> str:
    return f"<{kind}{' class=n' if number else ''}>{escape(text)}</{kind}>"


def _standing(found: dict[str, Any]) -> list[str]:
    games = [each["game"] for each in found["tournament"]["games"]]
    split = games if len(games) > 1 else []
    columns = ("", "bot", "points", "95 %", *split, "won", "games", "rating", "mu", "sigma")
    rows = []
    for place, each in enumerate(found["entrants"], 1):
        points, rating = each["points"], each["rating"]
        rows.append(
            (
                f"tier {each['tier']}" if each["tier"] else str(place),
                each["name"],
                _percent(points["mean"]),
                f"{_percent(points['low'])} to {_percent(points['high'])}",
                *(_percent(each["by_game"][game]["mean"]) for game in split),
                str(each["won"]),
                str(each["games"]),
                f"{rating['shown']:.1f}",
                f"{rating['mu']:.2f}",
                f"{rating['sigma']:.2f}",
            )
        )
    return ["<h2>Standing</h2>", _table(columns, rows, 2)]


def _pictures(found: dict[str, Any], held: Held) -> list[str]:
    names = [each["name"] for each in found["entrants"]]
    points = [(each["name"], each["points"]) for each in found["entrants"]]
    ratings = [
        (each["name"], _around(each["rating"]["mu"], 2 * each["rating"]["sigma"]))
        for each in found["entrants"]
    ]
    went_by = race([(name, list(held.score.of_sets(name).values())) for name in names])
    return [
        "<h2>Points</h2>",
        reach(points, 0.0, 1.0, "points a game, with 95 % confidence intervals", percent=True),
        _the_first(MOST_DRAWN, len(names)),
        *(("<h2>As the sets went by</h2>", went_by, _the_first(len(COLOURS), len(names))) if went_by else ()),
        "<h2>Who beats whom</h2>",
        heat(names, {(each["a"], each["b"]): each for each in found["against"]}),
        _the_first(MOST_DRAWN, len(names)),
        "<h2>Ratings</h2>",
        reach(ratings, *_span(ratings), "mu, and two sigma to either side", percent=False),
        _the_first(MOST_DRAWN, len(names)),
    ]


def _the_first(drawn: int, there: int) -> str:
    """A note that a picture leaves entrants out."""
    if there <= drawn:
        return ""
    return f"<p class=note>The first {drawn} of the standing; the other {there - drawn} are not drawn.</p>"


def _around(mean: float, reach_: float) -> dict[str, float]:
    return {"mean": mean, "low": mean - reach_, "high": mean + reach_}


def _span(lines: Sequence[tuple[str, dict[str, float]]]) -> tuple[float, float]:
    return min(each["low"] for _, each in lines), max(each["high"] for _, each in lines)


def _matches(found: dict[str, Any]) -> list[str]:
    if not found["matches"]:
        return []
    rows = [
        (
            str(each["round"]),
            each["a"],
            each["b"] or "bye",
            told_winner(each),
            "" if each["b"] is None else f"{each['points'][0]:g} : {each['points'][1]:g}",
        )
        for each in found["matches"]
    ]
    return ["<h2>Matches</h2>", _table(("round", "", "", "winner", "points"), rows, 4)]


def _faults(found: dict[str, Any], held: Held, linked: bool) -> list[str]:
    rows = [
        (each["name"], kind, str(number))
        for each in found["entrants"]
        for kind, number in each["faults"].items()
    ]
    if not rows:
        return []
    latest = [
        f"{escape(clean(name))}: {replay_link(number, linked=linked)}"
        for name in held.standing.order
        if (number := held.chosen.faulty(name)) is not None
    ]
    note = "<p class=note>Games lost by the bot's own doing; the folder's logs say how.</p>"
    return [
        "<h2>Faults</h2>",
        _table(("bot", "", "games"), rows, 2),
        note,
        f"<p>The latest of each: {'; '.join(latest)}.</p>",
    ]


def _games(found: dict[str, Any], linked: bool) -> list[str]:
    rows = [
        "".join(
            f"<td>{cell}</td>"
            for cell in (
                *(escape(clean(each[key])) for key in ("game", "a", "b")),
                *(replay_link(each[key], linked=linked) for key in ("won_by_a", "won_by_b", "level")),
            )
        )
        for each in found["meetings"]
    ]
    numbers = {each[key] for each in found["meetings"] for key in ("won_by_a", "won_by_b", "level")} - {None}
    head = "".join(f"<th>{each}</th>" for each in ("game", "a", "b", "won by a", "won by b", "level"))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return [
        "<h2>Games</h2>",
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>",
        "<p class=note>Of two bots, the latest game each has won against the other and the latest level one: "
        f"{len(numbers):,} games. {_left_out(found)}",
        f"All {found['games']:,} are in games.jsonl, a record a line.</p>"
        if linked
        else "With --out FOLDER every game is kept, and these are links to their replays.</p>",
    ]


def _left_out(found: dict[str, Any]) -> str:
    left = found["meetings_left_out"]
    return f"{left:,} more pairings, further down in the standing, are left out. " if left else ""


def _blunders(found: dict[str, Any], linked: bool) -> list[str]:
    """The coach's part."""
    told = found["coach"]
    if told is None:
        return ["<h2>Blunders</h2><p class=note>No coach was asked; --coach N asks for one.</p>"]
    parts = ["<h2>Blunders</h2>", *(f"<p>{escape(clean(note))}.</p>" for note in told["notes"])]
    read = [each for each in told["entrants"] if each["games"]]
    for each in read:
        listed = ", ".join(replay_link(number, linked=linked) for number in each["games"])
        parts += [
            f"<h3>{escape(clean(each['name']))}, {escape(each['game'])}</h3>",
            f"<p class=note>{escape(summed_up(each))} Counted in: {escape(each['unit_says'])}. ",
            f"Gone through: {listed}.</p>",
            _worst(each["worst"], linked) if each["worst"] else "",
        ]
    if read:
        parts.append(
            f"<p class=note>The coach went through {told['games_each']} games of each bot at the most, the "
            "latest it had lost before others.</p>"
        )
    return parts


def summed_up(each: dict[str, Any]) -> str:
    """How well a bot decided, in a sentence."""
    how = "" if each["exact"] else " for certain"
    return f"{each['mistakes']:,} of {each['decisions']:,} decisions gave something away{how}."


def _worst(worst: Sequence[dict[str, Any]], linked: bool) -> str:
    rows = "".join(
        f"<tr><td>{replay_link(each['number'], each['move'], linked)}</td>"
        f"<td>{escape(clean(each['played']))}</td><td>{escape(clean(each['best']))}</td>"
        f"<td class=n>{escape(each['says'])}</td></tr>"
        for each in worst
    )
    head = "<th></th><th>played</th><th>best</th><th class=n>cost</th>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _how_to_read(tiered: bool) -> list[str]:
    tiers = "Bots of one tier can't be told from its first with 95 % confidence. " if tiered else ""
    return [
        "<h2>How to read this</h2><p class=note>",
        "A set is one luck, played with every rotation of the seats: whoever sits on a seat gets the same "
        "dice and cards. Points are 1 for beating an opponent, a half for a draw, the mean over those at "
        f"the table. Intervals are over sets. {tiers}The rating is mu less three sigma.</p>",
    ]


def _percent(share: float) -> str:
    return f"{100 * share:z.1f} %"  # z: never -0.0
