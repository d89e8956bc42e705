"""A player is disconnected from a game: what the others may do about it, and when.

`gone` decides both what the other players are told and which of their commands are refused. Those commands
are in the log, as all are. Who is disconnected is not: see presence.py.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import TYPE_CHECKING

from tavola.core.contract import Seat
from tavola.core.words import Phrase
from tavola.table import messages as m
from tavola.table import words
from tavola.table.refusal import Refusal

if TYPE_CHECKING:
    from tavola.table.table import Table


# ---- what is told ----


def really_began(table: Table) -> bool:
    """Has every person at the table made a move? Until then the game may be aborted without loss."""
    if table.match is None:
        return False
    moved = {actor for actor, _ in table.match.moves}
    return all(seat in moved for seat, sitter in enumerate(table.sitters) if sitter and not sitter.bot)


def opponents(table: Table, seat: Seat) -> frozenset[Seat]:
    """The seats that win if that seat gives up. The rules say so: they know about partners."""
    assert table.match is not None
    return frozenset(table.rules.concede(table.match.state, seat).winners)


def gone(table: Table, by: Seat, now: float) -> list[m.Gone]:
    """What the player on seat `by` may do about each player who is away, the longest away first."""
    if table.match is None or table.ended is not None:
        return []
    others = [seat for seat in table.presence.away() if seat != by]
    # A game paired by the ladder is never called off, or players could leave once they see their opponent.
    began = bool(others) and (table.opened.ladder == "pool" or really_began(table))
    return [_gone(table, by, seat, began, now) for seat in others]


def _gone(table: Table, by: Seat, seat: Seat, began: bool, now: float) -> m.Gone:
    since = table.presence.since(seat)
    assert since is not None
    away = max(0.0, now - since)
    abort, claim = (round(max(0.0, wait - away), 3) for wait in table.patience)
    return m.Gone(
        seat=seat,
        abort=None if began else abort,
        claim=claim if began and by in opponents(table, seat) else None,
        bot=None if table.opened.rated else claim,
    )


def told(table: Table, now: float) -> dict[Seat, list[m.Gone]]:
    """`gone` for every connected player; empty while nobody is away."""
    found = {seat: gone(table, seat, now) for seat in table.presence.here} if table.presence.away() else {}
    return {seat: each for seat, each in found.items() if each}


# ---- what is judged ----


def check_abort(table: Table, by: Seat, now: float) -> None:
    """May that seat call the game off? Refusal says why not."""
    away = _who(table, by, None, now)
    if away.abort is None:
        raise Refusal("bad_request", words.REALLY_BEGAN)
    _not_too_early(table, away.seat, away.abort, words.ABORT_EARLY)


def claimed(table: Table, by: Seat, wanted: Seat | None, now: float) -> Seat:
    """The seat that loses if seat `by` claims the game."""
    away = _who(table, by, wanted, now, lambda one: one.claim is not None)
    if away.claim is None:
        if table.opened.ladder != "pool" and not really_began(table):
            raise Refusal("bad_request", words.NOT_REALLY_BEGUN)
        raise Refusal("bad_request", words.YOUR_PARTNER.fill(who=table.sitter(away.seat).name))
    _not_too_early(table, away.seat, away.claim, words.CLAIM_EARLY)
    return away.seat


def left_to_a_bot(table: Table, by: Seat, wanted: Seat | None, now: float) -> Seat:
    """The seat a bot may take in the middle of a game."""
    away = _who(table, by, wanted, now)
    if away.bot is None:
        raise Refusal("bad_request", words.RATED_NO_BOT)
    _not_too_early(table, away.seat, away.bot, words.BOT_EARLY)
    return away.seat


def _who(
    table: Table,
    by: Seat,
    wanted: Seat | None,
    now: float,
    rather: Callable[[m.Gone], bool] = lambda _: True,
) -> m.Gone:
    """The wanted seat if it is away; else the longest away, preferring those for which `rather` is true."""
    if wanted is not None and wanted >= len(table.sitters):
        raise Refusal("bad_request", words.NO_SUCH_SEAT.fill(seat=wanted, last=len(table.sitters) - 1))
    away = gone(table, by, now)
    if not away:
        raise Refusal("bad_request", words.NOBODY_AWAY)
    if wanted is None:
        return next(filter(rather, away), away[0])
    for one in away:
        if one.seat == wanted:
            return one
    raise Refusal("bad_request", words.NOT_AWAY.fill(seat=wanted))


def _not_too_early(table: Table, seat: Seat, wait: float, why: Phrase) -> None:
    if wait > 0:
        who = table.sitter(seat).name
        raise Refusal("too_early", why.fill(who=who, seconds=ceil(wait)), retry_after=wait)
