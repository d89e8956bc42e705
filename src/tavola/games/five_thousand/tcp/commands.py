"""The commands of 5000 over TCP: bytes in, in any pieces; commands out.

BANK and TRASH end with their last letter, PLAY with its closing bracket, everything else with its line. So
these three are understood at once without a newline, and how their bytes were cut into packets changes
nothing. Only a NAME without newline is ambiguous, for `NAME ti` may go on with `tou`. It is complete after a
short pause, and so is anything that can't become a command any more. The caller measures the pause and says
`quiet`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from tavola.games.five_thousand.rules import BANK, TRASH
from tavola.table.messages import MAX_NAME

MAX_TOKEN = 128
MAX_LINE = 1024


class Decision(NamedTuple):
    """BANK, TRASH or the positions played, as the rules of 5000 number decisions."""

    action: int


class Named(NamedTuple):
    """`NAME titou`, or `NAME titou token`."""

    name: str
    token: str


class TimeWanted(NamedTuple):
    """`TIME`: from now on, tell me how much time I have."""


class Logged(NamedTuple):
    """`LOG text`: about the next decision, kept for the holder of the token."""

    text: str


class Bad(NamedTuple):
    """Not a command, and why."""

    why: str


Command = Decision | Named | TimeWanted | Logged | Bad

_BANK, _TRASH = Decision(BANK), Decision(TRASH)
_DECISION = re.compile(rb"\s*(?:(BANK)|(TRASH)|PLAY[ \t]*\[([^][\n]*)\])[ \t]*(?:\r?\n)?", re.IGNORECASE)
_BLANK = re.compile(rb"\s*")
_BEGUN = re.compile(
    rb"B(A(N)?)?|T(R(A(S)?)?)?|P(L(A(Y[ \t]*(\[[^][\n]*)?)?)?)?|N(A(M(E\s*)?)?)?", re.IGNORECASE
)
_INDEXES = re.compile(rb"\s*[0-9](?:\s*,\s*[0-9])*\s*")


class CommandReader:
    """Holds the bytes of one connection that do not make a command yet."""

    __slots__ = ("_held", "_most", "_skipping")

    def __init__(self, most: int = MAX_LINE) -> None:
        self._held = bytearray()
        self._most = most
        self._skipping = False  # the rest of a line that was too long

    def __len__(self) -> int:
        return len(self._held)

    @property
    def unfinished(self) -> bool:
        """Are there bytes that a pause may complete?"""
        return self._skipping or not (not self._held or self._held.isspace())

    def feed(self, data: bytes) -> None:
        self._held += data

    def next(self, quiet: bool = False) -> Command | None:
        """The next command, None if there is none yet. `quiet`: nothing came for a while, or nothing will."""
        held = self._held
        if self._skipping:
            self._skip(quiet)
        if not held:
            return None
        found = _DECISION.match(held)
        if found is None or found.end() > self._most:
            return self._line(quiet)
        bank, trash, indexes = found.groups()
        del held[: found.end()]
        return _BANK if bank else _TRASH if trash else _read_indexes(indexes)

    def _skip(self, quiet: bool) -> None:
        end = self._held.find(b"\n")
        self._skipping = end < 0 and not quiet
        del self._held[: end + 1 if end >= 0 else len(self._held)]

    def _line(self, quiet: bool) -> Command | None:
        held = self._held
        if blank := _BLANK.match(held):
            del held[: blank.end()]
        end = held.find(b"\n")
        if end > self._most or (end < 0 and len(held) > self._most):
            self._skipping = True
            self._skip(quiet=False)
            return Bad(f"a line has at most {self._most} bytes")
        if not held or (end < 0 and (not quiet or _BEGUN.fullmatch(held))):
            return None
        line = bytes(held[:end] if end >= 0 else held)
        del held[: end + 1 if end >= 0 else len(held)]
        return _read_line(line)


@lru_cache(maxsize=1024)
def _read_indexes(text: bytes) -> Command:
    if not text.strip():
        return Bad("PLAY needs at least one die, as in PLAY [0]")
    if len(text) > 64 or not _INDEXES.fullmatch(text):
        return Bad("PLAY takes the indexes of your dice, as in PLAY [0, 1]")
    action = 0
    for index in map(int, text.split(b",")):
        if action >> index & 1:
            return Bad(f"PLAY names die {index} twice")
        action |= 1 << index
    # A list that reaches beyond the dice may have any bit set, and bit 5 alone would read as TRASH.
    return Decision(action) if action < TRASH else Bad("there is no such die; the first has index 0")


def _read_line(line: bytes) -> Command:
    words = line.split()
    verb = words[0].upper()
    if verb == b"NAME":
        return _read_name(words[1:])
    if verb == b"TIME" and len(words) == 1:
        return TimeWanted()
    if verb == b"LOG":
        return Logged(line.strip()[4:].decode("utf-8", "replace"))
    if verb.startswith(b"PLAY"):
        return Bad("PLAY takes the indexes of your dice, as in PLAY [0, 1]")
    shown = ascii(line.strip()[:20].decode("utf-8", "replace"))
    return Bad(f"{shown} is no command; there are PLAY [0, 1], BANK, TRASH and NAME x")


def _read_name(words: list[bytes]) -> Command:
    if not words:
        return Bad("NAME needs a name, as in NAME titou")
    if len(words) > 2:
        return Bad("NAME takes one word, and a second one as a token to claim it")
    try:
        name, token = words[0].decode(), words[1].decode() if len(words) == 2 else ""
    except UnicodeDecodeError:
        return Bad("a name is text in UTF-8")
    name = unicodedata.normalize("NFC", name)
    if len(name) > MAX_NAME or not name.isprintable() or name.split() != [name]:
        return Bad(f"a name has at most {MAX_NAME} characters, all of them visible")
    if len(token) > MAX_TOKEN:
        return Bad(f"a token has at most {MAX_TOKEN} characters")
    return Named(name, token)
