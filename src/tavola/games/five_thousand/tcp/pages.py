"""The scoreboards of 5000 over TCP: REST, and a page that needs no JavaScript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources
from string import Template
from typing import Any

import msgspec

from tavola.core.words import LANGS, Lang
from tavola.games.five_thousand.tcp import words
from tavola.games.five_thousand.tcp.gallery import Gallery
from tavola.games.five_thousand.tcp.service import GAME, SCOREBOARDS
from tavola.games.five_thousand.tcp.settings import ENVIRONMENTS as EVERY
from tavola.games.five_thousand.tcp.tournament_day import Line
from tavola.server.http import site
from tavola.server.http.house import House
from tavola.server.http.lists import host_of
from tavola.server.http.pages import shell
from tavola.server.http.routes import Param, Route
from tavola.server.http.wire import Answer, Asked, Refuse, told

ENVIRONMENTS = {each.name: each for each in EVERY}
SHOWN_SCORES, SHOWN_PEOPLE, SHOWN_GAMES = 200, 50, 10
PYTHON = (
    "python3 -c \"import socket; s = socket.create_connection(('{host}', {port})); "
    'print(s.recv(4096).decode())"'
)


# ---- REST ----


class ScoreLine(msgspec.Struct, frozen=True):
    name: str
    score: int
    games: int


class Door(msgspec.Struct, frozen=True):
    """Where to connect."""

    host: str
    port: int


class Committed(msgspec.Struct, frozen=True):
    """A table of 5000 over TCP, who plays there, and the commitment to its dice."""

    table: str
    commitment: str
    names: list[str] = []
    began: float = 0.0  # since 1970; 0 before it has


class Team(msgspec.Struct, frozen=True):
    """A team in the standings of a contest. Of one tier: can't be told from its best."""

    name: str
    tier: int
    games: int
    won: int
    missed: int  # games it did not come to
    rate: float  # of points; 0.5 is the mean of all
    low: float
    high: float  # where its true value is, at 95 %
    present: bool


class Day(msgspec.Struct, frozen=True):
    """How the tournament of a contest stands. `over` says why it is over; empty, it is not."""

    round: int
    games: int
    over: str
    standings: list[Team]
    next: list[list[str]]  # who plays next, a triple each
    sets: int  # of this round
    sets_left: int
    look: int | None  # after this round it is looked whether every team is told from the next
    begins: float | None  # when it begins though some are missing, since 1970
    ends: float | None  # when its time is up


class LastGame(msgspec.Struct, frozen=True):
    """A game that is over; its record is at /record/TABLE."""

    table: str
    names: list[str]
    scores: list[int]
    winners: list[int]


class Scoreboard(msgspec.Struct, frozen=True):
    """An environment of 5000 over TCP: its scores, who waits and who plays."""

    environment: str
    seats: int
    seconds: float  # for a decision
    scores: list[ScoreLine]
    waiting: list[str]
    playing: list[Committed]
    next: Committed | None  # the table that begins next
    connect: Door
    day: Day | None = None  # of the tournament of a contest
    last: list[LastGame] = []  # the latest first


async def scoreboard(house: House, asked: Asked) -> Answer:
    name = asked.parts["environment"]
    if name not in ENVIRONMENTS:
        there = ", ".join(ENVIRONMENTS)
        raise Refuse(404, "unknown_environment", f"there is no environment {name[:40]!r}; there are: {there}")
    return told(await scoreboard_of(house, name, host_of(asked), asked.fields["limit"]))


async def scoreboard_of(house: House, name: str, host: str, limit: int) -> Scoreboard:
    lines = await house.store.scoreboard(name, limit)
    seen, environment = seen_of(house, name), ENVIRONMENTS[name]
    return Scoreboard(
        environment=name,
        seats=environment.seats,
        seconds=environment.seconds,
        scores=[ScoreLine(*line) for line in lines],
        waiting=list(seen.get("waiting", ())),
        playing=[Committed(**table) for table in seen.get("tables", ())],
        next=Committed(**seen["next"]) if "next" in seen else None,
        connect=Door(host, port_of(house, name)),
        day=day_told(seen["day"]) if "day" in seen else None,
        last=_last(seen["gallery"]) if "gallery" in seen else [],
    )


def _last(gallery: Gallery) -> list[LastGame]:
    latest = [game for game in reversed(gallery.games) if game.moves][:SHOWN_GAMES]
    return [LastGame(each.table, list(each.names), list(each.scores), list(each.winners)) for each in latest]


def day_told(seen: Mapping[str, Any]) -> Day:
    lines = [_team(line, line.name in seen["present"]) for line in seen["standings"]]
    coming = [list(each) for each in seen["next"]]
    far = {name: seen[name] for name in ("sets", "sets_left", "look", "begins", "ends")}
    return Day(seen["round"], seen["games"], seen["over"], lines, coming, **far)


def _team(line: Line, present: bool) -> Team:
    mean, low, high = (round(share, 4) for share in line.rate)
    return Team(line.name, line.tier, line.games, line.won, line.missed, mean, low, high, present)


def seen_of(house: House, environment: str) -> Mapping[str, Any]:
    """The status of an environment: players that wait, tables, commitments."""
    service = house.services.get(GAME)
    return (service.status() if service else {}).get(environment) or {}


def port_of(house: House, environment: str) -> int:
    return house.ports.get(environment) or int(getattr(house.settings.services[GAME], f"{environment}_port"))


# ---- the page ----


async def page(house: House, asked: Asked) -> Answer:
    """For browsers the page, which without JavaScript goes on to ?plain; for all others the plain page."""
    name = asked.parts.get("environment", "training")
    if name not in ENVIRONMENTS:
        raise Refuse(404, "not_found", f"there is no environment {name[:40]!r}")
    document = site.document()
    if document is None or asked.fields["plain"] is not None or not asked.wants("text/html"):
        return await scoreboards(house, asked)
    there = f"{asked.prefix}/scoreboards/{name}"
    away = f'<noscript><meta http-equiv="refresh" content="0; url={there}?plain"></noscript>'
    return site.shown(document.replace(b"</head>", away.encode() + b"</head>", 1), asked)


async def scoreboards(house: House, asked: Asked) -> Answer:
    name = asked.parts.get("environment", "training")
    lang, host = asked.lang(), host_of(asked)
    board = await scoreboard_of(house, name, host, SHOWN_SCORES)
    title = SCOREBOARDS.in_(lang)
    content = _template().substitute(
        title=title,
        tabs="".join(_tab(asked.prefix, each, each == name, lang) for each in ENVIRONMENTS),
        about=_about(board, lang),
        name=words.ENVIRONMENT[name].in_(lang),
        scores=_standings(board, lang) + _scores(board, lang),
        people=_people(board, lang),
        connect_title=words.HOW_TO_CONNECT.in_(lang),
        netcat=words.WITH_NETCAT.in_(lang),
        python=words.WITH_PYTHON.in_(lang),
        python_line=escape(PYTHON.format(host=host, port=board.connect.port)),
        host=escape(host),
        port=board.connect.port,
        counting=words.COUNTING.in_(lang),
    )
    return shell(asked, f"{title}: {words.ENVIRONMENT[name].in_(lang)} – Tavola", content)


def _tab(prefix: str, name: str, current: bool, lang: Lang) -> str:
    here = ' aria-current="page"' if current else ""
    address = f"{prefix}/scoreboards/{name}?plain&amp;lang={lang}"
    return f'<a href="{address}"{here}>{words.ENVIRONMENT[name].in_(lang)}</a>'


def _about(board: Scoreboard, lang: Lang) -> str:
    phrase = words.ALONE if board.seats == 1 else words.TOGETHER
    said = phrase.fill(seats=board.seats, seconds=f"{board.seconds:g}").in_(lang)
    one_table = words.ONE_AT_A_TIME if board.day is None else words.BY_SCHEDULE
    more = one_table.in_(lang) if ENVIRONMENTS[board.environment].single else ""
    return f"{said} {more}".strip()


def _standings(board: Scoreboard, lang: Lang) -> str:
    """The standings of a contest, above the scores."""
    if board.day is None:
        return ""
    head = "".join(f'<th scope="col">{word.in_(lang)}</th>' for word in words.STANDINGS)
    rows = "".join(
        f'<tr><td class="number">{team.tier}</td><td>{escape(team.name)}</td>'
        f'<td class="number">{team.rate:.1%}</td><td class="number">{team.low:.1%} – {team.high:.1%}</td>'
        f'<td class="number">{team.games}</td><td class="number">{team.missed}</td></tr>'
        for team in board.day.standings
    )
    said = words.ROUND.fill(round=board.day.round, games=board.day.games).in_(lang)
    over = f"<p><strong>{escape(board.day.over)}</strong></p>" if board.day.over else ""
    about = f'{over}<p class="quiet">{said} {words.TIERS.in_(lang)}</p>'
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{about}"


def _scores(board: Scoreboard, lang: Lang) -> str:
    if not board.scores:
        return f'<p class="quiet">{words.NOBODY_YET.in_(lang)}</p>'
    head = "".join(
        f'<th scope="col"{kind}>{text}</th>'
        for text, kind in (
            ("#", ' class="number"'),
            (words.NAME.in_(lang), ""),
            (words.SCORE.in_(lang), ' class="number"'),
            (words.PLAYED.in_(lang), ' class="number"'),
        )
    )
    rows = []
    for place, line in enumerate(board.scores, 1):
        shade = " win" if line.score > 0 else " loss" if line.score < 0 else ""
        score = f"{line.score:+d}".replace("-", "−") if line.score else "0"
        rows.append(
            f'<tr><td class="number">{place}</td><td>{escape(line.name)}</td>'
            f'<td class="number{shade}">{score}</td><td class="number">{line.games}</td></tr>'
        )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _people(board: Scoreboard, lang: Lang) -> str:
    tables = [" – ".join(table.names) for table in board.playing]
    parts = [
        _list(words.WHO_WAITS.in_(lang), board.waiting, lang),
        _list(words.WHO_PLAYS.in_(lang), tables, lang),
    ]
    if board.next is not None:
        said = words.NEXT_DICE.in_(lang)
        parts.append(f'<p class="quiet">{said} <code class="hash">{escape(board.next.commitment)}</code></p>')
    return "".join(parts)


def _list(title: str, names: Sequence[str], lang: Lang) -> str:
    items = "".join(f"<li>{escape(name)}</li>" for name in names[:SHOWN_PEOPLE])
    items += "<li>…</li>" if len(names) > SHOWN_PEOPLE else ""
    shown = f'<ul class="people">{items}</ul>' if names else f'<p class="quiet">{words.NOBODY.in_(lang)}</p>'
    return f"<h2>{title}</h2>{shown}"


def _template() -> Template:
    return Template(resources.files(__package__).joinpath("scoreboards.html").read_text(encoding="utf-8"))


PLAIN = (
    Param("lang", "The language.", choices=LANGS),
    Param("plain", "The page that needs no JavaScript."),
)
BLANKS = {"environment": f"One of {', '.join(ENVIRONMENTS)}."}
ROUTES = (
    Route(
        "GET",
        "/api/scoreboards/{environment}",
        scoreboard,
        "The scores of 5000 over TCP, and who is there.",
        Scoreboard,
        (Param("limit", "At most so many.", "integer", low=1, high=1000, default=100),),
        BLANKS,
        {404: "There is no such thing."},
    ),
    Route("GET", "/scoreboards", page, params=PLAIN),
    Route("GET", "/scoreboards/{environment}", page, params=PLAIN),
)
