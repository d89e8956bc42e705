"""Pages that need no JavaScript: the scoreboards of 5000, and what is said where there is nothing."""

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
from tavola.server.http.head import with_head
from tavola.server.http.house import ENVIRONMENTS, House
from tavola.server.http.lists import host_of, scoreboard_of
from tavola.server.http.wire import HTML, Answer, Asked

SHOWN_SCORES, SHOWN_PEOPLE = 200, 50
PYTHON = (
    "python3 -c \"import socket; s = socket.create_connection(('{host}', {port})); "
    'print(s.recv(4096).decode())"'
)


@lru_cache(maxsize=8)
def template(name: str) -> Template:
    file = resources.files("tavola.server.http").joinpath("templates", name)
    return Template(file.read_text(encoding="utf-8"))


# ---- scoreboards ----


async def scoreboards(house: House, asked: Asked) -> Answer:
    name = asked.parts.get("environment", "training")
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
    return (
        f'<a href="/scoreboards/{name}?plain&amp;lang={lang}"{here}>{words.ENVIRONMENT[name].in_(lang)}</a>'
    )


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
    body = page.encode() if status != 200 else with_head(page.encode(), asked)
    return Answer(body, HTML, status, headers={"content-language": lang})


def _nav(asked: Asked, lang: Lang) -> str:
    path = escape(asked.path) if asked.path.startswith("/scoreboards") else "/scoreboards"
    links = [f'<a href="/scoreboards?plain&amp;lang={lang}">{words.SCOREBOARDS.in_(lang)}</a>']
    for each in LANGS:
        here = ' aria-current="true"' if each == lang else ""
        name = words.OWN_NAMES[each]
        links.append(
            f'<a href="{path}?plain&amp;lang={each}" hreflang="{each}" lang="{each}"{here}>{name}</a>'
        )
    return "".join(links)


def not_found(asked: Asked) -> Answer:
    lang = asked.lang()
    text = words.NOT_HERE.in_(lang)
    return shell(asked, text, f'<h1>{text}</h1><p><a href="/">{words.START.in_(lang)}</a></p>', 404)


def not_built(asked: Asked) -> Answer:
    """Tavola was installed without its page."""
    lang = asked.lang()
    title = words.NOT_BUILT.in_(lang)
    content = f"<h1>{title}</h1><p>{words.HOW_TO_BUILD.in_(lang)}</p><pre><code>make web</code></pre>"
    return shell(asked, title, content, 503)
