"""Dice and deals that can be checked: made from a seed committed to before anybody sat down.

The server draws a secret seed and publishes its `commitment`. Then players sit down, each with a salt if he
likes. From the seed, the table and all the salts come the numbers of `FairDice`, which decide every throw and
deal. When the game is over the seed is told, and `check` makes them all again from the record alone.
docs/fair-dice.md says all of it byte by byte, for verifiers in other languages.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from tavola.core.contract import CHANCE
from tavola.core.errors import BrokenRecord, TavolaError, Trouble
from tavola.core.match import Match, replay
from tavola.core.record import Record
from tavola.core.words import Phrase, same
from tavola.games import rules_of

# Two labels, so that nothing hashed for one purpose is ever what is hashed for the other.
COMMITMENT_LABEL: Final = "tavola/fair/1/commitment"
DICE_LABEL: Final = "tavola/fair/1/dice"

TABLE, COMMITMENT, SEED, SALTS = "Table", "Commitment", "Seed", "Salts"  # the tags of a record

BLOCK_BITS: Final = 256
BLOCK: Final = 1 << BLOCK_BITS  # how many values one HMAC can have
COUNTER_BYTES: Final = 8
HASH_BLOCK: Final = 64  # bytes that SHA-256 takes at a time
_HASH = re.compile(r"[0-9a-f]{64}")


def new_seed() -> str:
    """A seed for one table: 32 bytes nobody can guess, as hexadecimal digits."""
    return secrets.token_hex(32)


def is_hash(text: str) -> bool:
    """Is it 32 bytes as hexadecimal digits in lower case, like every seed and every commitment?"""
    return _HASH.fullmatch(text) is not None


def commitment(seed: str, table: str) -> str:
    """What is published before anybody sits down. It fixes the seed and tells nothing about it."""
    return hashlib.sha256(_text(COMMITMENT_LABEL) + _key(seed) + _text(table)).hexdigest()


def fair_tags(table: str, seed: str, salts: Sequence[str]) -> dict[str, str]:
    """What the record of a finished game says, so that its dice can be checked."""
    return {TABLE: table, COMMITMENT: commitment(seed, table), SEED: seed, SALTS: json.dumps(list(salts))}


class FairDice:
    """The numbers of one table, a `Source` for any game's chance.

    Each number is an HMAC of how many were made before it: `blocks` is all that has to be remembered for a
    table to go on where it was.
    """

    __slots__ = ("_inner", "_outer", "blocks")

    def __init__(self, seed: str, table: str, salts: Sequence[str], blocks: int = 0) -> None:
        self.blocks = blocks
        # HMAC written out (RFC 2104), its two hashes begun once: three times as fast as the library's.
        key = _key(seed).ljust(HASH_BLOCK, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + prefix(table, salts))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key))

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop - 1, each exactly as likely as the other."""
        if not 0 < stop <= BLOCK:
            return self._long(stop)
        while True:
            number = int.from_bytes(self._block(), "big")
            rest = number % stop
            if number - rest <= BLOCK - stop:  # else it is of the last, incomplete row: that would be a bias
                return rest

    def _block(self) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(self.blocks.to_bytes(COUNTER_BYTES, "big"))
        outer.update(inner.digest())
        self.blocks += 1
        return outer.digest()

    def _long(self, stop: int) -> int:
        """A number too large for one block is made of as many as it needs, the first being the highest."""
        if stop < 1:
            raise ValueError(f"there is no number from 0 to {stop - 1}")
        blocks = -(-(stop - 1).bit_length() // BLOCK_BITS)
        values = 1 << BLOCK_BITS * blocks
        while True:
            number = int.from_bytes(b"".join(self._block() for _ in range(blocks)), "big")
            rest = number % stop
            if number - rest <= values - stop:
                return rest


def prefix(table: str, salts: Sequence[str]) -> bytes:
    """What every HMAC of a table begins with. Different tables or salts never give the same bytes."""
    return _text(DICE_LABEL) + _text(table) + _count(len(salts)) + b"".join(map(_text, salts))


def _text(text: str) -> bytes:
    """Length first, so that no two lists of texts run together into the same bytes."""
    try:
        written = text.encode()
    except UnicodeEncodeError:
        raise Trouble(
            "a table's name and its salts are texts, but here half a character stands alone"
        ) from None
    return _count(len(written)) + written


def _count(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _key(seed: str) -> bytes:
    if not is_hash(seed):  # which is not shown: it may be somebody's secret
        raise Trouble("a seed is 64 hexadecimal digits in lower case")
    return bytes.fromhex(seed)


# ---- checking a record ----

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

Finding = Literal["verified", "wrong", "nothing"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found: if not all is well, what is wrong first, and at which move (0: before any)."""

    finding: Finding
    why: Phrase | None = None
    move: int = 0
    draws: int = 0  # throws and deals that are as they should be
    numbers: int = 0  # the blocks they took, if all is well
    finished: bool = False

    @property
    def verified(self) -> bool:
        return self.finding == "verified"


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
    return Verdict("verified", None, 0, draws, dice.blocks, match.outcome is not None)


def _draws(record: Record, moves: int) -> int:
    return sum(who == CHANCE for who, _ in record.moves[:moves])


def dice_of(record: Record) -> FairDice:
    """The dice a record says it was played with; refused unless they were committed to."""
    table, told, seed = (_tag(record, name) for name in (TABLE, COMMITMENT, SEED))
    if not is_hash(seed):
        raise _Wrong(BAD_SEED)
    try:
        due = commitment(seed, table)
        if told != due:
            raise _Wrong(OTHER_COMMITMENT.fill(due=due, told=told[:80]))
        return FairDice(seed, table, _salts(record))
    except Trouble as error:
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


def _replayed(record: Record, dice: FairDice) -> Match[Any, Any]:
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


def _compare(match: Match[Any, Any], dice: FairDice, number: int, who: int, told: str) -> None:
    """Is this what chance is to do now? What is not chance's to do, the replay looks at."""
    if who != CHANCE or match.actor != CHANCE:
        return
    due = match.rules.chance(match.state).sample(dice)
    if not _means(match, told, due):
        raise _Wrong(OTHER_DRAW.fill(due=str(due), told=told[:80]), number)


def _means(match: Match[Any, Any], text: str, move: object) -> bool:
    try:
        return text == str(move) or bool(match.rules.parse(text) == move)
    except TavolaError:
        return False


def _mind_version(why: Phrase, then: int, now: int) -> Phrase:
    return why if then == now else RULES_CHANGED.fill(why=why, then=then, now=now)
