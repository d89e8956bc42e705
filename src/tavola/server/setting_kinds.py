"""One setting, and the kinds of values settings take: how each is read from a text and shown as one."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, Protocol

from tavola.core.errors import BadOption


class Rate(NamedTuple):
    """So many in so many seconds. All of them may come at once; then they come back evenly."""

    times: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.times}/{self.seconds:g}"


class Age(NamedTuple):
    """How long something is kept, in seconds; infinite: for ever."""

    seconds: float

    def __str__(self) -> str:
        if self.seconds == math.inf:
            return FOREVER
        for letter, unit in reversed(AGES.items()):
            if self.seconds and self.seconds % unit == 0:
                return f"{self.seconds / unit:g}{letter}"
        return f"{self.seconds:g}s"


class Size(NamedTuple):
    """So many bytes; infinite: as many as there are."""

    bytes: float

    def __str__(self) -> str:
        if self.bytes == math.inf:
            return ANY
        for letter, unit in reversed(SIZES.items()):
            if self.bytes and self.bytes % unit == 0:
                return f"{self.bytes / unit:g}{letter}"
        return f"{self.bytes:g}"


AGES = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
SIZES = {"k": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
FOREVER, ANY = "forever", "any"


def size_text(number: int) -> str:
    """Bytes for people: 1.5M."""
    for letter, unit in reversed(SIZES.items()):
        if number >= unit:
            return f"{number / unit:.3g}{letter}"
    return f"{number} bytes"


class Kind(Protocol):
    """Reads a text; ValueError if it can't be one of these."""

    @property
    def takes(self) -> str: ...

    def read(self, text: str) -> Any: ...


@dataclass(frozen=True)
class Text:
    longest: int
    takes: str
    begins: tuple[str, ...] = ()

    def read(self, text: str) -> str:
        if len(text) > self.longest or not text.isprintable():
            raise ValueError
        if self.begins and not text.startswith(self.begins):
            raise ValueError
        return text


def whole(text: str, low: float, high: float) -> int:
    """A whole number in digits, between bounds; a ValueError if it is none."""
    if not (text.isascii() and text.isdigit() and len(text) < 17 and low <= int(text) <= high):
        raise ValueError
    return int(text)


def number(text: str, low: float, high: float) -> float:
    """A number between bounds, which "nan" is not; a ValueError if it is none."""
    if not low <= (value := float(text)) <= high:
        raise ValueError
    return value


@dataclass(frozen=True)
class Whole:
    low: int
    high: int
    said: str = ""

    @property
    def takes(self) -> str:
        return self.said or f"a whole number from {self.low} to {self.high}"

    def read(self, text: str) -> int:
        return whole(text, self.low, self.high)


@dataclass(frozen=True)
class Number:
    low: float
    high: float
    unit: str = "seconds"

    @property
    def takes(self) -> str:
        return f"{self.unit} from {self.low:g} to {self.high:.15g}"

    def read(self, text: str) -> float:
        return number(text, self.low, self.high)


@dataclass(frozen=True)
class Read:
    """A kind without bounds of its own: what it takes in words, and what reads it."""

    takes: str
    read: Callable[[str], Any]


def _rate(text: str) -> Rate:
    times, _, seconds = text.partition("/")
    return Rate(Whole(1, 1_000_000).read(times.strip()), Number(0.001, 86_400).read(seconds or "1"))


PER = Read("TIMES/SECONDS, such as 5/10 for five in ten seconds", _rate)


@dataclass(frozen=True)
class Ages:
    """`low` is the least, in seconds."""

    low: float
    takes: str = "seconds, or a time such as 30m, 12h or 90d, or forever"

    def read(self, text: str) -> Age:
        if text.lower() == FOREVER:
            return Age(math.inf)
        unit = AGES.get(text[-1:], 0)
        return Age(Number(self.low, 1e10).read(repr(float(text[:-1] if unit else text) * (unit or 1))))


@dataclass(frozen=True)
class Sizes:
    """`low` is the least, in bytes."""

    low: float
    takes: str = "bytes, or a size such as 500M or 20G, or any"

    def read(self, text: str) -> Size:
        if text.lower() == ANY:
            return Size(math.inf)
        unit = SIZES.get(text[-1:], 0)
        return Size(Number(self.low, 1e18).read(repr(float(text[:-1] if unit else text) * (unit or 1))))


@dataclass(frozen=True)
class OneOf:
    words: tuple[str, ...]

    @property
    def takes(self) -> str:
        return f"{', '.join(self.words[:-1])} or {self.words[-1]}"

    def read(self, text: str) -> str:
        if text.lower() not in self.words:
            raise ValueError
        return text.lower()


def _flag(text: str) -> bool:
    if (word := text.lower()) in ("1", "yes", "true", "on"):
        return True
    if word in ("0", "no", "false", "off"):
        return False
    raise ValueError


FLAG = Read("yes or no", _flag)
_HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")
_PREFIX = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")
_ORIGIN = re.compile(r"https?://([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:]{2,45}\])(:[0-9]{1,5})?")


def _if(holds: bool, value: str) -> str:
    if not holds:
        raise ValueError
    return value


def _address(text: str) -> str:
    if not _HOST_NAME.fullmatch(text):
        from ipaddress import ip_address  # the command line loads this file for every command

        ip_address(text)
    return text


def _prefix(text: str) -> str:
    found = text.rstrip("/")
    return _if(len(found) <= 200 and bool(_PREFIX.fullmatch(found)), found)


def _origin(text: str) -> str:
    found = text.rstrip("/").lower()
    return _if(bool(_ORIGIN.fullmatch(found)), found)


def _host(text: str) -> str:
    return _address(text.strip("[]").removesuffix(".").lower())


def _person(text: str) -> str:
    return _if(0 < len(text) <= 32 and text.isprintable(), text)


def _secret(text: str) -> str:
    return _if(24 <= len(text) <= 200 and text.isascii() and text.isprintable() and " " not in text, text)


def _network(text: str) -> str:
    from ipaddress import ip_network

    return str(ip_network(text, strict=False))


def several(takes: str, one: Callable[[str], str]) -> Kind:
    """A list in one text."""
    return Read(
        f"{takes}, with commas between them", lambda text: tuple(one(s.strip()) for s in text.split(","))
    )


ADDRESS = Read("an address such as 127.0.0.1, 0.0.0.0 or ::, or the name of a host", _address)
PREFIX = Read("a path such as /tavola, of letters, digits, dots, dashes and slashes; / is none", _prefix)
SECRET = Read("a secret of 24 to 200 printable ASCII characters without spaces", _secret)
ORIGINS = several("origins such as https://example.org", _origin)
HOSTS = several("names or addresses of hosts without a port, such as games.example.org", _host)
PEOPLE = several("names of people, each of at most 32 printable characters", _person)
NETWORKS = several("addresses or networks such as 10.0.0.0/8", _network)


def some_of(*words: str) -> Kind:
    return several(f"one or more of {', '.join(words)}", OneOf(words).read)


# ---- a setting ----

PORT = Whole(0, 65535, "a port from 0 to 65535, 0 being any free one")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as the command line, the environment, the configuration file and the docs show it."""

    name: str
    default: Any
    kind: Kind
    help: str
    group: str
    secret: bool
    service: str = ""  # the game to whose own service it belongs
    plugged: bool = False  # that game is of another package: the game's name goes before its options

    @property
    def key(self) -> str:
        """Its name in its section of the configuration file."""
        return self.name.replace("_", "-")

    @property
    def is_list(self) -> bool:
        return isinstance(self.default, tuple) and not hasattr(self.default, "_fields")

    @property
    def section(self) -> str:
        return f"services.{self.service}" if self.service else section_of(self.group)

    @property
    def full_name(self) -> str:
        """Its name among all settings of a server: a parameter of `tavola serve`."""
        game = re.sub("[^a-z0-9]+", "_", self.service.lower())
        return f"{game}_{self.name}" if self.plugged else self.name

    @property
    def option(self) -> str:
        return "--" + self.full_name.replace("_", "-")

    @property
    def variable(self) -> str:
        return "TAVOLA_" + self.full_name.upper()

    def read(self, text: str, where: str) -> Any:
        """The value a text means; `where` is the option, variable or key it came from."""
        try:
            return self.kind.read(text.strip())
        except ValueError:
            shown = "what was given" if self.secret else repr(text[:60])
            raise BadOption(f"{where} takes {self.kind.takes}, not {shown}") from None


def setting(default: Any, kind: Kind, help_: str, *, group: str = "", secret: bool = False) -> Any:
    return field(
        default=default,
        repr=not secret,
        metadata={"kind": kind, "help": help_, "group": group, "secret": secret},
    )


DOORS, STORAGE, NODES, LIMITS, LOGS = "Doors", "Storage", "Several nodes", "Limits", "Logs"


def section_of(group: str) -> str:
    """The section of a group: its last word."""
    return group.lower().split()[-1]


def settings_of(kind: type[Any], service: str = "", *, plugged: bool = False) -> Iterator[Setting]:
    """The settings a dataclass has, in their order."""
    for each in fields(kind):
        if (about := each.metadata) and "kind" in about:
            yield Setting(
                each.name,
                each.default,
                about["kind"],
                about["help"],
                about["group"],
                about["secret"],
                service,
                plugged,
            )
