"""A match saved by the original card client, played again: for people to read, or for programs."""

from __future__ import annotations

import json
from typing import Any

from rich.text import Text

from tavola.core.errors import Trouble
from tavola.core.words import Lang, Phrase
from tavola.games.capture import events as e
from tavola.games.capture import saved_replay as again
from tavola.games.capture.saved import SavedMatch, other_game
from tavola.games.capture.saved_replay import HandAgain, MatchAgain
from tavola.games.capture.saved_words import OTHER_GAME
from tavola.games.capture.state import side_of
from tavola.games.capture.terminal import summary
from tavola.games.capture.terminal import words as card_words
from tavola.terminal import words
from tavola.terminal.drawings.pen import BAD, LOUD, QUIET, Pen, clean
from tavola.terminal.drawings.screen import Screen
from tavola.terminal.lines.replaying import wants_no_more
from tavola.terminal.lines.talk import pen_of

PLAYED_AS = Phrase(
    "played again as {game}, to {n}", "rejouée comme {game}, en {n}", "rigiocata come {game}, a {n}"
)
HAND = Phrase(
    "Hand {n}: {first} plays first, {plays} {plays:play|plays}",
    "Donne {n} : {first} joue en premier, {plays} {plays:coup|coups}",
    "Smazzata {n}: comincia {first}, {plays} {plays:giocata|giocate}",
)
PROBLEM = Phrase("Against the rules: {what}", "Contre les règles : {what}", "Contro le regole: {what}")
NOTE = Phrase("Note: {what}", "Note : {what}", "Nota: {what}")
NOT_COUNTED = Phrase(
    "The hand has no end: only what was made in play counts.",
    "La donne n'a pas de fin : seuls comptent les points faits en jouant.",
    "La smazzata non ha una fine: contano solo i punti fatti giocando.",
)
NO_PROBLEM = Phrase(
    "Every play keeps the rules.", "Chaque coup respecte les règles.", "Ogni giocata rispetta le regole."
)
PROBLEMS = Phrase(
    "Against the rules in all: {n}", "Contre les règles en tout : {n}", "Contro le regole in tutto: {n}"
)
RESULT = Phrase("Result: {what}", "Résultat : {what}", "Risultato: {what}")
TO = Phrase("{a} to {b}.", "{a} à {b}.", "{a} a {b}.")


def replay_saved(saved: SavedMatch, screen: Screen | None, lang: Lang, step: bool) -> None:
    """To the screen, or as JSON where there is none."""
    if (game := other_game(saved)) is not None:
        raise Trouble(OTHER_GAME.fill(game=clean(game)).in_(lang))
    match = again.replay_match(saved)
    if screen is None:
        print(json.dumps([_hand_json(match, hand, lang) for hand in match.hands], indent=1))
    else:
        _show(match, screen, lang, step)


# ---- for programs ----


def _hand_json(match: MatchAgain, hand: HandAgain, lang: Lang) -> dict[str, Any]:
    """A hand: `points` has one object a player, under the games' old names; partners have their side's."""
    sides = [side_of(seat) for seat in range(len(match.players))]
    return {
        "hand": hand.number,
        "game": match.rules.info.name,
        "players": list(match.players),
        "first": hand.first,
        "plays": hand.plays,
        "points": [{**hand.points[side], "total": sum(hand.points[side].values())} for side in sides],
        "totals": [hand.totals[side] for side in sides],
        "ended": hand.ended,
        "resigned": None if hand.resigned is None else match.players[hand.resigned],
        "winners": [name for seat, name in enumerate(match.players) if side_of(seat) == hand.winner],
        "problems": [problem.in_(lang) for problem in hand.problems],
        "notes": [note.in_(lang) for note in hand.notes],
    }


# ---- for people ----


def _show(match: MatchAgain, screen: Screen, lang: Lang, step: bool) -> None:
    names = tuple(clean(name) for name in match.players)
    pen = pen_of(match.rules, names, lang, screen, frozenset())
    title, goal = match.rules.info.title, match.rules.options.target
    screen.show([_styled(pen, f"{', '.join(names)}: {pen.word(PLAYED_AS, game=title, n=goal)}", LOUD)])
    for hand in match.hands:
        screen.gap()
        screen.show(_hand_lines(match, hand, pen, plays=step))
        if step and screen.is_live and hand is not match.hands[-1] and wants_no_more(screen, pen):
            return
    screen.gap()
    screen.show(_result(match, pen))


def _hand_lines(match: MatchAgain, hand: HandAgain, pen: Pen, *, plays: bool) -> list[Text]:
    head = pen.word(HAND, n=hand.number, first=pen.names[hand.first], plays=hand.plays)
    lines = [_styled(pen, head, LOUD)]
    if plays:
        lines += [_styled(pen, said, QUIET) for said in _plays_said(hand, pen)]
    lines += [_styled(pen, pen.word(PROBLEM, what=problem), BAD) for problem in hand.problems]
    lines += [_styled(pen, pen.word(NOTE, what=note), QUIET) for note in hand.notes]
    if hand.ended in (again.RESIGNS, again.UNFINISHED):
        lines.append(_styled(pen, pen.word(NOT_COUNTED), QUIET))
    return [*lines, *summary.lines(pen, _summary(match, hand, pen))]


def _plays_said(hand: HandAgain, pen: Pen) -> list[str]:
    shown = (e.Played, e.Scored, e.LeftoversTaken, e.CalledOut)
    said = (pen.say(event) for event in hand.events if isinstance(event, shown))
    return [f"  {text}" for text in said if text]


def _summary(match: MatchAgain, hand: HandAgain, pen: Pen) -> summary.Summary:
    title = pen.word(card_words.SUMMARY, n=hand.number)
    return summary.Summary(
        title=f"{title}, {pen.word(card_words.CALLED_OUT)}" if hand.ended == again.CALLED_OUT else title,
        sides=summary.side_names(pen.names),
        points=hand.points,
        totals=hand.totals,
        goal=match.rules.options.target,
        piles=hand.piles if any(hand.piles) else (),
        padova=bool(getattr(match.rules.options, "padova", False)),
    )


def _result(match: MatchAgain, pen: Pen) -> list[Text]:
    problems = sum(len(hand.problems) for hand in match.hands)
    lines = [Text(pen.word(PROBLEMS, n=problems) if problems else pen.word(NO_PROBLEM))]
    over = next((hand for hand in match.hands if hand.winner is not None), match.hands[-1])
    told = [pen.word(TO, a=over.totals[0], b=over.totals[1])]
    if over.resigned is not None:
        told.append(pen.word(words.RESIGNS, who=pen.names[over.resigned]))
    if over.winner is None:
        told.append(pen.word(words.UNFINISHED))
    else:
        who = pen.word(words.AND).join(pen.names[over.winner :: 2])
        told.append(pen.word(words.WIN if len(pen.names) == 4 else words.WINS, who=who))
    lines.append(_styled(pen, pen.word(RESULT, what=" ".join(told)), LOUD))
    return lines


def _styled(pen: Pen, text: str, style: str) -> Text:
    return Text(clean(text).strip() if pen.plain else clean(text), "" if pen.plain else style)
