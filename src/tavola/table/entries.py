"""The entries of a table's log, in the order they happened. The table is rebuilt from them alone.

An entry is written before anybody is told of it, and it is never changed. The first of a table is always
`Opened`; the number of entries is the table's version. Entries hold secrets (the seed, dealt cards) and never
leave the server; what people are told is made from them in redaction.py.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import field

from tavola.table.messages import Clock

How = Literal["resigned", "time", "left"]
Ladder = Literal["", "pool", "challenge"]


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="entry", tag=str.lower):
    """Something that happened to a table. `at` is seconds since 1970; `id` the command's, if it had one."""

    at: float
    id: str = ""


class Opened(Entry, frozen=True, kw_only=True):
    """A table stands there: its rules, and the seed its dice will come from."""

    table: str
    game: str
    options: dict[str, str]
    rules_version: int
    seats: int
    seed: str  # hexadecimal
    public: bool = True
    clock: Clock = Clock()
    rated: bool = False
    odds: bool = False
    quiet: bool = False  # without chat
    fair: int = 1  # the version of the fair dice; logs from before version 2 do not say
    by: str = ""  # the holder who opened it
    rematch_of: str = ""
    reserved: list[str] = []  # after a rematch: the holder each seat is kept for, empty for a bot's
    names: list[str] = []  # in a game of the ladder: the name under which each seat has to be taken
    position: str = ""  # a copy of another game: where it begins, as core/position.py writes it
    ladder: Ladder = ""  # the players met on the ladder: paired by it, or by a challenge


class SatDown(Entry, frozen=True, kw_only=True):
    """A seat was taken. `holder` is the fingerprint of the player's token; for a bot, its seater's.

    In the middle of a game it is a bot that replaces a player who has gone. The bot keeps the player's salt,
    so that the dice stay the same.
    """

    seat: int
    name: str
    holder: str = ""
    bot: str = ""
    salt: str = ""
    account: bool = False  # a bot that plays under a claimed name, over a connection of its own


class StoodUp(Entry, frozen=True, kw_only=True):
    """A seat is free again; the game had not begun."""

    seat: int


class Began(Entry, frozen=True, kw_only=True):
    """Every seat is taken. Dice or deals that come before the first decision are here."""

    drawn: list[str] = []
    used: int = field(name="blocks", default=0)  # pieces of the fair dice used so far


class Moved(Entry, frozen=True, kw_only=True):
    """A seat's move, and the dice or deals that followed it."""

    seat: int
    move: str
    drawn: list[str] = []
    used: int = field(name="blocks", default=0)
    spent: float = 0.0  # seconds of thought


class GaveUp(Entry, frozen=True, kw_only=True):
    """A seat lost without playing on: it resigned, was too slow, or was away until another seat claimed."""

    seat: int
    how: How = "resigned"
    by: int | None = None  # the seat that claimed it


class Aborted(Entry, frozen=True, kw_only=True):
    """A seat called the game off, because another player had gone before it really began."""

    seat: int


class Spoke(Entry, frozen=True, kw_only=True):
    """Chat."""

    name: str
    text: str
    holder: str = ""
    seat: int | None = None


class WantsRematch(Entry, frozen=True, kw_only=True):
    seat: int
    new_table: str = ""  # only in the entry of the last player to agree


class Closed(Entry, frozen=True, kw_only=True):
    """The table was put away because nobody came, or closed by the operator.

    A game that was in play then counts for nobody.
    """

    why: str = ""  # in the operator's words


AnyEntry = Opened | SatDown | StoodUp | Began | Moved | GaveUp | Aborted | Spoke | WantsRematch | Closed

decode_entry = msgspec.json.Decoder(AnyEntry).decode
encode_entry = msgspec.json.Encoder().encode
