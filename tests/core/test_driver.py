"""One driver plays every match: compared with a loop written out here, and with what `seen_by` tells."""

from __future__ import annotations

import asyncio
import pickle
import re
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

import tavola
from tavola.core.contract import CHANCE, OVER, View
from tavola.core.driver import BotFails, Driver, Guarded, Made, Resigns, Seen
from tavola.core.errors import IllegalMove, TavolaError
from tavola.core.match import Match, replay
from tavola.games.capture.moves import Deal
from tests.testing.high_card import HighCard, Play, State

GAMES = tavola.game_names()


class Chooser:
    """A bot that does what it is told."""

    def __init__(self, choose: Callable[[View[Any, Any]], Any]) -> None:
        self.choose = choose


class Patient(Chooser):
    """One that may try again."""

    def __init__(self, *choices: Callable[[View[Any, Any]], Any]) -> None:
        left = list(choices)
        super().__init__(lambda view: left.pop(0)(view) if left else view.moves[0])
        self.errors: list[tuple[Any, IllegalMove]] = []

    def refused(self, move: object, error: IllegalMove) -> None:
        self.errors.append((move, error))


def anyone(seed: int) -> Chooser:
    rng = Random(seed)
    return Chooser(lambda view: rng.choice(view.moves))


def match_of(game: str, **options: Any) -> Match[Any, Any]:
    rules = tavola.rules(game, **options)
    return Match(rules, ["ada", "bob"])


def by_hand(game: str, seed: int) -> Match[Any, Any]:
    """The same match, without a driver."""
    match, rng, bots = match_of(game), Random(seed), [anyone(1), anyone(2)]
    while match.actor != OVER and len(match.moves) < 2000:
        if match.actor == CHANCE:
            match.draw(rng)
        else:
            match.play(bots[match.actor].choose(match.rules.view(match.state, match.actor)))
    return match


# ---- all of a match ----


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_the_one_played_by_hand(game: str) -> None:
    match = match_of(game)
    for made in Driver(match, Random(5), {0: anyone(1), 1: anyone(2)}):
        if made.number == 2000:
            break
    assert str(match.record()) == str(by_hand(game, 5).record())


@pytest.mark.parametrize("game", GAMES)
def test_every_move_is_told_with_how_it_stood_before_and_after(game: str) -> None:
    match = match_of(game)
    told = list(islice(Driver(match, Random(6), {0: anyone(1), 1: anyone(2)}), 300))
    again = replay(match.rules, match.record())
    before = next(again)[0].state
    for number, (made, (at, step)) in enumerate(zip(told, again, strict=False), 1):
        assert (made.number, made.before, made.step) == (number, before, step)
        assert (made.actor, made.move) == match.moves[number - 1]
        before = at.state


def test_luck_may_be_a_function_of_the_state() -> None:
    match, source, asked = match_of("421"), Random(5), []

    def fall(state: Any) -> Any:
        asked.append(state)
        return match.rules.chance(state).sample(source)

    driver = Driver(match, fall, {0: anyone(1), 1: anyone(2)})
    assert str(driver.run().record()) == str(by_hand("421", 5).record())
    assert len(asked) == len(match.moves) - driver.decisions
    assert all(match.rules.actor(state) == CHANCE for state in asked)


def test_a_match_that_was_begun_goes_on() -> None:
    whole = by_hand("5000", 3)
    match = match_of("5000")
    for _, move in whole.moves[:10]:
        match.play(move)
    (first, *_) = Driver(match, Random(1), {0: anyone(1), 1: anyone(2)})
    assert first.number == 11


def test_a_match_that_is_over_has_no_more_moves() -> None:
    driver = Driver(by_hand("421", 5), Random(1), {0: anyone(1), 1: anyone(2)})
    assert list(driver) == []
    assert driver.step() is None
    assert driver.asked is None
    with pytest.raises(TavolaError, match="the game is over"):
        driver.play(0, "stop")
    with pytest.raises(TavolaError, match="the game is over"):
        driver.resign(0)


def test_there_is_a_bound() -> None:
    trash = Chooser(lambda view: next(move for move in view.moves if str(move) == "trash"))
    driver = Driver(match_of("5000"), Random(1), {0: trash, 1: trash}, most=7)
    match = driver.run()
    assert driver.decisions == 7
    assert match.actor != OVER
    assert match.outcome is None
    assert driver.asked is None


def test_two_at_once_do_not_disturb_each_other() -> None:
    drivers = [Driver(match_of(game), Random(5), {0: anyone(1), 1: anyone(2)}) for game in ("421", "421")]
    for one, two in zip(*drivers, strict=True):
        assert one == two
    assert str(drivers[0].match.record()) == str(by_hand("421", 5).record())


# ---- who sits outside ----


def asks(driver: Driver[Any, Any]) -> View[Any, Any]:
    for _ in driver:
        pass
    assert driver.asked is not None
    return driver.asked


def test_a_person_is_asked_step_by_step() -> None:
    driver, person = Driver(match_of("421"), Random(5), {1: anyone(2)}), anyone(1)
    while driver.match.actor != OVER:
        for _ in driver:
            pass
        if (view := driver.asked) is not None:
            assert view == driver.match.rules.view(driver.match.state, 0)
            driver.play(0, str(person.choose(view)))
    assert str(driver.match.record()) == str(by_hand("421", 5).record())


def test_an_event_loop_waits_for_whoever_is_asked() -> None:
    async def one(seed: int) -> str:
        driver, people = Driver(match_of("scopetta"), Random(seed)), [anyone(1), anyone(2)]
        while driver.match.actor != OVER:
            for _ in driver:
                await asyncio.sleep(0)
            if (view := driver.asked) is not None:
                assert view.seat is not None
                await asyncio.sleep(0)
                driver.play(view.seat, people[view.seat].choose(view))
        return str(driver.match.record())

    async def some() -> list[str]:
        return [*await asyncio.gather(one(4), one(5))]

    assert asyncio.run(some()) == [str(by_hand("scopetta", seed).record()) for seed in (4, 5)]


def test_nobody_plays_out_of_turn_nor_for_the_dice() -> None:
    driver = Driver(match_of("5000"), Random(5), {1: anyone(2)})
    for seat in (CHANCE, OVER, 0, 1, 2):
        with pytest.raises(TavolaError, match=f"seat {seat} is not asked now"):
            driver.play(seat, "roll 11111")
    assert driver.match.moves == []
    view = asks(driver)
    with pytest.raises(TavolaError, match="seat 1 is not asked now"):
        driver.play(1, view.moves[0])
    driver.play(0, view.moves[0])
    with pytest.raises(TavolaError, match="not asked"):  # twice
        driver.play(0, view.moves[0])


@pytest.mark.parametrize("move", ["roll 421", "nonsense", "", None, 7, object(), [], "keep 9 9 9"])
def test_what_is_no_legal_move_is_refused_and_nothing_has_happened(move: Any) -> None:
    driver = Driver(match_of("421"), Random(5))
    view = asks(driver)
    before = str(driver.match.record())
    with pytest.raises(IllegalMove) as refused:
        driver.play(0, move)
    assert refused.value.legal == view.moves
    assert all(refused.value.said)
    assert str(driver.match.record()) == before
    assert driver.asked == view
    driver.play(0, str(view.moves[0]))
    assert driver.decisions == 1


class Careless(HighCard):
    """Rules of somebody else, which trust that a move is one."""

    def play(self, s: State, move: Any) -> Any:
        if move.card == 0:
            raise ZeroDivisionError
        return super().play(s, move)


def test_rules_that_trip_over_what_is_no_move_refuse_it_too() -> None:
    driver: Driver[Any, Any] = Driver(Match(Careless(), ["ada", "bob"]), Random(5))
    asks(driver)
    with pytest.raises(IllegalMove, match="None is no move of this game; legal now: play "):
        driver.play(0, None)


def test_rules_that_break_down_are_not_the_players_fault() -> None:
    class Broken(Careless):
        def moves(self, s: State) -> Any:
            return [Play(0)] if super().moves(s) else []

    driver = Driver(Match(Broken(), ["ada", "bob"]), Random(5))
    asks(driver)
    with pytest.raises(ZeroDivisionError):
        driver.play(0, Play(0))


# ---- giving up ----


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("after", [0, 1, 2, 9])
def test_anybody_resigns_at_any_time(seat: int, after: int) -> None:
    driver = Driver(match_of("scopetta"), Random(5), {0: anyone(1), 1: anyone(2)})
    for _ in range(after):
        driver.step()
    driver.resign(seat)
    assert list(driver) == []
    outcome = driver.match.outcome
    assert outcome is not None
    assert outcome.winners == (1 - seat,)
    assert str(driver.match.record()).endswith(f"\n{seat} resigns\n")


def test_a_player_resigns_instead_of_choosing() -> None:
    def gives_up(view: View[Any, Any]) -> Any:
        raise Resigns(view.seat or 0)

    match = Driver(match_of("421"), Random(5), {0: Chooser(gives_up), 1: anyone(2)}).run()
    assert match.resigned == 0


def test_a_player_resigns_while_luck_waits_for_a_hand() -> None:
    def gives_up(_: Any) -> Any:
        raise Resigns(1)

    match = Driver(match_of("421"), gives_up, {0: anyone(1), 1: anyone(2)}).run()
    assert (match.resigned, match.moves) == (1, [])


def test_a_choice_that_comes_after_the_end_is_nothing() -> None:
    driver = Driver(match_of("5000"), Random(5))

    def too_late(view: View[Any, Any]) -> Any:
        driver.resign(1)
        return view.moves[0]

    driver.players = {0: Chooser(too_late)}
    moves = [made for made in driver if made.actor != CHANCE]
    assert moves == []
    assert driver.match.resigned == 1


# ---- players who do wrong ----


def test_without_a_word_for_it_an_illegal_move_ends_the_game_with_its_error() -> None:
    driver = Driver(match_of("421"), Random(5), {0: Chooser(lambda _: "roll 421"), 1: anyone(2)})
    with pytest.raises(IllegalMove):
        driver.run()
    assert driver.match.actor == 0


def test_an_error_of_a_player_comes_out_as_it_is() -> None:
    driver = Driver(match_of("421"), Random(5), {0: Chooser(lambda _: 1 / 0), 1: anyone(2)})
    with pytest.raises(ZeroDivisionError):
        driver.run()
    driver.players = {0: anyone(1), 1: anyone(2)}  # somebody else takes the seat, and it goes on
    assert driver.run().outcome is not None


def test_who_hears_that_it_was_refused_is_asked_again() -> None:
    person = Patient(lambda _: "nonsense", lambda _: None, lambda view: str(view.moves[-1]))
    driver = Driver(match_of("421"), Random(5), {0: person, 1: anyone(2)})
    driver.run()
    assert [move for move, _ in person.errors] == ["nonsense", None]
    assert driver.match.outcome is not None


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (lambda _: 1 / 0, "the bot odd broke down: ZeroDivisionError: division by zero"),
        (lambda _: exit(0), "the bot odd broke down: SystemExit: 0"),
        (lambda _: "roll 421", "the bot odd tried roll 421: "),
        (lambda _: None, "the bot odd tried None: "),
        (lambda _: "xyz", "the bot odd tried xyz: 'xyz' is not a move"),
    ],
)
def test_a_guarded_bot_that_fails_is_named(choose: Callable[[Any], Any], said: str) -> None:
    driver = Driver(match_of("421"), Random(5), {0: Guarded("odd", Chooser(choose)), 1: anyone(2)})
    with pytest.raises(BotFails) as failed:
        driver.run()
    assert str(failed.value).startswith(said)
    assert str(pickle.loads(pickle.dumps(failed.value))) == str(failed.value)


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), SystemExit(143)])
def test_whoever_stops_the_program_is_no_failing_bot(stop: BaseException) -> None:
    def thinks(_: View[Any, Any]) -> Any:
        raise stop

    with pytest.raises(type(stop)):
        Driver(match_of("421"), Random(5), {0: Guarded("thinker", Chooser(thinks)), 1: anyone(2)}).run()


# ---- nothing hidden is told ----


def cut(made: Made[Any, Any], seat: int | None) -> Seen:
    """What may be told, by the words of the contract alone."""
    rules = made.rules
    events = [event.seen_by(seat) for event in made.step.events]
    return Seen(
        number=made.number,
        actor=made.actor,
        text="" if made.actor == CHANCE and rules.info.hidden else str(made.move),
        before=rules.view(made.before, seat),
        after=rules.view(made.step.state, seat),
        events=tuple(event for event in events if event is not None),
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_told_what_it_may_know(game: str) -> None:
    for made in islice(Driver(match_of(game), Random(7), {0: anyone(1), 1: anyone(2)}), 200):
        for seat in (0, 1, None):
            assert made.seen_by(seat) == cut(made, seat)
            assert (made.after(seat), made.events_for(seat)) == (
                cut(made, seat).after,
                cut(made, seat).events,
            )


@pytest.mark.parametrize("game", ["spazzino", "scopetta", "tombolon"])
def test_what_others_were_dealt_is_in_nothing_a_seat_is_told(game: str) -> None:
    own = set()
    for made in islice(Driver(match_of(game), Random(8), {0: anyone(1), 1: anyone(2)}), 60):
        hands = [set(str(made.after(seat).table.hand).split()) for seat in (0, 1)]
        for seat in (0, 1) if isinstance(made.move, Deal) else ():
            seen = made.seen_by(seat)
            told = set(re.findall(r"[0-9A-Z]{1,2}[a-z]\b", repr((seen.text, seen.events))))
            assert not hands[1 - seat] & told
            own |= hands[seat] & told
    assert len(own) > 12


def test_a_secret_of_high_card_is_told_to_its_seat_only() -> None:
    match = Match(HighCard(), ["ada", "bob"])
    made = Driver(match, Random(1)).step()
    assert made is not None
    card = str(made.move).split()[1]
    told = {seat: repr(made.seen_by(seat)) for seat in (0, 1, None)}
    assert [f"card={card}" in told[seat] for seat in (0, 1, None)] == [True, False, False]
