"""Briscola once more, slowly: strings and lists, written from the rules and not from the code.

It takes the same moves as texts. Tests play both and compare them after every move.
"""

from __future__ import annotations

ORDER = ["2", "4", "5", "6", "7", "F", "C", "R", "3", "A"]  # from the lowest
COUNTS = {"A": 11, "3": 10, "R": 4, "C": 3, "F": 2}


def whole_deck() -> list[str]:
    return [rank + suit for suit in "bcds" for rank in ORDER]


def points(cards: list[str]) -> int:
    return sum(COUNTS.get(card[0], 0) for card in cards)


def winner(trick: list[tuple[int, str]], trump: str) -> int:
    """The seat that takes a trick, given in the order of play."""
    trumps = [(seat, card) for seat, card in trick if card[1] == trump]
    followed = [(seat, card) for seat, card in trick if card[1] == trick[0][1][1]]
    return max(trumps or followed, key=lambda each: ORDER.index(each[1][0]))[0]


class Naive:
    """A match. `move` takes a text; `options` lists what may be said now."""

    def __init__(self, seats: int, target: int, swaps: bool) -> None:
        self.seats, self.target, self.swaps = seats, target, swaps
        self.hands_won = [0, 0]
        self.dealer = -1
        self.number = 0
        self.over = False
        self.waiting: list[str] = ["dealer"]  # what is due, one after the other
        self.clear()

    def clear(self) -> None:
        self.stock = whole_deck()
        self.face_up = ""
        self.trump = ""
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.piles: list[list[str]] = [[], []]
        self.trick: list[tuple[int, str]] = []

    def round_from(self, seat: int) -> list[int]:
        return [(seat + n) % self.seats for n in range(self.seats)]

    def new_hand(self) -> None:
        self.clear()
        self.number += 1
        order = self.round_from((self.dealer + 1) % self.seats)
        self.waiting = [f"deal {seat}" for seat in order] + ["trump"] + [f"play {seat}" for seat in order]

    def actor(self) -> int:
        """-1 chance, -2 nobody, as everywhere."""
        if self.over:
            return -2
        what, _, who = self.waiting[0].partition(" ")
        return int(who) if what == "play" else -1

    def options(self) -> list[str]:
        """What the player may do whose turn it is."""
        hand = self.hands[self.actor()]
        return [*hand, "swap"] if self.may_swap(hand) else list(hand)

    def may_swap(self, hand: list[str]) -> bool:
        return self.swaps and self.face_up != "" and "7" + self.trump in hand and self.face_up[0] in "A3RCF"

    def drawable(self) -> list[str]:
        """What may come next from the stock: the card in sight comes last."""
        return [card for card in self.stock if card != self.face_up] or self.stock

    def move(self, text: str) -> None:
        words = text.split()
        what, _, who = self.waiting[0].partition(" ")
        if words == ["swap"]:
            seven = "7" + self.trump
            hand = self.hands[int(who)]
            hand[hand.index(seven)] = self.face_up
            self.stock[self.stock.index(self.face_up)] = seven
            self.face_up = seven
            return
        self.waiting.pop(0)
        if what == "dealer":
            self.dealer = int(words[1])
            self.new_hand()
        elif what == "deal":
            for card in words[1:]:
                self.stock.remove(card)
                self.hands[int(who)].append(card)
        elif what == "trump":
            self.face_up, self.trump = words[1], words[1][-1]
        elif what == "draw":
            self.stock.remove(words[1])
            self.hands[int(who)].append(words[1])
            if words[1] == self.face_up:
                self.face_up = ""
        else:
            self.hands[int(who)].remove(words[0])
            self.trick.append((int(who), words[0]))
            if len(self.trick) == self.seats:
                self.take()

    def take(self) -> None:
        seat = winner(self.trick, self.trump)
        self.piles[seat % 2] += [card for _, card in self.trick]
        self.trick = []
        order = self.round_from(seat)
        if self.stock:
            self.waiting = [f"draw {each}" for each in order]
        if self.hands[seat] or self.stock:
            self.waiting += [f"play {each}" for each in order]
        else:
            self.count()

    def count(self) -> None:
        for side in (0, 1):
            if points(self.piles[side]) > 60:
                self.hands_won[side] += 1
        if max(self.hands_won) == self.target:
            self.over = True
        else:
            self.dealer = (self.dealer + 1) % self.seats
            self.new_hand()
