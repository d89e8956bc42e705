"""check_rules as its users meet it: what passes, and what a failure says."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tavola.core.match import replay
from tavola.core.record import Record
from tavola.kit import BadSeats, Step, TavolaError
from tavola.testing import LAWS, Law, LawBroken, Position, check_rules
from tests.testing.breaking import broken_by
from tests.testing.high_card import HighCard, Move, Options, State


@pytest.mark.parametrize("seats", [2, 3, 4, None])
def test_a_right_game_passes(seats: int | None) -> None:
    checked = check_rules(HighCard(), seats=seats, games=20, max_moves=100)
    assert checked.games == 20
    assert checked.ended > 0
    assert checked.positions > 200


def test_a_long_match_passes_though_no_walk_reaches_its_end() -> None:
    checked = check_rules(HighCard(Options(tokens=8)), seats=2, games=5, max_moves=20)
    assert checked.ended == 1  # the one that was played on to see one


def test_the_same_check_plays_the_same_games_and_another_seed_others() -> None:
    one, two = (check_rules(HighCard(), games=10, max_moves=60) for _ in range(2))
    others = [check_rules(HighCard(), games=10, max_moves=60, seed=seed) for seed in (1, 2, 3)]
    assert one == two
    assert any(one != other for other in others)  # two may have as many positions by chance


class InPairs(HighCard):
    """Two, or two against two: never three."""

    info = replace(HighCard.info, seats=(2, 4))


class TwoOnly(HighCard):
    """Says that four may play, and refuses them."""

    def start(self, seats: int) -> State:
        if seats > 2:
            raise BadSeats(self.info.name, seats, (2,))
        return super().start(seats)


class ThreeToo(InPairs):
    """Says that three can't play, and lets them."""

    def start(self, seats: int) -> State:
        return HighCard().start(seats)


def test_a_game_takes_the_numbers_of_players_it_says_and_no_others() -> None:
    assert check_rules(InPairs(), games=10, max_moves=60).games == 10
    broken = broken_by(TwoOnly())
    assert (broken.law, "can't start" in broken.why) == ("seats", True)
    broken = broken_by(ThreeToo())
    assert (broken.law, "start(3) was accepted" in broken.why) == ("seats", True)
    assert "takes 2 or 4 players" in broken.why


# ---- what a failure says ----


class LosesAToken(HighCard):
    """The second trick costs its winner a token."""

    def play(self, s: State, move: Move) -> Step[State]:
        step = super().play(s, move)
        if s.played and not step.state.played and s.tokens != (3, 3):
            return Step(step.state._replace(tokens=(0, *step.state.tokens[1:])), step.events)
        return step


def test_a_failure_names_the_law_says_what_was_found_and_how_to_get_there() -> None:
    broken = broken_by(LosesAToken(), seats=2)
    first, *_, last = str(broken).strip().splitlines()
    assert first.startswith("conservation: tokens: 6 at the start, ")
    assert last.split()[1] == "play"
    assert not hasattr(broken, "__notes__")


def test_its_record_replays_to_the_failure_and_is_the_shortest_there_is() -> None:
    rules = LosesAToken()
    broken = broken_by(rules, seats=2)
    *_, (match, _) = replay(rules, Record.parse(broken.record))
    assert sum(match.state.tokens) != 6
    assert broken.moves == len(match.moves) == 12  # two tricks of four cards dealt and two played


def test_the_same_fault_is_always_told_in_the_same_words() -> None:
    assert str(broken_by(LosesAToken())) == str(broken_by(LosesAToken()))


def test_a_failure_can_be_sent_between_processes() -> None:
    broken = LawBroken("pure", "it remembers", "* roll 3", 1)
    assert str(pickle.loads(pickle.dumps(broken))) == str(broken)


def test_an_error_of_the_game_itself_is_kept_as_the_cause() -> None:
    class Stumbles(HighCard):
        def score(self, s: State) -> tuple[int, ...]:
            return (s.tokens[9],)

    broken = broken_by(Stumbles())
    assert isinstance(broken.__cause__, IndexError)


def test_without_hypothesis_one_is_told_what_to_install() -> None:
    program = "import sys; sys.modules['hypothesis'] = None; import tavola; import tavola.testing"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "pip install 'tavola[testing]'" in done.stderr.splitlines()[-1]


# ---- the list of laws ----


def test_every_law_has_a_name_of_its_own_and_a_sentence() -> None:
    names = [law.name for law in LAWS]
    assert len(set(names)) == len(names)
    assert {"pure", "turns", "legality", "chance", "notation", "replay", "conservation"} <= set(names)
    assert {"events", "secrecy", "view", "seats"} <= set(names)
    for law in LAWS:
        assert law.sentence.endswith(".")
        assert "\n" not in law.sentence


def no_nines(at: Position) -> Iterator[str]:
    """Nobody holds a nine."""
    if any(9 in hand for hand in at.state.hands):
        yield "there is a nine"


def test_a_law_of_ones_own_joins_the_others() -> None:
    broken = broken_by(HighCard(), laws=(*LAWS, Law(no_nines)))
    assert (broken.law, broken.why) == ("no_nines", "there is a nine")
    assert broken.record.strip().endswith("* deal 9")


def test_a_broken_law_is_an_assertion_not_an_error_of_the_user() -> None:
    assert issubclass(LawBroken, AssertionError)
    assert not issubclass(LawBroken, TavolaError)
