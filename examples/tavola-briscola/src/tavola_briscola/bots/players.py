"""The players themselves."""

from __future__ import annotations

from random import Random

from tavola.kit import Phrase, View
from tavola.kit.bots import Character, Face, Figure, no_argument
from tavola.kit.cards import Card
from tavola_briscola.bots.ending import best_card
from tavola_briscola.bots.sight import Sight, dealt_hands
from tavola_briscola.bots.tricks import each, values
from tavola_briscola.moves import Move, Play, Swap
from tavola_briscola.state import put, side_of
from tavola_briscola.tricks import points_in, points_of, set_of, strength_of, taker_of
from tavola_briscola.views import TableView

DEALS = 32  # that the house imagines for each decision


class Greedy:
    """Wants this trick, as far as it goes by now, if it holds points; throws its lowest card if not."""

    character = Character(
        (
            Figure("Gino", Face(hat="cap", coat="green", beard="moustache")),
            Figure("Nunzia", Face(hair="curls", tint="red", coat="green")),
            Figure("Berto", Face(hair="bald", coat="green", beard="round")),
            Figure("Lina", Face(hair="bun", tint="grey", coat="green")),
        ),
        Phrase(
            "Wants every trick with points in it.",
            "Veut chaque pli qui compte.",
            "Vuole ogni presa che conta.",
        ),
    )

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:  # noqa: ARG002 - no luck in it
        no_argument("greedy", argument)

    def choose(self, view: View[TableView, Move]) -> Move:
        if Swap() in view.moves:
            return Swap()
        sight = Sight.of(view)

        def wish(card: int) -> tuple[int, int]:
            played = put(sight.played, sight.seat, card)
            taker = taker_of(sight.trump, played, sight.leader, sight.seats)
            takes = side_of(taker) == side_of(sight.seat) and taker != sight.leader
            points = points_in(set_of(played))
            return points if takes else -points_of(card), -strength_of(card)

        return Play(Card(max(each(sight.hand), key=wish)))


class House:
    """Weighs what a trick may bring against what the card is worth later; solves the end between two."""

    character = Character(
        (
            Figure("Teresa", Face(hair="bun", tint="black", coat="red", trim="ochre")),
            Figure("Ettore", Face(tint="grey", beard="moustache", coat="red", trim="ochre")),
            Figure("Amalia", Face(hair="curls", tint="grey", coat="red", trim="ochre")),
            Figure("Sandro", Face(hair="bald", beard="pointed", coat="red", trim="ochre")),
        ),
        Phrase(
            "Keeps the trumps for when they matter.",
            "Garde les atouts pour le bon moment.",
            "Tiene le briscole per quando servono.",
        ),
    )

    def __init__(self, rng: Random | None = None, argument: str = "") -> None:
        no_argument("house", argument)
        self._rng = rng or Random()

    def choose(self, view: View[TableView, Move]) -> Move:
        if len(view.moves) == 1:
            return view.moves[0]
        if Swap() in view.moves:
            return Swap()
        sight, table = Sight.of(view), view.table
        if table.seats == 2 and not table.undealt:
            hands = dealt_hands(table, self._rng)  # the other has all that is unseen
            s = sight
            card = best_card(s.seats, s.trump, hands, s.played, s.leader, s.seat, table.points)
        else:
            card = self._weighed(sight, table)
        return Play(Card(card))

    def _weighed(self, sight: Sight, table: TableView) -> int:
        """The best card on the average of some deals; of equal ones the lowest."""
        totals = dict.fromkeys(each(sight.hand), 0.0)
        for _ in range(DEALS):
            for card, value in values(sight, dealt_hands(table, self._rng)).items():
                totals[card] += value
        return max(totals, key=lambda card: (totals[card], -strength_of(card)))
