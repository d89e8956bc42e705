"""Somebody has gone from a game: called off, claimed, or left to a bot; and when it is too early for that."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.games import rules as rules_named
from tavola.table import entries as en
from tavola.table import facts as f
from tavola.table import messages as m
from tavola.table.fair_check import check
from tavola.table.identity import Person
from tavola.table.redaction import standing, told
from tests.table.sitting import ADA, BO, CY, DEE, PLAYERS, House, portrait

ABORT, CLAIM = m.Abort(table="t"), m.Claim_Win(table="t")
BOT = m.Seat_Bot(table="t", bot="random")


def playing(game: str = "5000", *people: Person, **wishes: Any) -> House:
    """A game with everybody there."""
    people = people or (ADA, BO)
    house = House(game, seats=len(people), **wishes).sit(*people)
    for seat in range(len(people)):
        house.table.connected(seat, house.now)
    return house


def in_full_swing(game: str = "5000", *people: Person, **wishes: Any) -> House:
    """And everybody has made a move."""
    house = playing(game, *people, **wishes)
    while {seat for seat, _ in house.table.match.moves} - {-1} != set(range(len(house.table.sitters))):  # type: ignore[union-attr]
        house.play(-1 % len(house.table.legal()))
    return house


def disconnected(house: House, *seats: int) -> None:
    for seat in seats:
        house.table.disconnected(seat, house.now)


def gone(house: House, who: Person) -> list[m.Gone]:
    return standing(house.table, house.table.seat_of(who.holder), "en", house.now).gone


def test_as_long_as_everybody_is_there_nothing_can_be_done() -> None:
    house = playing()
    assert gone(house, ADA) == []
    assert house.refused(ADA, BOT).code == "full"
    for command in (ABORT, CLAIM):
        assert "nobody you play with is away" in house.refused(ADA, command).why.en


def test_before_the_game_and_after_it_nobody_is_waited_for() -> None:
    house = House(seats=3).sit(ADA, BO)
    for seat in (0, 1):
        house.table.connected(seat, house.now)
    disconnected(house, 1)
    assert gone(house, ADA) == []
    house = in_full_swing()
    disconnected(house, 1)
    assert [one.seat for one in gone(house, ADA)] == [1]
    house.do(BO, m.Resign(table="t"))
    assert gone(house, ADA) == []


@pytest.mark.parametrize("command", [ABORT, CLAIM])
def test_before_the_game_after_it_and_from_beside_it_neither(command: m.TableCommand) -> None:
    assert "has not begun" in House().sit(ADA).refused(ADA, command).why.en
    house = playing()
    assert house.refused(DEE, command).code == "not_your_seat"
    disconnected(house, 1)
    house.now += 100
    house.do(BO, m.Resign(table="t"))
    assert "over" in house.refused(ADA, command).why.en


def test_a_game_hardly_begun_is_called_off_and_counts_for_nobody() -> None:
    house = playing(rated=True)
    disconnected(house, 1)
    house.now += 12.3
    assert gone(house, ADA) == [m.Gone(seat=1, abort=7.7)]
    early = house.refused(ADA, ABORT)
    assert early.code == "too_early"
    assert early.retry_after == pytest.approx(7.7)
    assert early.why.en == "bo may still come back; the game may be called off in 8 s"
    house.now += 7.7
    accepted = house.do(ADA, m.Abort(table="t", id="x"))
    (fact,) = accepted.facts
    assert isinstance(fact, f.Played)
    news = told("t", fact, 0, "it")
    assert isinstance(news, m.News)
    assert news.over is not None
    assert (news.over.how, news.over.winners, news.over.reason) == ("aborted", [], "partita annullata")
    assert news.id == "x"
    assert news.sight.actor == -2
    assert house.table.status == "over"
    assert house.table.record() is None
    assert house.table.deadline is None
    assert portrait(house.rebuilt()) == portrait(house.table)
    assert house.do(ADA, m.Abort(table="t", id="x")).repeated == house.table.version


def test_once_everybody_has_moved_it_is_claimed_and_not_called_off() -> None:
    house = playing()
    disconnected(house, 1)
    house.now += 500
    assert "can't be claimed" in house.refused(ADA, CLAIM).why.en
    house = in_full_swing()
    disconnected(house, 1)
    house.now += 20
    assert "can't be called off" in house.refused(ADA, ABORT).why.en
    assert gone(house, ADA) == [m.Gone(seat=1, claim=40.0, bot=40.0)]
    assert house.refused(ADA, CLAIM).why.en == "bo may still come back; the game may be claimed in 40 s"
    assert house.refused(ADA, BOT).why.fr == "bo peut encore revenir ; un bot peut prendre sa place dans 40 s"
    house.now += 40
    house.do(ADA, m.Claim_Win(table="t", id="c"))
    assert house.table.ended is not None
    assert house.table.ended.how == "left"
    assert house.table.ended.outcome.winners == (0,)
    record = house.table.record()
    assert record is not None
    assert record.moves[-1] == (1, "resigns")
    assert check(record).fits
    assert portrait(house.rebuilt()) == portrait(house.table)
    assert house.do(ADA, m.Claim_Win(table="t", id="c")).repeated is not None


def test_who_comes_back_in_time_has_lost_nothing_and_begins_anew() -> None:
    house = in_full_swing()
    disconnected(house, 1)
    house.now += 59
    fact = house.table.connected(1, house.now)
    assert fact is not None
    assert fact.gone == {}
    assert "nobody" in house.refused(ADA, CLAIM).why.en
    house.now += 10
    disconnected(house, 1)
    house.now += 59
    assert house.refused(ADA, CLAIM).code == "too_early"


def test_after_a_restart_everybody_is_away_from_then_on() -> None:
    house = in_full_swing()
    house.now += 1000
    house.table = house.rebuilt()
    house.table.presence.count_from(house.now)
    house.table.connected(0, house.now)
    house.now += 59
    assert house.refused(ADA, CLAIM).code == "too_early"
    house.now += 1
    house.do(ADA, CLAIM)


def test_who_was_away_when_the_game_began_is_waited_for_from_its_beginning() -> None:
    house = House("5000", seats=2).sit(ADA)
    house.now += 500
    house.sit(BO)
    house.table.connected(1, house.now)
    assert gone(house, BO) == [m.Gone(seat=0, abort=20.0, bot=60.0)]


def test_a_move_over_a_connection_that_is_not_at_the_table_is_a_sign_of_life() -> None:
    house = in_full_swing()
    mover, other = house.person_to_move(), house.idle_person()
    disconnected(house, house.table.seat_of(mover.holder) or 0)
    house.now += 59
    house.play()
    house.now += 2
    assert house.refused(other, CLAIM).code == "too_early"


def test_a_bot_takes_the_seat_and_the_dice_stay_the_same() -> None:
    house = in_full_swing(clock=m.Clock(decision=90.0))
    while house.person_to_move() is not BO:
        house.play(-1 % len(house.table.legal()))
    disconnected(house, 1)
    house.now += 60
    accepted = house.do(ADA, m.Seat_Bot(table="t", bot="random", id="b"))
    (entry,) = accepted.entries
    assert isinstance(entry, en.SatDown)
    assert [chair.name for chair in house.table.chairs] == ["ada", "Gigi"]
    assert house.table.bot_to_move == "random"
    assert house.table.deadline is None, "bots have no clock"
    assert house.table.seat_of(BO.holder) is None
    assert gone(house, ADA) == []
    assert house.refused(BO, m.Resign(table="t")).code == "not_your_seat"
    assert portrait(house.rebuilt()) == portrait(house.table)
    house.do(ADA, m.Resign(table="t"))
    record = house.table.record()
    assert record is not None
    assert record.seats == ("ada", "random")
    assert record.tags["Left"].startswith("bo from seat 1 after ")
    assert check(record).fits
    assert portrait(house.rebuilt()) == portrait(house.table)


def test_who_opened_the_table_and_only_looks_on_does_not_give_seats_of_a_game_away() -> None:
    house = House("5000", by=DEE, seats=2).sit(ADA, BO)
    disconnected(house, 0, 1)
    house.now += 100
    assert house.refused(DEE, BOT).code == "full"


def test_a_game_that_counts_is_claimed_and_no_bot_plays_in_it_for_another() -> None:
    house = in_full_swing(rated=True)
    disconnected(house, 1)
    house.now += 60
    assert gone(house, ADA) == [m.Gone(seat=1, claim=0.0)]
    assert "counts for the standings" in house.refused(ADA, BOT).why.en
    house.do(ADA, CLAIM)
    assert house.table.status == "over"


def test_in_pairs_one_claims_against_the_others_and_lets_a_bot_play_for_the_partner() -> None:
    house = in_full_swing("tombolon", *PLAYERS)
    disconnected(house, 2)  # ada's partner
    house.now += 60
    assert gone(house, ADA) == [m.Gone(seat=2, bot=0.0)]
    assert gone(house, BO) == [m.Gone(seat=2, claim=0.0, bot=0.0)]
    assert "plays with you" in house.refused(ADA, CLAIM).why.en
    disconnected(house, 3)
    house.now += 60
    assert [each.claim for each in gone(house, ADA)] == [None, 0.0]
    house.do(ADA, CLAIM)
    assert house.table.ended is not None
    assert house.table.ended.outcome.winners == (0, 2)


def test_of_several_who_are_gone_the_longest_away_is_meant_unless_one_is_named() -> None:
    house = in_full_swing("421", ADA, BO, CY)
    disconnected(house, 2)
    house.now += 30
    disconnected(house, 1)
    house.now += 30
    assert [each.seat for each in gone(house, ADA)] == [2, 1]
    assert house.refused(ADA, m.Claim_Win(table="t", seat=1)).code == "too_early"
    assert "is not away" in house.refused(ADA, m.Claim_Win(table="t", seat=0)).why.en
    assert "there is no seat" in house.refused(ADA, m.Claim_Win(table="t", seat=9)).why.en
    house.do(ADA, BOT)
    assert [chair.bot for chair in house.table.chairs] == [None, None, "random"]
    assert [each.seat for each in gone(house, ADA)] == [1]


def test_whoever_looks_on_is_not_told_what_he_may_not_do() -> None:
    house = in_full_swing()
    fact = house.table.disconnected(1, house.now)
    assert fact is not None
    for seat, told_of in ((0, 1), (1, 0), (None, 0)):
        message = told("t", fact, seat, "en")
        assert isinstance(message, m.Seated)
        assert len(message.gone) == told_of
        assert not message.seats[1].connected


def test_one_may_go_and_keep_the_seat() -> None:
    house = playing()
    assert house.do(ADA, m.Leave(table="t", keep=True)).entries == ()
    assert house.refused(ADA, m.Leave(table="t")).code == "bad_request"
    waiting = House().sit(ADA)
    waiting.do(ADA, m.Leave(table="t", keep=True))
    assert waiting.table.seat_of(ADA.holder) == 0


def test_every_game_can_be_called_off() -> None:
    for game in ("421", "5000", "dice-poker", "spazzino", "scopetta", "tombolon"):
        house = playing(game)
        assert rules_named(game).info.name == house.table.opened.game
        if house.table.status != "playing":  # over before anybody decided anything
            continue
        disconnected(house, 1)
        house.now += 20
        house.do(ADA, ABORT)
        assert portrait(house.rebuilt()) == portrait(house.table)
