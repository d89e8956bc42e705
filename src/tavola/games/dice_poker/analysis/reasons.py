"""What to do in a position of Dice Poker, and why, in words.

A position is five dice and what else matters: `54263 rerolls=1 total=600 opponent=700 second=1`. Without
`total` the aim is the most points of this turn, with it the fewest turns to the goal, with `opponent` the
best chance to win against one other player; `second=1` says that the other has already played this round's
turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any

from tavola.analysis import BadPosition, Progress, position, silent
from tavola.analysis.machine import compiled
from tavola.analysis.words import times
from tavola.core.words import Lang, Phrase
from tavola.fast.arrays import np
from tavola.games.dice_poker import words
from tavola.games.dice_poker.analysis import kernel, tabulate
from tavola.games.dice_poker.analysis.policies import policy
from tavola.games.dice_poker.analysis.turn import decision, thrown
from tavola.games.dice_poker.game import DicePoker
from tavola.games.dice_poker.moves import Reroll, Stand, action_of, moves_of
from tavola.games.dice_poker.patterns import DICE, MEGA, NAMES, NOTHING, pattern
from tavola.games.race import analysis as race
from tavola.pieces.dice import dashed, high_to_low, others, size

EXAMPLES = ("54263", "5-5-1-2-3 total=600", "54263 total=600 opponent=700 second=1")
SAYS = ("rerolls", "total", "opponent", "second")

STANDS = Phrase("stand: {what} counts {n}", "rester : {what} compte {n}", "fermo: {what} vale {n}")
KEEPS = Phrase(
    "keep {kept}, throw {k}: {odds}",
    "garder {kept}, relancer {k} : {odds}",
    "tieni {kept}, rilancia {k}: {odds}",
)
OR_BETTER = Phrase("{what} or better {often}", "{what} ou mieux {often}", "{what} o meglio {often}")
STAYS = Phrase("{what} stays", "{what} reste", "{what} resta")


@dataclass(frozen=True, slots=True)
class Position:
    """Five dice, the re-rolls left, and what the players have."""

    dice: int
    rerolls: int
    total: int | None
    opponent: int | None
    second: bool

    @property
    def aim(self) -> str:
        return race.aim(self.total, self.opponent)


def read(rules: DicePoker, text: str) -> Position:
    """The position a text means; BadPosition says why it is none."""
    written = position.read(text, DICE, SAYS, EXAMPLES)
    given, variant = written.given, rules.options.variant
    if size(written.dice) != DICE:
        raise BadPosition(f"Dice Poker is played with five dice, not {size(written.dice)}", EXAMPLES)
    rerolls = given.get("rerolls", variant.rerolls)
    if rerolls > variant.rerolls:
        raise BadPosition(f"rerolls is at most {variant.rerolls} here, not {rerolls}", EXAMPLES)
    total, opponent, second = given.get("total"), given.get("opponent"), given.get("second", 0)
    if second > 1 or (second and opponent is None):
        raise BadPosition("second is 1 if the opponent has had his turn of this round, else 0", EXAMPLES)
    if opponent is not None and total is None:
        total = 0
    _check_total("total", total, variant.goal - 1, variant.points)
    most = variant.goal - 1 + (max(variant.points) if second else 0)
    _check_total("opponent", opponent, most, variant.points)
    return Position(high_to_low(written.dice), rerolls, total, opponent, bool(second))


def _check_total(name: str, points: int | None, most: int, scale: tuple[int, ...]) -> None:
    unit = gcd(*scale)
    if points is not None and (points > most or points % unit):
        multiple = f"a multiple of {unit}" if unit > 1 else "a number"
        raise BadPosition(f"{name} is {multiple} up to {most - most % unit} here, not {points}", EXAMPLES)


def explain(rules: DicePoker, text: str, lang: Lang = "en", progress: Progress = silent) -> dict[str, Any]:
    """All moves of a position with their value, best first, and the reason in words."""
    p = read(rules, text)
    return {
        "game": "dice-poker",
        "position": {
            "dice": dashed(p.dice),
            "pattern": NAMES[pattern(p.dice)],
            "rerolls": p.rerolls,
            "total": p.total,
            "opponent": p.opponent,
            "second": p.second,
        },
        "aim": p.aim,
        "moves": race.explained(
            _valued(rules, p, progress), p.aim, lambda move: reason(rules, p, move), lang
        ),
    }


def _valued(rules: DicePoker, p: Position, progress: Progress) -> list[tuple[Stand | Reroll, Any]]:
    points = rules.options.variant.points
    legal = [move for move in moves_of(p.dice) if isinstance(move, Stand | Reroll)]
    if p.rerolls == 0:
        legal = [Stand()]
    masks = [action_of(p.dice, move) or 0 for move in legal]
    if p.aim == "points":
        found = [decision(points, p.dice, mask, p.rerolls).points for mask in masks]
        return list(zip(legal, found, strict=True))
    ends = policy(rules, p.aim, progress).ends(p.total or 0, p.opponent or 0, p.second)
    kept = _kept_worth(ends, p.rerolls)
    worths = [kept[others(p.dice, mask)] if mask else float(ends[pattern(p.dice)]) for mask in masks]
    # Turns are counted from here to the goal, this one included.
    return [(move, worth - (p.aim == "turns")) for move, worth in zip(legal, worths, strict=True)]


def _kept_worth(ends: tabulate.Array, rerolls: int) -> dict[int, float]:
    """What each set of kept dice is worth when the others are thrown with this re-roll."""
    table, kept = tabulate.turn(), tabulate.kept()
    throws_worth, kept_worth = np.zeros(len(table.chance)), np.zeros(len(kept))
    if rerolls:
        compiled(kernel.turn_value)(table, rerolls - 1, ends, throws_worth, kept_worth)
        compiled(kernel.after_keeping)(table, throws_worth, kept_worth)
    return {dice: float(kept_worth[number]) for dice, number in kept.items()}


def reason(rules: DicePoker, p: Position, move: Stand | Reroll) -> Phrase:
    """Why a move is worth what it is worth: what it keeps and what may come of it."""
    points = rules.options.variant.points
    shown = pattern(p.dice)
    if isinstance(move, Stand):
        return STANDS.fill(what=words.PATTERNS[NAMES[shown]], n=points[shown])
    mask = action_of(p.dice, move) or 0
    kept = others(p.dice, mask)
    return KEEPS.fill(kept=dashed(kept), k=dashed(move.dice), odds=_odds(thrown(points, kept, 0), shown))


def _odds(chances: tuple[Fraction, ...], shown: int) -> Phrase:
    """The patterns worth naming: whether what lies there is safe, and what is better than it."""
    better = [p for p in range(max(shown, NOTHING) + 1, MEGA + 1) if chances[p]]
    if not better:
        return OR_BETTER.fill(
            what=words.PATTERNS[NAMES[shown]], often=times(sum(chances[shown:], Fraction(0)))
        )
    named = OR_BETTER.fill(
        what=words.PATTERNS[NAMES[better[0]]], often=times(sum(chances[better[0] :], Fraction(0)))
    )
    top = better[-1]
    if top != better[0]:
        also = Phrase("{named}, {what} {often}", "{named}, {what} {often}", "{named}, {what} {often}")
        named = also.fill(named=named, what=words.PATTERNS[NAMES[top]], often=times(chances[top]))
    if shown != NOTHING and sum(chances[:shown]) == 0:
        safe = STAYS.fill(what=words.PATTERNS[NAMES[shown]])
        return Phrase("{a}; {b}", "{a} ; {b}", "{a}; {b}").fill(a=named, b=safe)
    return named
