"""Which node has which table.

A node renews its lease with a heartbeat; the lease runs by the database's clock, so that the clocks of the
nodes need not agree. A table has an owner and a fence (a fencing token), a number that grows with each new
owner. A writer gives the fence under which it owns the table, and it is compared in the same transaction with
the row locked: a node that slept through the end of its lease finds another number there and writes nothing.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from tavola.server.store.schema import nodes, tables
from tavola.server.store.sql import clock, upsert
from tavola.server.store.values import RUNNING


def beat(connection: Connection, node: str, seconds: float) -> bool:
    """The node's heartbeat: its lease lasts so many seconds more. False: the lease had run out, or is the
    first, and other nodes may have its tables."""
    until = clock(connection) + seconds
    lasting = update(nodes).where(nodes.c.node == node, nodes.c.until > clock(connection))
    if connection.execute(lasting.values(until=until)).rowcount:
        return True
    statement = upsert(connection, nodes).values(node=node, until=until)
    statement = statement.on_conflict_do_update(
        index_elements=["node"], set_={"until": statement.excluded.until}
    )
    connection.execute(statement)
    return False


def dead(connection: Connection) -> list[str]:
    """Nodes whose lease ran out and whose tables no node has taken over yet."""
    asked = select(nodes.c.node).where(nodes.c.until <= clock(connection)).order_by(nodes.c.node)
    return list(connection.execute(asked).scalars())


def take(connection: Connection, table: str, node: str) -> int | None:
    """The fencing token under which the node now owns the table. None: another live node has it, or there is
    no such table. A node may take its own table again, as after dropping it from memory."""
    asked = select(tables.c.owner, tables.c.fence).where(tables.c.id == table).with_for_update(key_share=True)
    row = connection.execute(asked).one_or_none()
    if row is None or (row.owner != node and _lives(connection, row.owner)):
        return None
    fence: int = row.fence + 1
    connection.execute(update(tables).where(tables.c.id == table).values(owner=node, fence=fence))
    return fence


def take_over(connection: Connection, gone: str, node: str) -> list[tuple[str, int]]:
    """All running tables of a node that is gone, with their new fencing tokens. Nothing if it lives."""
    found = connection.execute(select(nodes.c.until).where(nodes.c.node == gone).with_for_update())
    until = found.scalar()
    if gone == node or (
        until is not None and until > connection.execute(select(clock(connection))).scalar_one()
    ):
        return []
    asked = select(tables.c.id, tables.c.fence).where(tables.c.owner == gone, tables.c.status.in_(RUNNING))
    rows = connection.execute(asked.order_by(tables.c.id).with_for_update(key_share=True)).all()
    for row in rows:
        mine = update(tables).where(tables.c.id == row.id)
        connection.execute(mine.values(owner=node, fence=row.fence + 1))
    connection.execute(delete(nodes).where(nodes.c.node == gone))
    return [(row.id, row.fence + 1) for row in rows]


def owner(connection: Connection, table: str) -> tuple[str, int] | None:
    """The node that has a table, and its fencing token."""
    row = connection.execute(select(tables.c.owner, tables.c.fence).where(tables.c.id == table)).one_or_none()
    return None if row is None else (row.owner, row.fence)


def release(connection: Connection, node: str) -> None:
    """The node stops in good order: its lease ends now, and its tables can be taken over."""
    has = select(tables.c.id).where(tables.c.owner == node, tables.c.status.in_(RUNNING)).limit(1)
    if connection.execute(has).scalar() is None:
        connection.execute(delete(nodes).where(nodes.c.node == node))
    else:
        connection.execute(update(nodes).where(nodes.c.node == node).values(until=0.0))


def _lives(connection: Connection, node: str) -> bool:
    asked = select(nodes.c.node).where(nodes.c.node == node, nodes.c.until > clock(connection))
    return connection.execute(asked).scalar() is not None
