"""What to do in a position of 421, and why, in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tavola.analysis import Progress, silent
from tavola.analysis.words import decimal, times
from tavola.core.words import Lang, Phrase, same
from tavola.games.fourtwentyone.analysis import position
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
    kind,
)
from tavola.games.fourtwentyone.game import FourTwentyOne
from tavola.games.fourtwentyone.moves import Move, Stop, Throw
from tavola.games.fourtwentyone.state import State
from tavola.games.fourtwentyone.words import combination
from tavola.pieces.dice import dashed

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
    s = position.read(rules.options.variant, text)
    found = Policy(solved(rules.options, progress)).values(s)
    ranked = sorted(found.items(), key=lambda pair: pair[1])
    exact = s.seats == 2
    return {
        "game": "421",
        "position": position.write(s),
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
