"""The games in OpenSpiel, by its own random simulation and some tests of ours."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

import tavola.rl as rl
from tavola.core.contract import CHANCE
from tavola.pieces.cards import notation_of

pyspiel: Any = pytest.importorskip("pyspiel")
spiel: Any = pytest.importorskip("tavola.rl.spiel")

SHORT = {"5000": {"goal": 150}, "dice-poker": {"goal": 100}, "scopetta": {"target": 3}}
SHORT |= {"spazzino": {"target": 3}, "tombolon": {"target": 3}}


def load(game: str, **options: Any) -> Any:
    return pyspiel.load_game(spiel.short_name(game), SHORT.get(game, {}) | options)


@pytest.mark.parametrize("game", rl.VERSIONS)
def test_it_passes_the_random_simulation_test(game: str) -> None:
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=False, verbose=False)


def test_variants_and_more_players_pass_it_too_with_states_written_and_read() -> None:
    pyspiel.random_sim_test(load("421", players=3, knock="1/10"), num_sims=1, serialize=True, verbose=False)
    pyspiel.random_sim_test(load("tombolon", players=4, padova=True), 1, True, False)


VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in rl.VERSIONS),
    ("421", {"players": 3, "suites": False, "knock": "0.5"}),
    ("421", {"knock": "1", "nenette": "lowest", "others_value": 0}),
    ("5000", {"players": 1, "brelan_of_aces": "best"}),
    ("5000", {"brelan_of_aces": "100"}),
    ("scopetta", {"primiera": "sevens", "napola": False}),
    ("tombolon", {"players": 4, "padova": True, "call_out": False}),
]


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_games_and_states_are_written_and_read(game: str, options: dict[str, Any]) -> None:
    loaded = load(game, **options)
    again = pyspiel.load_game(str(loaded))
    assert str(again) == str(loaded)
    assert again.wanted.rules.options == loaded.wanted.rules.options
    assert again.num_players() == loaded.num_players()
    state = walked(loaded, 40)
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))
    for other in (read, pickle.loads(pickle.dumps(state)), state.clone()):
        assert other.state == state.state
        assert other.history() == state.history()


def walked(game: Any, steps: int) -> Any:
    """A state in the middle of a game."""
    rng, state = random.Random(3), game.new_initial_state()
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("game", rl.VERSIONS)
def test_a_state_reads_well_and_tells_itself_from_all_others(game: str) -> None:
    rng = random.Random(4)
    told: dict[str, Any] = {}
    for _ in range(3):
        state = load(game).new_initial_state()
        while not state.is_terminal() and len(told) < 900:
            drawn = state._draw.drawn if state._draw else ()
            assert told.setdefault(str(state), (state.state, drawn)) == (state.state, drawn)
            state.apply_action(rng.choice(state.legal_actions()))
    assert not any("=" in text or "(" in text for text in told)
    assert max(len(line) for text in told for line in text.splitlines()) < 160


def test_all_hands_lie_open_in_a_state_and_ones_own_in_an_observation() -> None:
    state = walked(load("scopetta"), 11)  # the dealer, the table, two hands
    hands = [" ".join(notation_of(hand)) for hand in state.state.cards.hands[:2]]
    assert f"\nhand: {hands[0]} | {hands[1]}\n" in str(state)
    for seat in range(2):
        assert f"\nhand: {hands[seat]}\n" in state.observation_string(seat)
        assert hands[1 - seat] not in state.observation_string(seat)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("421", {}),
        ("spazzino", {}),
        ("scopetta", {}),
        ("tombolon", {"target": 0}),
        ("tombolon", {"players": 4, "padova": True, "target": 0}),
    ],
)
def test_what_a_player_has_not_seen_is_dealt_anew(game: str, options: dict[str, Any]) -> None:
    rng, state, others = random.Random(6), load(game, **options).new_initial_state(), 0
    for _ in range(220):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            me = state.current_player()
            other = state.resample_from_infostate(me, rng.random)
            assert other.information_state_string(me) == state.information_state_string(me)
            assert other.observation_string(me) == state.observation_string(me)
            assert other.legal_actions() == state.legal_actions()
            others += other.state != state.state
        state.apply_action(rng.choice(state.legal_actions()))
    assert (others > 10) == state.wanted.rules.info.hidden


def test_information_set_search_plays() -> None:
    ismcts: Any = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts: Any = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game, luck = load("scopetta"), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, luck), 2.0, 5, random_state=luck)
    state = walked(game, 11)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("game", rl.VERSIONS)
def test_chance_in_small_steps_is_chance_as_the_rules_have_it(game: str) -> None:
    """Walk a game at random; at each whole draw the small steps' chances are those of the rules' move."""
    rng, state = random.Random(4), load(game, players=2).new_initial_state()
    rules, wholes = state.wanted.rules, 0
    for _ in range(60):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        before, share, drawn = state.state, 1.0, []
        while state.is_chance_node() and state.state == before and rules.actor(state.state) == CHANCE:
            outcomes = state.chance_outcomes()
            assert sum(p for _, p in outcomes) == pytest.approx(1)
            assert len(outcomes) <= state.get_game().max_chance_outcomes()
            number, p = rng.choice(outcomes)
            rest = state._draw.take(number)
            state.apply_action(number)
            share *= p
            drawn.append(number)
            if not isinstance(rest, spiel.Draw):
                exact = float(rules.chance(before).prob(rest))
                orders = np.prod(np.arange(1, len(drawn) + 1)) if str(rest).startswith("deal") else 1
                assert share * orders == pytest.approx(exact)
                wholes += 1
                break
    assert wholes > 3


def test_two_states_a_player_can_not_tell_apart_have_told_him_the_same() -> None:
    game = load("scopetta")
    rng, state = random.Random(1), game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    me = state.current_player()
    mine = state.information_state_string(me)
    theirs = state.information_state_string(1 - me)
    assert mine != theirs
    hidden = state.state.cards.hands[1 - me]
    assert not any(f"'{card}'" in mine for card in notation_of(hidden))
    tensor = np.array(state.observation_tensor(me))
    env = rl.env("scopetta", target=3)
    assert tensor.shape == (env.spec.width,)


def test_dice_of_two_are_zero_sum_and_of_three_are_not() -> None:
    kinds = pyspiel.GameType.Utility
    assert load("421").get_type().utility == kinds.ZERO_SUM
    assert load("421", players=3).get_type().utility == kinds.GENERAL_SUM
