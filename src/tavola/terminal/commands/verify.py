"""Records checked against the seed that was committed to, one or a million of them, offline."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Literal

import typer

from tavola.core.errors import TavolaError, Trouble
from tavola.core.record import Record
from tavola.core.words import Lang, Phrase, same
from tavola.library.reading import LARGEST, STDIN
from tavola.table.fair import COMMITMENT, TABLE, is_hash
from tavola.table.fair_check import check
from tavola.terminal.commands.shared import BAD_DATA, Language, Plain, language, telling
from tavola.terminal.drawings.pen import clean
from tavola.terminal.drawings.screen import Screen

if TYPE_CHECKING:
    from tavola.client.fairness.receipt import Receipt

INPUT = Phrase("the standard input", "l'entrée standard", "lo standard input")
RECORD_N = Phrase("{file}, record {n}", "{file}, partie {n}", "{file}, partita {n}")
OF_TABLE = Phrase("{where} (table {table})", "{where} (table {table})", "{where} (tavolo {table})")
VERIFIED = Phrase(
    "{where}: verified; all {draws} throws and deals come from the seed that was committed to",
    "{where} : vérifiée ; les {draws} lancers et donnes viennent tous de la graine engagée",
    "{where}: verificata; tutti i {draws} tiri e le distribuzioni vengono dal seme impegnato",
)
FITS = Phrase(
    "{where}: the seed fits the commitment in the record, and all {draws} throws and deals come from it; "
    "nobody here saw it before the game",
    "{where} : la graine correspond à l'engagement de la partie, et les {draws} lancers et donnes en "
    "viennent tous ; personne ici ne l'a vu avant la partie",
    "{where}: il seme corrisponde all'impegno della partita, e tutti i {draws} tiri e le distribuzioni ne "
    "vengono; qui nessuno l'ha visto prima della partita",
)
SO_FAR = Phrase("the game is not finished", "la partie n'est pas finie", "la partita non è finita")
COMPARE = Phrase(
    "commitment {told}; is it the one you were shown before you sat down?",
    "engagement {told} ; est-ce celui qu'on vous a montré avant de vous asseoir ?",
    "impegno {told}; è quello che ti hanno mostrato prima di sederti?",
)
WRONG = Phrase(
    "{where}: NOT verified: {why}", "{where} : NON vérifiée : {why}", "{where}: NON verificata: {why}"
)
WRONG_AT = Phrase(
    "{where}: NOT verified, move {move}: {why}",
    "{where} : NON vérifiée, coup {move} : {why}",
    "{where}: NON verificata, mossa {move}: {why}",
)
NOTHING = Phrase("{where}: {why}", "{where} : {why}", "{where}: {why}")
NOT_YOURS = Phrase(
    "the commitment is not the one you were shown but {told}",
    "l'engagement n'est pas celui qu'on vous a montré mais {told}",
    "l'impegno non è quello che ti hanno mostrato ma {told}",
)
SUMMARY = Phrase(
    "records: {all}; verified: {verified}; fit themselves: {fits}; wrong: {wrong}; "
    "nothing to verify: {nothing}",
    "parties : {all} ; vérifiées : {verified} ; cohérentes : {fits} ; fausses : {wrong} ; "
    "rien à vérifier : {nothing}",
    "partite: {all}; verificate: {verified}; coerenti: {fits}; sbagliate: {wrong}; "
    "nulla da verificare: {nothing}",
)
SO_MANY = Phrase("{n} {n:record|records}", "{n} {n:partie|parties}", "{n} {n:partita|partite}")


def verify(
    records: Annotated[
        list[str],
        typer.Argument(
            metavar="RECORD",
            help="Records as text or JSON, or files with one JSON record a line; - is the input.",
        ),
    ],
    commitment: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="The commitment you were shown before play: is it the record's?"),
    ] = None,
    lang: Language = "en",
    plain: Plain = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="For programs: one JSON object a line for each record.")
    ] = False,
) -> None:
    """Check that the dice and deals of finished games come from the seed that was committed to.

    Of a game you played here, or whose commitment you give, it says whether that is verified; of any other
    only that the record fits itself. Nothing is asked of any server. Ends with 0 if nothing is wrong or
    missing, 1 otherwise.
    """
    with telling(lang):
        screen = None if as_json else Screen(plain)
        all_well = verify_all(records, screen, language(lang), commitment)
    if not all_well:
        raise typer.Exit(BAD_DATA)


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """A record and its file, or why there is none. `many`: one of a file with several."""

    file: str
    number: int
    record: Record | None
    why: Phrase | None = None
    many: bool = False

    def where(self, lang: Lang) -> str:
        said = INPUT if self.file == STDIN else same(self.file)
        if self.many:
            said = RECORD_N.fill(file=said, n=self.number)
            if self.record is not None and TABLE in self.record.tags:
                said = OF_TABLE.fill(where=said, table=self.record.tags[TABLE][:64])
        return clean(said.in_(lang))


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of checking a record."""

    finding: Literal["verified", "fits", "wrong", "nothing"]
    why: Phrase | None = None
    move: int = 0
    draws: int = 0
    numbers: int = 0
    finished: bool = False
    kept: bool = False  # was the commitment stored here, before the game?

    @property
    def well(self) -> bool:
        return self.finding in ("verified", "fits")


def verify_all(files: Sequence[str], screen: Screen | None, lang: Lang, shown: str | None = None) -> bool:
    """Check all records in some files and say what was found; as JSON lines without a screen.

    `shown` is the commitment the person saw before play. True if nothing is wrong, or missing.
    """
    if shown is not None and not is_hash(shown):
        raise TavolaError(f"--commitment takes 64 hexadecimal digits in lower case, not {shown[:70]!r}")
    tally: Counter[str] = Counter()
    progress, kept = Progress(lang), Kept()
    for file in files:
        for found in records_in(file):
            verdict = judged(found, shown, kept)
            tally[verdict.finding] += 1
            if screen is None:
                progress.wipe()
                print(json.dumps(as_json(found, verdict)))
            elif not (verdict.well and found.many):
                progress.wipe()
                screen.show(lines_of(found, verdict, lang, shown))
            if found.many:
                progress.count(tally.total())
    progress.wipe()
    if screen is not None and tally.total() > 1:
        findings = {name: tally[name] for name in ("verified", "fits", "wrong", "nothing")}
        screen.show([SUMMARY.fill(all=tally.total(), **findings).in_(lang)])
    return tally["verified"] + tally["fits"] == tally.total()


class Kept:
    """The receipts of games that were played from here."""

    def __init__(self) -> None:
        from tavola.client.fairness.folder import Receipts  # late: it loads the client

        self._receipts = Receipts()
        self._tables = self._receipts.index()

    def of(self, record: Record) -> Receipt | None:
        from tavola.client.fairness.folder import short

        table = record.tags.get(TABLE)
        if table is None or short(table) not in self._tables:
            return None
        return self._receipts.find(table, record.tags.get(COMMITMENT, ""), None)


def judged(found: FoundRecord, shown: str | None, kept: Kept) -> Judged:
    """The verdict on a record; a broken record counts as wrong too."""
    if (record := found.record) is None:
        return Judged("wrong", found.why)
    told = record.tags.get(COMMITMENT)
    if shown is not None and told is not None and told != shown:
        return Judged("wrong", NOT_YOURS.fill(told=told[:80]))
    verdict = check(record)
    receipt = kept.of(record)
    if receipt is not None and verdict.finding != "nothing":
        from tavola.client.fairness.proof import prove_record

        proof = prove_record(receipt, record)
        if verdict.fits or proof.finding == "wrong":
            return Judged(
                proof.finding, proof.said, proof.move, verdict.draws, verdict.numbers, verdict.finished, True
            )
    finding = "verified" if verdict.fits and shown is not None else verdict.finding
    return Judged(finding, verdict.why, verdict.move, verdict.draws, verdict.numbers, verdict.finished)


def lines_of(found: FoundRecord, verdict: Judged, lang: Lang, shown: str | None) -> Iterator[str]:
    where = found.where(lang)
    if not verdict.well:
        why = verdict.why or same("")
        line = (
            NOTHING if verdict.finding == "nothing" or verdict.kept else WRONG_AT if verdict.move else WRONG
        )
        yield line.fill(where=where, why=why, move=verdict.move).in_(lang)
        return
    if verdict.why is not None:
        yield NOTHING.fill(where=where, why=verdict.why).in_(lang)
    else:
        yield (
            (VERIFIED if verdict.finding == "verified" else FITS)
            .fill(where=where, draws=verdict.draws)
            .in_(lang)
        )
    if not verdict.finished:
        yield SO_FAR.in_(lang)
    if shown is None and not verdict.kept and found.record is not None:
        yield COMPARE.fill(told=found.record.tags[COMMITMENT]).in_(lang)


def as_json(found: FoundRecord, verdict: Judged) -> dict[str, Any]:
    tags = found.record.tags if found.record is not None else {}
    return {
        "file": found.file,
        "record": found.number,
        "game": None if found.record is None else found.record.game,
        "table": tags.get(TABLE),
        "commitment": tags.get(COMMITMENT),
        "finding": verdict.finding,
        "kept": verdict.kept,
        "why": None if verdict.why is None else verdict.why.en,
        "move": verdict.move,
        "draws": verdict.draws,
        "numbers": verdict.numbers,
        "finished": verdict.finished,
    }


# ---- reading ----


def records_in(file: str) -> Iterator[FoundRecord]:
    """The records of a file, read one at a time: a text, a JSON object, or a line of JSON for each."""
    try:
        with nullcontext(sys.stdin.buffer) if file == STDIN else Path(file).open("rb") as stream:
            yield from _read(file, stream)
    except (OSError, ValueError) as error:  # ValueError: an impossible file name
        yield FoundRecord(file, 1, None, same(f"can't be read: {getattr(error, 'strerror', None) or error}"))


def _read(file: str, stream: BinaryIO) -> Iterator[FoundRecord]:
    first = _line(stream)
    if not first:
        yield FoundRecord(file, 1, None, same("there is no record in it"))
    elif _is_whole_object(first):
        yield from _json_lines(file, first, stream)
    else:
        yield _found(file, 1, first + stream.read(LARGEST + 1 - min(len(first), LARGEST)))


def _is_whole_object(line: bytes) -> bool:
    bare = line.removeprefix(b"\xef\xbb\xbf").strip()
    return bare.startswith(b"{") and bare.endswith(b"}")


def _json_lines(file: str, first: bytes, stream: BinaryIO) -> Iterator[FoundRecord]:
    number, line = 1, first
    while line:
        following = _line(stream) if len(line) <= LARGEST else b""  # the rest of a long line is none
        yield _found(file, number, line, many=number > 1 or bool(following))
        number, line = number + 1, following


def _line(stream: BinaryIO) -> bytes:
    """The next line that is not empty; nothing at the end."""
    while line := stream.readline(LARGEST + 1):
        if line.strip():
            return line
    return b""


def _found(file: str, number: int, data: bytes, many: bool = False) -> FoundRecord:
    try:
        return FoundRecord(file, number, _parsed(data), None, many)
    except Trouble as error:
        return FoundRecord(file, number, None, same(str(error)), many)


def _parsed(data: bytes) -> Record:
    if len(data) > LARGEST:
        raise Trouble(f"too large for a record: more than {LARGEST >> 20} MiB")
    try:
        return Record.parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Trouble("not a record: it is no text in UTF-8") from None
    except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
        raise Trouble(f"not a record: {error}") from None


class Progress:
    """The number of records done, shown to a person at a terminal only."""

    EVERY = 0.2  # seconds

    def __init__(self, lang: Lang) -> None:
        self.lang = lang
        self.live = sys.stderr.isatty()
        self.told = -inf
        self.shown = False

    def count(self, records: int) -> None:
        if self.live and (now := time.monotonic()) - self.told > self.EVERY:
            self.told, self.shown = now, True
            print(f"\r{SO_MANY.fill(n=records).in_(self.lang)}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Clear the progress for another line."""
        if self.shown:
            self.shown = False
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
