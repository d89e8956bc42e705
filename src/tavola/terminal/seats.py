"""Who sits at the table: people and bots, as the command line names them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tavola.bots import Bot, bots_here, make_bot
from tavola.core.contract import GameInfo, Rules
from tavola.core.errors import TavolaError
from tavola.core.words import Lang
from tavola.terminal import words

YOU = "you"
HOUSE = "house"
RANDOM = "random"  # plays every game
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person with a name, or a bot named by what it is."""

    name: str
    bot: str = ""  # "" for a person


def default_players(info: GameInfo) -> str:
    """You, and as many house players as the game needs, at least one; random ones in a game without any."""
    bot = HOUSE if HOUSE in bots_here(info.name) else RANDOM
    seats = next((number for number in info.seats if number > 1), info.seats[0])
    return ",".join([YOU, *[bot] * (seats - 1)])


def sitters(players: str, info: GameInfo, lang: Lang) -> tuple[Sitter, ...]:
    """`you:Ada,house,house` -> Ada, house and house 2."""
    specs = [spec.strip() for spec in players.split(",")]
    if not all(specs):
        raise TavolaError(f"--players takes names between commas, such as you,house, not {players[:60]!r}")
    info.check_seats(len(specs))
    names: list[str] = []
    for spec in specs:
        names.append(_unique(_name(spec, lang), names))
    return tuple(
        Sitter(name, "" if _is_person(spec) else spec) for name, spec in zip(names, specs, strict=True)
    )


def _is_person(spec: str) -> bool:
    return spec == YOU or spec.startswith(YOU + ":")


def _name(spec: str, lang: Lang) -> str:
    name = spec.removeprefix(YOU + ":").strip() if _is_person(spec) else spec
    if name == YOU:
        name = words.PLAYER.in_(lang)
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise TavolaError(
            f"a name has 1 to {LONGEST_NAME} printable characters, such as you:Ada; {name[:50]!r} does not"
        )
    return name


def _unique(name: str, taken: Sequence[str]) -> str:
    found, n = name, 1
    while found in taken:
        n += 1
        found = f"{name} {n}"
    return found


def bots_of(seated: Sequence[Sitter], rules: Rules[Any, Any], seed: int) -> dict[int, Bot]:
    """The bots by seat, each with a stream of luck of its own, apart from that of the dice."""
    return {
        seat: make_bot(sitter.bot, rules, luck(seed, f"bot {seat}"))
        for seat, sitter in enumerate(seated)
        if sitter.bot
    }


def luck(seed: int, purpose: str) -> Random:
    """A stream of luck that depends on the seed and on what it is for."""
    return Random(f"tavola {seed} {purpose}")
