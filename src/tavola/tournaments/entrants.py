"""The entrants: Tavola's own bots, modules, programs on stdin and stdout, programs over TCP."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Literal

from tavola.bots import bot_names, bots_here, is_ours, make_bot
from tavola.client.program import PREFIX as EXEC
from tavola.client.program import command_of
from tavola.core.contract import Rules
from tavola.core.errors import BadOption, Trouble, UnknownBot

TCP = "tcp:"
LONGEST_NAME = 32
LONGEST_SPEC = 1000
MOST = 256
SECONDS_TO_LOAD = 60.0
COMMAND = re.compile(rf"\s*(?:[^=,:/]*=\s*)?{EXEC}")
ALL_OF_IT = "a command takes the rest of its text, commas too; --entrants can be given again for the others"

Kind = Literal["ours", "module", "program", "remote"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A name for the tables, and the bot it means."""

    name: str
    spec: str

    def kind(self, game: str) -> Kind:
        """Our own bots play in the process that keeps the table, all others in processes of their own."""
        if self.spec.startswith(EXEC):
            return "program"
        if self.spec.startswith(TCP):
            return "remote"
        name = self.spec.partition(":")[0]
        return "ours" if is_ours(game, name) else "module"

    @property
    def address(self) -> tuple[str, int]:
        """Host and port of a remote entrant."""
        host, _, port = self.spec.removeprefix(TCP).rpartition(":")
        if not _is_host(host) or not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
            raise BadOption(f"{TCP}HOST:PORT is a remote bot, not {self.spec[:80]!r}")
        return host.strip("[]"), int(port)


def _is_host(text: str) -> bool:
    try:
        return bool(text.encode("idna"))
    except UnicodeError:  # else connecting would raise it in the middle of the tournament
        return False


# ---- reading ----


def read_entrants(given: Sequence[str]) -> tuple[Entrant, ...]:
    """Entrants from texts: SPEC or NAME=SPEC with commas between them, or @FILE with one a line."""
    found: list[Entrant] = []
    for text in _each(given):
        name, spec = _named(text)
        found.append(_entrant(name, spec, {each.name for each in found}))
    if len(found) < 2:
        raise BadOption(f"a tournament needs two entrants or more: {_how_to_have_two(found)}")
    if len(found) > MOST:
        raise BadOption(f"a tournament takes at most {MOST} entrants, not {len(found)}")
    return tuple(found)


def _how_to_have_two(found: Sequence[Entrant]) -> str:
    if not any(each.spec.startswith(EXEC) and "," in each.spec for each in found):
        return "--entrants house,random"
    return f"{ALL_OF_IT}: --entrants house --entrants {EXEC}./bot"


def _each(given: Sequence[str]) -> Iterator[str]:
    for text in given:
        # Commas in a command, or in the name of a file, do not separate entrants.
        whole = COMMAND.match(text) or (text.startswith("@") and Path(text[1:]).is_file())
        for part in [text] if whole else text.split(","):
            if part.strip().startswith("@"):
                yield from _lines(Path(part.strip()[1:]))
            elif part.strip():
                yield part.strip()


def _lines(path: Path) -> Iterable[str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        why = error.strerror or error
        raise BadOption(f"the entrants can't be read from {str(path)[:200]!r}: {why}") from None
    except UnicodeDecodeError:
        why = "it is no text in UTF-8"
        raise BadOption(f"the entrants can't be read from {str(path)[:200]!r}: {why}") from None
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def _named(text: str) -> tuple[str | None, str]:
    """NAME and SPEC of NAME=SPEC. No name, if the = is in the command or the file's name."""
    name, equals, spec = text.partition("=")
    if not equals or ":" in name or ("/" in name and Path(text.rpartition(":")[0]).is_file()):
        return None, text.strip()
    return name.strip(), spec.strip()


def _entrant(name: str | None, spec: str, taken: set[str]) -> Entrant:
    if not spec or len(spec) > LONGEST_SPEC or not spec.isprintable():
        raise BadOption(f"an entrant is BOT or NAME=BOT, not {spec[:60]!r}")
    if name is not None:
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or "/" in name:
            letters = f"1 to {LONGEST_NAME} characters, none of them / or :"
            raise BadOption(f"the name before a = has {letters}, not {name[:60]!r}")
        if name in taken:
            raise BadOption(f"there are two entrants called {name!r}; a name is nobody else's")
        return Entrant(name, spec)
    short = spec if len(spec) <= LONGEST_NAME - 4 else f"...{spec[-(LONGEST_NAME - 8) :]}"
    numbered = (short if n == 1 else f"{short} {n}" for n in range(1, MOST + 2))
    return Entrant(next(each for each in numbered if each not in taken), spec)


# ---- before the first game ----


def check(entrants: Sequence[Entrant], games: Sequence[Rules[Any, Any]], *, here: bool = True) -> None:
    """Refuse entrants that can't even start: better now than as a thousand lost games.

    If they do not play `here` but on a cluster, its programs can't be checked.
    """
    for entrant in entrants:
        for rules in games:
            _check(entrant, rules, here)


def _check(entrant: Entrant, rules: Rules[Any, Any], here: bool) -> None:
    game = rules.info.name
    match entrant.kind(game):
        case "ours":
            make_bot(entrant.spec, rules, Random(0))
        case "program":
            command = command_of(entrant.spec)
            if here:
                is_there(command[0])
        case "remote":
            _ = entrant.address
        case "module":
            if ":" not in entrant.spec and entrant.spec not in bot_names(game):
                others = "MODULE:CLASS, bot.py:CLASS, exec:PROGRAM, tcp:HOST:PORT"
                raise UnknownBot(entrant.spec[:80], game, (*bots_here(game), others))
            _loads(entrant.spec, game)


def is_there(program: str) -> None:
    """Refuse a program that can't be started."""
    if shutil.which(program) is None:
        hint = f"; {ALL_OF_IT}" if "," in program else ""
        raise Trouble(f"there is no program {program[:200]!r} that can be started here{hint}")


def answering(spec: str, *more: str) -> list[str]:
    """The command that runs a bot as a program."""
    return [sys.executable, "-m", "tavola.tournaments.answering", spec, *more]


def _loads(spec: str, game: str) -> None:
    """Can it be loaded? Tried in a process of its own, because it may do anything."""
    # Errors go to a file: processes it has started may hold a pipe open for ever.
    with tempfile.TemporaryFile() as errors:
        try:
            code = subprocess.run(
                answering(spec, "--check", game),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                timeout=SECONDS_TO_LOAD,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            raise Trouble(f"{spec} could not be loaded in {SECONDS_TO_LOAD:.0f} seconds") from None
        errors.seek(0)
        said = errors.read().decode("utf-8", "replace").strip().splitlines()
    if code:
        raise Trouble(said[-1][:500] if said else f"{spec} can't be loaded: it ended with {code}")
