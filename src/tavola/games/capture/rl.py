"""The past of a hand, dealt anew: what OpenSpiel's information-set search needs in a game with secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tavola.core.contract import Seat
from tavola.games.capture.moves import Bottom, Deal
from tavola.pieces.cards import cards_in
from tavola.pieces.cardset import CardSet


@dataclass(frozen=True, slots=True)
class Past:
    """Where in the history each seat was dealt its last packet, and the card under the stock was shown."""

    packets: dict[Seat, slice] = field(default_factory=dict)
    bottom: tuple[int, Bottom] | None = None

    def noted(self, before: Any, after: Any, move: Any, steps: int) -> Past:
        if isinstance(move, Bottom):
            return replace(self, bottom=(steps - 1, move))
        if not isinstance(move, Deal):
            return self
        hands = zip(before.cards.hands, after.cards.hands, strict=True)
        where = slice(steps - len(move.cards), steps)
        dealt = {seat: where for seat, (had, has) in enumerate(hands) if had != has}
        return replace(self, packets={**self.packets, **dealt})

    def dealt_anew(
        self, history: list[int], state: Any, guessed: Any, player: Seat
    ) -> Iterator[int | Bottom]:
        """Packets are dealt when all hands are empty, so all cards of the packets before the last were seen
        when they were played."""
        for seat, where in self.packets.items():
            if seat != player:
                dealt, held = CardSet.of(*history[where]).bits, state.cards.hands[seat]
                anew = (dealt & ~held) | (guessed.cards.hands[seat] & ~(held & ~dealt))
                history[where] = [int(card) for card in cards_in(anew)]
        for number, step in enumerate(history):
            again = self.bottom is not None and number == self.bottom[0]
            # The number of the bottom card among the remaining cards has changed.
            yield self.bottom[1] if again and self.bottom else step


PAST = Past()
