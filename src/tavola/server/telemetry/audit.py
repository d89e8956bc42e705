"""Audit lines: what the server's log tells of tables. One line each, and never the whole id."""

from __future__ import annotations

import logging

from tavola.server.telemetry.logs import happened, short
from tavola.table import facts as f
from tavola.table.table import Table

log = logging.getLogger(__name__)


def opened(table: Table) -> None:
    told = table.opened
    happened(
        log,
        "a table is opened",
        table=short(table.id),
        game=told.game,
        seats=len(table.sitters),
        public=told.public,
        rated=told.rated,
    )


def ended(table: Table, fact: f.Played, end: f.Ended) -> None:
    winners = tuple(fact.names[seat] for seat in end.outcome.winners)
    game = table.opened.game
    happened(log, "a game is over", table=short(table.id), game=game, how=end.how, winners=winners)


def unwatched(table: Table) -> None:
    """Its bots play on when somebody looks."""
    happened(log, "bots nobody watches have stopped", table=short(table.id), game=table.opened.game)


def reported(table: Table) -> None:
    happened(log, "a line of chat is reported", table=short(table.id), game=table.opened.game)


def put_away(table: Table) -> None:
    happened(log, "a table nobody came to is put away", table=short(table.id), game=table.opened.game)
