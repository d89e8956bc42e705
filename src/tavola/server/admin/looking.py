"""What an administrator sees: people and tables."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select

from tavola.core.errors import TavolaError
from tavola.server.admin import asks
from tavola.server.admin.subjects import subjects_of
from tavola.server.store import Change, Listing, Store, fold, moderation
from tavola.server.store.schema import ratings, standings
from tavola.server.tables.changes import listing_of
from tavola.table import judge
from tavola.table.entries import decode_entry, encode_entry
from tavola.table.opening import rebuild
from tavola.table.table import Moment

if TYPE_CHECKING:
    from tavola.server.admin.acting import Acting

LAST = 20  # games of a person
Looks = asks.People | asks.Person | asks.Tables | asks.Table


async def look(store: Store, acting: Acting | None, ask: Looks) -> dict[str, Any]:
    match ask:
        case asks.People():
            found = await store.read(moderation.claimed, ask.text, ask.limit)
            names = [{"name": name, "holder": holder, "claimed": at} for name, holder, at in found]
            here = [] if acting is None else acting.connected(ask.text)[: ask.limit]
            return {"names": names, "connected": here}
        case asks.Person():
            return await _person(store, acting, ask.name)
        case asks.Tables():
            return {"tables": [_listed(each) for each in await _tables(store, ask)]}
        case asks.Table():
            return await _table(store, ask.table)


async def _person(store: Store, acting: Acting | None, text: str) -> dict[str, Any]:
    subjects = await subjects_of(store, text)
    holder = next((subject for kind, subject in subjects if kind == "holder"), "")
    names = await store.names_of(holder) if holder else []
    wanted = [subject for kind, subject in subjects if kind == "name"] or names
    keys = {fold(name) for name in (*names, *wanted)}
    about = {(kind, subject) for kind, subject in subjects}
    against = [each for each in await store.sanctions() if (each.kind, each.subject) in about]
    every = await store.read(moderation.reported, True, moderation.MOST)
    reports = [each for each in every if (holder and each.holder == holder) or fold(each.name) in keys]
    games = [game for name in wanted for game in await store.records(name=name, limit=LAST)]
    return {
        "holder": holder or None,
        "names": names,
        "standings": await store.read(_standings, keys),
        "games": [
            {"table": g.table, "game": g.game, "at": g.at, "seats": list(g.seats)} for g in games[:LAST]
        ],
        "sanctions": msgspec.to_builtins(against),
        "reports": msgspec.to_builtins(reports),
        "connected": [] if acting is None else acting.connected_as(subjects),
    }


def _standings(connection: Any, keys: set[str]) -> list[dict[str, Any]]:
    s, r = standings.c, ratings.c
    same = (s.game == r.game) & (s.name_key == r.name_key) & (s.bot == r.bot)
    asked = select(s.game, s.name, s.games, s.wins, r.mu, r.sigma).select_from(
        standings.outerjoin(ratings, same)
    )
    asked = asked.where(s.name_key.in_(keys), s.bot.is_(False)).order_by(s.game)
    return [dict(row) for row in connection.execute(asked).mappings()]


# ---- tables ----


async def _tables(store: Store, ask: asks.Tables) -> list[Listing]:
    if ask.over:
        return await store.listed(status="over", public=None, limit=ask.limit)
    waiting = await store.listed(status="waiting", public=None, limit=ask.limit)
    playing = await store.listed(status="playing", public=None, limit=ask.limit)
    return [*playing, *waiting][: ask.limit]


def _listed(each: Listing) -> dict[str, Any]:
    return {
        "table": each.table,
        "game": each.game,
        "status": each.status,
        "seats": each.seats,
        "public": each.public,
        "rated": each.rated,
        "quiet": each.details.quiet,
        "created": each.created,
        "changed": each.changed,
    }


async def _table(store: Store, table: str) -> dict[str, Any]:
    listing = await store.listing(table)
    written = await store.log(table)
    if listing is None:
        raise TavolaError(f"there is no table {table[:64]!r}; tavola admin tables lists them")
    found = _listed(listing)
    if written:
        built, _ = rebuild(map(decode_entry, written))
        found["opened_by"] = built.opened.by
        found["holders"] = ["" if sitter is None else sitter.holder for sitter in built.sitters]
        found["chat"] = [
            {"version": line.version, "name": line.name, "holder": line.holder, "said": line.text}
            for line in built.chat
        ]
        found["closed"] = None if built.closed is None else built.closed.en
    return found


async def close_in_database(store: Store, table: str, why: str) -> None:
    """Close a table that no running server has."""
    fence = await store.take(table, store.node)
    written = await store.log(table)
    if fence is None or not written:
        listing = await store.listing(table)
        there = "is at a node that runs: ask that one" if listing is not None else "is not there"
        raise TavolaError(f"the table {table[:64]!r} {there}")
    built, _ = rebuild(map(decode_entry, written))
    accepted = judge.close(built, why, Moment(time.time(), time.monotonic()))
    entries = tuple(map(encode_entry, accepted.entries))
    await store.commit([Change(table, built.version, entries, fence, listing_of(built))])
