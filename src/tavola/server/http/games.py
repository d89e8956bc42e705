"""The games there are, for programs."""

from __future__ import annotations

import asyncio
import logging
from functools import lru_cache
from importlib import resources
from typing import Any

from tavola.bots import bot_names, bots_here, opponents, why_absent
from tavola.bots.characters import characters
from tavola.coach.finding import check_coach
from tavola.core.codec import codec_of
from tavola.core.contract import GameInfo
from tavola.core.errors import TavolaError
from tavola.core.options import describe, text
from tavola.core.options import told as option_told
from tavola.core.plugins import reason
from tavola.core.words import Lang, Phrase
from tavola.games import game_class, game_names, rules
from tavola.server.http.answers import GameBrief, GamePage, GamesThere, OpponentTold, OptionTold
from tavola.server.http.house import House
from tavola.server.http.wire import Answer, Asked, Refuse, told
from tavola.server.tables import bot_pool
from tavola.table.messages import ScoreTold
from tavola.table.refusal import Refusal

log = logging.getLogger(__name__)


async def games(house: House, asked: Asked) -> Answer:
    most = house.settings.bot_seconds
    return told(GamesThere(await asyncio.to_thread(briefs, asked.lang(), most)))


async def game(house: House, asked: Asked) -> Answer:
    info, lang = info_of(asked.parts["game"]), asked.lang()
    facts = await asyncio.to_thread(_facts, info, lang, house.settings.bot_seconds)
    notation = _page(info.name, lang, "NOTATION") or ""
    return told(GamePage(**facts, text=rules_text(info, lang), notation=notation))


@lru_cache(maxsize=8)
def briefs(lang: Lang, most: float) -> list[GameBrief]:
    """Every game that can be loaded; a broken plug-in is left out."""
    found = []
    for name in game_names():
        try:
            found.append(GameBrief(**_facts(game_class(name).info, lang, most)))
        except Exception as error:
            log.warning("the game %s is left out: %s", name, reason(error))
    return found


def info_of(name: str) -> GameInfo:
    try:
        info: GameInfo = game_class(name).info
    except TavolaError as error:
        raise Refuse(404, "unknown_game", error.said) from None
    except Exception:
        raise Refuse(404, "unknown_game", f"the game {name[:40]!r} can't be loaded") from None
    return info


def _facts(info: GameInfo, lang: Lang, most: float) -> dict[str, Any]:
    return {
        "name": info.name,
        "title": info.title,
        "summary": info.summary.in_(lang),
        "seats": list(info.seats),
        "rules_version": info.rules_version,
        "score": ScoreTold(info.score.counts.in_(lang), info.score.best),
        "options": {
            name: OptionTold(**option_told(*each, lang)) for name, each in describe(info.options).items()
        },
        "presets": {
            name: {key: text(value) for key, value in preset.items()} for name, preset in info.presets.items()
        },
        "words": {name: word.in_(lang) for name, word in info.words.items()},
        "seat_fields": _seat_fields(info.name),
        "bots": list(bots_here(info.name)),
        "bots_absent": why_absent(info.name, lang),
        "no_coach": _why_no_coach(info.name, lang),
        "characters": characters(info.name, bot_names(info.name), max(info.seats), lang),
        "opponents": [
            OpponentTold(bot, choice.in_(lang) if choice else "")
            for bot, choice in welcome_opponents(info.name, most)
        ],
    }


@lru_cache(maxsize=64)
def welcome_opponents(game: str, most: float) -> tuple[tuple[str, Phrase | None], ...]:
    """The bots to choose from: only those that a table would accept."""

    def welcome(spec: str) -> bool:
        try:
            bot_pool.check(spec, rules(game), most)
        except Refusal:
            return False
        except Exception as error:
            log.warning("the bot %s of %s is left out: %s", spec, game, reason(error))
            return False
        return True

    return tuple((spec, choice) for spec, choice in opponents(game) if welcome(spec))


@lru_cache(maxsize=64)
def _seat_fields(game: str) -> list[str]:
    try:
        return codec_of(rules(game)).seat_fields()
    except (NameError, TypeError):  # types that can't be looked into: numbers are shown as numbers
        return []


def _why_no_coach(game: str, lang: Lang) -> str:
    try:
        check_coach(rules(game))
    except TavolaError as error:
        return error.said.in_(lang)
    return ""


@lru_cache(maxsize=64)
def _page(name: str, lang: Lang, page: str = "README") -> str | None:
    package = game_class(name).__module__.rpartition(".")[0]
    for each in (f"{page}.{lang}.md", f"{page}.md"):
        try:
            return resources.files(package).joinpath(each).read_text(encoding="utf-8")
        except (OSError, ValueError, TypeError, ImportError):
            continue
    return None


def rules_text(info: GameInfo, lang: Lang) -> str:
    """The game's own page, in the language if there is one, else in English; without one, its summary."""
    return _page(info.name, lang) or f"# {info.title}\n\n{info.summary.in_(lang)}\n"
