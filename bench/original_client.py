"""A client that behaves as the published one of the original server does, written anew.

It knows nothing of Tavola: a blocking socket, what one `recv` brings is taken for whole lines, the name is
sent at the first prompt and without newline, then every prompt is answered. Anything a kinder client would
forgive, such as a STATE cut into two packets, breaks it.
"""

from __future__ import annotations

import json
import random
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

State = dict[str, Any]
Decide = Callable[[State], str]


def counts_for_something(dice: list[int]) -> bool:
    """Aces, fives, three of a kind, a suite: written anew from the rules as published."""
    if sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
        return True
    left = [face for face in dice if face not in (1, 5)]
    return all(left.count(face) == 3 for face in left)


def cautious(state: State) -> str:
    """Play the most dice that count; bank what a hand brought."""
    dice = state["dices"]
    if len(dice) == 5 and state["turn_score"] > 0:
        return "BANK"
    for many in range(len(dice), 0, -1):
        for chosen in combinations(range(len(dice)), many):
            if counts_for_something([dice[i] for i in chosen]):
                return f"PLAY {json.dumps(list(chosen))}"
    return "TRASH"


@dataclass
class Game:
    """What one game looked like from its player's chair."""

    players: list[str] = field(default_factory=list)
    decisions: int = 0
    errors: list[str] = field(default_factory=list)
    trashed: int = 0  # by the server
    winner: str | None = None
    kicked: bool = False


class Player:
    """One connection, one game."""

    def __init__(
        self, name: str, host: str, port: int, decide: Decide = cautious, timeout: float = 30.0
    ) -> None:
        self.name = name
        self.decide = decide
        self.game = Game()
        self._named = False
        self._state: State = {}
        self._socket = socket.create_connection((host, port), timeout=timeout)

    def play(self) -> Game:
        with self._socket:
            while not self.game.kicked:
                heard = self._socket.recv(2048).decode()
                if not heard:
                    raise ConnectionError("the server hung up without a KICK")
                for line in heard.split("\n"):
                    self._hear(line)
        return self.game

    def _hear(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "STARTING":
            self.game.players = json.loads(rest)
        elif word == "STATE:":
            self._state = json.loads(rest)
        elif word == "ERROR:":
            self.game.errors.append(rest)
        elif word == "TRASH":
            self.game.trashed += 1
        elif word == "WINNER:":
            self.game.winner = rest
        elif word == "KICK":
            self.game.kicked = True
        elif word == ">>":
            self._answer()

    def _answer(self) -> None:
        if not self._named:
            self._named = True
            self._socket.sendall(f"NAME {self.name}".encode())
            return
        self.game.decisions += 1
        self._socket.sendall(f"{self.decide(self._state)}\n".encode())


def main() -> None:
    """original_client.py HOST PORT [GAMES]: play, and say how it went."""
    host, port, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
    name = f"original{random.randrange(1000)}"
    won = decisions = errors = 0
    for _ in range(games):
        game = Player(name, host, port).play()
        won += game.winner == name
        decisions += game.decisions
        errors += len(game.errors)
    print(f"{name}: {games} games, {won} won, {decisions} decisions, {errors} errors")


if __name__ == "__main__":
    main()
