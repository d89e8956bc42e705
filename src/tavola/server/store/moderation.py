"""The operator's bans, mutes and reserved names; reports of chat; and the audit."""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from tavola.server.store.names import fold, storable
from tavola.server.store.schema import audit, names, reports, reserved_names, sanctions
from tavola.server.store.sql import packed, unpacked, upsert
from tavola.server.store.values import AuditLine, Kind, Report, Sanction, What

MOST_OPEN = 10_000  # reports that are not settled; more are not kept
MOST = 1000  # lines of one answer


# ---- bans and mutes, reserved names ----


def impose(connection: Connection, several: list[Sanction]) -> None:
    """Add sanctions; one that exists gets the new end and reason."""
    for one in several:
        row = msgspec.structs.asdict(one) | {"why": storable(one.why, 500), "subject": storable(one.subject)}
        statement = upsert(connection, sanctions).values(row)
        changed = {name: statement.excluded[name] for name in ("why", "until", "at", "by")}
        connection.execute(
            statement.on_conflict_do_update(index_elements=["what", "kind", "subject"], set_=changed)
        )


def lift(connection: Connection, what: What, subjects: list[tuple[Kind, str]]) -> int:
    """Remove sanctions; returns how many of these there were."""
    c, lifted = sanctions.c, 0
    for kind, subject in subjects:
        gone = delete(sanctions).where(c.what == what, c.kind == kind, c.subject == subject)
        lifted += connection.execute(gone).rowcount
    return lifted


def in_force(connection: Connection) -> list[Sanction]:
    """Bans and mutes that have not ended; ended ones are only in the audit."""
    c = sanctions.c
    asked = select(c.what, c.kind, c.subject, c.why, c.until, c.at, c.by)
    asked = asked.where(c.until.is_(None) | (c.until > time.time())).order_by(c.number)
    return [Sanction(*row) for row in connection.execute(asked)]


def reserve(connection: Connection, name: str) -> None:
    row = {"name_key": fold(name), "name": storable(name), "at": time.time()}
    connection.execute(upsert(connection, reserved_names).on_conflict_do_nothing(), row)


def unreserve(connection: Connection, name: str) -> int:
    gone = delete(reserved_names).where(reserved_names.c.name_key == fold(name))
    return connection.execute(gone).rowcount


def reserved(connection: Connection) -> list[str]:
    return list(
        connection.execute(select(reserved_names.c.name).order_by(reserved_names.c.name_key)).scalars()
    )


# ---- reports ----


def report(connection: Connection, one: Report) -> bool:
    """Keep a report. A person's second report of the same line is ignored; False: there are too many open."""
    unread = select(func.count()).select_from(reports).where(reports.c.open)
    if (connection.execute(unread).scalar() or 0) >= MOST_OPEN:
        return False
    row = msgspec.structs.asdict(one) | {"at": time.time(), "table_id": one.table}
    row = {name: storable(value, 500) if isinstance(value, str) else value for name, value in row.items()}
    del row["number"], row["table"]
    connection.execute(upsert(connection, reports).values(row).on_conflict_do_nothing())
    return True


def reported(connection: Connection, everything: bool, limit: int) -> list[Report]:
    """Reports that are not settled yet, or all; the latest first."""
    asked = select(reports).order_by(reports.c.number.desc()).limit(min(limit, MOST))
    if not everything:
        asked = asked.where(reports.c.open)
    rows = connection.execute(asked).mappings()
    return [
        Report(table=row["table_id"], **{k: v for k, v in row.items() if k != "table_id"}) for row in rows
    ]


def settle(connection: Connection, number: int) -> int:
    """Mark a report as settled; returns how many were."""
    done = update(reports).where(reports.c.number == number, reports.c.open).values(open=False)
    return connection.execute(done).rowcount


# ---- audit ----


def note(connection: Connection, line: AuditLine) -> None:
    row = msgspec.structs.asdict(line) | {"at": line.at or time.time(), "details": packed(line.details)}
    row |= {name: storable(row[name], 500) for name in ("who", "what", "subject", "why")}
    del row["number"]
    connection.execute(insert(audit), row)


def audited(connection: Connection, limit: int) -> list[AuditLine]:
    c = audit.c
    asked = select(c.who, c.what, c.subject, c.why, c.details, c.at, c.number)
    asked = asked.order_by(c.number.desc()).limit(min(limit, MOST))
    return [AuditLine(*row[:4], unpacked(row[4]), *row[5:]) for row in connection.execute(asked)]


# ---- people ----


def claimed(connection: Connection, text: str, limit: int) -> list[tuple[str, str, float]]:
    """Claimed names with this text in them: (name, holder, since when), the latest first."""
    c = names.c
    asked = select(c.name, c.holder, c.claimed).order_by(c.claimed.desc(), c.name_key).limit(min(limit, MOST))
    if text:
        asked = asked.where(c.name_key.contains(fold(text), autoescape=True))
    return [(row[0], row[1], row[2]) for row in connection.execute(asked)]
