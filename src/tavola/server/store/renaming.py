"""A person under another name everywhere: renamed, or erased behind a pseudonym.

Names, standings, ratings, scores and reports change in one transaction. Records and logs may be many: they
follow table by table, and if that is interrupted, a second run finds what was left.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, delete, select, update

from tavola.core.errors import TavolaError
from tavola.core.record import Record
from tavola.server.store import bot_logs
from tavola.server.store.names import fold, storable
from tavola.server.store.schema import (
    audit,
    log,
    names,
    ratings,
    record_names,
    records,
    reports,
    scores,
    standings,
    tables,
)
from tavola.server.store.sql import contains, packed, unpacked
from tavola.server.store.values import RUNNING
from tavola.table import entries as en


class Renaming(msgspec.Struct, frozen=True):
    """A person and their new name. If they are erased, their chat and their right to seats go too."""

    keys: frozenset[str]  # the old names, folded
    holder: str  # "" if the names are not claimed
    name: str  # the new one, or the pseudonym
    erase: bool = False

    def concerns(self, name: str, holder: str = "") -> bool:
        return bool(self.holder and holder == self.holder) or fold(name) in self.keys


# ---- the person ----


def rename_person(connection: Connection, who: Renaming) -> None:
    """Rename everywhere but in records and logs."""
    mine = names.c.name_key.in_(who.keys)
    if who.erase:
        connection.execute(delete(names).where(names.c.holder == who.holder if who.holder else mine))
    else:
        row = {"name_key": fold(who.name), "name": storable(who.name)}
        connection.execute(update(names).where(mine).values(row))
    for table in (standings, ratings):
        _rename_standing(connection, table, who)
    _rename_scores(connection, who)
    for mark, name, holder in (("name", "name", "holder"), ("by", "by_name", "by_holder")):
        _rename_reports(connection, who, mark == "name", name, holder)
    if who.erase:
        _erase_from_audit(connection, who)
        if who.holder:
            bot_logs.erase(connection, who.holder)


def _erase_from_audit(connection: Connection, who: Renaming) -> None:
    """Keep what was done, and delete to whom."""
    mine = who.keys | {who.holder} - {""}
    found = connection.execute(select(audit.c.number, audit.c.subject, audit.c.details)).all()
    for number, subject, details in found:
        if fold(subject) in mine or (who.holder and who.holder in details):
            line = update(audit).where(audit.c.number == number)
            connection.execute(line.values(subject=who.name, details="{}"))


def _rename_standing(connection: Connection, table: Table, who: Renaming) -> None:
    mine = table.c.name_key.in_(who.keys) & table.c.bot.is_(False)
    if who.erase:
        connection.execute(delete(table).where(mine))
        return
    taken = select(table.c.game).where(table.c.name_key == fold(who.name), table.c.bot.is_(False)).limit(1)
    if fold(who.name) not in who.keys and connection.execute(taken).first() is not None:
        raise TavolaError(f"the name {who.name!r} has results of its own already; choose another")
    values: dict[str, Any] = {"name_key": fold(who.name)}
    if "name" in table.c:
        values["name"] = storable(who.name)
    connection.execute(update(table).where(mine).values(values))


def _rename_scores(connection: Connection, who: Renaming) -> None:
    """Scoreboards have names as they were typed, so each is folded here."""
    for environment, name in connection.execute(select(scores.c.environment, scores.c.name)).all():
        if fold(name) in who.keys:
            mine = (scores.c.environment == environment) & (scores.c.name == name)
            if who.erase:
                connection.execute(delete(scores).where(mine))
            else:
                connection.execute(update(scores).where(mine).values(name=storable(who.name)))


def _rename_reports(connection: Connection, who: Renaming, said: bool, name: str, holder: str) -> None:
    asked = select(reports.c.number, reports.c[name], reports.c[holder])
    for number, named, held in connection.execute(asked).all():
        if who.concerns(named, held):
            values = {name: who.name} | ({holder: f"erased {number}"} if who.erase else {})
            values |= {"said": ""} if who.erase and said else {}
            connection.execute(update(reports).where(reports.c.number == number).values(values))


# ---- the records ----


def records_of(connection: Connection, who: Renaming, limit: int) -> list[str]:
    """Tables whose record still has one of the old names."""
    mine = who.keys - {fold(who.name)}
    asked = select(record_names.c.table_id).where(record_names.c.name_key.in_(mine)).distinct().limit(limit)
    return list(connection.execute(asked).scalars())


def rename_record(connection: Connection, table: str, who: Renaming) -> None:
    row = connection.execute(select(records).where(records.c.table_id == table)).mappings().one()
    summary, record = unpacked(row["summary"]), Record.from_json(json.loads(row["record"])).as_json()
    bots = [*summary["bots"], *[False] * len(summary["seats"])]
    old = [n for n, bot in zip(summary["seats"], bots, strict=False) if not bot and fold(n) in who.keys]
    changed = {
        "summary": packed(_replaced(summary, old, who.name)),
        "record": packed(_replaced(record, old, who.name)),
    }
    connection.execute(update(records).where(records.c.table_id == table).values(changed))
    theirs = (record_names.c.table_id == table) & record_names.c.name_key.in_(who.keys)
    came_to: Mapping[Any, Any] = (
        connection.execute(select(record_names).where(theirs)).mappings().first() or {}
    )
    connection.execute(delete(record_names).where(theirs))
    again = {**came_to, "name_key": fold(who.name), "at": row["at"], "table_id": table}
    connection.execute(record_names.insert(), again)
    _rename_listing(connection, table, who)


def _replaced(value: Any, old: Iterable[str], new: str) -> Any:
    """Replace names in the seats, and in the texts that say who was too slow or left."""
    value = dict(value)
    value["seats"] = [new if seat in old else seat for seat in value["seats"]]
    for part, key in (("tags", "Left"), ("result", "reason")):
        if value.get(part) and value[part].get(key):
            text = value[part][key]
            for name in old:
                text = text.replace(name, new)
            value[part] = {**value[part], key: text}
    return value


def _rename_listing(connection: Connection, table: str, who: Renaming) -> None:
    row = connection.execute(select(tables.c.seats).where(tables.c.id == table)).one_or_none()
    if row is not None:
        seats = [who.name if fold(name) in who.keys else name for name in unpacked(row[0])]
        connection.execute(update(tables).where(tables.c.id == table).values(seats=packed(seats)))


# ---- the logs ----


def logs_of(connection: Connection, who: Renaming) -> list[int]:
    """The numbers of tables whose log has the person. Searches the whole log, because of spectators' chat."""
    found: set[int] = set()
    if who.holder:
        mine = select(log.c.number).where(contains(connection, log.c.entry, who.holder.encode())).distinct()
        found |= set(connection.execute(mine).scalars())
    played = select(tables.c.number).join(record_names, record_names.c.table_id == tables.c.id)
    played = played.where(record_names.c.name_key.in_(who.keys | {fold(who.name)}))
    return sorted(found | set(connection.execute(played).scalars()))


def rename_log(connection: Connection, number: int, who: Renaming) -> bool:
    """Change the entries of one table; of an unfinished one only chat, since its seats are needed. Returns
    whether the table is finished."""
    status = connection.execute(select(tables.c.status).where(tables.c.number == number)).scalar()
    asked = select(log.c.version, log.c.entry).where(log.c.number == number).order_by(log.c.version)
    for version, written in connection.execute(asked).all():
        try:
            entry = en.decode_entry(bytes(written))
        except msgspec.MsgspecError:  # not an entry of ours
            continue
        if (new := _entry(entry, who, status not in RUNNING)) is not entry:
            mine = (log.c.number == number) & (log.c.version == version)
            connection.execute(update(log).where(mine).values(entry=en.encode_entry(new)))
    return status not in RUNNING


def _entry(entry: en.AnyEntry, who: Renaming, finished: bool) -> en.AnyEntry:
    change: dict[str, Any] = {}
    match entry:
        case en.Opened() if finished and who.erase and who.holder:
            reserved = ["" if holder == who.holder else holder for holder in entry.reserved]
            change = {"by": "" if entry.by == who.holder else entry.by, "reserved": reserved}
        case en.SatDown(bot="") if finished and who.concerns(entry.name, entry.holder):
            change = {"name": who.name} | ({"holder": ""} if who.erase else {})
        case en.SatDown() if finished and who.erase and entry.holder and entry.holder == who.holder:
            change = {"holder": ""}  # of the person who seated a bot
        case en.Spoke() if who.concerns(entry.name, entry.holder):
            change = {"name": who.name} | ({"holder": "", "text": ""} if who.erase else {})
    return msgspec.structs.replace(entry, **change) if change else entry
