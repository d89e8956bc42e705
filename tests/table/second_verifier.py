"""A second verifier, written from docs/fair-dice.md alone. It imports nothing of tavola, and must not.

It takes how many dice and cards from the record, as the page says one may. `python second_verifier.py FILE`
checks one record in its JSON form.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from typing import Any

RANKS = "A 2 3 4 5 6 7 8 9 10 F C R".split()
DECK_52 = [rank + suit for suit in "bcds" for rank in RANKS]
DECK_40 = [card for card in DECK_52 if card[:-1] not in ("8", "9", "10")]


def count(n: int) -> bytes:
    return n.to_bytes(4, "big")


def text(t: str) -> bytes:
    return count(len(t.encode("utf-8"))) + t.encode("utf-8")


def commitment(seed: str, table: str, version: int = 2) -> str:
    label = text(f"tavola/fair/{version}/commitment")
    return hashlib.sha256(label + bytes.fromhex(seed) + text(table)).hexdigest()


def prefix(table: str, salts: list[str], version: int = 2) -> bytes:
    label = text(f"tavola/fair/{version}/dice")
    return label + text(table) + count(len(salts)) + b"".join(text(s) for s in salts)


class Numbers:
    def __init__(self, seed: str, table: str, salts: list[str], version: int = 2) -> None:
        self.key, self.prefix = bytes.fromhex(seed), prefix(table, salts, version)
        self.size = {2: 4, 1: 32}[version]
        self.used = 0

    def piece(self) -> bytes:
        block, at = divmod(self.used * self.size, 32)
        self.used += 1
        message = self.prefix + block.to_bytes(8, "big")
        return hmac.digest(self.key, message, "sha256")[at : at + self.size]

    def number(self, stop: int) -> int:
        k = 1
        while 256 ** (self.size * k) < stop:
            k += 1
        while True:
            x = int.from_bytes(b"".join(self.piece() for _ in range(k)), "big")
            if x < 256 ** (self.size * k) - 256 ** (self.size * k) % stop:
                return x % stop

    def weighted(self, things: list[tuple[str, int]]) -> str:
        left = self.number(sum(weight for _, weight in things))
        for thing, weight in things:
            if left < weight:
                return thing
            left -= weight
        raise AssertionError("the weights were summed wrongly")


# ---- dice ----


def in_order(dice: int, numbers: Numbers) -> str:
    """5000 and Dice Poker."""
    return "roll " + "".join(str(numbers.number(6) + 1) for _ in range(dice))


def throws(n: int) -> list[tuple[str, int]]:
    return [("".join(t), len(set(permutations(t)))) for t in combinations_with_replacement("654321", n)]


def fall(n: int, kept: str, knock: Fraction, numbers: Numbers) -> str:
    """421."""
    p, q, lying = knock.numerator, knock.denominator, len(kept)
    if not kept or not p:
        return "roll " + numbers.weighted(throws(n))
    things = [(dice, ways * (q - p) ** n * 6 * lying) for dice, ways in throws(n)]
    for old in sorted(set(kept), reverse=True):
        for new in "123456":
            for dice, ways in throws(n):
                weight = ways * (q**n - (q - p) ** n) * kept.count(old)
                things.append((f"{dice} knock {old}-{new}", weight))
    return "roll " + numbers.weighted(things)


# ---- cards ----


class Stock:
    """What is left of the deck, and the little one must know to tell the pool of the next deal."""

    def __init__(self, game: str, options: dict[str, str]) -> None:
        self.tombolon = game == "tombolon"
        self.deck = DECK_52 if self.tombolon and options.get("padova") == "on" else DECK_40
        self.left: list[str] = []
        self.bottom: str | None = None
        self.table_is_due = True

    def deal(self, cards: int, numbers: Numbers) -> set[str]:
        if not self.left:
            self.left, self.bottom, self.table_is_due = list(self.deck), None, True
        takes_all = cards == len(self.left)
        pool = [card for card in self.left if takes_all or card != self.bottom]
        dealt = set()
        for _ in range(cards):
            i = numbers.number(len(pool))
            dealt.add(pool[i])
            last = pool.pop()
            if i < len(pool):
                pool[i] = last
        goes_back = self.table_is_due and self.tombolon and self.has_three(dealt)
        if not goes_back:
            self.left = [card for card in self.left if card not in dealt]
            self.table_is_due = False
        return dealt

    def has_three(self, dealt: set[str]) -> bool:
        ranks = [card[:-1] for card in dealt]
        return any(ranks.count(rank) >= 3 for rank in "7FCR")

    def show_bottom(self, numbers: Numbers) -> str:
        self.bottom = self.left[numbers.number(len(self.left))]
        return self.bottom


# ---- records ----


def first_fault(record: dict[str, Any]) -> str | None:
    """What is wrong with a record first, None if it is verified."""
    tags = record["tags"]
    versions = [v for v in (2, 1) if commitment(tags["Seed"], tags["Table"], v) == tags["Commitment"]]
    if not versions:
        return "commitment"
    salts = json.loads(tags["Salts"])
    if len(salts) != len(record["seats"]):
        return "salts"
    numbers = Numbers(tags["Seed"], tags["Table"], salts, versions[0])
    for at, (told, due) in enumerate(draws(record, numbers), 1):
        if told != due:
            return f"draw {at}"
    return None


def draws(record: dict[str, Any], numbers: Numbers) -> Iterator[tuple[str, str]]:
    """Each throw and deal as it was told and as it was due."""
    game, before = record["game"], ""
    stock = Stock(game, record["options"])
    knock = Fraction(record["options"].get("knock", "0"))
    for who, move in record["moves"]:
        if who == "*":
            verb, *rest = move.split()
            if verb == "roll" and game == "421":
                kept = before.split()[1] if before.startswith("keep") else ""
                yield move, fall(len(rest[0]), kept, knock, numbers)
            elif verb == "roll":
                yield move, in_order(len(rest[0]), numbers)
            elif verb == "dealer":
                yield move, f"dealer {numbers.number(len(record['seats']))}"
            elif verb == "bottom":
                yield move, f"bottom {stock.show_bottom(numbers)}"
            else:
                dealt = stock.deal(len(rest), numbers)
                yield move, " ".join(["deal", *sorted(dealt, key=DECK_52.index)])
        before = move if who != "*" else ""


if __name__ == "__main__":
    fault = first_fault(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    print("verified" if fault is None else f"wrong: {fault}")
    sys.exit(fault is not None)
