"""Decides whether a command is allowed, and carries it out.

`receive` judges a command. If it is refused, Refusal says why and nothing has changed. If it is accepted, the
table has moved on in memory, and the caller gets the entries to write to the log and the facts to tell, in
that order: first the log, then the people.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tavola.bots.characters import bot_of, label_of
from tavola.core.contract import Seat
from tavola.core.errors import IllegalMove, TavolaError
from tavola.core.words import Phrase
from tavola.table import absence, words
from tavola.table import entries as en
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.table.identity import Person, new_table_id
from tavola.table.refusal import Refusal
from tavola.table.table import Moment, Table

JOINER = "\u200d"  # zero-width joiner: makes one emoji of several (a cook, a family)


class Accepted(NamedTuple):
    """Entries to write, then facts to tell. A repeated command has its old version only."""

    entries: tuple[en.AnyEntry, ...] = ()
    facts: tuple[f.Fact, ...] = ()
    repeated: int | None = None


class PerhapsDone(Exception):
    """The command may have been carried out long ago: only the log knows (idempotency.find)."""


def receive(
    table: Table, person: Person, command: m.TableCommand, moment: Moment, *, new: bool = False
) -> Accepted:
    """Carry a command out, or refuse it. PerhapsDone: ask the log; if it has none, call again with `new`."""
    if table.closed is not None:
        raise Refusal("unknown_table", table.closed)
    if not command.id:
        return _judge(table, person, command, moment)
    if (version := table.ids.version(person.holder, command.id)) is not None:
        return Accepted(repeated=version)
    if not new and table.ids.perhaps(person.holder, command.id):
        raise PerhapsDone
    done = _judge(table, person, command, moment)
    if done.entries:
        table.ids.add(person.holder, command.id, table.version - len(done.entries) + 1)
    return done


def _judge(table: Table, person: Person, command: m.TableCommand, moment: Moment) -> Accepted:
    match command:
        case m.Play():
            return _play(table, person, command, moment)
        case m.Join():
            return _join(table, person, command, moment)
        case m.Seat_Bot():
            return _seat_bot(table, person, command, moment)
        case m.Leave():
            return _leave(table, person, command, moment)
        case m.Chat():
            return _chat(table, person, command, moment)
        case m.Resign():
            seat = _player(table, person)
            return gives_up(table, seat, "resigned", moment, command.id)
        case m.Abort():
            return _abort(table, person, command, moment)
        case m.Claim_Win():
            return _claim_win(table, person, command, moment)
        case m.Rematch():
            return _rematch(table, person, command, moment)
    raise Refusal("bad_request", words.CANT_ANSWER.fill(what=type(command).__name__.lower()))


# ---- what needs no command ----


def bot_plays(table: Table, seat: Seat, move: Any, moment: Moment) -> Accepted:
    """A move of a bot that sits here; refused if it is illegal or not the bot's turn."""
    if table.actor != seat:
        raise Refusal("not_your_turn", _whose_turn(table))
    return _moves(table, seat, move, "", moment)


def gives_up(table: Table, seat: Seat, how: en.How, moment: Moment, id: str = "") -> Accepted:
    """The seat has lost: out of time, gone for good, or a bot that broke down."""
    _must_go_on(table)
    return _happens(table, en.GaveUp(at=moment.at, id=id, seat=seat, how=how), moment)


def look_at_the_clock(table: Table, moment: Moment) -> Accepted:
    deadline, actor = table.deadline, table.actor
    if deadline is None or actor is None or moment.now < deadline:
        return Accepted()
    return gives_up(table, actor, "time", moment)


def put_away(table: Table, moment: Moment) -> Accepted:
    """Close a table that nobody came to, or at which only bots play and nobody watches."""
    if table.match is not None and not all(sitter is not None and sitter.bot for sitter in table.sitters):
        raise Refusal("bad_request", words.HAS_BEGUN)
    return _happens(table, en.Closed(at=moment.at), moment)


def close(table: Table, why: str, moment: Moment) -> Accepted:
    """The operator closes a table, whatever is played there."""
    if table.ended is not None or table.closed is not None:
        raise Refusal("bad_request", words.GAME_IS_OVER)
    return _happens(table, en.Closed(at=moment.at, why=why), moment)


def stands_up(table: Table, seat: Seat, moment: Moment) -> Accepted:
    """Free the seat of a player who has gone before the game began."""
    if table.match is not None:
        raise Refusal("bad_request", words.HAS_BEGUN)
    return _happens(table, en.StoodUp(at=moment.at, seat=seat), moment)


# ---- moves ----


def _play(table: Table, person: Person, command: m.Play, moment: Moment) -> Accepted:
    seat = _player(table, person)
    _must_go_on(table)
    if command.turn is not None and command.turn != table.turn:
        raise Refusal("stale", words.MOVED_ON.fill(turn=table.turn, given=command.turn))
    if table.actor != seat:
        raise Refusal("not_your_turn", _whose_turn(table))
    if table.deadline is not None and moment.now >= table.deadline:
        return gives_up(table, seat, "time", moment, command.id)
    return _moves(table, seat, _move_of(table, command), command.id, moment)


def _move_of(table: Table, command: m.Play) -> Any:
    if (command.move is None) == (command.index is None):
        raise Refusal("bad_request", words.WHICH_MOVE)
    if command.index is not None:
        legal = table.legal()
        if command.index >= len(legal):
            blanks = {"index": command.index, "last": len(legal) - 1}
            raise Refusal("illegal_move", words.NO_SUCH_INDEX.fill(**blanks), legal=legal)
        return legal[command.index]
    assert command.move is not None
    try:
        return table.rules.parse(command.move)
    except TavolaError as error:
        raise Refusal("illegal_move", error.said, legal=table.legal()) from None


def _moves(table: Table, seat: Seat, move: Any, id: str, moment: Moment) -> Accepted:
    try:
        entry, fact = table.moves(seat, move, id, moment)
    except IllegalMove as error:
        raise Refusal("illegal_move", error.why, legal=error.legal) from None
    return Accepted((entry,), (fact,))


# ---- sitting down and standing up ----


def _join(table: Table, person: Person, command: m.Join, moment: Moment) -> Accepted:
    if (sits := table.seat_of(person.holder)) is not None:
        raise Refusal("bad_request", words.SITTING_ALREADY.fill(seat=sits))
    if table.opened.rated and not person.claimed:
        raise Refusal("claim_first", words.CLAIM_FIRST.fill(name=person.name))
    seat = _free_seat(table, command.seat, person.holder)
    if table.opened.names and table.opened.names[seat] != person.name:
        raise Refusal("taken", words.SIT_AS.fill(name=table.opened.names[seat]))
    entry = en.SatDown(
        at=moment.at,
        id=command.id,
        seat=seat,
        name=_distinct(table, person.name),
        holder=person.holder,
        salt=command.salt,
        account=person.bot,
    )
    return _sits(table, entry, moment)


def _seat_bot(table: Table, person: Person, command: m.Seat_Bot, moment: Moment) -> Accepted:
    if person.holder != table.opened.by and table.seat_of(person.holder) is None:
        raise Refusal("not_your_seat", words.NOT_YOUR_TABLE)
    sits, salt = table.seat_of(person.holder), ""
    if table.status == "playing" and sits is not None and absence.gone(table, sits, moment.now):
        seat = absence.left_to_a_bot(table, sits, command.seat, moment.now)
        salt = table.sitter(seat).salt
    else:
        seat = _free_seat(table, command.seat, "")
    entry = en.SatDown(
        at=moment.at,
        id=command.id,
        seat=seat,
        name=label_of(table.opened.game, bot_of(command.bot), _taken(table)),
        bot=command.bot,
        holder=person.holder if command.id else "",  # to recognise the same command sent twice
        salt=salt,
    )
    return _sits(table, entry, moment)


def _sits(table: Table, entry: en.SatDown, moment: Moment) -> Accepted:
    """Take a seat; if it was the last free one, the game begins."""
    sat = table.happen(entry, moment.now)
    if None in table.sitters or table.match is not None:
        return Accepted((entry,), (sat,))
    began, played = table.begins(moment)
    return Accepted((entry, began), (sat, played))


def _leave(table: Table, person: Person, command: m.Leave, moment: Moment) -> Accepted:
    seat = table.seat_of(person.holder)
    if seat is None or table.ended is not None or command.keep:
        return Accepted()  # spectators leave no trace in the log, nor do players who keep their seat
    if table.match is not None:
        raise Refusal("bad_request", words.HAS_BEGUN)
    return _happens(table, en.StoodUp(at=moment.at, id=command.id, seat=seat), moment)


def _free_seat(table: Table, wanted: Seat | None, holder: str) -> Seat:
    """A seat for that holder: the wanted one, the one reserved for the holder, or the first free one."""
    kept, seats = table.opened.reserved, len(table.sitters)
    if wanted is not None and wanted >= seats:
        raise Refusal("bad_request", words.NO_SUCH_SEAT.fill(seat=wanted, last=seats - 1))
    if wanted is None and holder and holder in kept:
        wanted = kept.index(holder)
    if wanted is not None:
        if table.sitters[wanted] is not None:
            raise Refusal("taken", words.SEAT_TAKEN.fill(seat=wanted))
        if kept and kept[wanted] != holder:
            raise Refusal("taken", words.SEAT_KEPT.fill(seat=wanted))
        return wanted
    for seat, sitter in enumerate(table.sitters):
        if sitter is None and not (kept and kept[seat] != holder):
            return seat
    raise Refusal("full", words.ALL_SEATS_TAKEN)


def _distinct(table: Table, name: str) -> str:
    """The name, with a number behind it if another player here has it already."""
    taken = _taken(table)
    if name not in taken:
        return name
    return next(other for n in range(2, 99) if (other := f"{name} ({n})") not in taken)


def _taken(table: Table) -> set[str]:
    """The names in use here: as people read them, and as the record has them."""
    sitters = [sitter for sitter in table.sitters if sitter is not None]
    return {sitter.name for sitter in sitters} | {sitter.label for sitter in sitters}


# ---- when somebody has gone ----


def _abort(table: Table, person: Person, command: m.Abort, moment: Moment) -> Accepted:
    seat = _player(table, person)
    _must_go_on(table)
    absence.check_abort(table, seat, moment.now)
    return _happens(table, en.Aborted(at=moment.at, id=command.id, seat=seat), moment)


def _claim_win(table: Table, person: Person, command: m.Claim_Win, moment: Moment) -> Accepted:
    seat = _player(table, person)
    _must_go_on(table)
    gone = absence.claimed(table, seat, command.seat, moment.now)
    entry = en.GaveUp(at=moment.at, id=command.id, seat=gone, how="left", by=seat)
    return _happens(table, entry, moment)


# ---- talk, and once more ----


def _chat(table: Table, person: Person, command: m.Chat, moment: Moment) -> Accepted:
    text = " ".join(command.text.split())
    if not text.strip(JOINER):
        raise Refusal("bad_request", words.NOTHING_TO_SAY)
    if odd := next((sign for sign in text if not sign.isprintable() and sign != JOINER), ""):
        raise Refusal("bad_request", words.NOT_PRINTABLE.fill(sign=f"U+{ord(odd):04X}"))
    seat = table.seat_of(person.holder)
    name = person.name if seat is None else table.sitter(seat).name
    entry = en.Spoke(
        at=moment.at,
        id=command.id,
        name=name,
        text=text,
        seat=seat,
        holder=person.holder,
    )
    return _happens(table, entry, moment)


def _rematch(table: Table, person: Person, command: m.Rematch, moment: Moment) -> Accepted:
    seat = _player(table, person)
    if table.ended is None:
        raise Refusal("bad_request", words.NOT_OVER)
    if seat in table.wanted:
        raise Refusal("bad_request", words.WANTED_ALREADY)
    people = {n for n in range(len(table.sitters)) if not table.sitter(n).bot}
    new = new_table_id() if people <= table.wanted | {seat} else ""
    return _happens(table, en.WantsRematch(at=moment.at, id=command.id, seat=seat, new_table=new), moment)


# ---- what all of them need ----


def _happens(table: Table, entry: en.AnyEntry, moment: Moment) -> Accepted:
    return Accepted((entry,), (table.happen(entry, moment.now),))


def _player(table: Table, person: Person) -> Seat:
    seat = table.seat_of(person.holder)
    if seat is None:
        raise Refusal("not_your_seat", words.NOT_SITTING)
    return seat


def _must_go_on(table: Table) -> None:
    if table.match is None:
        raise Refusal("bad_request", words.NOT_BEGUN)
    if table.ended is not None:
        raise Refusal("bad_request", words.GAME_IS_OVER)


def _whose_turn(table: Table) -> Phrase:
    actor = table.actor
    if actor is None:
        return words.GAME_IS_OVER if table.ended is not None else words.NOT_BEGUN
    return words.NOT_YOUR_TURN.fill(who=table.sitter(actor).name)
