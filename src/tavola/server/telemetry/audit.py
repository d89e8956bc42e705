"""Audit lines: what the server's log tells of tables. One line each, and never the whole id."""

from __future__ import annotations

import logging

from tavola.server.telemetry.logs import Fact, happened, short
from tavola.table import facts as f
from tavola.table.table import Table

log = logging.getLogger(__name__)


def _told(table: Table, says: str, **facts: Fact) -> None:
    happened(log, says, table=short(table.id), game=table.opened.game, **facts)


def opened(table: Table) -> None:
    told = table.opened
    _told(table, "a table is opened", seats=len(table.sitters), public=told.public, rated=told.rated)


def ended(table: Table, fact: f.Played, end: f.Ended) -> None:
    winners = tuple(fact.names[seat] for seat in end.outcome.winners)
    _told(table, "a game is over", how=end.how, winners=winners)


def unwatched(table: Table) -> None:
    _told(table, "bots nobody watches have stopped")  # they go on when somebody watches


def reported(table: Table) -> None:
    _told(table, "a line of chat is reported")


def put_away(table: Table) -> None:
    _told(table, "a table nobody came to is put away")
