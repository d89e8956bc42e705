"""Reading records from files or a pipe, with a limit on their size."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tavola.core.contract import Rules
from tavola.core.errors import BrokenRecord, TavolaError, Trouble
from tavola.core.match import Match
from tavola.core.record import Record
from tavola.core.words import Phrase
from tavola.games import rules_of

LARGEST = 64 * 1024 * 1024  # bytes
STDIN = "-"

NO_FILE = Phrase(
    "can't read {path}: there is no such file",
    "impossible de lire {path} : ce fichier n'existe pas",
    "impossibile leggere {path}: il file non esiste",
)
CANT_READ = Phrase(
    "can't read {path}: {why}", "impossible de lire {path} : {why}", "impossibile leggere {path}: {why}"
)
OTHER_VERSION = Phrase(
    "the record was played under version {then} of the rules, these are version {now}",
    "la partie a été jouée selon la version {then} des règles, celles-ci sont la version {now}",
    "la partita è stata giocata con la versione {then} delle regole, queste sono la versione {now}",
)

Game = Record | Match[Any, Any] | str | Path  # what can be played again: a record as text too


def record_of(game: Game) -> Record:
    """The record of a match, of a text that is one, or of a file; `-` is the standard input."""
    if isinstance(game, Record):
        return game
    if isinstance(game, Match):
        return game.record()
    if isinstance(game, str) and ("\n" in game or game.lstrip().startswith(("{", "["))):
        return Record.parse(game)
    if not isinstance(game, str | Path):
        raise TavolaError(f"a record is a Record, its text, or a file's name, not {repr(game)[:40]}")
    return parsed(str(game), read_bytes(str(game)))


def rules_then(record: Record) -> Rules[Any, Any]:
    """The rules of a record."""
    try:
        return rules_of(record)
    except TavolaError as error:
        raise BrokenRecord(0, str(error)) from None


def outdated(record: Record, rules: Rules[Any, Any]) -> Phrase | None:
    """What to say if the rules have changed since a record was played."""
    if (now := rules.info.rules_version) == record.rules_version:
        return None
    return OTHER_VERSION.fill(then=record.rules_version, now=now)


def parsed(name: str, data: bytes) -> Record:
    try:
        return Record.parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Trouble(f"{shown(name)} is not a record: it is no text in UTF-8") from None
    except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
        raise BrokenRecord(0, f"{shown(name)} is not a record: {error}") from None


def read_bytes(name: str) -> bytes:
    try:
        if name == STDIN:
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise Trouble(NO_FILE.fill(path=shown(name))) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Trouble(CANT_READ.fill(path=shown(name), why=why)) from None
    if len(data) > LARGEST:
        raise Trouble(f"{shown(name)} is too large for a record: more than {LARGEST >> 20} MiB")
    return data


def shown(name: str) -> str:
    return "the standard input" if name == STDIN else repr(name)
