"""Permute all hidden cards, and every byte made for a seat or a spectator is the same."""

from __future__ import annotations

from random import Random

import pytest

from tavola.core.contract import Seat
from tavola.core.words import LANGS
from tavola.pieces.cards import DECK_52, cards_in
from tavola.server.tables.changes import listing_of
from tavola.table import messages as m
from tavola.table.entries import AnyEntry
from tavola.table.identity import Person
from tavola.table.judge import receive
from tavola.table.opening import rebuild
from tavola.table.redaction import standing, told
from tavola.table.refusal import Refusal
from tavola.table.table import Table
from tests.server.leak.twins import TABLES, played, twin
from tests.table.sitting import PLAYERS, House, at, person, written

LOOKER_ON = person("looker-on")
LANGUAGES = (None, *LANGS)
MOMENTS = 12  # of each kind of table


def everything_told(log: list[AnyEntry], viewer: Seat | None) -> list[bytes]:
    """All that was ever said to that viewer, the whole table now, in every language."""
    table, facts = rebuild(log)
    said = [m.encode(told(table.id, fact, viewer, lang)) for fact in facts for lang in LANGUAGES]
    for lang in LANGUAGES:
        said.append(m.encode(standing(table, viewer, lang, 0.0, missed=facts, id="x")))
    said.append(repr(listing_of(table)).encode())
    assert table.record() is None, "the record of a game that goes on"
    return said


def answers(log: list[AnyEntry], viewer: Seat | None) -> list[bytes]:
    """What comes of every wrong and right move: refusals in all languages, or the news."""
    who: Person = LOOKER_ON if viewer is None else PLAYERS[viewer]
    cards = [str(card) for card in cards_in(DECK_52)]
    plays = [
        *cards,
        *(f"{card}x{card}" for card in cards[::5]),
        "deal 7d",
        "bottom 7d",
        "dealer 0",
        "nonsense",
    ]
    commands: list[m.TableCommand] = [m.Play(table="t", move=text) for text in plays]
    commands += [m.Play(table="t", index=n) for n in range(40)]
    commands += [
        m.Play(table="t"),
        m.Play(table="t", index=0, turn=0),
        m.Join(table="t"),
        m.Rematch(table="t"),
    ]
    commands += [m.Seat_Bot(table="t"), m.Leave(table="t"), m.Chat(table="t", text="7d?")]
    heard = []
    for command in commands:
        table, _ = rebuild(log)
        heard += answer(table, who, command, viewer)
    return heard


def answer(table: Table, who: Person, command: m.TableCommand, viewer: Seat | None) -> list[bytes]:
    try:
        accepted = receive(table, who, command, at(0.0))
    except Refusal as refusal:
        texts = [m.encode(refusal.told(lang, "x", "t")) for lang in LANGUAGES]
        return [*texts, str(refusal).encode(), repr(refusal).encode()]
    if any(getattr(entry, "drawn", ()) for entry in accepted.entries):
        return []  # what is dealt next is another card in each, as it should be
    return [m.encode(told("t", fact, viewer, lang)) for fact in accepted.facts for lang in LANGUAGES]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_hidden_cards_change_not_a_byte(game: str, seats: int) -> None:
    rng = Random(f"{game} {seats}")
    changed = 0
    for _ in range(MOMENTS):
        house = played(game, seats, rng.randrange(70), rng)
        for viewer in (None, *range(seats)):
            first, second = written(house.log), written(twin(house, viewer, rng))
            changed += truth(first) != truth(second)
            assert everything_told(first, viewer) == everything_told(second, viewer)
    assert changed > MOMENTS  # else it would prove nothing


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_no_answer_tells_hidden_cards(game: str, seats: int) -> None:
    rng = Random(f"{game} {seats} answers")
    house = played(game, seats, rng.randrange(4, 20), rng)
    for viewer in (None, *range(seats)):
        first, second = written(house.log), written(twin(house, viewer, rng))
        assert answers(first, viewer) == answers(second, viewer)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_proof_would_notice(game: str, seats: int) -> None:
    """The same permutation, seen by a seat whose cards it moves, does change what is told."""
    rng = Random(1)
    house = played(game, seats, 3, rng)
    first, second = written(house.log), written(twin(house, None, rng))
    assert any(everything_told(first, seat) != everything_told(second, seat) for seat in range(seats))


def truth(log: list[AnyEntry]) -> object:
    table, _ = rebuild(log)
    assert table.match is not None
    return table.match.state


def test_a_guess_looks_like_the_truth() -> None:
    """The rules' own guess agrees: same view, same moves."""
    for game, seats in TABLES:
        house: House = played(game, seats, 9, Random(game))
        assert house.table.match is not None
        rules, state = house.table.rules, house.table.match.state
        for viewer in (None, *range(seats)):
            view = rules.view(state, viewer)
            assert rules.view(rules.guess(view, Random(3)), viewer) == view
