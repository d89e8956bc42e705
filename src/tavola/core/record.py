"""A whole game as text or JSON: who played what under which rules, every move, chance included.

The text form reads like a transcript, one move a line, `*` being chance:

    [Game "NAME"]
    [Options "suites=off"]
    [Rules "1"]
    [Seats "ada" "house"]

    * roll 3
    * roll 5
    0 keep 42 hit
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tavola.core.contract import CHANCE, Seat
from tavola.core.errors import BrokenRecord

FORMAT = "tavola-record/1"
MAX_MOVES = 1_000_000
MAX_SEATS = 64
_TAG = re.compile(r'\[(\w+)((?:\s+"(?:[^"\\]|\\.)*")*)\s*\]')
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
RESIGNS = "resigns"


@dataclass(frozen=True, slots=True)
class Record:
    """One game, finished or not. `moves` are (actor, notation), the actor CHANCE for dice and deals.

    >>> import tavola
    >>> record = tavola.play("421", "house,random", seed=7).record()
    >>> record.game, record.seats, record.moves[0]
    ('421', ('house', 'random'), (-1, 'roll 4'))
    >>> tavola.Record.parse(str(record)) == record
    True
    """

    game: str
    options: Mapping[str, str]
    rules_version: int
    seats: tuple[str, ...]
    moves: tuple[tuple[Seat, str], ...]
    result: Mapping[str, Any] | None = None
    tags: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """The text form; `parse` is its inverse."""
        options = " ".join(f"{k}={v}" for k, v in self.options.items())
        head = [_tag("Game", self.game), _tag("Options", options), _tag("Rules", str(self.rules_version))]
        head.append(_tag("Seats", *self.seats))
        head += [_tag(k, v) for k, v in self.tags.items()]
        if self.result is not None:
            head.append(_tag("Winners", " ".join(map(str, self.result["winners"]))))
            head.append(_tag("Scores", " ".join(map(str, self.result["scores"]))))
            head.append(_tag("Reason", self.result["reason"]))
        lines = [f"{'*' if who == CHANCE else who} {move}" for who, move in self.moves]
        return "\n".join([*head, "", *lines, ""])

    def _repr_html_(self) -> str:
        """For notebooks."""
        from tavola.core.showing import record_html

        return record_html(self)

    def as_json(self) -> dict[str, Any]:
        """The JSON form; `from_json` is its inverse."""
        return {
            "format": FORMAT,
            "game": self.game,
            "options": dict(self.options),
            "rules_version": self.rules_version,
            "seats": list(self.seats),
            "tags": dict(self.tags),
            "moves": [["*" if who == CHANCE else who, move] for who, move in self.moves],
            "result": None if self.result is None else dict(self.result),
        }

    @classmethod
    def parse(cls, text: str) -> Record:
        """Either form, told apart by how it begins."""
        text = text.removeprefix("\ufeff")  # some editors put it before everything else
        if text.lstrip().startswith("{"):
            try:
                return cls.from_json(json.loads(text))
            except json.JSONDecodeError as error:
                raise BrokenRecord(0, f"the record is not valid JSON: {error}") from None
            except RecursionError:
                raise BrokenRecord(0, "the record is not valid JSON: it is nested too deeply") from None
            except ValueError:
                raise BrokenRecord(0, "the record is not valid JSON: a number in it is too long") from None
        return _from_text(text)

    @classmethod
    def from_json(cls, data: Any) -> Record:
        """A record from its JSON form, read already: the inverse of `as_json`."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BrokenRecord(0, f'not a record: a JSON record has "format": "{FORMAT}"')
        try:
            result = data.get("result")
            return cls(
                game=_string(data["game"]),
                options=_strings(data.get("options", {}), "options"),
                rules_version=_whole(data["rules_version"]),
                seats=tuple(_string(name) for name in _list(data["seats"], "seats")),
                moves=tuple(_json_move(move, i) for i, move in enumerate(_list(data["moves"], "moves"), 1)),
                result=None if result is None else _result(result),
                tags=_strings(data.get("tags", {}), "tags"),
            )
        except KeyError as missing:
            raise BrokenRecord(0, f"the record lacks {missing}") from None
        except (TypeError, ValueError) as error:
            raise BrokenRecord(0, f"the record's fields are not as they should be: {error}") from None


def _tag(name: str, *values: str) -> str:
    return f"[{name} {' '.join(_quote(v) for v in values)}]"


def _quote(value: str) -> str:
    return (
        '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r") + '"'
    )


def _unquote(value: str) -> str:
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "r": "\r"}.get(m[1], m[1]), value)


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{name} should be a list, not {str(value)[:40]!r}")
    return value


def _strings(value: object, name: str) -> dict[str, str]:
    if not isinstance(value, dict):
        raise TypeError(f"{name} should be an object of texts, not {str(value)[:40]!r}")
    return {_string(k): _string(v) for k, v in value.items()}


def _json_move(value: object, number: int) -> tuple[Seat, str]:
    match value:
        case [who, str() as move] if isinstance(who, int | str) and not isinstance(who, bool):
            return _numbered_actor(str(who), number), move
    raise BrokenRecord(
        number, f'a move should look like ["*", "roll 3"] or [0, "stop"], not {str(value)[:40]!r}'
    )


def _whole(value: object) -> int:
    if isinstance(value, str) and len(value) < 20:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{str(value)[:40]!r} is not a whole number")
    return value


def _actor(text: str) -> Seat:
    if text == "*":
        return CHANCE
    if not (text.isascii() and text.isdigit() and int(text[:9]) < MAX_SEATS):
        raise ValueError(f"{text[:20]!r} is neither a seat number nor * for chance")
    return int(text)


def _result(data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "reason": _string(data["reason"]),
        "scores": [_whole(x) for x in data["scores"]],
        "winners": [_whole(x) for x in data["winners"]],
    }


def _from_text(text: str) -> Record:
    tags: dict[str, list[str]] = {}
    moves: list[tuple[Seat, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not (line := line.strip()) or line.startswith("#"):
            continue
        if line.startswith("["):
            if not (match := _TAG.fullmatch(line)):
                raise BrokenRecord(0, f'line {number} should look like [Name "value"], not {line[:60]!r}')
            if match[1] in tags:
                raise BrokenRecord(0, f"line {number} gives [{match[1]}] a second time")
            tags[match[1]] = [_unquote(v) for v in _QUOTED.findall(match[2])]
        elif not tags:
            raise BrokenRecord(0, f'this is no record: one begins like [Game "NAME"], not {line[:40]!r}')
        else:
            moves.append(_move_line(line, len(moves) + 1))
    return _from_tags(tags, tuple(moves))


def _move_line(line: str, number: int) -> tuple[Seat, str]:
    who, _, move = line.partition(" ")
    if number > MAX_MOVES:
        raise BrokenRecord(number, f"a record holds at most {MAX_MOVES} moves")
    return _numbered_actor(who, number), move.strip()


def _numbered_actor(who: str, number: int) -> Seat:
    try:
        return _actor(who)
    except ValueError as error:
        raise BrokenRecord(number, str(error)) from None


def _from_tags(tags: dict[str, list[str]], moves: tuple[tuple[Seat, str], ...]) -> Record:
    def one(name: str) -> str:
        if len(tags.get(name, ())) != 1:
            raise BrokenRecord(0, f'the record lacks a line [{name} "..."]')
        return tags.pop(name)[0]

    game, options, version = one("Game"), one("Options") if "Options" in tags else "", one("Rules")
    if not (version.isascii() and version.isdigit() and len(version) < 10):
        raise BrokenRecord(0, f"[Rules] should be a version number, not {version[:20]!r}")
    if not (seats := tags.pop("Seats", [])):
        raise BrokenRecord(0, 'the record lacks a line [Seats "name" "name"]')
    result = None
    if "Winners" in tags or "Scores" in tags or "Reason" in tags:
        try:
            raw = {
                "reason": one("Reason"),
                "scores": one("Scores").split(),
                "winners": one("Winners").split(),
            }
            result = _result(raw)
        except ValueError as error:
            raise BrokenRecord(0, f"[Scores] and [Winners] should be whole numbers: {error}") from None
    pairs = [o.partition("=") for o in options.split()]
    if wrong := [name for name, equals, _ in pairs if not equals]:
        raise BrokenRecord(0, f"[Options] should be pairs like suites=off, not {wrong[0][:40]!r}")
    rest = {k: " ".join(v) for k, v in tags.items()}
    return Record(game, {k: v for k, _, v in pairs}, int(version), tuple(seats), moves, result, rest)
