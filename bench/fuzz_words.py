"""Words nobody should say: valid commands, bent in every way, and pure noise."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

GAMES = ("421", "5000", "dice-poker", "spazzino", "scopetta", "tombolon", "chess", "")
BOTS = ("house", "random", "house:x", "nobody", "search:0", "")
MOVES = (
    "roll 421", "play 51", "play 1", "bank", "trash", "keep", "stop", "deal 7d As", "7d",
    "5b x 5c", "Ab x 4s",
    "5b x Ab 4s", "play", "play 111111111", "roll 666666", "resigns", "reroll 12345", "knock", "x", "*", "",
)  # fmt: skip
SELDOM = "hello claim games tables".split()  # their answers are long, or there are limits on them
OFTEN = "ping create join seat_bot leave watch play chat resign rematch resume".split()
TYPES = (*SELDOM, *OFTEN * 3)
ODD_TEXTS = (
    "", " ", "\x00", "\u202e", "é" * 40, "😀" * 20, "\ud800", "\ufeff", "a" * 65, "a" * 7000,
    "'; drop table log;--",
    "../../etc/passwd", "%s%n", "null", "\u0130", "ﷺ", "\x1b[2J", "\r\n", "１２", "-0",
)  # fmt: skip
ODD_NUMBERS = (
    -1,
    0,
    1,
    63,
    64,
    65,
    99_999,
    100_000,
    2**31,
    2**53,
    2**63,
    2**64,
    10**30,
    -(2**63) - 1,
    1.5,
    1e308,
)
NESTED = {"deep": b"[" * 4000, "deeper": b'{"a":' * 1500}


class Words:
    """A fountain of bad commands. The same seed says the same, given the same tables to name."""

    def __init__(self, chance: Random, others: list[str]) -> None:
        self.chance = chance
        self.others = others or ["nowhere"]  # tables of other people
        self.mine: list[str] = []  # tables this session has opened
        self._ids = ["again"]

    def one(self) -> bytes:
        """A command, more or less."""
        bend = self.chance.choice(BENDS)
        return bend(self, self.valid())

    def valid(self) -> dict[str, Any]:
        kind = self.chance.choice(TYPES)
        command = {"type": kind, **self._fields(kind)}
        if self.chance.random() < 0.6:
            command["id"] = self._id()
        return command

    def _id(self) -> str:
        if self.chance.random() < 0.3:
            return self.chance.choice(self._ids)
        self._ids.append(f"{self.chance.getrandbits(24):x}")
        return self._ids[-1]

    def _table(self, kind: str) -> str:
        # What is said in chat is heard: other people's tables are to be left in peace.
        if self.mine and (kind == "chat" or self.chance.random() < 0.6):
            return self.chance.choice(self.mine)
        return "nowhere" if kind == "chat" else self.chance.choice(self.others)

    def _fields(self, kind: str) -> dict[str, Any]:
        chance = self.chance
        match kind:
            case "hello":
                return chance.choice(({}, {"name": "mallory"}, {"token": "x" * 20, "lang": "it"}))
            case "claim":
                return {"name": chance.choice(("mallory", "ada", *ODD_TEXTS))}
            case "ping" | "games":
                return {}
            case "tables":
                return {"game": chance.choice(GAMES)}
            case "create":
                return self._create()
        fields: dict[str, Any] = {"table": self._table(kind)}
        match kind:
            case "join":
                fields |= chance.choice(({}, {"seat": 0}, {"seat": 1, "salt": "s"}, {"seat": 63}))
            case "seat_bot":
                fields["bot"] = chance.choice(BOTS)
            case "play":
                fields |= chance.choice(({"move": chance.choice(MOVES)}, {"index": chance.randrange(9)}))
            case "chat":
                fields["text"] = chance.choice(("hello", *ODD_TEXTS))
            case "resume":
                fields |= chance.choice(({}, {"since": 0}, {"since": 10**9}))
        return fields

    def _create(self) -> dict[str, Any]:
        chance = self.chance
        return {
            "game": chance.choice(GAMES),
            "seats": chance.choice((1, 2, 2, 2, 4, 64)),
            "options": chance.choice(
                ({}, {"goal": "1000"}, {"target": "-1"}, {"preset": "x"}, {"knock": "1/0"})
            ),
            "clock": chance.choice(({}, {"decision": 0.1}, {"game": 1e-300}, {"decision": 604800})),
            "public": chance.random() < 0.5,
        }

    def noise(self, most: int = 300) -> bytes:
        return self.chance.randbytes(self.chance.randrange(1, most))


def said(command: Any) -> bytes:
    """As JSON; half a character alone is written as JSON can, with its number."""
    text = json.dumps(command, ensure_ascii=False)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(command).encode()


# ---- ways to bend a command ----


def straight(words: Words, command: dict[str, Any]) -> bytes:
    del words
    return said(command)


def other_type(words: Words, command: dict[str, Any]) -> bytes:
    """A field of the wrong kind."""
    odd: tuple[Any, ...] = (None, True, [], {}, [[]], "text", 7, 1.5, {"a": {}}, ["x"] * 50)
    command[words.chance.choice(list(command))] = words.chance.choice(odd)
    return said(command)


def huge(words: Words, command: dict[str, Any]) -> bytes:
    field = words.chance.choice(("index", "turn", "seat", "since", "seats", "version"))
    command[field] = words.chance.choice(ODD_NUMBERS)
    return said(command)


def odd_text(words: Words, command: dict[str, Any]) -> bytes:
    command[words.chance.choice(list(command))] = words.chance.choice(ODD_TEXTS)
    return said(command)


def unknown_field(words: Words, command: dict[str, Any]) -> bytes:
    command[words.chance.choice(("holder", "seed", "by", "admin", "", "\u0000", "Type"))] = 1
    return said(command)


def nested(words: Words, command: dict[str, Any]) -> bytes:
    if words.chance.random() < 0.3:
        return words.chance.choice(list(NESTED.values()))
    deep: Any = 0
    for _ in range(words.chance.choice((3, 50, 400))):
        deep = [deep] if words.chance.random() < 0.5 else {"a": deep}
    command[words.chance.choice(("options", "clock", "id", "extra"))] = deep
    return said(command)


def truncated(words: Words, command: dict[str, Any]) -> bytes:
    data = said(command)
    return data[: words.chance.randrange(1, len(data))]


def flipped(words: Words, command: dict[str, Any]) -> bytes:
    data = bytearray(said(command))
    for _ in range(words.chance.randrange(1, 5)):
        data[words.chance.randrange(len(data))] = words.chance.randrange(256)
    return bytes(data)


def together(words: Words, command: dict[str, Any]) -> bytes:
    """Two without anything between, or a field twice."""
    if words.chance.random() < 0.5:
        return said(command) + said(words.valid())
    return said(command)[:-1] + b"," + said(words.valid())[1:]


def noisy(words: Words, command: dict[str, Any]) -> bytes:
    del command
    return words.noise()


def not_utf8(words: Words, command: dict[str, Any]) -> bytes:
    data = said(command)
    at = words.chance.randrange(len(data))
    return data[:at] + words.chance.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf8")) + data[at:]


def strange_json(words: Words, command: dict[str, Any]) -> bytes:
    del command
    return words.chance.choice(
        (b"null", b"[]", b"0", b'""', b"NaN", b"{}", b'{"type":null}', b'{"type":"ping"', b"\xef\xbb\xbf{}",
         b'{"type":"ping","id":"\\ud800"}', b'{"type":"ping","type":"play"}', b"1e999999", b"-", b'{"id":9}')
    )  # fmt: skip


Bend = Callable[[Words, dict[str, Any]], bytes]
BENDS: tuple[Bend, ...] = (
    straight, straight, straight, straight, other_type, huge, odd_text, unknown_field, nested, truncated,
    flipped, together, noisy, not_utf8, strange_json,
)  # fmt: skip
