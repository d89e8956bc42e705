"""What came over a wire as plain data, made into the values it was made from.

`redaction.picture` draws a table as numbers, texts and lists; `unpicture` is its inverse, so that a bot at
the far end of a wire is handed the very View it would get in the server. The dice games read their own
pictures; the rest follows from the types: a dataclass is rebuilt field by field, cards from their texts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from tavola.client.errors import ClientError
from tavola.core.contract import Event, Rules, View
from tavola.core.errors import TavolaError
from tavola.games.capture import events as card_events
from tavola.games.capture.game import CaptureGame
from tavola.games.capture.moves import Play, parse
from tavola.games.capture.views import TableView
from tavola.games.dice_poker.game import DicePoker
from tavola.games.dice_poker.picture import read as read_dice_poker
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.picture import read as read_five_thousand
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.picture import read as read_fourtwentyone
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet
from tavola.table.messages import Sight

Reader = Callable[[Any], Any]

# What makes a value of a type from plain data; those that take some working out are added when first needed.
_READERS: dict[Any, Reader] = {
    int: lambda told: told,
    bool: lambda told: told,
    str: lambda told: told,
    NoneType: lambda told: told,
    Card: Card.parse,
    CardSet: CardSet.from_cards,
    Play: parse,
}
WRONG = (KeyError, TypeError, ValueError, AttributeError, TavolaError)  # what comes of reading something else


class BadPicture(ClientError):
    """What came is not what the game draws; mostly a server of another version."""


def view_of(rules: Rules[Any, Any], seat: int | None, sight: Sight) -> View[Any, Any]:
    """The view that a sight tells of."""
    moves = tuple(rules.parse(text) for text in sight.moves)
    return View(seat, sight.actor, rules.options, unpicture(rules, sight.table), moves)


def unpicture(rules: Rules[Any, Any], told: Any) -> Any:
    """A view's table from its picture."""
    try:
        return _picture_reader(rules)(told)
    except WRONG:
        raise BadPicture(
            f"the server's picture of {rules.info.name} can't be read here; are both of the same version?"
        ) from None


def _picture_reader(rules: Rules[Any, Any]) -> Reader:
    for game, read in _GAMES.items():
        if isinstance(rules, game):
            return read
    if (own := getattr(rules, "unpicture", None)) is not None:  # a game of another package
        return own  # type: ignore[no-any-return]
    return _reader(type(rules.start(rules.info.seats[0])))


def card_event(told: dict[str, Any]) -> Event | None:
    """An event of a capture game; None for one that this version does not know."""
    cls = getattr(card_events, str(told.get("event")), None)
    if not (isinstance(cls, type) and issubclass(cls, card_events.CardEvent)):
        return None
    try:
        return _reader(cls)(told)  # type: ignore[no-any-return]
    except WRONG:
        raise BadPicture("the server's events can't be read here; are both of the same version?") from None


def _reader(hint: Any) -> Reader:
    if (known := _READERS.get(hint)) is None:
        known = _READERS[hint] = _made(hint)
    return known


def _made(hint: Any) -> Reader:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _maybe(args)
    if origin is tuple:
        return _tuple(args)
    if is_dataclass(hint):
        return _record(hint, [field.name for field in fields(hint)])
    if (names := getattr(hint, "_fields", None)) is not None:
        return _named_tuple(hint, list(names))
    raise TypeError(f"{hint} can't be made from plain data")


def _maybe(args: tuple[Any, ...]) -> Reader:
    (kind,) = (arg for arg in args if arg is not NoneType)
    read = _reader(kind)
    return lambda told: None if told is None else read(told)


def _tuple(args: tuple[Any, ...]) -> Reader:
    if args[-1] is Ellipsis:
        each = _reader(args[0])
        return lambda told: tuple(map(each, told))
    if set(args) == {int}:
        return _numbers(len(args))
    readers = [_reader(arg) for arg in args]
    return lambda told: tuple(read(item) for read, item in zip(readers, told, strict=True))


def _numbers(many: int) -> Reader:
    def read(told: Any) -> tuple[int, ...]:
        if len(told) != many:
            raise ValueError(f"{many} numbers, not {len(told)}")
        return tuple(told)

    return read


def _record(cls: Any, names: list[str]) -> Reader:
    hints = get_type_hints(cls)
    readers = [(name, _reader(hints[name])) for name in names]
    return lambda told: cls(**{name: read(told[name]) for name, read in readers})


def _named_tuple(cls: Any, names: list[str]) -> Reader:
    """Told by name where it stands alone, as a list where it is part of a picture of cards."""
    hints = get_type_hints(cls)
    readers = [(name, _reader(hints[name])) for name in names]

    def read(told: Any) -> Any:
        if isinstance(told, dict):
            return cls(*[read(told[name]) for name, read in readers])
        return cls(*[read(item) for (_, read), item in zip(readers, told, strict=True)])

    return read


_GAMES: dict[type[Any], Reader] = {
    FourTwentyOne: read_fourtwentyone,
    FiveThousand: read_five_thousand,
    DicePoker: read_dice_poker,
    CaptureGame: _reader(TableView),
}
