"""Pages that need no JavaScript: the frame around each, and the pages for errors."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from importlib import resources
from string import Template

import tavola
from tavola.core.words import LANGS, Lang, Phrase
from tavola.server.http import words
from tavola.server.http.head import with_head
from tavola.server.http.wire import HTML, Answer, Asked
from tavola.server.service import game_services


@lru_cache(maxsize=8)
def template(name: str) -> Template:
    file = resources.files("tavola.server.http").joinpath("templates", name)
    return Template(file.read_text(encoding="utf-8"))


# ---- around every page ----


def shell(asked: Asked, title: str, content: str, status: int = 200) -> Answer:
    lang = asked.lang()
    page = template("shell.html").substitute(
        prefix=asked.prefix,
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
    pages = [service.link for service in game_services().values() if service.link]
    links = [
        f'<a href="{asked.prefix}{path}?plain&amp;lang={lang}">{said.in_(lang)}</a>' for path, said in pages
    ]
    here = [asked.path] if asked.path.startswith(tuple(path for path, _ in pages)) else []
    path = escape(asked.prefix + [*here, *(path for path, _ in pages), "/"][0])
    for each in LANGS:
        current = ' aria-current="true"' if each == lang else ""
        name = words.OWN_NAMES[each]
        links.append(
            f'<a href="{path}?plain&amp;lang={each}" hreflang="{each}" lang="{each}"{current}>{name}</a>'
        )
    return "".join(links)


def not_found(asked: Asked) -> Answer:
    lang = asked.lang()
    text = words.NOT_HERE.in_(lang)
    return shell(
        asked, text, f'<h1>{text}</h1><p><a href="{asked.prefix}/">{words.START.in_(lang)}</a></p>', 404
    )


def forbidden(asked: Asked, why: str) -> Answer:
    """For a banned address."""
    return shell(asked, why, f"<h1>{escape(why)}</h1>", 403)


def not_built(asked: Asked, what: Phrase = words.NOT_BUILT, command: str = "make web") -> Answer:
    """Tavola was installed without its page, or without its documentation."""
    lang = asked.lang()
    title = what.in_(lang)
    content = f"<h1>{title}</h1><p>{words.HOW_TO_BUILD.in_(lang)}</p><pre><code>{command}</code></pre>"
    return shell(asked, title, content, 503)
