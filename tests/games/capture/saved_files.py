"""Matches as the original client saved them, made of hands played here: as data, and as its YAML.

`python -m tests.games.capture.saved_files` writes those under tests/data/saved.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from tavola.core.contract import CHANCE, OVER
from tavola.games import rules
from tavola.games.capture import CaptureGame
from tavola.games.capture import moves as m
from tavola.games.capture.dealing import must_be_redealt, what_is_due
from tavola.games.capture.state import SHOW_BOTTOM
from tavola.pieces.cards import Card
from tavola.pieces.cardset import CardSet

DATA = Path(__file__).parents[2] / "data" / "saved"
PLAYERS = ("Gino B.", "Toro", "Ada", "Zoe")

# What the client wrote for each game.
OPTIONS = {
    "spazzino": {":target_points": "21", ":num_of_players": "2", ":combi_sum_lesscard": "false"},
    "scopetta": {
        ":target_points": "11",
        ":num_of_players": "2",
        ":vale_napola": "true",
        ":combi_sum_lesscard": "true",
    },
    "tombolon": {
        ":target_points": "31",
        ":num_of_players": "2",
        ":vale_napola": "true",
        ":combi_sum_lesscard": "false",
    },
}


def symbol(card: object) -> str:
    return f":_{card}"


def play(who: str, move: m.Play) -> dict[str, Any]:
    cards = [symbol(card) for card in (move.card, *move.taken)]
    return {":type": ":cardplayedarr", ":arg": [who, cards], ":pl_name": who}


def resign(who: str) -> dict[str, Any]:
    return {":type": ":resign", ":arg": [who, ":abandon"], ":pl_name": who}


def hand(deal_order: list[str], first: int, plays: list[str], seats: int = 2) -> dict[str, Any]:
    """A hand from its order and its plays in our notation, the seats playing in turn."""
    actions = []
    for number, text in enumerate(plays):
        move = m.parse(text)
        assert isinstance(move, m.Play)
        actions.append(play(PLAYERS[(first + number) % seats], move))
    deck = [symbol(card) for card in reversed(deal_order)]
    return {":first_plx": str(first), ":actions": actions, ":deck": deck}


def match(game: str, hands: list[dict[str, Any]], seats: int = 2, **options: str) -> dict[str, Any]:
    chosen = OPTIONS[game] | {":num_of_players": str(seats)} | {f":{k}": v for k, v in options.items()}
    return {
        ":game": {":name": "Spazzino", ":opt": chosen},
        ":giocate": hands,
        ":players": list(PLAYERS[:seats]),
    }


def played_match(game: str, seed: int, seats: int = 2, **options: Any) -> dict[str, Any]:
    """A whole match of players who take what they can, from seats in turn."""
    made = rules(game, **options)
    assert isinstance(made, CaptureGame)
    rng, hands, first, totals = Random(seed), [], seed % seats, (0, 0)
    while True:
        order = _shuffled(made, rng)
        state, plays, dealt = made.start_hand(seats, (first - 1) % seats, totals), [], 0
        while state.turn.hand == 1 and made.actor(state) != OVER:
            if made.actor(state) != CHANCE:
                move = rng.choice([p for p in made.moves(state) if p.taken] or made.moves(state))  # type: ignore[union-attr]
                plays.append(str(move))
            elif state.turn.phase == SHOW_BOTTOM:
                move = m.Bottom(order[-1])
            else:
                number = what_is_due(made.variant, state).number
                move = m.Deal(CardSet.from_cards(order[dealt : dealt + number]))
                dealt += number
            state = made.play(state, move).state
        hands.append(hand([str(card) for card in order], first, plays, seats))
        first, totals = (first + 1) % seats, state.score.totals
        if made.actor(state) == OVER:
            shown = {"target_points": str(made.options.target)}
            return match(game, hands, seats, **shown)


def _shuffled(made: CaptureGame, rng: Random) -> tuple[Card, ...]:
    deck = list(CardSet(made.variant.deck))
    while True:
        rng.shuffle(deck)
        if not must_be_redealt(made.variant, CardSet.from_cards(deck[:4]).bits):
            return tuple(deck)


def as_yaml(data: Any, indent: str = "") -> str:
    """The YAML of the client: block style, symbols plain, a space after each bare colon."""
    lines = []
    items = data.items() if isinstance(data, dict) else ((None, item) for item in data)
    for key, value in items:
        lead = f"{indent}- " if key is None else f"{indent}{key}: "
        if isinstance(value, str):
            lines.append(f"{lead}{value}")
        elif key is None:
            inner = as_yaml(value, indent + "  ")
            lines.append(lead + inner[len(indent) + 2 :])
        else:
            lines += [lead, as_yaml(value, indent if isinstance(value, list) else indent + "  ")]
    return "\n".join(lines)


def text_of(data: dict[str, Any]) -> str:
    return f"--- \n{as_yaml(data)}\n"


def main() -> None:
    files = {
        "spazzino": played_match("spazzino", 1),
        "tombolon": played_match("tombolon", 4),
        "tombolon-in-four": played_match("tombolon", 7, seats=4),
        "padova": played_match("tombolon", 2, padova=True),
    }
    for name, data in files.items():
        (DATA / f"{name}.yaml").write_text(text_of(data))


if __name__ == "__main__":
    main()
