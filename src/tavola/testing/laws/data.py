"""What leaves the process: views and events as plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from tavola.core.codec import codec_of
from tavola.core.errors import TavolaError
from tavola.testing.walk import Position


def data(at: Position) -> Iterator[str]:
    """Every view and every event becomes plain data and comes back, and that data is all that is told."""
    codec = codec_of(at.rules)
    for seat in at.everyone if at.rules.info.hidden else at.everyone[:1]:
        seen = at.rules.view(at.state, seat)
        yield from _comes_back("table", seen.table, codec.table_data, codec.read_table)
        for event in at.step.events if at.step is not None else ():
            if (known := event.seen_by(seat)) is not None:
                yield from _comes_back("event", known, codec.event_data, codec.read_event)


def _comes_back(
    what: str, value: Any, write: Callable[[Any], Any], read: Callable[[Any], Any]
) -> Iterator[str]:
    try:
        told = json.dumps(write(value))
    except (TypeError, ValueError) as error:
        yield f"the {what} {value!r} can't be written as JSON: {error}"
        return
    try:
        back = read(json.loads(told))
    except (TavolaError, TypeError) as error:
        yield f"the {what} {value!r} is told as {told}, which can't be read back: {error}"
        return
    if back != value:
        yield f"the {what} {value!r} is told as {told}, which reads back as {back!r}"
    elif json.dumps(write(back)) != told:  # the data has something that is no part of the value
        yield f"the {what} {value!r} is told as {told}, but its equal as {json.dumps(write(back))}"
