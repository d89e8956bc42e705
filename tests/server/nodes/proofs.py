"""What must be true of a table however its nodes fared."""

from __future__ import annotations

from collections import Counter

from tavola.server.store import Store
from tavola.table import fair_check
from tavola.table.entries import Moved, decode_entry
from tavola.table.opening import rebuild
from tests.server.nodes.guest import Guest


async def all_is_well(store: Store, table: str, *people: Guest) -> None:
    """The game is over, its dice are what was promised, and each accepted move is there once."""
    record = await store.record(table)
    assert record is not None
    assert record.result is not None
    verdict = fair_check.check(record)
    assert verdict.fits, verdict
    entries = [decode_entry(each) for each in await store.log(table)]
    rebuilt, _ = rebuild(entries)
    assert rebuilt.record() == record
    ids = Counter(each.id for each in entries if isinstance(each, Moved) and each.id)  # bots have none
    assert set(ids.values()) <= {1}, "a move was doubled"
    assert ids or rebuilt.opened.game == "421", "nobody moved"  # there the throws alone may decide
    for guest in people:
        assert heard_in_order(guest, table) == rebuilt.version
        answered = {one["id"] for one in guest.news(table) if one.get("id")}
        assert answered <= set(ids), "a move that was accepted is lost"


def heard_in_order(guest: Guest, table: str) -> int:
    """Nothing twice, nothing out of order, no move missing; the last version."""
    news = guest.news(table)
    versions = [one["version"] for one in news]
    assert versions == sorted(set(versions)), f"{guest.name} heard {versions}"
    turns = [one["turn"] for one in news]
    steps = [len(one["steps"]) for one in news]
    assert [turn - many for turn, many in zip(turns[1:], steps[1:], strict=True)] == turns[:-1], "a gap"
    return int(versions[-1])
