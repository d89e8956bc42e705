"""The same id counts once for the life of a table, and what that costs is bounded."""

from __future__ import annotations

import sys

import pytest

from tavola.table import entries as en
from tavola.table import idempotency, judge
from tavola.table import messages as m
from tavola.table.idempotency import CommandIds
from tavola.table.opening import rebuild
from tests.table.sitting import ADA, BO, CY, House, at

T = "t"


def known(one: CommandIds, holder: str, id: str) -> bool:
    return one.version(holder, id) is not None or one.perhaps(holder, id)


def test_nothing_is_ever_forgotten() -> None:
    one = CommandIds()
    for number in range(20_000):
        one.add("ada", f"a{number}", number)
    assert all(known(one, "ada", f"a{number}") for number in range(20_000))
    assert one.version("ada", "a19999") == 19999
    assert one.version("ada", "a0") is None  # that is for the log to say


def test_a_few_commands_need_nobody_to_ask() -> None:
    one = CommandIds()
    for number in range(idempotency.RECENT):
        one.add("ada", f"a{number}", number)
    assert not any(one.perhaps("ada", f"b{number}") for number in range(1000))


def test_what_is_kept_in_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "FILTERS", 3)
    one = CommandIds()
    for number in range(30_000):
        one.add("ada", f"a{number}", number)
    kept = sum(sys.getsizeof(each._slots) for each in one._older)
    assert len(one.recent) == idempotency.RECENT
    assert kept <= 7 * 4 * idempotency.FIRST * idempotency.SLOTS + 3000
    assert all(known(one, "ada", f"a{number}") for number in range(30_000))


def test_a_stranger_is_hardly_ever_taken_for_another() -> None:
    one = CommandIds()
    for number in range(10_000):
        one.add("ada", f"a{number}", number)
    assert sum(one.perhaps("ada", f"b{number}") for number in range(10_000)) <= 1


def crowded(chats: int, goal: str = "1000000") -> House:
    """Two at a table of 5000; ada has moved under the id "move", and then somebody talked a lot."""
    house = House("5000", options={"goal": goal})
    house.do(ADA, m.Join(table=T, id="sit"))
    house.do(BO, m.Join(table=T, id="sit"))
    house.do(ADA, m.Play(table=T, move="trash", id="move"))
    for number in range(chats):
        house.do(CY, m.Chat(table=T, text="blah", id=f"{number}"))
    return house


def log_of(house: House, id: str) -> list[tuple[int, bytes]]:
    """What a store finds."""
    log = [(version, en.encode_entry(entry)) for version, entry in enumerate(house.log, 1)]
    return [(version, data) for version, data in log if any(part in data for part in idempotency.traces(id))]


@pytest.mark.parametrize("again", [False, True], ids=["at once", "after a rebuild"])
def test_talk_pushes_no_players_command_out(again: bool) -> None:
    house = crowded(300)
    if again:
        house.table, _ = rebuild(house.log)
    before = house.table.version
    for who, said, version in (
        (ADA, m.Play(table=T, move="trash", id="move"), 5),
        (ADA, m.Join(table=T, id="sit"), 2),
        (BO, m.Join(table=T, id="sit"), 3),
        (CY, m.Chat(table=T, text="blah", id="0"), 6),
    ):
        with pytest.raises(judge.PerhapsDone):
            house.do(who, said)
        assert idempotency.find(log_of(house, said.id), who.holder, said.id) == version
    assert house.table.version == before


def test_another_holder_s_id_is_another() -> None:
    house = crowded(300)
    assert idempotency.find(log_of(house, "move"), BO.holder, "move") is None
    assert idempotency.find(log_of(house, "sit"), CY.holder, "sit") is None
    assert judge.receive(house.table, BO, m.Play(table=T, move="trash", id="move"), at(1.0), new=True).entries


def test_a_seat_that_changed_hands() -> None:
    """Whose command it was is decided by who sat there then."""
    house = House("5000")
    house.do(ADA, m.Join(table=T, seat=1, id="x"))
    house.do(ADA, m.Leave(table=T, id="y"))
    house.do(BO, m.Join(table=T, seat=1, id="x"))
    house.do(BO, m.Leave(table=T, id="y"))
    log = log_of(house, "y")
    assert (idempotency.find(log, ADA.holder, "y"), idempotency.find(log, BO.holder, "y")) == (3, 5)


def test_an_id_with_every_kind_of_sign_is_found() -> None:
    house = House("5000")
    odd = 'q"\\ é猫\u2028'
    house.do(ADA, m.Join(table=T, id=odd))
    assert idempotency.find(log_of(house, odd), ADA.holder, odd) == 2
