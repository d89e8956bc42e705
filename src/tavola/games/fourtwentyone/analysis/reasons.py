"""What to do in a position of 421, and why, in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tavola.analysis import BadPosition, Progress, silent
from tavola.analysis.words import decimal, times
from tavola.core.words import Lang, Phrase, same
from tavola.games.fourtwentyone.analysis.policy import Policy
from tavola.games.fourtwentyone.analysis.two.solved import solved
from tavola.games.fourtwentyone.chances import Chances, chances
from tavola.games.fourtwentyone.combinations import (
    ACES,
    FOUR_TWENTY_ONE,
    NENETTE,
    OTHER,
    SUITE,
    TRIPLE,
    Variant,
    kind,
    value,
)
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Move, Stop, Throw
from tavola.games.fourtwentyone.rules import begin_turn
from tavola.games.fourtwentyone.state import MAX_THROWS, TOKENS, Go, Round, State, Tokens, Turn
from tavola.games.fourtwentyone.words import combination
from tavola.pieces.dice import dashed, high_to_low, read_dice, size
from tavola.pieces.seats import MAX_SEATS, NONE_EACH, put

BECAUSE = Phrase("{what}: {hopes}", "{what} : {hopes}", "{what}: {hopes}")
STOPS = Phrase(
    "stop: {dice} stands, and the others get {n} throws",
    "s'arrêter : {dice} reste, et les autres ont {n} lancers",
    "fermarsi: {dice} resta, e gli altri hanno {n} tiri",
)
STOPS_AT_ONCE = Phrase(
    "stop: {dice} stands, and the others get one throw",
    "s'arrêter : {dice} reste, et les autres ont un lancer",
    "fermarsi: {dice} resta, e gli altri hanno un tiro",
)
KEEPS = Phrase("keep {keep}", "garder {keep}", "tenere {keep}")
THROWS_ALL = Phrase("throw all three", "relancer les trois", "tirare tutti e tre")
HITS = Phrase("hit the table and {what}", "frapper la table et {what}", "battere sul tavolo e {what}")
BEATS = Phrase("beats {dice} {often}", "bat {dice} {often}", "batte {dice} {often}")
NEVER_BEATS = Phrase("never beats {dice}", "ne bat jamais {dice}", "non batte mai {dice}")
EQUALS = Phrase("equals it {often}", "l'égale {often}", "lo pareggia {often}")
MAKES = Phrase("{what} {often}", "{what} {often}", "{what} {often}")
NOTHING_NAMED = Phrase("nothing with a name", "rien qui ait un nom", "niente che abbia un nome")
LOSES = Phrase("{v} % to lose the set", "{v} % de perdre la manche", "{v} % di perdere la mano")
KINDS = {
    FOUR_TWENTY_ONE: same("421"),
    TRIPLE: Phrase("three of a kind", "un brelan", "un tris"),
    ACES: Phrase("two aces", "deux as", "due assi"),
    SUITE: Phrase("a suite", "une suite", "una scala"),
    NENETTE: Phrase("nenette", "nénette", "nenette"),
}
MENTIONED = 3


def explain(
    rules: FourTwentyOne, text: str, lang: Lang = "en", progress: Progress = silent
) -> dict[str, Any]:
    """All moves of a position with the chance to lose the set after each, best first, and the reason."""
    s = read(rules.options.variant, text)
    found = Policy(solved(rules.options, progress)).values(s)
    ranked = sorted(found.items(), key=lambda pair: pair[1])
    exact = s.seats == 2
    return {
        "game": "421",
        "position": write(s),
        "aim": "set_loss",
        "exact": exact,
        "note": "" if exact else "an estimate: with three or more players only two-player ends are solved",
        "moves": [
            {
                "move": str(move),
                "value": {"exact": None, "p": loss},
                "behind": loss - ranked[0][1],
                "says": LOSES.fill(v=decimal(100 * loss, 2)).in_(lang),
                "reason": reason(rules, s, move).in_(lang),
            }
            for move, loss in ranked
        ],
    }


def reason(rules: FourTwentyOne, s: State, move: Move) -> Phrase:
    """Why a move is worth what it is worth: what the next throw makes, or beats."""
    if isinstance(move, Stop):
        said = STOPS if s.go.throws > 1 else STOPS_AT_ONCE
        return said.fill(dice=dashed(s.go.dice), n=s.go.throws)
    assert isinstance(move, Throw)
    c = chances(rules.options)
    shown = [c.place(dice) for dice in s.round.shown if dice]
    hopes = _beating(c, move.keep, max(shown)) if shown else _making(c, move.keep)
    what = KEEPS.fill(keep=dashed(move.keep)) if move.keep else THROWS_ALL
    if move.hit:
        what = HITS.fill(what=what)
    return BECAUSE.fill(what=what, hopes=_join(", ", hopes))


def _beating(c: Chances, keep: int, target: int) -> list[Phrase]:
    ways = c.ways(c.keeps.index(keep))
    above, equal = Fraction(sum(ways[target + 1 :]), c.whole), Fraction(ways[target], c.whole)
    name = _low(combination(c.variant, c.combos[target]))
    hopes = [BEATS.fill(dice=name, often=times(above)) if above else NEVER_BEATS.fill(dice=name)]
    return [*hopes, EQUALS.fill(often=times(equal))] if equal else hopes


def _making(c: Chances, keep: int) -> list[Phrase]:
    """The best kinds of combination the throw may make."""
    ways: dict[int, int] = {}
    for combo, n in c.falls[c.keeps.index(keep)]:
        what = kind(c.variant, c.combos[combo])
        ways[what] = ways.get(what, 0) + n
    best = sorted((what for what in ways if what != OTHER), reverse=True)[:MENTIONED]
    said = [MAKES.fill(what=KINDS[what], often=times(Fraction(ways[what], c.whole))) for what in best]
    return said or [NOTHING_NAMED]


def _low(name: Phrase) -> Phrase:
    """A name in the middle of a sentence."""
    return Phrase(*(text[:1].lower() + text[1:] for text in name))


def _join(between: str, parts: list[Phrase]) -> Phrase:
    return Phrase(*(between.join(part[n] for part in parts) for n in range(3)))


# ---- positions of an unload as people write them, and the state of the rules they mean ----
#
#     first 442 throws=1 total=3 tokens=8/13
#     second 654 throws=1 of 3 target=116 total=9 tokens=8/13
#     third 654 throws=1 of 2 target=116,665 total=9 tokens=8/6/7
#
# The player who decides, by the order of the turn; that player's dice and throws so far, with the throws
# allowed unless it is the first; what the players before ended with; the total so far; all tokens, in that
# order.


ROLES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
EXAMPLES = (
    "first 442 throws=1 total=3 tokens=8/13",
    "second 654 throws=1 of 3 target=116 total=9 tokens=8/13",
    "third throws=0 of 2 target=116,665 total=9 tokens=8/6/7",
)
LONGEST = 200
EVEN = (TOKENS // 2, TOKENS - TOKENS // 2)
_PART = re.compile(r"(throws|target|total|tokens)\s*=\s*([\d,/-]+(?:\s*of\s*\d+)?)")


def read(variant: Variant, text: str) -> State:
    """The state a text means; BadPosition says why it means none."""
    given, role, dice = _split(text)
    seat = ROLES.index(role)
    throws, limit = _throws(given.get("throws"), seat, dice)
    shown = [_three(part) for part in given.get("target", "").split(",") if part]
    if len(shown) != seat:
        want = "nobody has thrown before him: no target" if seat == 0 else f"target is {seat} combinations"
        raise BadPosition(f"before the {role} player {want}, not {len(shown)}", EXAMPLES)
    tokens = _tokens(given.get("tokens"), seat)
    least = sum(value(variant, d) for d in (*shown, dice) if d)
    total = _number(given.get("total", str(least)), "total", lambda n: n <= 999, "0 to 999")
    return _state(tokens, seat, shown, Go(seat, throws, dice, 0, 0, 0), total, limit)


def write(s: State) -> dict[str, object]:
    """A position for reports."""
    seat = s.go.seat
    return {
        "player": ROLES[seat],
        "dice": s.go.dice or None,
        "throws": s.go.throws,
        "limit": s.turn.limit,
        "target": list(s.round.shown[:seat]),
        "total": s.turn.total,
        "tokens": list(s.tokens.held[: s.seats]),
    }


def _split(text: str) -> tuple[dict[str, str], str, int]:
    """The named parts, the role, and the dice (0: not thrown yet)."""
    if len(text) > LONGEST:
        raise BadPosition("that is too long for a position", EXAMPLES)
    low = text.strip().lower()
    given: dict[str, str] = {}
    for name, number in _PART.findall(low):
        if name in given:
            raise BadPosition(f"{name} is given twice", EXAMPLES)
        given[name] = number
    role, _, rest = _PART.sub(" ", low).strip().partition(" ")
    if role not in ROLES:
        raise BadPosition(f"{role[:40]!r} is not who decides: {', '.join(ROLES)}", EXAMPLES)
    return given, role, _three(rest) if rest.strip() else 0


def _three(text: str) -> int:
    dice = read_dice(text.strip())
    if dice is None or size(dice) != 3:
        raise BadPosition(f"{text.strip()[:40]!r} is not three dice, each from 1 to 6", EXAMPLES)
    return high_to_low(dice)


def _number(text: str, name: str, good: Callable[[int], bool], what: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not good(int(text)):
        raise BadPosition(f"{name} is {what}, not {text[:40]!r}", EXAMPLES)
    return int(text)


def _throws(text: str | None, seat: int, dice: int) -> tuple[int, int]:
    """Throws made, and how many there may be."""
    made, _, most = (text or ("1" if dice else "0")).partition("of")
    limit = _number(most.strip() or str(MAX_THROWS), "the limit", lambda n: 1 <= n <= MAX_THROWS, "1, 2 or 3")
    throws = _number(made.strip(), "throws", lambda n: n <= limit, "0 to the limit")
    if seat == 0 and limit != MAX_THROWS:
        raise BadPosition("the first player has up to three throws, whatever he makes of them", EXAMPLES)
    if bool(dice) != bool(throws):
        raise BadPosition("dice lie there after a throw, and only then", EXAMPLES)
    if throws == limit or (throws == 0 and (seat == 0 or limit == 1)):
        raise BadPosition("there is nothing to decide here", EXAMPLES)
    return throws, limit


def _tokens(text: str | None, seat: int) -> list[int]:
    if text is None and seat < len(EVEN):
        return list(EVEN)
    held = [int(part) for part in (text or "").split("/") if part.isdigit() and len(part) < 3]
    if not max(2, seat + 1) <= len(held) <= MAX_SEATS or sum(held) != TOKENS or min(held) < 1:
        why = f"tokens are those of each player in the order of the turn, {TOKENS} in all, each at least one"
        raise BadPosition(f"{why}, not {(text or 'none')[:40]!r}", EXAMPLES)
    return held


def _state(tokens: list[int], seat: int, shown: list[int], go: Go, total: int, limit: int) -> State:
    holds, there = NONE_EACH, NONE_EACH
    for k, n in enumerate(tokens):
        holds = put(holds, k, n)
    for k, dice in enumerate(shown):
        there = put(there, k, dice)
    s = begin_turn(len(tokens), Tokens(0, holds, NONE_EACH), 0, 0)
    turn = Turn(0, total, 0, limit, 0, 0)
    waiting = s.round.waiting & ~((1 << seat) - 1)
    now = Round(s.round.kind, s.round.members, waiting, s.round.direction, there)
    return State(s.seats, s.tokens, turn, now, go)
