"""Who judges a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavola.coach.judging import Judge
from tavola.core.contract import Rules
from tavola.core.errors import TavolaError
from tavola.core.extras import ODDS
from tavola.core.words import Phrase
from tavola.odds import Progress, silent

if TYPE_CHECKING:
    from tavola.coach.worth import Worth


COACH = Phrase("the coach", "l'entraîneur", "il maestro")

DICE, CARDS = ("421", "5000", "dice-poker"), ("spazzino", "scopetta", "tombolon")


class NoCoach(TavolaError):
    def __init__(self, game: str) -> None:
        super().__init__(f"there is no coach for {game}; there is one for every game that comes with tavola")


def check_coach(rules: Rules[Any, Any]) -> None:
    """Refuse before anything begins: a game nobody coaches, or a coach who needs what is not installed."""
    if rules.info.name not in (*DICE, *CARDS):
        raise NoCoach(rules.info.name)
    ODDS.check(COACH)


def judge_of(rules: Rules[Any, Any], seats: int, progress: Progress = silent, seed: int = 0) -> Judge:
    """The judge of a game for so many seats. The first time for some options it may have to be solved."""
    check_coach(rules)
    game = rules.info.name
    if game in DICE:
        return _of_dice(rules, seats, progress)
    from tavola.coach.cards import Playouts

    return Playouts(rules, seed, progress)


def _of_dice(rules: Any, seats: int, progress: Progress) -> Judge | Worth:
    game = rules.info.name
    if game == "5000":
        from tavola.coach.five_thousand import worth_of

        return worth_of(rules, seats, progress)
    if game == "dice-poker":
        from tavola.coach.dice_poker import worth_of as worth_of_poker

        return worth_of_poker(rules, seats, progress)
    if seats == 2:
        from tavola.coach.fourtwentyone import Between

        return Between(rules, progress)
    from tavola.coach.by_the_book import ByTheBook

    return ByTheBook(rules, seats, progress)
