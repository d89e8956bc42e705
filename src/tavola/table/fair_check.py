"""Was every throw and deal of a record made from the seed that was committed to? `check` makes them again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from tavola.core.contract import CHANCE
from tavola.core.errors import BrokenRecord, TavolaError
from tavola.core.game import LaneThrows
from tavola.core.match import Match, replay
from tavola.core.position import position_of
from tavola.core.record import Record
from tavola.core.words import Phrase, same
from tavola.games import parts_of, rules_of
from tavola.table.fair import (
    COMMITMENT,
    OPENING,
    PIECE_BITS,
    SALTS,
    SEED,
    SET,
    TABLE,
    FairDice,
    SetLuck,
    TableLuck,
    commitment,
    guess_luck,
    is_hash,
)

NO_COMMITMENT = Phrase(
    "no commitment in this record; nothing to verify",
    "pas d'engagement dans cette partie ; rien à vérifier",
    "nessun impegno in questa partita; nulla da verificare",
)
NO_SEED = Phrase(
    "the seed is not told in this record; it is when the game is over",
    "la graine n'est pas révélée dans cette partie ; elle l'est quand la partie est finie",
    "il seme non è rivelato in questa partita; lo è quando la partita è finita",
)
LACKS = Phrase("the record lacks [{tag}]", "il manque [{tag}] à la partie", "alla partita manca [{tag}]")
BAD_SEED = Phrase(
    "[Seed] should be 64 hexadecimal digits in lower case",
    "[Seed] devrait être 64 chiffres hexadécimaux en minuscules",
    "[Seed] dovrebbe essere di 64 cifre esadecimali minuscole",
)
BAD_SALTS = Phrase(
    "[Salts] should be a JSON list of {n} texts, one for each seat",
    "[Salts] devrait être une liste JSON de {n} textes, un par place",
    "[Salts] dovrebbe essere una lista JSON di {n} testi, uno per posto",
)
OTHER_COMMITMENT = Phrase(
    "the seed and the table do not give the commitment: they give {due}, the record says {told}",
    "la graine et la table ne donnent pas l'engagement : elles donnent {due}, la partie dit {told}",
    "il seme e il tavolo non danno l'impegno: danno {due}, la partita dice {told}",
)
OTHER_LUCK = Phrase(
    "the hidden cards it begins with were not dealt by the seed",
    "les cartes cachées du début n'ont pas été distribuées par la graine",
    "le carte coperte dell'inizio non sono state date dal seme",
)
OTHER_DRAW = Phrase(
    "the seed gives “{due}”, the record says “{told}”",
    "la graine donne « {due} », la partie dit « {told} »",
    "il seme dà «{due}», la partita dice «{told}»",
)
RULES_CHANGED = Phrase(
    "{why} (played under version {then} of the rules; these are version {now})",
    "{why} (jouée selon la version {then} des règles ; celles-ci sont la version {now})",
    "{why} (giocata con la versione {then} delle regole; queste sono la versione {now})",
)

Finding = Literal["fits", "wrong", "nothing"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found: if not all is well, what is wrong first, and at which move (0: before any).

    A record that fits itself is not verified by that: its commitment may be as new as its seed. To verify it
    takes the commitment from before the game (client/fairness).
    """

    finding: Finding
    why: Phrase | None = None
    move: int = 0
    draws: int = 0  # throws and deals that are as they should be
    numbers: int = 0  # the pieces of blocks they took, if all is well
    finished: bool = False

    @property
    def fits(self) -> bool:
        return self.finding == "fits"


class _Wrong(Exception):
    """The first thing that is not as it should be."""

    def __init__(self, why: Phrase, move: int = 0) -> None:
        self.why, self.move = why, move


def check(record: Record) -> Verdict:
    """Was every throw and deal of a record made from the seed that was committed to?"""
    if COMMITMENT not in record.tags:
        return Verdict("nothing", NO_COMMITMENT)
    if SEED not in record.tags:
        return Verdict("nothing", NO_SEED)
    try:
        dice = dice_of(record)
        match = _replayed(record, dice)
    except _Wrong as wrong:
        return Verdict("wrong", wrong.why, wrong.move, _draws(record, max(0, wrong.move - 1)))
    draws = _draws(record, len(record.moves))
    finished = match.outcome is not None or record.result is not None  # or broken off, and said so
    return Verdict("fits", None, 0, draws, dice.used, finished)


def _draws(record: Record, moves: int) -> int:
    return sum(who == CHANCE for who, _ in record.moves[:moves])


def dice_of(record: Record) -> TableLuck | SetLuck:
    """The dice a record says it was played with; refused unless they were committed to."""
    told, seed, set_ = _tag(record, COMMITMENT), _tag(record, SEED), record.tags.get(SET)
    table = _tag(record, TABLE) if set_ is None else set_
    if not is_hash(seed):
        raise _Wrong(BAD_SEED)
    try:
        if set_ is not None and told == commitment(seed, set_):
            throws = LaneThrows(parts_of(record.game).part("lanes"))
            return SetLuck(seed, set_, throws, record.tags.get(OPENING, ""))
        position = position_of(record.tags)
        for version in PIECE_BITS if set_ is None else ():
            if told == commitment(seed, table, version):
                if position is not None and position.luck != guess_luck(seed, table, version):
                    raise _Wrong(OTHER_LUCK)
                return TableLuck(FairDice(seed, table, _salts(record), version=version))
        raise _Wrong(OTHER_COMMITMENT.fill(due=commitment(seed, table), told=told[:80]))
    except TavolaError as error:
        raise _Wrong(same(str(error))) from None


def _tag(record: Record, name: str) -> str:
    if name not in record.tags:
        raise _Wrong(LACKS.fill(tag=name))
    return record.tags[name]


def _salts(record: Record) -> list[str]:
    try:
        salts = json.loads(_tag(record, SALTS))
    except (ValueError, RecursionError):
        salts = None
    if (
        not isinstance(salts, list)
        or len(salts) != len(record.seats)
        or not all(isinstance(salt, str) for salt in salts)
    ):
        raise _Wrong(BAD_SALTS.fill(n=len(record.seats)))
    return salts


def _replayed(record: Record, dice: TableLuck | SetLuck) -> Match[Any, Any]:
    """The match at its end, if at every move chance did what the dice say."""
    now = record.rules_version
    try:
        rules = rules_of(record)
        now = rules.info.rules_version
        for number, (match, _) in enumerate(replay(rules, record), 1):
            if number <= len(record.moves):
                _compare(match, dice, number, *record.moves[number - 1])
        return match
    except _Wrong as wrong:
        raise _Wrong(_mind_version(wrong.why, record.rules_version, now), wrong.move) from None
    except BrokenRecord as error:
        raise _Wrong(_mind_version(same(error.why), record.rules_version, now), error.move) from None
    except TavolaError as error:
        raise _Wrong(same(str(error))) from None


def _compare(match: Match[Any, Any], dice: TableLuck | SetLuck, number: int, who: int, told: str) -> None:
    """Compare a move of chance with the dice. All other moves are checked by the replay."""
    if who != CHANCE or match.actor != CHANCE:
        return
    due = match.rules.chance(match.state).sample(dice.next(match.state))
    if not means(match, told, due):
        raise _Wrong(OTHER_DRAW.fill(due=str(due), told=told[:80]), number)


def means(match: Match[Any, Any], text: str, move: object) -> bool:
    """Is this a notation of that move, the canonical one or another?"""
    try:
        return text == str(move) or bool(match.rules.parse(text) == move)
    except TavolaError:
        return False


def _mind_version(why: Phrase, then: int, now: int) -> Phrase:
    return why if then == now else RULES_CHANGED.fill(why=why, then=then, now=now)
