"""What to do in a position of 5000, and why, in words.

A position is the dice on the table and what else matters: `54263 hand=2 turn=350 total=1200 opponent=3000`.
Without `total` the aim is the most points of this turn, with it the fewest turns to the goal, with
`opponent` the best chance to win against one other.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tavola.analysis import BadPosition, Progress, position, silent
from tavola.analysis.words import times
from tavola.core.words import Lang, Phrase
from tavola.games.five_thousand.analysis import tabulate
from tavola.games.five_thousand.analysis.policies import policy
from tavola.games.five_thousand.analysis.turn import Exact, moves
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.moves import Bank, Move, Play
from tavola.games.five_thousand.rules import DICE, HANDS, score
from tavola.games.race import analysis as race
from tavola.pieces.dice import FACES, dashed, size

EXAMPLES = ("54263", "6634 hand=1 turn=100", "54263 hand=2 turn=350 total=1200 opponent=3000")
NAMES = ("hand", "turn", "total", "opponent")

BANKS = Phrase(
    "bank {n}: safe, {total} in all",
    "encaisser {n} : en sûreté, {total} en tout",
    "incassa {n}: al sicuro, {total} in tutto",
)
WINS = Phrase("bank {n}: that is the goal", "encaisser {n} : c'est le but", "incassa {n}: è il traguardo")
TRASHES = Phrase("trash: {n} given up", "jeter : {n} perdus", "butta: {n} persi")
PLAYS = Phrase(
    "play {dice} for {n}: {then}", "jouer {dice} pour {n} : {then}", "gioca {dice} per {n}: {then}"
)
ONE_LEFT = Phrase(
    "one die left, playable {often}; {turn} at risk",
    "un dé reste, jouable {often} ; {turn} en jeu",
    "resta un dado, giocabile {often}; {turn} in gioco",
)
LEFT = Phrase(
    "{k} dice left, something playable {often}; {turn} at risk",
    "{k} dés restent, de quoi jouer {often} ; {turn} en jeu",
    "restano {k} dadi, qualcosa da giocare {often}; {turn} in gioco",
)
NEXT_HAND = Phrase(
    "the hand is done, {turn} can be banked after seeing five new dice that count {m} times",
    "la main est finie, {turn} à encaisser après avoir vu cinq nouveaux dés qui comptent {m} fois",
    "la mano è finita, {turn} da incassare dopo aver visto cinque dadi nuovi che valgono {m} volte",
)
LAST_HAND = Phrase(
    "the third hand is done, {turn} banked at once",
    "la troisième main est finie, {turn} encaissés aussitôt",
    "la terza mano è finita, {turn} incassati subito",
)


@dataclass(frozen=True, slots=True)
class Position:
    """Dice on the table, the hand counted from 0, and what the players have."""

    dice: int
    hand: int
    turn: int
    total: int | None
    opponent: int | None

    @property
    def aim(self) -> str:
        return race.aim(self.total, self.opponent)


def read(rules: FiveThousand, text: str) -> Position:
    """The position a text means; BadPosition says why it is none."""
    written = position.read(text, DICE, NAMES, EXAMPLES)
    given = written.given
    found = Position(
        written.dice,
        given.get("hand", 1) - 1,
        given.get("turn", 0),
        given.get("total"),
        given.get("opponent"),
    )
    if found.opponent is not None and found.total is None:
        found = Position(found.dice, found.hand, found.turn, 0, found.opponent)
    if not 0 <= found.hand < HANDS:
        raise BadPosition(f"hand is 1, 2 or 3, not {found.hand + 1}", EXAMPLES)
    _check_turn(rules, found)
    variant = rules.options.variant
    for name, points in (("total", found.total), ("opponent", found.opponent)):
        if points is not None and (points >= variant.goal or points % tabulate.unit(variant.brelan_of_aces)):
            raise BadPosition(
                f"{name} is a multiple of 50 below the goal {variant.goal}, not {points}", EXAMPLES
            )
    return found


def _check_turn(rules: FiveThousand, p: Position) -> None:
    n = size(p.dice)
    there = tabulate.reachable(rules.options.variant.brelan_of_aces)
    possible = sorted(turn for hand, dice, turn in there if (hand, dice) == (p.hand, n))
    if p.turn in possible:
        return
    dice = "die" if n == 1 else "dice"
    if len(possible) == 1:
        why = f"a turn begins with turn=0, not {p.turn}"
    else:
        near = sorted(sorted(possible, key=lambda turn: abs(turn - p.turn))[:4])
        why = f"with {n} {dice} on the table in hand {p.hand + 1} a turn can't have {p.turn} points, "
        why += f"but for example {', '.join(map(str, near))}"
    raise BadPosition(why, EXAMPLES)


def explain(rules: FiveThousand, text: str, lang: Lang = "en", progress: Progress = silent) -> dict[str, Any]:
    """All moves of a position with their value, best first, and the reason in words."""
    p = read(rules, text)
    return {
        "game": "5000",
        "position": {
            "dice": dashed(p.dice),
            "hand": p.hand + 1,
            "turn": p.turn,
            "total": p.total,
            "opponent": p.opponent,
        },
        "aim": p.aim,
        "moves": race.explained(
            _valued(rules, p, progress), p.aim, lambda move: reason(rules, p, move), lang
        ),
    }


def _valued(rules: FiveThousand, p: Position, progress: Progress) -> list[tuple[Move, Any]]:
    variant = rules.options.variant
    legal = sorted(moves(variant, p.dice), key=lambda move: not isinstance(move, Bank))
    if p.aim == "points":
        exact = Exact(variant)
        return [(move, exact.worth(p.dice, p.hand, p.turn, move)) for move in legal]
    turn = policy(rules, p.aim, progress).turn(p.total or 0, p.opponent or 0)
    # Turns are counted from here to the goal, this one included.
    return [(move, turn.worth(variant, p.dice, p.hand, p.turn, move) - (p.aim == "turns")) for move in legal]


def reason(rules: FiveThousand, p: Position, move: Move) -> Phrase:
    """Why a move is worth what it is worth."""
    variant = rules.options.variant
    if not isinstance(move, Play):
        total = (p.total or 0) + p.turn
        if not isinstance(move, Bank):
            return TRASHES.fill(n=p.turn)
        return (WINS if total >= variant.goal else BANKS).fill(n=p.turn, total=total)
    points = score(variant, move.dice) * (p.hand + 1)
    left, turn = size(p.dice) - size(move.dice), p.turn + points
    if left:
        dead = no_playable_die(variant.brelan_of_aces, left)
        then = (ONE_LEFT if left == 1 else LEFT).fill(k=left, often=times(1 - dead), turn=turn)
    elif p.hand + 1 < HANDS:
        then = NEXT_HAND.fill(turn=turn, m=p.hand + 2)
    else:
        then = LAST_HAND.fill(turn=turn)
    return PLAYS.fill(dice=dashed(move.dice), n=points, then=then)


def no_playable_die(brelan_of_aces: int, dice: int) -> Fraction:
    """The chance that nothing can be played when so many dice are rolled."""
    return Fraction(tabulate.classes(brelan_of_aces)[dice].get(frozenset(), 0), FACES**dice)
