"""The reckoning: everybody's books against the log, and the log against the records.

The log is walked once for each table. At every version stands what each seat could have been told; whatever
was heard of that version must be exactly that.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bench.chaos_books import Book, Sent, digest
from bench.chaos_parties import HASTY, Kept
from bench.chaos_people import Person
from tavola.core.contract import CHANCE
from tavola.core.record import RESIGNS, Record
from tavola.core.words import Lang
from tavola.table import entries as en
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.table.fair_check import check
from tavola.table.identity import holder_of
from tavola.table.redaction import standing, told
from tavola.table.table import Table

LONG = 100  # news at once: beyond it a server may leave the oldest of what was missed out


@dataclass
class Reckoning:
    """What was found."""

    violations: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def wrong(self, what: str) -> None:
        self.violations.append(what)


def reckon(
    people: Sequence[Person],
    kept: Iterable[Kept],
    logs: dict[str, list[bytes]],
    records: Iterable[str],
) -> Reckoning:
    """Compare everything with everything."""
    found = Reckoning()
    written = _by_table(records, found)
    clocks = {each.table: each.clock for each in kept}
    ledgers = _by_place(people)
    for table in sorted({table for person in people for table in person.books} | set(clocks)):
        entries = [en.decode_entry(data) for data in logs.get(table, ())]
        if not entries or not isinstance(entries[0], en.Opened):
            found.wrong(f"{table}: no log")
            continue
        at_it = [person for person in people if table in person.books]
        try:
            _walk(found, entries[0], entries, at_it)
        except Exception as error:  # a log with holes can break the table in any way
            found.wrong(f"{table}: the log can't be played again: {error!r}")
        _ledgers(found, table, entries, [*ledgers[table], *ledgers[f"created {entries[0].id}"]])
        _record(found, table, entries, written.get(table))
        _endings(found, table, entries, clocks.get(table, m.Clock()))
    return found


def _by_table(records: Iterable[str], found: Reckoning) -> dict[str, Record]:
    written: dict[str, Record] = {}
    for line in records:
        record = Record.parse(line)
        table = record.tags.get("Table", "")
        if table in written:
            found.wrong(f"{table}: two records")
        written[table] = record
    return written


# ---- what was heard ----


def _walk(found: Reckoning, opened: en.Opened, entries: Sequence[en.AnyEntry], people: list[Person]) -> None:
    """Let the table happen again, and look at each version what was heard of it."""
    table = Table(opened)
    heard = {person.name: _by_version(person.books[opened.table]) for person in people}
    _compare(found, table, None, people, heard)
    played = []
    for entry in entries[1:]:
        fact = table.happen(entry, 0.0)
        if isinstance(fact, f.Played):
            played.append(fact.version)
        _compare(found, table, fact, people, heard)
    for person in people:
        for version, left in heard[person.name].items():
            found.wrong(
                f"{person.name}: {table.id} told {left[0][0]} {version}, not in the log of {len(entries)}"
            )
        _gaps(found, person, person.books[opened.table], played, len(entries))


def _by_version(book: Book) -> dict[int, list[tuple[str, bytes]]]:
    heard = defaultdict(list)
    for version, kind, data in book.heard:
        heard[version].append((kind, data))
    return heard


def _compare(
    found: Reckoning,
    table: Table,
    fact: f.Fact | None,
    people: list[Person],
    heard: dict[str, dict[int, list[tuple[str, bytes]]]],
) -> None:
    for person in people:
        if not (lines := heard[person.name].pop(table.version, None)):
            continue
        seat = table.seat_of(holder_of(person.token or ""))
        may_be = {kind: _may_be(kind, table, fact, seat, person.lang) for kind, _ in lines}
        for kind, data in lines:
            found.counts["compared"] += 1
            if data not in may_be[kind]:
                found.wrong(f"{person.name}: {table.id} {kind} {table.version} is not what the log says")


def _may_be(kind: str, table: Table, fact: f.Fact | None, seat: int | None, lang: Lang | None) -> set[bytes]:
    """What a message of that kind can be at this version, for that seat."""
    right: list[m.AnyMessage] = []
    if kind == "table":
        right.append(standing(table, seat, lang, 0.0))
    elif fact is not None:
        right.append(told(table.id, fact, seat, lang))
    if kind == "seated":  # somebody came or went; all else is as it was
        right.append(m.Seated(table=table.id, version=table.version, seats=list(table.chairs)))
    return {digest(_as_heard(each)) for each in right}


def _as_heard(said: m.AnyMessage) -> m.AnyMessage:
    """Through the wire and back, as everything heard went."""
    back: m.AnyMessage = m.decode_message(m.encode(said))
    return back


def _gaps(found: Reckoning, person: Person, book: Book, played: list[int], last: int) -> None:
    """After each absence exactly the moves that were missed; at the end, all that happened."""
    for since, version, missed in book.resumed:
        due = [each for each in played if since < each <= version]
        if missed != due and not (len(due) > LONG and missed and due[-len(missed) :] == missed):
            found.wrong(f"{person.name}: {book.table} since {since} missed {missed}, should be {due}")
    if book.present and book.version != last:
        found.wrong(f"{person.name}: {book.table} heard up to {book.version} of {last}")


# ---- what was said ----


def _by_place(people: Sequence[Person]) -> dict[str, list[tuple[str, Sent]]]:
    """Everything said, by the table it was said to; of a new table only the wish is known."""
    found = defaultdict(list)
    for person in people:
        for id_, sent in person.ledger.items():
            said = sent.command
            place = said.table if isinstance(said, m.TableCommand) else f"created {id_}"
            found[place].append((person.name, sent))
    return found


def _ledgers(
    found: Reckoning, table: str, entries: Sequence[en.AnyEntry], ledger: Sequence[tuple[str, Sent]]
) -> None:
    places = defaultdict(list)
    for version, entry in enumerate(entries, 1):
        if entry.id:
            places[entry.id].append(version)
    for name, sent in ledger:
        at = places.pop(sent.command.id, [])
        if not sent.answered:
            found.wrong(f"{name}: {sent.command} was never answered")
        elif isinstance(sent.command, m.Watch | m.Leave):
            continue
        elif sent.outcome == "refused" and at:
            found.wrong(f"{name}: {sent.command} was refused, and is in the log at {at}")
        elif sent.outcome == "accepted":
            _accepted(found, name, sent.command, sent.move, sent.version, at, entries)
    for id_, at in places.items():
        found.wrong(f"{table}: the log has a command nobody sent, {id_}, at {at}")


def _accepted(
    found: Reckoning,
    name: str,
    command: m.Command,
    move: str,
    version: int | None,
    at: list[int],
    entries: Sequence[en.AnyEntry],
) -> None:
    found.counts["accepted"] += 1
    if len(at) != 1:
        found.wrong(
            f"{name}: {command} was accepted and is {'doubled' if at else 'lost'}: in the log at {at}"
        )
        return
    if version is not None and version != at[0]:
        found.wrong(f"{name}: {command} was said to be {version}, and is {at[0]}")
    entry = entries[at[0] - 1]
    if isinstance(entry, en.Moved):
        found.counts["moves"] += 1
        if entry.move != move:
            found.wrong(f"{name}: {command} meant {move!r}, the log has {entry.move!r}")


# ---- the records ----


def _record(found: Reckoning, table: str, entries: Sequence[en.AnyEntry], record: Record | None) -> None:
    if record is None:
        return found.wrong(f"{table}: no record")
    moves: list[tuple[int, str]] = []
    for entry in entries:
        if isinstance(entry, en.Moved):
            moves.append((entry.seat, entry.move))
        if isinstance(entry, en.Moved | en.Began):
            moves += [(CHANCE, drawn) for drawn in entry.drawn]
        if isinstance(entry, en.GaveUp):
            moves.append((entry.seat, RESIGNS))
    if list(record.moves) != moves:
        found.wrong(f"{table}: the record is not what the log says")
    verdict = check(record)
    found.counts["verified"] += verdict.fits
    if not verdict.fits:
        found.wrong(f"{table}: does not verify: {verdict.why.in_('en') if verdict.why else ''}")
    return None


def _endings(found: Reckoning, table: str, entries: Sequence[en.AnyEntry], clock: m.Clock) -> None:
    ended = [entry for entry in entries if isinstance(entry, en.GaveUp)]
    for entry in ended:
        found.counts[entry.how] += 1
        if entry.how == "left" or (entry.how == "time" and clock != HASTY):
            found.wrong(f"{table}: lost by {entry.how}, which nobody can have been")
    if len(ended) > 1:
        found.wrong(f"{table}: ended {len(ended)} times")
