"""Dice that can be checked: fair, resumable, bound to the commitment, and as the page says."""

from __future__ import annotations

import ast
import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavola
from tavola.core.contract import Rules
from tavola.core.errors import Trouble
from tavola.core.game import LaneThrows
from tavola.core.match import replay
from tavola.core.record import Record
from tavola.games import OURS, rules_of
from tavola.games.capture.events import Redealt
from tavola.table import fair
from tavola.table.fair import PIECE_BITS, FairDice, commitment, label, new_seed, prefix
from tavola.table.fair_check import check
from tests.table import fair_vectors, second_verifier
from tests.table.fair_vectors import HALF, HALF_PIECE, PLAYED, Played, seed_of

SEED = seed_of("a")
VECTORS: dict[str, Any] = json.loads(fair_vectors.FILE.read_text(encoding="utf-8"))
RECORDS = [Record.from_json(data) for data in VECTORS["records"]]
PAGE = (fair_vectors.FILE.parent / "fair-dice.md").read_text(encoding="utf-8")

texts = st.text(max_size=8)  # hypothesis makes no half characters unless asked
tables = st.tuples(texts, st.lists(texts, max_size=4))
seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)
versions = st.sampled_from(sorted(PIECE_BITS))
stops = st.one_of(
    st.integers(1, 300),
    st.integers(2**31, 2**33),
    st.integers(1, 2**256),
    st.integers(2**255, 2**256),
    st.integers(1, 2**600),
)


def named(record: Record) -> str:
    return record.tags["Table"]


# ---- seeds and commitments ----


def test_seeds_are_32_bytes_and_never_the_same() -> None:
    made = {new_seed() for _ in range(100)}
    assert len(made) == 100
    assert all(fair.is_hash(seed) and len(bytes.fromhex(seed)) == 32 for seed in made)


def test_a_commitment_binds_seed_and_table() -> None:
    given = [(SEED, "t"), (seed_of("b"), "t"), (SEED, "u"), (SEED, ""), (SEED, "t ")]
    assert len({commitment(seed, table) for seed, table in given}) == len(given)


def test_salts_change_the_dice_but_not_the_commitment() -> None:
    records = [fair_vectors.play(Played("5000", salts, {"goal": 50})) for salts in (("a", ""), ("b", ""))]
    assert records[0].tags["Commitment"] == records[1].tags["Commitment"]
    assert records[0].moves != records[1].moves
    streams = set()
    for salts in ((), ("",), ("", ""), ("x", ""), ("", "x"), ("x", "x")):
        dice = FairDice(SEED, "t", salts)
        streams.add(tuple(dice.randrange(6) for _ in range(40)))
    assert len(streams) == 6


def test_the_commitment_is_no_part_of_the_dice() -> None:
    """All that goes into a block is there to see, and what is published is neither its key nor in it."""
    published = commitment(SEED, "t")
    message = prefix("t", ["x"]) + (0).to_bytes(8, "big")
    block = hmac.digest(bytes.fromhex(SEED), message, "sha256")
    assert FairDice(SEED, "t", ["x"]).randrange(2**256) == int.from_bytes(block, "big")
    assert bytes.fromhex(published) not in message
    assert published.encode() not in message
    assert FairDice(published, "t", ["x"]).randrange(2**256) != int.from_bytes(block, "big")


def test_what_is_hashed_for_the_commitment_is_never_hashed_for_the_dice() -> None:
    """They begin with different labels, of different lengths, whatever the seed and the table are."""
    committed, thrown = label("commitment").encode(), label("dice").encode()
    assert len(committed) != len(thrown)
    assert prefix("t", ()).startswith(len(thrown).to_bytes(4, "big") + thrown)
    preimage = len(committed).to_bytes(4, "big") + committed + bytes.fromhex(SEED) + b"\0\0\0\1t"
    assert commitment(SEED, "t") == hashlib.sha256(preimage).hexdigest()


@pytest.mark.parametrize("seed", ["", "12", "g" * 64, SEED.upper(), SEED + "00", SEED[:-1], SEED + "\n"])
def test_no_other_seeds_and_they_are_not_shown(seed: str) -> None:
    for make in (lambda: commitment(seed, "t"), lambda: FairDice(seed, "t", ())):
        with pytest.raises(Trouble, match="64 hexadecimal digits") as error:
            make()
        assert not seed or seed not in str(error.value)


def test_dice_do_not_show_their_seed() -> None:
    dice = FairDice(SEED, "t", ())
    assert SEED not in repr(dice) + str(dice)


# ---- the encoding ----


def parts(message: bytes) -> Iterator[str | int]:
    """A prefix taken apart again: possible only if no two are the same."""
    for _ in range(2):
        length, message = int.from_bytes(message[:4], "big"), message[4:]
        yield message[:length].decode()
        message = message[length:]
    salts, message = int.from_bytes(message[:4], "big"), message[4:]
    yield salts
    for _ in range(salts):
        length, message = int.from_bytes(message[:4], "big"), message[4:]
        yield message[:length].decode()
        message = message[length:]
    assert not message


@given(tables)
def test_a_prefix_can_be_taken_apart(given: tuple[str, list[str]]) -> None:
    table, salts = given
    assert list(parts(prefix(table, salts))) == [label("dice"), table, len(salts), *salts]


@given(tables, tables)
def test_different_tables_have_different_prefixes(a: tuple[str, list[str]], b: tuple[str, list[str]]) -> None:
    assert (prefix(*a) == prefix(*b)) == (a == b)
    assert a == b or not prefix(*a).startswith(prefix(*b))  # so no counter makes up for a shorter one


def test_half_a_character_is_refused() -> None:
    with pytest.raises(Trouble, match="half a character"):
        FairDice(SEED, "t", ["\ud800"])


# ---- the numbers ----


@given(seeds, tables, st.lists(stops, max_size=8), versions)
def test_numbers_are_as_the_page_says(
    seed: str, table: tuple[str, list[str]], stops: list[int], version: int
) -> None:
    ours = FairDice(seed, *table, version=version)
    theirs = second_verifier.Numbers(seed, *table, version)
    for stop in stops:
        number = ours.randrange(stop)
        assert 0 <= number < stop
        assert (number, ours.used) == (theirs.number(stop), theirs.used)


@given(seeds, tables, st.lists(stops, max_size=8), st.lists(stops, min_size=1, max_size=8), versions)
def test_going_on_after_some_pieces(
    seed: str, table: tuple[str, list[str]], before: list[int], after: list[int], version: int
) -> None:
    first = FairDice(seed, *table, version=version)
    for stop in before:
        first.randrange(stop)
    again = FairDice(seed, *table, used=first.used, version=version)
    assert [again.randrange(stop) for stop in after] == [first.randrange(stop) for stop in after]
    assert again.used == first.used


@pytest.mark.parametrize("stop", [0, -1])
def test_there_is_no_number_below_nothing(stop: int) -> None:
    with pytest.raises(ValueError, match="no number"):
        FairDice(SEED, "t", ()).randrange(stop)


@pytest.mark.parametrize("stop", [2, 6, 36, 40, 216, 1000])
def test_no_number_comes_more_often_than_another(stop: int) -> None:
    """Chi-square, from a fixed seed: the sum stays within five deviations of what chance gives."""
    dice, each = FairDice(SEED, "bias", ["x"]), 200
    seen = [0] * stop
    for _ in range(each * stop):
        seen[dice.randrange(stop)] += 1
    square = sum((n - each) ** 2 for n in seen) / each
    freedom = stop - 1
    assert abs(square - freedom) < 5 * (2 * freedom) ** 0.5


def test_rejection_leaves_no_bias() -> None:
    """Of 2^32 values and a stop of two thirds of it, the lower half would come twice as often."""
    stop, draws = 2**33 // 3, 6000
    dice = FairDice(SEED, "bias", ())
    low = sum(dice.randrange(stop) < stop // 2 for _ in range(draws))
    assert abs(low - draws / 2) < 5 * (draws / 4) ** 0.5
    assert abs(dice.used - draws * 1.5) < 5 * (draws * 0.75) ** 0.5


def test_neighbours_do_not_depend_on_each_other() -> None:
    dice, each = FairDice(SEED, "pairs", ()), 200
    seen = [0] * 36
    for _ in range(each * 36):
        seen[dice.randrange(6) * 6 + dice.randrange(6)] += 1
    square = sum((n - each) ** 2 for n in seen) / each
    assert abs(square - 35) < 5 * 70**0.5


def test_a_knock_of_forty_digits_can_be_drawn() -> None:
    game = Played("421", ("", ""), {"knock": "1/99999999999999999999999999999999999999"})
    assert check(fair_vectors.play(game)).fits


# ---- the page and its vectors ----


def test_the_vectors_are_those_of_the_code() -> None:
    """`python -m tests.table.fair_vectors` writes them anew; then the page's version must change too."""
    assert fair_vectors.FILE.read_text(encoding="utf-8") == fair_vectors.written()


def test_the_second_verifier_agrees_with_the_vectors() -> None:
    for row in VECTORS["commitments"]:
        assert second_verifier.commitment(row["seed"], row["table"], row["version"]) == row["commitment"]
    rejected = dict.fromkeys(PIECE_BITS, 0)
    for row in VECTORS["numbers"]:
        numbers = second_verifier.Numbers(row["seed"], row["table"], row["salts"], row["version"])
        assert numbers.prefix.hex() == row["prefix"]
        for draw in row["draws"]:
            before = numbers.used
            assert str(numbers.number(int(draw["stop"]))) == draw["number"]
            assert numbers.used == draw["used"]
            half = HALF if row["version"] == 1 else HALF_PIECE
            rejected[row["version"]] += int(draw["stop"]) == half and numbers.used - before > 1
    assert all(rejected.values())


def test_the_vectors_have_what_the_page_promises() -> None:
    assert {record.game for record in RECORDS} == set(OURS)
    moves = {named(record): [move for _, move in record.moves] for record in RECORDS}
    assert any("resigns" in told for told in moves.values())
    assert any("knock" in move for told in moves.values() for move in told)
    for padova in (record for record in RECORDS if "padova" in named(record)):
        steps = [step for _, step in replay(rules_of(padova), padova) if step is not None]
        assert any(isinstance(event, Redealt) for event in steps[1].events)


@pytest.mark.parametrize("record", RECORDS, ids=named)
def test_the_vectors_verify(record: Record) -> None:
    draws = sum(who == tavola.CHANCE for who, _ in record.moves)
    verdict = check(record)
    assert (verdict.finding, verdict.why, verdict.draws, verdict.finished) == ("fits", None, draws, True)
    assert verdict.numbers >= draws
    assert second_verifier.first_fault(record.as_json()) is None
    assert check(Record.parse(str(record))) == verdict  # and so does the text form


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.table)
@pytest.mark.parametrize("n", range(5))
def test_the_second_verifier_agrees_about_other_games(game: Played, n: int) -> None:
    record = fair_vectors.play(game._replace(seeds=(f"other {n}", f"other {n}")))
    assert check(record).fits
    assert second_verifier.first_fault(record.as_json()) is None


def test_the_second_verifier_is_a_second_one() -> None:
    tree = ast.parse(Path(second_verifier.__file__).read_text(encoding="utf-8"))
    names = {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not any(name.startswith("tavola") for name in names)


def test_the_example_of_the_page() -> None:
    page = "".join(PAGE.replace("```text", "").replace("```", "").split())
    assert commitment(SEED, "7Q4K") in page
    assert prefix("7Q4K", ["ab", "c"]).hex() in page
    begins, ends = "ThecommitmentistheSHA-256of", "whichis" + commitment(SEED, "7Q4K")
    hashed = page.partition(begins)[2].partition(ends)[0]
    assert hashlib.sha256(bytes.fromhex(hashed)).hexdigest() == commitment(SEED, "7Q4K")
    dice = FairDice(SEED, "7Q4K", ["ab", "c"])
    for piece in range(8):
        x = dice.randrange(2**32)
        assert f"|{piece}|`{x:08x}`|{x % 6}|" in page
    block = hmac.digest(bytes.fromhex(SEED), prefix("7Q4K", ["ab", "c"]) + (0).to_bytes(8, "big"), "sha256")
    assert block.hex() in page


def test_the_first_things_of_the_page() -> None:
    def first(rules: Rules[Any, Any], *moves: str) -> str:
        state = rules.start(2)
        for move in moves:
            state = rules.play(state, rules.parse(move)).state
        return str(rules.chance(state).sample(FairDice(SEED, "7Q4K", ["ab", "c"])))

    unload = "roll 1, roll 2, roll 421, roll 322, roll 421, roll 322, roll 442, keep 42".split(", ")
    made = [
        first(tavola.rules("5000")),
        first(tavola.rules("421"), "roll 1", "roll 2"),
        first(tavola.rules("421", knock="3/4"), *unload),
        first(tavola.rules("scopetta"), "dealer 0"),
    ]
    assert all(f"| `{move}` |" in PAGE for move in made), made


def test_no_two_throws_of_a_set_share_their_numbers() -> None:
    """A throw is a function of its lane, its go and its number; another throw has numbers of its own."""
    met: set[int] = set()
    throws = [(lane, go, throw) for lane in (0, 1, 7) for go in (1, 2, 3, 1000) for throw in (1, 2, 3, 64)]
    for place in throws:
        luck = fair.SetLuck(new_seed(), "set", _Told(place), "13425")
        found = luck.next(None)
        if place[1:] == (1, 1):
            # The opening is the first throw of a lane, and no other.
            assert isinstance(found, fair.FixedFaces)
            assert [found.randrange(6) + 1 for _ in range(6)] == [1, 3, 4, 2, 5, 1]
            continue
        assert isinstance(found, FairDice)
        assert place != (7, 3, 64) or found.used == 7_696_581_595_136  # or old records fit no more
        numbers = set(range(found.used, found.used + fair.SetLuck.PIECES))
        assert not met & numbers, place
        met |= numbers


class _Told(LaneThrows):
    """Counts nothing: says what it was told."""

    def __init__(self, place: tuple[int, int, int]) -> None:
        super().__init__(None)
        self.place = place

    def next(self, state: object) -> tuple[int, int, int]:
        del state
        return self.place
