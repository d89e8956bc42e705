"""Who takes part: bots Tavola has, modules, programs on stdin and stdout, programs elsewhere."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Literal

from tavola.bots import BUILT_IN, EVERY_GAME, bot_names, make_bot
from tavola.client.program import PREFIX as EXEC
from tavola.client.program import command_of
from tavola.core.contract import Rules
from tavola.core.errors import BadOption, Trouble, UnknownBot

TCP = "tcp:"
LONGEST_NAME = 32
LONGEST_SPEC = 1000
MOST = 256
SECONDS_TO_LOAD = 60.0

Kind = Literal["ours", "module", "program", "remote"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A name for the tables, and the bot it means."""

    name: str
    spec: str

    def kind(self, game: str) -> Kind:
        """Ours plays in the process that keeps the table; everybody else in one of his own."""
        if self.spec.startswith(EXEC):
            return "program"
        if self.spec.startswith(TCP):
            return "remote"
        name = self.spec.partition(":")[0]
        return "ours" if (game, name) in BUILT_IN or (EVERY_GAME, name) in BUILT_IN else "module"

    @property
    def address(self) -> tuple[str, int]:
        """Of a remote one."""
        host, _, port = self.spec.removeprefix(TCP).rpartition(":")
        if not host or not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
            raise BadOption(f"{TCP}HOST:PORT is a remote bot, not {self.spec[:80]!r}")
        return host.strip("[]"), int(port)


# ---- reading ----


def read_entrants(given: Sequence[str]) -> tuple[Entrant, ...]:
    """Entrants from texts: SPEC or NAME=SPEC with commas between them, or @FILE with one a line."""
    found: list[Entrant] = []
    for text in _each(given):
        name, equals, spec = text.partition("=")
        if not equals or ":" in name or "/" in name:
            name, spec = "", text
        found.append(_entrant(name.strip(), spec.strip(), {each.name for each in found}))
    if len(found) < 2:
        raise BadOption("a tournament needs two entrants or more: --entrants house,random")
    if len(found) > MOST:
        raise BadOption(f"a tournament takes at most {MOST} entrants, not {len(found)}")
    return tuple(found)


def _each(given: Sequence[str]) -> Iterator[str]:
    for text in given:
        if text.startswith("@"):
            yield from _lines(Path(text[1:]))
        elif text.startswith(EXEC):  # a command may have commas of its own
            yield text
        else:
            yield from (part.strip() for part in text.split(",") if part.strip())


def _lines(path: Path) -> Iterable[str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"the entrants can't be read from {str(path)[:200]!r}: {error}") from None
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _entrant(name: str, spec: str, taken: set[str]) -> Entrant:
    if not spec or len(spec) > LONGEST_SPEC or not spec.isprintable():
        raise BadOption(f"an entrant is BOT or NAME=BOT, not {spec[:60]!r}")
    if name:
        if len(name) > LONGEST_NAME or not name.isprintable() or name in taken:
            raise BadOption(
                f"a name is at most {LONGEST_NAME} characters and nobody else's, not {name[:60]!r}"
            )
        return Entrant(name, spec)
    short = spec if len(spec) <= LONGEST_NAME - 4 else f"...{spec[-(LONGEST_NAME - 8) :]}"
    numbered = (short if n == 1 else f"{short} {n}" for n in range(1, MOST + 2))
    return Entrant(next(each for each in numbered if each not in taken), spec)


# ---- before the first game ----


def check(entrants: Sequence[Entrant], games: Sequence[Rules[Any, Any]]) -> None:
    """Refuse what can't even begin: better now than as a thousand lost games."""
    for entrant in entrants:
        for rules in games:
            _check(entrant, rules)


def _check(entrant: Entrant, rules: Rules[Any, Any]) -> None:
    game = rules.info.name
    match entrant.kind(game):
        case "ours":
            make_bot(entrant.spec, rules, Random(0))
        case "program":
            command_of(entrant.spec)
        case "remote":
            _ = entrant.address
        case "module":
            if ":" not in entrant.spec and entrant.spec not in bot_names(game):
                others = "MODULE:CLASS, bot.py:CLASS, exec:PROGRAM, tcp:HOST:PORT"
                raise UnknownBot(entrant.spec[:80], game, (*bot_names(game), others))
            _loads(entrant.spec, game)


def answering(spec: str, *more: str) -> list[str]:
    """The command that makes a program of a bot."""
    return [sys.executable, "-m", "tavola.tournament.answering", spec, *more]


def _loads(spec: str, game: str) -> None:
    """Can it be loaded? Tried in a process of its own, for it may do anything."""
    try:
        tried = subprocess.run(
            answering(spec, "--check", game), capture_output=True, timeout=SECONDS_TO_LOAD, check=False
        )
    except subprocess.TimeoutExpired:
        raise Trouble(f"{spec} could not be loaded in {SECONDS_TO_LOAD:.0f} seconds") from None
    if tried.returncode:
        said = tried.stderr.decode("utf-8", "replace").strip().splitlines()
        raise Trouble(said[-1][:500] if said else f"{spec} can't be loaded: it ended with {tried.returncode}")
