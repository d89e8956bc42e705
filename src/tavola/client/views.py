"""A view made from a message: the same that a bot in the server's process gets."""

from __future__ import annotations

from typing import Any

from tavola.client.errors import ClientError
from tavola.core.codec import BadData, codec_of
from tavola.core.contract import Event, Rules, View
from tavola.table.messages import Happened, Sight


class BadPicture(ClientError):
    """The game can't decode a message; usually the server is of another version."""

    def __init__(self, rules: Rules[Any, Any], what: str) -> None:
        super().__init__(
            f"the server's {what} of {rules.info.name} can't be read here; are both of the same version?"
        )


def view_of(rules: Rules[Any, Any], seat: int | None, sight: Sight) -> View[Any, Any]:
    """The view of a sight."""
    moves = tuple(rules.parse(text) for text in sight.moves)
    try:
        table = codec_of(rules).read_table(sight.table)
    except BadData:
        raise BadPicture(rules, "picture") from None
    return View(seat, sight.actor, rules.options, table, moves)


def events_of(rules: Rules[Any, Any], step: Happened) -> list[Event]:
    """The events of a step; unknown ones, of a newer version, are left out."""
    codec = codec_of(rules)
    try:
        return [event for told in step.events if (event := codec.read_event(told)) is not None]
    except BadData:
        raise BadPicture(rules, "events") from None
