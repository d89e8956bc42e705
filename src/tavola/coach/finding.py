"""Which judge a game has."""

from __future__ import annotations

from typing import Any

from tavola.analysis import Progress, silent
from tavola.coach.judging import Judge
from tavola.core.contract import Rules, View
from tavola.core.errors import TavolaError
from tavola.core.extras import FAST, ODDS
from tavola.core.words import Phrase
from tavola.games import parts_of

COACH = Phrase("the coach", "l'entraîneur", "l'allenatore")


NO_COACH = Phrase(
    "there is no coach for {game}; there is one for every game that comes with tavola",
    "il n'y a pas d'entraîneur pour {game} ; il y en a un pour chaque jeu livré avec tavola",
    "non c'è un allenatore per {game}; ce n'è uno per ogni gioco che viene con tavola",
)


class NoCoach(TavolaError):
    def __init__(self, game: str) -> None:
        super().__init__(NO_COACH.fill(game=game))


def check_coach(rules: Rules[Any, Any]) -> None:
    """Refuse, before anything begins, a game without a coach, or one whose coach needs a package that is
    missing."""
    if not parts_of(rules.info.name).judge:
        raise NoCoach(rules.info.name)
    if not (parts_of(rules.info.name).search and not FAST.missing()):  # a judge that plays out needs no more
        ODDS.check(COACH)


def judge_of(rules: Rules[Any, Any], seats: int, progress: Progress = silent, seed: int = 0) -> Judge:
    """The judge of a game for so many seats. The first time for some options it may have to be solved."""
    check_coach(rules)
    judge: Judge = parts_of(rules.info.name).part("judge")(rules, seats, progress, seed)
    return judge


def reason(rules: Rules[Any, Any], view: View[Any, Any], move: Any) -> Phrase | None:
    """Why a move is worth what it is, in the words of `tavola explain`; None where the game gives no
    reasons."""
    why = parts_of(rules.info.name).part("reasons")
    return None if why is None else why(rules, view, move)
