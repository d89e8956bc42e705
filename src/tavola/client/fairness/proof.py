"""What a server reveals at the end of a game, compared with the receipt.

Only the seed and the salts are taken from the server: every throw and deal is made again by our own rules,
and compared with what was told while the game was played.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from tavola import __version__
from tavola.client.fairness import words as w
from tavola.client.fairness.receipt import HeardStep, Receipt, ToldOtherwise, seen
from tavola.core.contract import CHANCE, Rules
from tavola.core.errors import TavolaError, Trouble
from tavola.core.match import Match
from tavola.core.record import RESIGNS, Record
from tavola.core.words import Phrase
from tavola.games import rules_of
from tavola.table.fair import COMMITMENT, PIECE_BITS, SALTS, SEED, FairDice, commitment, is_hash
from tavola.table.fair_check import means

Finding = Literal["verified", "fits", "wrong"]
SHORT = 12  # digits of a hash in a sentence


@dataclass(frozen=True, slots=True)
class Proof:
    """The result. `fits`: nothing is wrong, but not everything could be checked; `said` tells what."""

    finding: Finding
    said: Phrase
    draws: int = 0  # throws and deals made again
    move: int = 0  # the first that is wrong, from 1
    commitment: str = ""  # as the server told it first
    seed: str = ""
    salts: tuple[str, ...] = ()

    @property
    def verified(self) -> bool:
        return self.finding == "verified"

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return {
            "finding": self.finding,
            "why": self.said.en,
            "draws": self.draws,
            "move": self.move,
            "commitment": self.commitment,
            "seed": self.seed,
            "salts": list(self.salts),
        }


class Revealed(NamedTuple):
    """What the server reveals at the end."""

    seed: str
    salts: Sequence[str]


class _Cheat(Exception):
    def __init__(self, why: Phrase, move: int = 0) -> None:
        self.why, self.move = why, move


class _Unknown(Exception):
    """It can't be checked, and why."""

    def __init__(self, why: Phrase) -> None:
        self.why = why


def prove(
    receipt: Receipt, revealed: Revealed, rules: Rules[Any, Any] | None, names: Sequence[str], moves: int
) -> Proof:
    """The verdict on a game of so many moves, by its receipt. `rules` None: this version has not got them."""
    told = {n: (step.actor, step.move) for n, step in receipt.told.items()}
    return _judged(receipt, revealed, names, lambda dice: _again(receipt, rules, names, dice, told, moves))


def prove_record(receipt: Receipt, record: Record) -> Proof:
    """The verdict on a game of ours by receipt and record; `fair_check.check` checks a record alone."""
    moves = {n: move for n, move in enumerate(record.moves) if move[1] != RESIGNS or move[0] == CHANCE}
    try:
        salts = json.loads(record.tags.get(SALTS, "[]"))
    except (ValueError, RecursionError):
        salts = []
    right = isinstance(salts, list) and all(isinstance(salt, str) for salt in salts)
    revealed = Revealed(record.tags.get(SEED, ""), salts if right else [])

    def again(dice: FairDice) -> int:
        _same_game(receipt, record)
        return _again(receipt, _rules_of(record), record.seats, dice, moves, len(moves))

    if (told := record.tags.get(COMMITMENT, "")) != receipt.commitment:
        why = w.OTHER_COMMITMENT.fill(kept=short(receipt.commitment), told=short(told))
        return _wrong(receipt, revealed, _Cheat(why))
    return _judged(receipt, revealed, record.seats, again)


def _rules_of(record: Record) -> Rules[Any, Any] | None:
    """The rules the game was played by, if this version has them."""
    try:
        rules = rules_of(record)
    except TavolaError:
        return None
    return rules if rules.info.rules_version == record.rules_version else None


def _judged(
    receipt: Receipt, revealed: Revealed, names: Sequence[str], again: Callable[[FairDice], int]
) -> Proof:
    """Was this seed committed to, are the salts those that were sent, and are all draws made of them?"""
    try:
        if receipt.changed:
            raise _changed(receipt.changed[0], receipt, names)
        dice = _dice(receipt, revealed)
        _check_salts(receipt, revealed.salts, names)
        draws = again(dice)
    except _Cheat as cheat:
        return _wrong(receipt, revealed, cheat)
    except _Unknown as unknown:
        return _proof("fits", w.SEED_ONLY.fill(but=unknown.why), receipt, revealed)
    if receipt.before and receipt.salt:
        return _proof("verified", w.VERIFIED.fill(draws=draws), receipt, revealed, draws)
    lacks = w.NO_SALT if receipt.before else w.NOT_BEFORE
    return _proof("fits", w.FITS.fill(draws=draws, but=lacks), receipt, revealed, draws)


def _wrong(receipt: Receipt, revealed: Revealed, cheat: _Cheat) -> Proof:
    return _proof("wrong", w.CHEATED.fill(why=cheat.why), receipt, revealed, move=cheat.move)


def _proof(
    finding: Finding, said: Phrase, receipt: Receipt, revealed: Revealed, draws: int = 0, move: int = 0
) -> Proof:
    return Proof(finding, said, draws, move, receipt.commitment, revealed.seed, tuple(revealed.salts))


def _changed(changed: ToldOtherwise, receipt: Receipt, names: Sequence[str]) -> _Cheat:
    """The server has contradicted itself already."""
    kept, told = changed.first, changed.then
    match changed.what:
        case "commitment":
            return _Cheat(w.OTHER_COMMITMENT.fill(kept=short(kept), told=short(told)))
        case "salt":
            return _other_salt(receipt, changed.place, kept, told, names)
        case "move":
            return _Cheat(w.TOLD_TWICE.fill(move=changed.place, kept=kept, told=told), changed.place)


def contradiction(receipt: Receipt, names: Sequence[str]) -> Phrase | None:
    """What is wrong already, while the game is still being played."""
    if not receipt.changed:
        return None
    return w.CHEATED.fill(why=_changed(receipt.changed[0], receipt, names).why)


def _dice(receipt: Receipt, revealed: Revealed) -> FairDice:
    seed, table = revealed.seed, receipt.table
    if not is_hash(seed):
        raise _Cheat(w.NOT_REVEALED)
    try:
        for version in PIECE_BITS:
            if commitment(seed, table, version) == receipt.commitment:
                return FairDice(seed, table, revealed.salts, version=version)
        due = commitment(seed, table)
    except Trouble:  # a lone surrogate in a salt: no client sends that
        raise _Cheat(w.NOT_REVEALED) from None
    raise _Cheat(w.SWAPPED.fill(kept=short(receipt.commitment), told=short(due)))


def _check_salts(receipt: Receipt, salts: Sequence[str], names: Sequence[str]) -> None:
    kept = list(receipt.salts or salts)
    if receipt.salt and receipt.seat is not None:
        kept += [""] * (receipt.seat + 1 - len(kept))
        kept[receipt.seat] = receipt.salt
    for seat in range(max(len(kept), len(salts))):
        was = kept[seat] if seat < len(kept) else ""
        told = salts[seat] if seat < len(salts) else ""
        if was != told:
            raise _other_salt(receipt, seat, was, told, names)


def _other_salt(receipt: Receipt, seat: int, kept: str, told: str, names: Sequence[str]) -> _Cheat:
    if seat == receipt.seat:
        return _Cheat((w.YOUR_SALT if told else w.SALT_DROPPED).fill(kept=kept, told=told))
    who = names[seat] if seat < len(names) else str(seat)
    return _Cheat(w.SALT_OF.fill(who=who, kept=kept or w.NONE, told=told or w.NONE))


# ---- every throw and deal once more ----


def _again(
    receipt: Receipt,
    rules: Rules[Any, Any] | None,
    names: Sequence[str],
    dice: FairDice,
    moves: Mapping[int, tuple[int, str | None]],
    count: int,
) -> int:
    """Play the game again with the dice of the seed; returns how many throws and deals there were."""
    if rules is None:
        raise _Unknown(w.OTHER_RULES)
    if any(n not in moves for n in range(count)):
        raise _Unknown(w.NOT_ALL_HEARD)
    match, draws = Match(rules, names), 0
    for number in range(count):
        who, text = moves[number]
        heard = receipt.told.get(number)
        if match.actor != who:
            raise _Cheat(w.IMPOSSIBLE.fill(move=number + 1, why=str(text)), number + 1)
        if who == CHANCE:
            draws += 1
            _draw(match, dice, text, heard, receipt, number + 1)
        else:
            _play(match, text, number + 1)
    return draws


def _draw(
    match: Match[Any, Any],
    dice: FairDice,
    text: str | None,
    heard: HeardStep | None,
    receipt: Receipt,
    move: int,
) -> None:
    due = match.rules.chance(match.state).sample(dice)
    if text is not None and not means(match, text, due):
        raise _Cheat(w.OTHER_DRAW.fill(move=move, told=text[:80], due=str(due)), move)
    step = match.play(due)
    if heard is None or heard.move is not None:
        return
    known = [event.seen_by(receipt.seat) for event in step.events]
    if seen([event.as_dict() for event in known if event is not None]) != heard.events:
        if receipt.version not in ("", __version__):
            raise _Unknown(w.OTHER_RULES)  # another version may encode the same events differently
        raise _Cheat(w.HIDDEN_DRAW.fill(move=move, due=str(due)), move)


def _play(match: Match[Any, Any], text: str | None, move: int) -> None:
    if text is None:
        raise _Unknown(w.NOT_ALL_HEARD)
    try:
        match.play(match.rules.parse(text))
    except TavolaError as error:
        raise _Cheat(w.IMPOSSIBLE.fill(move=move, why=error.said), move) from None


def _same_game(receipt: Receipt, record: Record) -> None:
    """Does the record agree with what we were told?"""
    for number, heard in sorted(receipt.told.items()):
        who, text = record.moves[number] if number < len(record.moves) else (CHANCE, "")
        if who != heard.actor or (heard.move is not None and heard.move != text):
            why = w.OTHER_RECORD.fill(move=number + 1, kept=(heard.move or "?")[:80], told=text[:80])
            raise _Cheat(why, number + 1)
    moves = [text for who, text in record.moves if text != RESIGNS or who == CHANCE]
    if receipt.ended is not None and len(moves) != receipt.ended:
        raise _Cheat(w.OTHER_LENGTH.fill(kept=receipt.ended, told=len(moves)))


def short(commitment: str) -> str:
    """As much of a hash as people can compare at a glance."""
    return f"{commitment[:SHORT]}…" if len(commitment) > SHORT else commitment or "?"
