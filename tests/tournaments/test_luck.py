"""Luck belongs to the seat: equal play gets equal dice, and a set of equal players is level."""

from __future__ import annotations

from collections import Counter

import pytest

from tavola.core.contract import CHANCE
from tavola.core.record import Record
from tavola.games import game_names
from tavola.games import rules as rules_named
from tavola.tournaments.entrants import Entrant
from tavola.tournaments.pairings import points_of, sides_of
from tavola.tournaments.sitting import Drops, bot_seed, play
from tests.tournaments.bots import HOUSE, RANDOM, task

TWIN = Entrant("twin", "house")


def throws_by_go(record: Record, seat: int) -> list[list[str]]:
    """In 5000: what a seat threw, go by go. Each go of a seat ends with bank, trash or a third hand."""
    goes: list[list[str]] = [[]]
    turn = 0
    for who, move in record.moves:
        if who == CHANCE:
            goes[-1].append(move)
        elif move in ("bank", "trash"):
            turn += 1
            goes.append([])
    seats = len(record.seats)
    return [go for number, go in enumerate(goes) if number % seats == seat]


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("twins", [(HOUSE, TWIN), (RANDOM, Entrant("twin", "random"))])
def test_two_who_play_the_same_draw_level_in_every_set(game: str, twins: tuple[Entrant, Entrant]) -> None:
    for set_ in (1, 2, 3):
        total = {entrant.name: 0.0 for entrant in twins}
        records = [play(task(*twins, game=game, set_=set_, rotation=rotation)).record for rotation in (0, 1)]
        for record in records:
            assert record.result is not None
            points = points_of(sides_of(game, 2), record.result["winners"])
            for name, made in zip(record.seats, points, strict=True):
                total[name] += made
        assert records[0].moves == records[1].moves
        assert records[0].seats == records[1].seats[::-1]
        assert len(set(total.values())) == 1


def test_a_go_begins_with_the_same_dice_whoever_sits_there() -> None:
    """House and random play goes of different lengths, and still each go of seat 1 begins the same."""
    one = play(task(HOUSE, RANDOM, rotation=0)).record
    other = play(task(HOUSE, RANDOM, rotation=1)).record
    assert one.moves != other.moves
    for seat in (0, 1):
        pairs = list(zip(throws_by_go(one, seat), throws_by_go(other, seat), strict=False))
        assert len(pairs) > 3
        assert all(a[0] == b[0] for a, b in pairs if a and b)


def first_throws(record: Record, seat: int) -> list[str]:
    """In 421: what each go of a seat began with, the die for the start left out."""
    rules = rules_named("421")
    state, found = rules.start(len(record.seats)), []
    for who, move in record.moves:
        if who == CHANCE and state.go.throws == 0 and state.go.in_hand == 3 and state.go.seat == seat:
            found.append(move)
        state = rules.play(state, rules.parse(move)).state
    return found


def test_a_go_of_421_begins_with_the_same_dice_though_the_loser_goes_twice_in_a_row() -> None:
    for set_ in range(1, 6):
        one, other = (
            play(task(HOUSE, RANDOM, game="421", set_=set_, rotation=rotation)).record for rotation in (0, 1)
        )
        assert one.moves != other.moves
        for seat in (0, 1):
            begun = list(zip(first_throws(one, seat), first_throws(other, seat), strict=False))
            assert len(begun) > 3
            assert all(a == b for a, b in begun)


def test_deals_do_not_depend_on_play() -> None:
    one = play(task(HOUSE, RANDOM, game="scopetta", rotation=0)).record
    other = play(task(HOUSE, RANDOM, game="scopetta", rotation=1)).record
    assert [m for w, m in one.moves if w != CHANCE] != [m for w, m in other.moves if w != CHANCE]
    deals = [[m for w, m in record.moves if w == CHANCE] for record in (one, other)]
    common = min(map(len, deals))
    assert common > 5
    assert deals[0][:common] == deals[1][:common]


def test_another_set_has_another_luck() -> None:
    assert play(task(HOUSE, TWIN, set_=1)).record.moves != play(task(HOUSE, TWIN, set_=2)).record.moves


def test_a_bots_luck_belongs_to_its_seat_and_is_not_the_dice() -> None:
    assert bot_seed(7, "421", 1, 0) == bot_seed(7, "421", 1, 0)
    seeds = {
        bot_seed(7, game, set_, seat) for game in ("421", "5000") for set_ in range(5) for seat in range(4)
    }
    assert len(seeds) == 40
    assert bot_seed(7, "421", 1, 0) != Drops("chance", 7, "421", 1, 0).randrange(1 << 63)


def test_each_face_is_as_likely() -> None:
    faces = Counter(Drops("test", n).randrange(6) for n in range(60_000))
    chi = sum((faces[face] - 10_000) ** 2 / 10_000 for face in range(6))
    assert chi < 25.7  # one in ten thousand, of five degrees of freedom


def test_numbers_within_a_throw_are_not_the_same_one() -> None:
    drops = Drops("a")
    assert len({drops.randrange(1 << 60) for _ in range(100)}) == 100
    with pytest.raises(ValueError, match="can't be drawn"):
        drops.randrange(0)
