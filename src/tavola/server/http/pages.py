"""The pages: the start, and the scoreboards of 5000. They read well without JavaScript."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from importlib import resources
from string import Template

import tavola
from tavola.core.words import LANGS, Lang
from tavola.server.http import words
from tavola.server.http.answers import Scoreboard
from tavola.server.http.games import briefs
from tavola.server.http.house import ENVIRONMENTS, House
from tavola.server.http.lists import host_of, scoreboard_of
from tavola.server.http.routes import Param, Route
from tavola.server.http.wire import HTML, Answer, Asked, Refuse
from tavola.server.store import Listing

SHOWN_SCORES, SHOWN_TABLES, SHOWN_PEOPLE = 200, 30, 50
PYTHON = (
    "python3 -c \"import socket; s = socket.create_connection(('{host}', {port})); "
    'print(s.recv(4096).decode())"'
)


@lru_cache(maxsize=8)
def template(name: str) -> Template:
    file = resources.files("tavola.server.http").joinpath("templates", name)
    return Template(file.read_text(encoding="utf-8"))


async def start(house: House, asked: Asked) -> Answer:
    lang = asked.lang()
    listed = await house.store.listed(limit=SHOWN_TABLES)
    content = template("start.html").substitute(
        lang=lang,
        slogan=words.SLOGAN.in_(lang),
        games_title=words.GAMES.in_(lang),
        games="".join(_games(lang)),
        tables_title=words.TABLES.in_(lang),
        tables=_tables([t for t in listed if t.status in ("waiting", "playing")], lang),
        bots_title=words.BOT_WRITERS.in_(lang),
        scoreboards=words.SCOREBOARDS.in_(lang),
        lines_text=words.ALL_GAMES_LINES.in_(lang),
        host=escape(host_of(asked)),
        lines_port=house.port("lines"),
        descriptions=words.DESCRIPTIONS.in_(lang),
        terminal_title=words.AT_THE_TERMINAL.in_(lang),
    )
    return shell(asked, f"Tavola: {words.SLOGAN.in_(lang)}", content)


def _games(lang: Lang) -> list[str]:
    cards = []
    for game in briefs(lang):
        low, high = game.seats[0], game.seats[-1]
        without_gap = high - low + 1 == len(game.seats) > 1
        seats = f"{low}–{high}" if without_gap else "/".join(map(str, game.seats))
        cards.append(
            f"<li><b>{escape(game.title)}</b> <small>{seats} {words.PLAYERS.in_(lang)}</small>"
            f"<p>{escape(game.summary)}</p></li>"
        )
    return cards


def _tables(tables: Sequence[Listing], lang: Lang) -> str:
    if not tables:
        return f'<p class="quiet">{words.NO_TABLES.in_(lang)}</p>'
    rows = []
    for table in tables:
        names = ", ".join(
            escape(name) if name else f"<i>{words.FREE_SEAT.in_(lang)}</i>" for name in table.seats
        )
        state = words.WAITING_FOR if table.status == "waiting" else words.IN_PLAY
        rows.append(f"<tr><td>{escape(table.game)}</td><td>{names}</td><td>{state.in_(lang)}</td></tr>")
    return f"<table><tbody>{''.join(rows)}</tbody></table>"


# ---- scoreboards ----


async def scoreboards(house: House, asked: Asked) -> Answer:
    name = asked.parts.get("environment", "training")
    if name not in ENVIRONMENTS:
        raise Refuse(404, "not_found", f"there is no environment {name[:40]!r}")
    lang, host = asked.lang(), host_of(asked)
    board = await scoreboard_of(house, name, host, SHOWN_SCORES)
    title = words.SCOREBOARDS.in_(lang)
    content = template("scoreboards.html").substitute(
        title=title,
        tabs="".join(_tab(each, each == name, lang) for each in ENVIRONMENTS),
        about=_about(board, lang),
        name=words.ENVIRONMENT[name].in_(lang),
        scores=_scores(board, lang),
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


def _tab(name: str, current: bool, lang: Lang) -> str:
    here = ' aria-current="page"' if current else ""
    return f'<a href="/scoreboards/{name}?lang={lang}"{here}>{words.ENVIRONMENT[name].in_(lang)}</a>'


def _about(board: Scoreboard, lang: Lang) -> str:
    phrase = words.ALONE if board.seats == 1 else words.TOGETHER
    said = phrase.fill(seats=board.seats, seconds=f"{board.seconds:g}").in_(lang)
    more = words.ONE_AT_A_TIME.in_(lang) if ENVIRONMENTS[board.environment].single else ""
    return f"{said} {more}".strip()


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


# ---- around every page ----


def shell(asked: Asked, title: str, content: str, status: int = 200) -> Answer:
    lang = asked.lang()
    page = template("shell.html").substitute(
        lang=lang,
        title=escape(title),
        skip=words.SKIP.in_(lang),
        nav=_nav(asked, lang),
        content=content,
        version=tavola.__version__,
    )
    return Answer(page.encode(), HTML, status, headers={"content-language": lang})


def _nav(asked: Asked, lang: Lang) -> str:
    path = escape(asked.path if asked.path.startswith(("/scoreboards",)) else "/")
    links = [f'<a href="/scoreboards?lang={lang}">{words.SCOREBOARDS.in_(lang)}</a>']
    for each in LANGS:
        here = ' aria-current="true"' if each == lang else ""
        name = words.OWN_NAMES[each]
        links.append(f'<a href="{path}?lang={each}" hreflang="{each}" lang="{each}"{here}>{name}</a>')
    return "".join(links)


def not_found(asked: Asked) -> Answer:
    lang = asked.lang()
    text = words.NOT_HERE.in_(lang)
    return shell(
        asked, text, f'<h1>{text}</h1><p><a href="/?lang={lang}">{words.START.in_(lang)}</a></p>', 404
    )


_LANG = (Param("lang", "The language.", choices=LANGS),)
ROUTES = (
    Route("GET", "/", start, params=_LANG),
    Route("GET", "/scoreboards", scoreboards, params=_LANG),
    Route("GET", "/scoreboards/{environment}", scoreboards, params=_LANG),
)
