from random import Random

import pytest

import tavola
from tavola.core.errors import BrokenRecord, IllegalMove, TavolaError
from tavola.core.match import Match, replay
from tavola.core.record import Record


def played(seed: int, moves: int) -> Match:  # type: ignore[type-arg]
    """A match of 421 by random moves."""
    rules, rng = tavola.rules("421"), Random(seed)
    match = Match(rules, ["ada", "bob", "cleo"])
    while match.actor != tavola.OVER and len(match.moves) < moves:
        if match.actor == tavola.CHANCE:
            match.draw(rng)
        else:
            match.play(rng.choice(rules.moves(match.state)))
    return match


def last(record: Record) -> Match:  # type: ignore[type-arg]
    *_, (match, _) = replay(tavola.rules_of(record), record)
    return match


@pytest.mark.parametrize("moves", [0, 1, 40, 10_000])
def test_a_record_replays_to_the_same_state(moves: int) -> None:
    match = played(3, moves)
    again = last(Record.parse(str(match.record())))
    assert again.state == match.state
    assert again.outcome == match.outcome
    assert again.record() == match.record()


def test_resigning() -> None:
    match = played(3, 40)
    match.resign(1)
    assert match.actor == tavola.OVER
    assert match.outcome is not None
    assert match.outcome.winners == (0, 2)
    assert str(match.record()).endswith("\n1 resigns\n")
    assert last(match.record()).outcome == match.outcome
    with pytest.raises(TavolaError, match="over"):
        match.resign(0)
    with pytest.raises(TavolaError, match="over"):
        match.draw(Random(0))


def test_only_seats_resign() -> None:
    with pytest.raises(TavolaError, match="seats are 0 to 2"):
        played(3, 10).resign(3)


def broken(record: Record) -> BrokenRecord:
    with pytest.raises(BrokenRecord) as found:
        last(record)
    return found.value


def test_a_damaged_record_says_where() -> None:
    lines = str(played(3, 60).record()).splitlines()
    first_move = lines.index("") + 1
    for move, line in enumerate(lines[first_move:], 1):
        bad = "* roll 9" if line.startswith("*") else "7" + line[1:]
        spoilt = "\n".join([*lines[: first_move + move - 1], bad, *lines[first_move + move :]])
        assert broken(Record.parse(spoilt)).move == move


def test_an_illegal_move_in_a_record_says_why() -> None:
    record = Record.parse('[Game "421"]\n[Rules "1"]\n[Seats "a" "b"]\n* roll 1\n* roll 421\n')
    assert "move 2: the dice can't fall like that: 1 in hand" in str(broken(record))


def test_a_wrong_result_is_told() -> None:
    record = played(3, 10_000).record()
    assert record.result is not None
    wrong = {**record.result, "winners": [0, 1, 2]}
    lie = Record(record.game, record.options, 1, record.seats, record.moves, wrong)
    assert "the result says winners [0, 1, 2]" in str(broken(lie))
    early = Record(record.game, record.options, 1, record.seats, record.moves[:-1], record.result)
    assert "do not reach an end" in str(broken(early))


def test_moves_after_the_end_are_told() -> None:
    record = played(3, 10_000).record()
    more = Record(record.game, record.options, 1, record.seats, (*record.moves, (0, "stop")))
    assert broken(more).move == len(record.moves) + 1


def test_too_many_seats_are_told() -> None:
    record = Record("421", {}, 1, ("x",) * 9, ())
    assert "421 takes 2 to 8 players, not 9" in str(broken(record))


def test_a_refused_move_changes_nothing() -> None:
    match = played(3, 30)
    before = match.record()
    with pytest.raises(IllegalMove):
        match.play(match.rules.parse("roll 666 knock 1-2"))
    assert match.record() == before
