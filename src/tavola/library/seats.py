"""The players at a table: people and bots, as the command line names them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tavola.bots import Bot, bots_here, make_bot
from tavola.bots.characters import PLAYERS, display_name, label_of, players_tag
from tavola.core.contract import GameInfo, Rules
from tavola.core.errors import TavolaError
from tavola.core.words import Lang, Phrase

YOU = "you"
HOUSE = "house"
RANDOM = "random"  # plays every game
LONGEST_NAME = 40

PLAYER = Phrase("Player", "Joueur", "Giocatore")
NAMES = Phrase(
    "--players takes names between commas, such as you,house, not {given}",
    "--players prend des noms séparés par des virgules, comme you,house, pas {given}",
    "--players prende nomi separati da virgole, come you,house, non {given}",
)
A_NAME = Phrase(
    "a name has 1 to {most} printable characters, such as you:Ada; {given} does not",
    "un nom a de 1 à {most} caractères imprimables, comme you:Ada ; ce n'est pas le cas de {given}",
    "un nome ha da 1 a {most} caratteri stampabili, come you:Ada; {given} no",
)


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """A person with a name, or a bot with the name of its character."""

    name: str
    bot: str = ""  # "" for a person
    label: str = ""  # in a record: the technical name of a bot


def default_players(info: GameInfo) -> str:
    """You, and as many house players as the game needs, at least one; random bots in a game without house
    players."""
    return ",".join([YOU, *default_bots(info).split(",")[1:]])


def default_bots(info: GameInfo) -> str:
    """The same without you."""
    bot = HOUSE if HOUSE in bots_here(info.name) else RANDOM
    seats = next((number for number in info.seats if number > 1), info.seats[0])
    return ",".join([bot] * seats)


def sitters(players: str | Sequence[str], info: GameInfo, lang: Lang) -> tuple[NamedSeat, ...]:
    """`you:Ada,house,house` -> Ada, and two of the house's."""
    specs = [spec.strip() for spec in (players.split(",") if isinstance(players, str) else players)]
    if not all(specs):
        raise TavolaError(NAMES.fill(given=repr(players)[:60]))
    info.check_seats(len(specs))
    seated: list[NamedSeat] = []
    for spec in specs:
        taken = {name for sitter in seated for name in (sitter.name, sitter.label)}
        if is_person(spec):
            name = unique(_name(spec, lang), taken)
            seated.append(NamedSeat(name, label=name))
        else:
            label = label_of(info.name, _proper(spec), taken)
            seated.append(NamedSeat(display_name(info.name, label), spec, label))
    return tuple(seated)


def tags_of(seated: Sequence[NamedSeat], seed: int | None) -> dict[str, str]:
    """The tags with which a record's game can be played again; a resumed game has no single seed."""
    given = {} if seed is None else {"Seed": str(seed)}
    return {**given, PLAYERS: players_tag([sitter.bot for sitter in seated])}


def is_person(spec: str) -> bool:
    return spec == YOU or spec.startswith(YOU + ":")


def _name(spec: str, lang: Lang) -> str:
    name = spec.removeprefix(YOU + ":").strip()
    return PLAYER.in_(lang) if name == YOU else _proper(name)


def _proper(name: str) -> str:
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise TavolaError(A_NAME.fill(most=LONGEST_NAME, given=repr(name[:50])))
    return name


def unique(name: str, taken: Collection[str]) -> str:
    found, n = name, 1
    while found in taken:
        n += 1
        found = f"{name} {n}"
    return found


def bots_of(seated: Sequence[NamedSeat], rules: Rules[Any, Any], seed: int) -> dict[int, Bot]:
    """The bots by seat, each with a random stream of its own, separate from that of the dice."""
    return {
        seat: make_bot(sitter.bot, rules, luck(seed, f"bot {seat}"))
        for seat, sitter in enumerate(seated)
        if sitter.bot
    }


def luck(seed: int, purpose: str) -> Random:
    """A random stream for a seed and a purpose."""
    return Random(f"tavola {seed} {purpose}")
