"""What is said at a table of 5000, in English, French and Italian."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.core.contract import Event
from tavola.core.words import Phrase
from tavola.games.five_thousand import events as e
from tavola.pieces.dice import dashed

SUMMARY = Phrase(
    "Five dice, three hands a turn that count once, twice, three times: bank before you bust.",
    "Cinq dés, trois mains par tour qui comptent simple, double, triple : encaissez à temps.",
    "Cinque dadi, tre mani per turno che valgono una, due e tre volte: incassa in tempo.",
)
GOAL_REACHED = Phrase("the goal was reached", "l'objectif est atteint", "il traguardo è raggiunto")

# Why a move is refused.
NOT_THERE = Phrase(
    "you can't play {dice}: the dice on the table are {table}",
    "vous ne pouvez pas jouer {dice} : les dés sur la table sont {table}",
    "non puoi giocare {dice}: i dadi sul tavolo sono {table}",
)
WORTH_NOTHING = Phrase(
    "{dice} can't be played: aces, fives, three of a kind, a suite of five, or five fives",
    "{dice} ne se joue pas : seuls comptent as, cinq, brelans, suite de cinq dés ou cinq 5",
    "{dice} non si può giocare: valgono solo assi, cinque, tris, scala di cinque dadi o cinque 5",
)
NO_BANK = Phrase(
    "you can't bank after playing dice of this hand: play on or trash",
    "on n'encaisse pas après avoir joué des dés de cette main : continuez ou jetez le tour",
    "non si incassa dopo aver giocato dadi di questa mano: continua o butta il turno",
)


def say(event: Event, names: Sequence[str]) -> Phrase | None:
    """An event in words; None if it goes without saying."""
    match event:
        case e.Rolled(seat, dice):
            said = Phrase("{who} rolls {dice}", "{who} lance {dice}", "{who} tira {dice}")
            return said.fill(who=names[seat], dice=dashed(dice))
        case e.Played(seat, dice, points, turn):
            said = Phrase(
                "{who} plays {dice} for {n}: {turn} in this turn",
                "{who} joue {dice} pour {n} : {turn} pour ce tour",
                "{who} gioca {dice} per {n}: {turn} in questo turno",
            )
            return said.fill(who=names[seat], dice=dashed(dice), n=points, turn=turn)
        case e.HandDone(seat, hand) if hand < 3:
            times = (Phrase("twice", "double", "il doppio"), Phrase("three times", "triple", "il triplo"))
            said = Phrase(
                "All five dice played: the next hand counts {times}",
                "Les cinq dés sont joués : la main suivante compte {times}",
                "Tutti e cinque i dadi giocati: la prossima mano vale {times}",
            )
            return said.fill(times=times[hand - 1])
        case e.Banked(seat, points, total):
            said = Phrase(
                "{who} banks {n} and has {total}",
                "{who} encaisse {n} et a {total}",
                "{who} incassa {n} e ha {total}",
            )
            return said.fill(who=names[seat], n=points, total=total)
        case e.Trashed(seat, points):
            said = Phrase(
                "{who} trashes the turn ({n} lost)",
                "{who} jette le tour (points perdus : {n})",
                "{who} butta il turno (punti persi: {n})",
            )
            return said.fill(who=names[seat], n=points)
        case e.Won(seat, total):
            said = Phrase("{who} wins with {n}", "{who} gagne avec {n}", "{who} vince con {n}")
            return said.fill(who=names[seat], n=total)
        case _:
            return None
