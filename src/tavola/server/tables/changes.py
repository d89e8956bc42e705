"""Changes of a table for the store: its new entries, its listing, and its record once it is over.

Rated games between two players of one address do not count. No address is kept for that: a seat has
fingerprints of its player's addresses, keyed by the table's secret seed, so that those of two tables can't be
compared. They are in the table's listing while the game goes on, because another node or the next process may
have to finish it; they are deleted when it is over.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Mapping
from itertools import combinations

from tavola.core.contract import Seat
from tavola.server.limits.addresses import address_key
from tavola.server.store.values import Change, Details, Finished, Listing
from tavola.server.tables.live_table import LiveTable
from tavola.table import entries as en
from tavola.table import facts as f
from tavola.table.judge import Accepted
from tavola.table.table import Table
from tavola.tournaments.pairings import sides_of

MOST_ADDRESSES = 8  # fingerprints kept for one seat
Places = Mapping[Seat, Collection[str]]
UNLISTED = {en.Moved, en.Spoke, en.WantsRematch}  # lists look the same after these


def change_of(live: LiveTable, accepted: Accepted) -> Change:
    """The change that writes a command's outcome; with a listing only if that has changed."""
    table = live.table
    ended = table.ended is not None and any(isinstance(fact, f.Played) for fact in accepted.facts)
    listed = ended or not UNLISTED.issuperset(map(type, accepted.entries))
    return Change(
        table.id,
        table.version - len(accepted.entries) + 1,
        tuple(map(en.encode_entry, accepted.entries)),
        live.fence,
        listing_of(table, live) if listed else None,
        finished_of(live) if ended and table.record() is not None else None,
    )


def relisted(live: LiveTable) -> Change:
    """A change of the listing only: a guest came or went."""
    return Change(live.table.id, live.table.version + 1, (), live.fence, listing_of(live.table, live))


def listing_of(table: Table, live: LiveTable | None = None) -> Listing:
    opened = table.opened
    bots = {seat: sitter.bot for seat, sitter in enumerate(table.sitters) if sitter and sitter.bot}
    watchers = 0 if live is None else live.watchers
    thought = (live.thought, table.version) if live is not None and live.thought else (0.0, 0)
    places = {} if live is None or table.status == "over" else live.places
    return Listing(
        table=table.id,
        game=opened.game,
        options=opened.options,
        status="closed" if table.closed is not None else table.status,
        public=opened.public,
        rated=opened.rated,
        seats=["" if sitter is None else sitter.name for sitter in table.sitters],
        created=opened.at,
        changed=table.changed_at,
        details=Details(
            opened.clock,
            bots,
            sorted(table.presence.away()),
            watchers,
            *thought,
            quiet=opened.quiet,
            ladder=bool(opened.ladder),
            accounts=[seat for seat, sitter in enumerate(table.sitters) if sitter and sitter.account],
            places={seat: sorted(there) for seat, there in places.items()},
        ),
        offered=live is None or live.listed or table.status == "over",
    )


def finished_of(live: LiveTable) -> Finished:
    table = live.table
    record = table.record()
    assert record is not None
    assert table.ended is not None
    return Finished(
        record=record,
        at=table.changed_at,
        rated=table.opened.rated,
        how=table.ended.how,
        bots=tuple(bool(table.sitter(seat).bot) for seat in range(len(table.sitters))),
        same_address=same_address(table, live.places),
        paired=table.opened.ladder == "pool",
        accounts=tuple(table.sitter(seat).account for seat in range(len(table.sitters))),
    )


# ---- players of one address ----


def fingerprint(table: Table, address: str) -> str:
    """A hash that is the same for the same IPv4 address or IPv6 /64, at this table only."""
    text = f"address\n{address_key(address)}".encode()
    return hmac.digest(bytes.fromhex(table.opened.seed), text, "sha256")[:9].hex()


def same_address(table: Table, places: Places) -> bool:
    """Did two opponents come from one address?"""
    people = {seat for seat, sitter in enumerate(table.sitters) if sitter is not None and not sitter.bot}
    of_side = [
        {place for seat in side if seat in people for place in places.get(seat, ())}
        for side in sides_of(table.opened.game, len(table.sitters))
    ]
    return any(not one.isdisjoint(other) for one, other in combinations(of_side, 2))
