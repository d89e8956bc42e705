"""Values as plain data, and back: the one way in and out of a process.

Plain data is what JSON has: numbers, texts, true and false, null, lists, and dicts whose keys are texts. How
a value becomes plain data follows from its type, and so does the way back: a dataclass and a NamedTuple are
told field by field, sets as sorted lists. A class with a form of its own has `to_data()` and, as a class
method, `from_data(data)`: a card is "7d".

A game's `Codec` does this for its tables and its events. Servers, bots at the far end of a wire, the terminal
at a server, notebooks and the page all use it; `check_rules` holds it to the round trip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from types import ModuleType, NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from tavola.core.contract import Event, Rules, Seat, View
from tavola.core.errors import TavolaError
from tavola.core.plain import plain

T = TypeVar("T")
Reader = Callable[[Any], Any]

# What reading raises on data that was made from something else.
WRONG = (KeyError, TypeError, ValueError, AttributeError, IndexError, TavolaError)


class BadData(TavolaError):
    """Data that can't be read as what it should be; mostly made by another version."""


class Codec(Generic[T]):
    """How the tables and the events of a game become plain data and come back.

    `table` is the type of what a view shows. A game that draws its table in words of its own, rather than
    field by field, gives `draw` and its inverse `read`, and the `shape` of what is drawn: a TypedDict.
    """

    def __init__(
        self,
        table: type[T],
        events: Iterable[type[Event]] | ModuleType,
        draw: Callable[[T], Any] = plain,
        read: Callable[[Any], T] | None = None,
        shape: Any = None,
    ) -> None:
        kinds = _events_in(events) if isinstance(events, ModuleType) else list(events)
        self.table_type = table
        self.events = {kind.__name__: kind for kind in kinds}
        self.shape = shape or table
        self.table_data = draw  # (table) -> data: what a view shows
        self._read = read

    def read_table(self, data: Any) -> T:
        """The table that became this data."""
        read: Callable[[Any], T] = self._read or reader_of(self.table_type)
        try:
            return read(data)
        except WRONG:
            raise BadData(f"this is no table of {self.table_type.__module__}: {str(data)[:60]}") from None

    def seat_fields(self) -> list[str]:
        """The fields of the table that hold a seat, or None: a display shows a name instead."""
        return sorted(set(_seats_in(self.shape, set())))

    def event_data(self, event: Event) -> dict[str, Any]:
        """{"event": its name, and its fields}."""
        return event.as_dict()

    def read_event(self, data: Any) -> Event | None:
        """The event that became this data, whatever else was added to it; None for an unknown one."""
        kind = self.events.get(str(data.get("event"))) if isinstance(data, dict) else None
        if kind is None:
            return None
        read: Callable[[Any], Event] = reader_of(kind)
        try:
            return read(data)
        except WRONG:
            raise BadData(f"this is no {kind.__name__}: {str(data)[:60]}") from None


def codec_of(rules: Rules[Any, Any]) -> Codec[Any]:
    """The codec of a game: its own, or the one that follows from its types."""
    own = getattr(rules, "codec", None)
    return own if isinstance(own, Codec) else _found(type(rules), rules.info.seats[0])


@lru_cache(maxsize=64)
def _found(game: type[Any], seats: int) -> Codec[Any]:
    """For a game that declares none: the type its first view has, and every event of its package."""
    rules = game(game.info.options())
    seen: View[Any, Any] = rules.view(rules.start(seats), 0)
    modules = {kind.__module__ for kind in game.__mro__}
    packages = tuple(f"{module.rpartition('.')[0] or module}." for module in modules)
    return Codec(type(seen.table), [kind for kind in _below(Event) if _module(kind).startswith(packages)])


def _module(kind: type) -> str:
    return f"{kind.__module__}."


def _below(kind: type[Event]) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


def _events_in(module: ModuleType) -> list[type[Event]]:
    own = (kind for kind in vars(module).values() if getattr(kind, "__module__", "") == module.__name__)
    return [kind for kind in own if isinstance(kind, type) and issubclass(kind, Event)]


def _seats_in(hint: Any, seen: set[Any]) -> Iterator[str]:
    kind = get_origin(hint) or hint
    if isinstance(kind, type) and hasattr(kind, "__annotations__") and kind not in seen:
        seen.add(kind)
        for name, field in get_type_hints(kind, include_extras=True).items():
            if Seat in (field, *(get_args(field) if get_origin(field) in (Union, UnionType) else ())):
                yield name
            yield from _seats_in(field, seen)
    for arg in get_args(hint):
        yield from _seats_in(arg, seen)


# ---- reading, by the types ----


def _exactly(*kinds: type) -> Reader:
    def read(data: Any) -> Any:
        if type(data) not in kinds:
            raise TypeError(f"{data!r} is no {kinds[0].__name__}")
        return data

    return read


_READERS: dict[Any, Reader] = {
    int: _exactly(int),
    bool: _exactly(bool),
    str: _exactly(str),
    float: _exactly(float, int),
    NoneType: _exactly(NoneType),
    Fraction: lambda data: Fraction(data),
    Any: lambda data: data,
    object: lambda data: data,
}


def reader_of(hint: Any) -> Reader:
    """What makes a value of a type from plain data. TypeError for a type that has no plain form."""
    if (known := _READERS.get(hint)) is None:
        _READERS[hint] = lambda data: _READERS[hint](data)  # a recursive type finds this meanwhile
        try:
            known = _made(hint)
        except BaseException:
            del _READERS[hint]
            raise
        _READERS[hint] = known
    return known


def _made(hint: Any) -> Reader:
    origin, args = get_origin(hint), get_args(hint)
    if (own := getattr(hint, "from_data", None)) is not None:
        return cast(Reader, own)
    if origin in (Union, UnionType):
        return _either([reader_of(arg) for arg in args])
    if origin is tuple:
        return _tuple(args)
    if origin in (list, set, frozenset):
        each = reader_of(args[0])
        return lambda data: origin(map(each, data))
    if origin is dict:
        return _dict(reader_of(args[0]) if args[0] is not int else int, reader_of(args[1]))
    if origin is Literal:
        return _literal(args)
    if isinstance(origin, type) and (is_dataclass(origin) or hasattr(origin, "_fields")):
        return reader_of(origin)  # the type variables of a generic class don't change how it is read
    if isinstance(hint, type):
        return _class(hint)
    if isinstance(hint, TypeVar):
        return reader_of(Any)
    raise TypeError(f"{hint} can't be made from plain data; give it to_data and from_data")


def _class(kind: type[Any]) -> Reader:
    if issubclass(kind, Enum):
        return lambda data: kind[data]
    if is_dataclass(kind):
        return _record(kind, [field.name for field in fields(kind) if field.init])
    if (names := getattr(kind, "_fields", None)) is not None:
        return _named_tuple(kind, list(names))
    raise TypeError(f"{kind} can't be made from plain data; give it to_data and from_data")


def _either(readers: list[Reader]) -> Reader:
    """The first that can read it."""

    def read(data: Any) -> Any:
        for each in readers:
            try:
                return each(data)
            except WRONG:
                continue
        raise TypeError(f"{data!r} is none of these")

    return read


def _tuple(args: tuple[Any, ...]) -> Reader:
    if args and args[-1] is Ellipsis:
        each = reader_of(args[0])
        return lambda data: tuple(map(each, _exactly(list, tuple)(data)))
    if set(args) == {int}:
        return _numbers(len(args))
    readers = [reader_of(arg) for arg in args if arg != ()]
    return lambda data: tuple(read(item) for read, item in zip(readers, data, strict=True))


def _numbers(many: int) -> Reader:
    def read(data: Any) -> tuple[int, ...]:
        if len(data) != many or any(type(each) is not int for each in data):
            raise ValueError(f"{many} numbers, not {data!r}")
        return tuple(data)

    return read


def _dict(key: Reader, value: Reader) -> Reader:
    return lambda data: {key(name): value(item) for name, item in data.items()}


def _literal(values: tuple[Any, ...]) -> Reader:
    def read(data: Any) -> Any:
        return values[values.index(data)]

    return read


def _record(kind: Any, names: list[str]) -> Reader:
    readers = [(name, reader_of(hint)) for name, hint in _hints(kind, names)]
    return lambda data: kind(**{name: read(data[name]) for name, read in readers})


def _named_tuple(kind: Any, names: list[str]) -> Reader:
    """By name, or as a list where the game writes it so."""
    readers = [(name, reader_of(hint)) for name, hint in _hints(kind, names)]

    def read(data: Any) -> Any:
        if isinstance(data, dict):
            return kind(*[read(data[name]) for name, read in readers])
        return kind(*[read(item) for (_, read), item in zip(readers, data, strict=True)])

    return read


def _hints(kind: Any, names: list[str]) -> list[tuple[str, Any]]:
    hints = get_type_hints(kind)
    return [(name, hints[name]) for name in names]
