"""A table of the arena, line by line."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tavola.core.errors import BrokenRecord, IllegalMove
from tavola.core.match import Match, replay
from tavola.core.record import Record
from tavola.games import rules_of
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.moves import action_of
from tavola.games.five_thousand.rules import BANK, TRASH
from tavola.games.five_thousand.tcp.quick_rules import Unannounced
from tavola.games.five_thousand.tcp.table import MOST_NAMES, TcpTable, Told
from tavola.pieces.dice import Roll
from tavola.table.endings import ending_of
from tavola.table.fair import FairDice, fair_tags, new_seed
from tavola.table.fair_check import check


class Scripted:
    """Dice that fall as written."""

    def __init__(self, faces: str) -> None:
        self.faces = iter(faces.replace(" ", ""))

    def randrange(self, stop: int, /) -> int:
        assert stop == 6
        return int(next(self.faces)) - 1


def keep(*indexes: int) -> int:
    return sum(1 << index for index in indexes)


def heard(told: Told, seat: int = 0) -> str:
    return "".join(text for to, text in told if to == seat)


def state(dices: str, hands: int, turns: int, total: int, turn: int) -> str:
    shown = ", ".join(dices)
    return (
        f'STATE: {{"dices": [{shown}], "played_hands": {hands}, "played_turns": {turns}, '
        f'"total_score": {total}, "turn_score": {turn}}}\n>> '
    )


def test_the_published_session() -> None:
    table = TcpTable(["127.0.0.1:37930"], Scripted("54263 6334 56336 2224 1 66246 23164"))
    first = (
        'STATE: {"dices": [5, 4, 2, 6, 3], "played_hands": 0, "played_turns": 0, '
        '"total_score": 0, "turn_score": 0}\n>> '
    )
    assert heard(table.begin()) == 'STARTING ["127.0.0.1:37930"]\n' + first
    assert heard(table.rename("titou")) == first
    assert heard(table.decide(keep(0))) == state("6334", 0, 0, 0, 50)
    assert heard(table.decide(TRASH)) == state("56336", 0, 1, 0, 0)
    assert heard(table.decide(keep(0))) == state("2224", 0, 1, 0, 50)
    assert heard(table.decide(keep(0, 1, 2))) == state("1", 0, 1, 0, 250)
    assert heard(table.decide(keep(0))) == state("66246", 1, 1, 0, 350)
    assert heard(table.decide(BANK)) == state("23164", 0, 2, 350, 0)
    assert table.names == ["titou"]


def test_only_the_one_on_turn_is_asked() -> None:
    table = TcpTable(["a", "b"], Scripted("11234 11234 11234"))
    told = table.begin()
    assert heard(told, 1) == 'STARTING ["a", "b"]\n'
    assert heard(told, 0) == 'STARTING ["a", "b"]\n' + state("11234", 0, 0, 0, 0)
    assert table.decide(BANK) == [(1, state("11234", 0, 0, 0, 0))]
    assert table.asked == 1
    assert table.decide(TRASH) == [(0, state("11234", 0, 1, 0, 0))]


def test_a_bad_command_is_told_and_asked_again() -> None:
    table = TcpTable(["a", "b"], Scripted("22346 12345"))
    table.begin()
    again = state("22346", 0, 0, 0, 0)
    assert heard(table.decide(keep(0))).startswith("ERROR: 2 can't be played")
    assert heard(table.refuse("what?")) == "ERROR: what?\n" + again
    told = table.refuse("once more?")
    assert heard(told, 0) == "ERROR: once more?\nTRASH\n"
    assert heard(told, 1) == state("12345", 0, 0, 0, 0)


def test_only_bad_ones_in_a_row_are_counted() -> None:
    table = TcpTable(["a"], Scripted("11346 2346 11346"))
    table.begin()
    for _ in range(2):
        table.refuse("no")
    table.decide(keep(0))
    for _ in range(2):
        assert "TRASH" not in heard(table.refuse("no"))
    table.rename("x")
    for _ in range(2):
        assert "TRASH" not in heard(table.refuse("no"))
    told = heard(table.refuse("no"))
    assert told == "ERROR: no\nTRASH\n" + state("11346", 0, 1, 0, 0)
    assert (table.tally.bad_commands, table.tally.decisions) == (7, 1)


def test_bank_after_playing_and_dice_that_are_not_there() -> None:
    table = TcpTable(["a"], Scripted("11346 2346"))
    table.begin()
    table.decide(keep(0))
    assert heard(table.decide(BANK)).startswith("ERROR: you can't bank after playing dice of this hand")
    assert heard(table.decide(keep(4))).startswith("ERROR: there is no die 4; yours are 0 to 3\nSTATE")


def test_five_fives_win_at_once() -> None:
    table = TcpTable(["a", "b"], Scripted("55555 22346"))
    table.begin()
    table.rename("ada")
    table.decide(keep(0, 1, 2, 3, 4))
    assert table.decide(BANK) == []
    assert table.ending is not None
    assert (table.ending.how, table.ending.seat) == ("played", 0)
    assert table.counts() == {"ada": (1, 1), "b": (0, 1)}
    assert table.farewell() == "WINNER: ada\nKICK\n"


def test_the_third_hand_banks_by_itself() -> None:
    table = TcpTable(["a"], Scripted("12345 12345 12345"))
    table.begin()
    for _ in range(3):
        told = table.decide(keep(0, 1, 2, 3, 4))
    assert told == []
    assert table.match.state.scores[0] == 9000
    assert table.farewell() == "WINNER: a\nKICK\n"


@pytest.mark.parametrize("how", ["time", "left"])
def test_who_is_slow_or_gone_pays_and_nobody_else_is_counted(how: str) -> None:
    table = TcpTable(["a", "b", "c"], Scripted("12345"))
    table.begin()
    table.lose(1, "time" if how == "time" else "left")
    assert table.counts() == {"b": (-1, 1)}
    assert table.farewell() == "KICK\n"


@pytest.mark.parametrize(("how", "why"), [("time", "b was too slow"), ("left", "b has left")])
def test_the_record_says_what_the_scoreboard_says(how: str, why: str) -> None:
    """Who is not counted has not won either, and it is told who ended it and how."""
    table = TcpTable(["a", "b"], Scripted("12345 12345"))
    table.begin()
    table.decide(TRASH)
    table.lose(1, "time" if how == "time" else "left")
    record = table.record({"Arena": "battle"})
    assert table.counts() == {"b": (-1, 1)}
    assert record.result == {"reason": why, "scores": [0, 0], "winners": []}
    assert (record.tags["Ended"], record.tags["Dropped"]) == (how, "1")
    for again in (Record.parse(str(record)), Record.from_json(record.as_json())):
        assert again == record
        *_, (match, _) = replay(rules_of(again), again)
        ending = ending_of(again, match, ("Ada", "Bo"))
        assert ending is not None
        assert (ending[0], ending[1].winners) == (how, ())
        assert ending[1].reason.it == (
            "Bo non ha giocato in tempo" if how == "time" else "Bo ha lasciato il tavolo"
        )


def test_a_record_broken_off_can_t_claim_other_scores() -> None:
    table = TcpTable(["a", "b"], Scripted("12345 12345"))
    table.begin()
    table.lose(0, "left")
    record = table.record({})
    assert record.result is not None
    for wrong in ({"scores": [0, 50]}, {"winners": [1]}):
        with pytest.raises(BrokenRecord):
            list(replay(rules_of(record), replace(record, result={**record.result, **wrong})))


def test_a_stopped_table_counts_for_nobody() -> None:
    table = TcpTable(["a", "b"], Scripted("12345"))
    table.begin()
    table.stop()
    assert table.counts() == {}
    assert table.farewell() == "KICK\n"


def test_a_game_that_goes_nowhere_is_stopped() -> None:
    table = TcpTable(["a", "b"], Random(1), most_decisions=50)
    table.begin()
    for _ in range(50):
        assert table.ending is None
        table.decide(TRASH)
    assert table.ending is not None
    assert table.counts() == {}


def test_one_name_on_two_seats_gains_what_both_gain() -> None:
    table = TcpTable(["a", "b", "c"], Scripted("55555 22346 22346 22346"))
    table.begin()
    table.names[:] = ["titou", "titou", "ada"]
    table.decide(keep(0, 1, 2, 3, 4))
    table.decide(BANK)
    assert table.counts() == {"titou": (1, 2), "ada": (0, 1)}
    lost = TcpTable(["titou", "titou"], Scripted("55555"))
    lost.begin()
    lost.lose(0, "time")
    assert lost.counts() == {"titou": (-1, 1)}


def test_names_only_during_the_first_turn() -> None:
    table = TcpTable(["a", "b"], Scripted("22346 22346 22346"))
    table.begin()
    assert table.why_no_name() is None
    table.decide(TRASH)
    assert table.why_no_name() is None  # the other's first turn
    table.decide(TRASH)
    assert "first turn" in (table.why_no_name() or "")


def test_not_any_number_of_names() -> None:
    table = TcpTable(["a"], Scripted("22346"))
    table.begin()
    for n in range(MOST_NAMES):
        assert table.why_no_name() is None
        table.rename(f"n{n}")
    assert table.why_no_name()


@pytest.mark.parametrize("ends", ["played", "time"])
def test_the_record_verifies(ends: str) -> None:
    seed = new_seed()
    table = TcpTable(["1.2.3.4:5", "b"], FairDice(seed, "t1", ("", "")))
    table.begin()
    table.rename("ada")
    rng = Random(3)
    while table.ending is None:
        moves = table.match.rules.moves(table.match.state)
        if ends == "time" and len(table.match.moves) > 40:
            table.lose(1, "time")
            break
        chosen = rng.choice(moves) if rng.random() < 0.2 else moves[0]
        assert not isinstance(chosen, Roll)
        action = action_of(table.match.state.dice, chosen)
        assert action is not None
        table.decide(action)
    record = table.record({"Arena": "battle", **fair_tags("t1", seed, ("", ""))})
    assert record.seats == ("ada", "b")
    verdict = check(type(record).parse(str(record)))
    assert verdict.fits
    assert verdict.finished


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_arena_plays_by_the_rules(seats: int) -> None:
    """Unannounced steps lead where announced ones do, and refuse what they refuse, in the same words."""
    rng = Random(seats)
    quick, whole = Unannounced(), FiveThousand()
    match = Match(whole, ["x"] * seats)
    for _ in range(3000):
        if match.actor == -2:
            match = Match(whole, ["x"] * seats)
        s = match.state
        move = whole.chance(s).sample(rng) if match.actor == -1 else rng.choice(whole.moves(s))
        wrong = whole.parse(rng.choice(["bank", "play 6", "play 123", "roll 55555", "trash", "roll 1"]))
        answers = []
        for rules in (quick, whole):
            try:
                answers.append(str(rules.play(s, wrong).state))
            except IllegalMove as error:
                answers.append(str(error))
        assert answers[0] == answers[1]
        assert quick.play(s, move).state == match.play(move).state
