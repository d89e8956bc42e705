"""Records that lie about their dice are caught, and told what is wrong first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as replace_fields

import tavola
from tavola.core.codec import codec_of
from tavola.core.contract import CHANCE
from tavola.core.game import LaneThrows
from tavola.core.match import replay
from tavola.core.position import StartingPosition
from tavola.core.record import Record
from tavola.games import parts_of, rules_of
from tavola.pieces.dice import Roll
from tavola.table import fair_check
from tavola.table.endings import broken_off
from tavola.table.entries import Opened, encode_entry
from tavola.table.fair import FairDice, SetLuck, commitment, fair_tags, guess_luck, set_tags
from tavola.table.fair_check import check
from tests.table.fair_vectors import FILE, seed_of
from tests.table.sitting import ADA, BO, House

SEED = seed_of("a")
RECORDS = [Record.from_json(data) for data in json.loads(FILE.read_text(encoding="utf-8"))["records"]]


def named(record: Record) -> str:
    return record.tags["Table"]


def with_tags(record: Record, **tags: str | None) -> Record:
    kept = {**record.tags, **tags}
    return replace(record, tags={name: value for name, value in kept.items() if value is not None})


def with_move(record: Record, at: int, move: str) -> Record:
    moves = list(record.moves)
    moves[at] = (moves[at][0], move)
    return replace(record, moves=tuple(moves))


def other_draws(record: Record) -> Iterator[tuple[int, str]]:
    """For each throw and deal of a record one that might have been instead."""
    rules = rules_of(record)
    for at, (match, _) in enumerate(replay(rules, record)):
        if at < len(record.moves) and record.moves[at][0] == tavola.CHANCE:
            told, other = record.moves[at][1], None
            luck = FairDice(SEED, "another", (), at * 1000)
            chance = rules.chance(match.state)
            for _ in range(200):
                if (other := str(chance.sample(luck))) != told:
                    yield at, other
                    break


@pytest.mark.parametrize("record", RECORDS, ids=named)
def test_any_other_die_or_card_is_caught_where_it_is(record: Record) -> None:
    tried = 0
    for at, other in other_draws(record):
        verdict = check(with_move(record, at, other))
        assert (verdict.finding, verdict.move) == ("wrong", at + 1)
        assert verdict.why is not None
        assert record.moves[at][1] in verdict.why.en
        assert other in verdict.why.en
        assert verdict.draws == sum(who == tavola.CHANCE for who, _ in record.moves[:at])
        tried += 1
    assert tried >= 5


@pytest.mark.parametrize("record", RECORDS, ids=named)
def test_another_order_is_caught(record: Record) -> None:
    draws = [at for at, (who, _) in enumerate(record.moves) if who == tavola.CHANCE]
    for a, b in pairwise(draws):
        one, two = record.moves[a][1], record.moves[b][1]
        if one != two:
            verdict = check(with_move(with_move(record, a, two), b, one))
            assert (verdict.finding, verdict.move) == ("wrong", a + 1)


@pytest.mark.parametrize("record", RECORDS, ids=named)
def test_a_draw_left_out_or_put_in_is_caught(record: Record) -> None:
    """All but the very last: who resigns before it fell leaves a record as good as one who resigns after."""
    draws = [at for at, (who, _) in enumerate(record.moves) if who == tavola.CHANCE]
    for at in draws[:12] if len(draws) > 12 else draws[:-1]:
        left_out = record.moves[:at] + record.moves[at + 1 :]
        put_in = (*record.moves[:at], record.moves[at], *record.moves[at:])
        assert check(replace(record, moves=left_out)).finding == "wrong"
        assert check(replace(record, moves=put_in)).finding == "wrong"


@pytest.mark.parametrize("record", RECORDS, ids=named)
def test_dice_thrown_out_of_turn_are_caught_where_they_are(record: Record) -> None:
    at = next(at for at, (who, _) in enumerate(record.moves) if who != tavola.CHANCE)
    put_in = (*record.moves[:at], record.moves[at - 1], *record.moves[at:])
    verdict = check(replace(record, moves=put_in))
    assert (verdict.finding, verdict.move) == ("wrong", at + 1)
    assert "it is the turn of seat" in str(verdict.why)


@pytest.mark.parametrize("record", RECORDS, ids=named)
def test_each_tag_is_needed_and_bound(record: Record) -> None:
    seed, salts = record.tags["Seed"], json.loads(record.tags["Salts"])
    other_seed = ("0" if seed[0] != "0" else "1") + seed[1:]
    lies = {
        "seed": with_tags(record, Seed=other_seed),
        "seed and commitment": with_tags(
            record, Seed=other_seed, Commitment=commitment(other_seed, named(record))
        ),
        "table": with_tags(record, Table="another"),
        "table and commitment": with_tags(record, Table="another", Commitment=commitment(seed, "another")),
        "commitment": with_tags(record, Commitment=commitment(other_seed, named(record))),
        "salt": with_tags(record, Salts=json.dumps([salts[0] + "x", *salts[1:]])),
        "order of salts": with_tags(
            record, Salts=json.dumps(salts[::-1] if salts != salts[::-1] else ["q"] * 3)
        ),
        "a salt too many": with_tags(record, Salts=json.dumps([*salts, ""])),
        "no table": with_tags(record, Table=None),
        "no salts": with_tags(record, Salts=None),
    }
    for lie, told in lies.items():
        assert check(told).finding == "wrong", lie
    assert "do not give the commitment" in str(check(lies["seed"]).why)
    assert check(lies["seed and commitment"]).move > 0  # it is the dice that give it away
    assert "lacks [Table]" in str(check(lies["no table"]).why)


@pytest.mark.parametrize(
    "salts", ["", "{}", "null", '"ab"', "[1, 2]", '["a"]', "[null, null]", "[" * 100_000, '["\\ud800", ""]']
)
def test_salts_that_are_none(salts: str) -> None:
    verdict = check(with_tags(RECORDS[0], Salts=salts))
    assert verdict.finding == "wrong"
    assert verdict.move == 0


def test_another_result_is_caught() -> None:
    record = RECORDS[0]
    assert record.result is not None
    verdict = check(replace(record, result={**record.result, "winners": [1]}))
    assert verdict.finding == "wrong"
    assert verdict.move == len(record.moves)


def test_what_there_is_nothing_to_verify_in() -> None:
    bare = with_tags(RECORDS[0], Commitment=None)
    assert check(bare).finding == "nothing"
    assert check(bare).why == fair_check.NO_COMMITMENT
    running = with_tags(RECORDS[0], Seed=None)
    assert (check(running).finding, check(running).why) == ("nothing", fair_check.NO_SEED)


def test_a_game_not_finished_fits_as_far_as_it_goes() -> None:
    record = replace(RECORDS[0], moves=RECORDS[0].moves[:7], result=None)
    verdict = check(record)
    assert verdict.fits
    assert not verdict.finished
    ended = check(broken_off(record, "left", 0, [0] * len(record.seats)))
    assert (ended.fits, ended.finished, ended.move) == (True, True, 0)


def test_other_rules_are_mentioned_when_it_matters() -> None:
    old = replace(RECORDS[0], rules_version=99)
    assert check(old).fits
    lie = with_move(old, *next(other_draws(old)))
    assert "version 99 of the rules" in str(check(lie).why)


def test_dice_of_a_set_are_bound_to_the_set() -> None:
    """Several games with the same dice: what the line protocol of 5000 plays."""
    luck = SetLuck(SEED, "the set", LaneThrows(parts_of("5000").part("lanes")))
    match = tavola.Match(tavola.rules("5000", goal=1000), ["ada", "bo"])
    while len(match.moves) < 30 and match.outcome is None:
        drawn = match.actor == CHANCE
        chance = match.rules.chance(match.state) if drawn else None
        match.play(chance.sample(luck.next(match.state)) if chance else match.legal[-1])
    record = match.record(set_tags("the table", SEED, "the set"))
    assert check(record).fits
    assert check(with_tags(record, LuckOf="another")).finding == "wrong"
    assert check(with_tags(record, Commitment=commitment(SEED, "another"))).finding == "wrong"
    at, other = next(other_draws(record))
    assert check(with_move(record, at, other)).move == at + 1


def test_what_is_hidden_of_a_position_is_dealt_by_the_seed_too() -> None:
    """A game that begins in the middle of another: nobody chose which cards the others have there."""
    rules, luck = tavola.rules("scopetta"), FairDice(SEED, "t", ())
    there = tavola.Match(rules, ["ada", "bo"])
    while there.actor == CHANCE:
        there.draw(luck)
    seen = codec_of(rules).table_data(rules.view(there.state, 0).table)
    position = StartingPosition("old", 4, 0, there.actor, json.loads(json.dumps(seen)), guess_luck(SEED, "t"))
    for found, fits in ((position, True), (replace(position, luck="0" * 64), False)):
        match = tavola.Match(rules, ["ada", "bo"], position=found)
        match.play(match.legal[0])
        verdict = check(match.record(fair_tags("t", SEED, ["", ""])))
        assert verdict.fits == fits, verdict.why
    assert verdict.why == fair_check.OTHER_LUCK


def test_a_seed_that_is_none() -> None:
    verdict = check(with_tags(RECORDS[0], Seed="5" * 63))
    assert (verdict.finding, verdict.why) == ("wrong", fair_check.BAD_SEED)


def test_an_unknown_game() -> None:
    assert "there is no game called 'tarot'" in str(check(replace(RECORDS[0], game="tarot")).why)


@given(
    st.sampled_from(RECORDS),
    st.integers(0, 40),
    st.integers(-2, 9),
    st.one_of(st.text(max_size=20), st.sampled_from(["roll 66666", "deal 7d 7d", "bank", "resigns", "stop"])),
)
def test_whatever_a_record_says_there_is_a_verdict(record: Record, at: int, who: int, move: str) -> None:
    moves = list(record.moves)
    at %= len(moves)
    was, moves[at] = moves[at], (who, move)
    verdict = check(replace(record, moves=tuple(moves)))
    assert verdict.finding in ("fits", "wrong")
    if was[0] == tavola.CHANCE and verdict.fits:
        assert (who, rules_of(record).parse(move)) == (was[0], rules_of(record).parse(was[1]))


def test_the_server_writes_what_the_check_reads() -> None:
    tags = fair_tags("t", SEED, ["è", ""])
    assert list(tags) == ["Table", "Commitment", "Seed", "Salts"]
    assert json.loads(tags["Salts"]) == ["è", ""]
    assert all(value.isascii() for value in tags.values())
    match = tavola.Match(tavola.rules("5000"), ["ada", "bob"])
    dice = FairDice(SEED, "t", ["è", ""])
    match.draw(dice)
    match.resign(0)
    verdict = check(Record.parse(str(match.record(tags))))
    assert (verdict.finding, verdict.draws, verdict.numbers) == ("fits", 1, dice.used)


def test_a_table_older_than_the_second_version_goes_on_with_the_first() -> None:
    """Its commitment was published. So its log, which says nothing of versions, decides how dice are made."""
    house = House("421")
    opened = house.log[0]
    assert isinstance(opened, Opened)
    house.log = [replace_fields(opened, fair=1)]
    assert b"fair" not in encode_entry(house.log[0])
    house.table = house.rebuilt()
    assert house.table.commitment == commitment(opened.seed, "t", version=1)
    house.sit(ADA, BO)
    while house.table.ended is None:
        house.play()
        house.table = house.rebuilt()
    record = house.table.record()
    assert record is not None
    assert record.tags["Commitment"] == commitment(opened.seed, "t", version=1)
    assert check(record).fits


def test_a_move_may_be_written_otherwise() -> None:
    """A record of another program may write a throw with dashes: it is the same throw."""
    match = tavola.Match(tavola.rules("5000"), ["Ada", "Bo"])
    assert fair_check.means(match, "roll 5-4-2-6-3", Roll(54263))
    assert fair_check.means(match, "roll 54263", Roll(54263))
    assert not fair_check.means(match, "roll 54262", Roll(54263))
    assert not fair_check.means(match, "nonsense", Roll(54263))
