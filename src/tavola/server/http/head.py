"""The head of a page, for search engines and for programs that show a preview of a link."""

from __future__ import annotations

import re
from functools import cache
from html import escape

from tavola.core.contract import GameInfo
from tavola.core.words import Lang
from tavola.games import game_class, game_names
from tavola.server.http import words
from tavola.server.http.wire import Answer, Asked

APP = "/app.webmanifest"
PREVIEW, WIDE, HIGH = "/preview.jpg", 1200, 630
LOCALES = {"en": "en_GB", "fr": "fr_FR", "it": "it_IT"}
HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")
OF_SOMEBODY = (
    "/table/",
    "/join/",
    "/record/",
)  # open to everyone who has the address, but not to be found by searching
ROBOTS = "User-agent: *\nDisallow: {prefix}/api/\nDisallow: {prefix}/ws\n"
PREFIX = b'name="tavola-prefix" content="%s"'


def with_head(document: bytes, asked: Asked) -> bytes:
    """The document with its language, the prefix of our paths and a description filled in."""
    document = document.replace(b'name="tavola-prefix" content=""', PREFIX % asked.prefix.encode(), 1)
    document = document.replace(b'="./', f'="{asked.prefix}/'.encode())
    document = document.replace(b'<html lang="en">', f'<html lang="{asked.lang()}">'.encode(), 1)
    return document.replace(b"</head>", head(asked).encode() + b"</head>", 1)


def head(asked: Asked) -> str:
    lang = asked.lang()
    title, about = subject(asked, lang)
    origin = origin_of(asked)
    shared = {
        "og:site_name": "Tavola",
        "og:type": "website",
        "og:locale": LOCALES[lang],
        "og:title": title,
        "og:description": about,
        "og:url": origin + asked.prefix + asked.path,
        "og:image": origin + asked.prefix + PREVIEW,
        "og:image:width": str(WIDE),
        "og:image:height": str(HIGH),
        "og:image:alt": words.PREVIEW.in_(lang),
    }
    lines = [f'<meta name="description" content="{escape(about)}">']
    lines += [f'<meta property="{name}" content="{escape(value)}">' for name, value in shared.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image">')
    lines.append(f'<link rel="manifest" href="{asked.prefix}{APP}">')
    if asked.path.startswith(OF_SOMEBODY):
        lines.append('<meta name="robots" content="noindex">')
    return "\n".join(lines) + "\n"


def subject(asked: Asked, lang: Lang) -> tuple[str, str]:
    """What a page is called and what it is about, in a sentence."""
    about = words.ABOUT.fill(games=", ".join(_titles())).in_(lang)
    if asked.path.startswith("/join/"):
        return words.INVITED.in_(lang), about
    if (info := _info(asked.parts.get("game", ""))) is None:
        return "Tavola", about
    return f"{info.title} – Tavola", info.summary.in_(lang)


@cache
def _titles() -> tuple[str, ...]:
    return tuple(info.title for name in game_names() if (info := _info(name)) is not None)


def _info(name: str) -> GameInfo | None:
    """None where there is no such game, or a plug-in can't be loaded: the list of games tells of that."""
    try:
        info: GameInfo = game_class(name).info
    except Exception:
        return None
    return info


def origin_of(asked: Asked) -> str:
    """The origin the client used; empty if `Host` is no address. A proxy may have terminated TLS."""
    host = asked.headers.get("host", "")
    if not HOST.fullmatch(host):
        return ""
    secure = asked.secure or asked.headers.get("x-forwarded-proto", "").strip().lower() == "https"
    return f"{'https' if secure else 'http'}://{host}"


def robots(prefix: str) -> Answer:
    return Answer(
        ROBOTS.format(prefix=prefix).encode(), "text/plain; charset=utf-8", cache="public, max-age=86400"
    )
