"""The house players of the dice games."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import tavola
from tavola.bots import bot_names, make_bot
from tavola.core.errors import BadOption, UnknownBot
from tavola.games.five_thousand.bots import finishing_chance
from tavola.games.fourtwentyone.bots.published import chance_to_beat
from tavola.games.fourtwentyone.combinations import Variant
from tavola.games.fourtwentyone.strategies import CONTENT, published_keep
from tavola.pieces.dice import throws
from tests.games.fourtwentyone.test_rules import all_hold_tokens, unloading
from tests.script import Script

STANDARD = Variant(1, 0, 1, 0)
CLASSIC = Variant(0, 0, 1, 0)


def choice(script: Script, spec: str = "house") -> str:
    bot = make_bot(spec, script.rules, Random(0))
    return str(bot.choose(script.rules.view(script.state, script.rules.actor(script.state))))


class TestFourTwentyOne:
    @pytest.mark.parametrize(
        ("dice", "keep"),
        [
            (421, CONTENT), (666, CONTENT), (111, CONTENT), (654, CONTENT), (221, CONTENT),
            (611, CONTENT), (411, CONTENT), (311, 11), (211, 11),
            (442, 42), (642, 42), (441, 41), (641, 41), (621, 21), (521, 21),
            (661, 1), (651, 1), (331, 1),
            (665, 66), (533, 33), (322, 22), (655, 55),
            (653, 65), (542, 42), (543, CONTENT), (643, 43), (632, 32), (532, 32), (652, 65),
            (631, 1), (531, 1), (552, 55), (662, 66),
        ],
    )  # fmt: skip
    def test_the_published_rules_in_their_order(self, dice: int, keep: int) -> None:
        assert published_keep(STANDARD, dice) == keep

    def test_the_last_rule_never_applies(self) -> None:
        """There is always something to keep, so "else re-throw all dice" is never reached."""
        assert all(
            published_keep(variant, dice) != 0 for variant in (STANDARD, CLASSIC) for dice, _ in throws(3)
        )

    def test_suites_are_no_combination_in_the_classic_game(self) -> None:
        assert published_keep(CLASSIC, 654) == 65
        assert published_keep(CLASSIC, 321) == 21

    def test_first_player(self) -> None:
        script = unloading()
        script.play("roll 442")
        assert choice(script, "published") == "keep 42"
        script.play("keep 42", "roll 1")
        assert choice(script, "published") == "stop"

    def test_the_others_know_the_target(self) -> None:
        script = unloading()
        script.play("roll 322", "throw", "roll 322", "stop")
        assert choice(script, "published") == "throw hit"  # nearly everything beats 322
        script = unloading()
        script.play("roll 611", "throw", "roll 611", "throw", "roll 611")
        assert choice(script, "published") == "throw"
        script.play("throw", "roll 111")
        assert choice(script, "published") == "keep 11"
        script = all_hold_tokens(3)
        script.play("roll 211", "throw", "roll 211", "throw", "roll 211", "throw", "roll 641")
        assert choice(script, "published") == "keep 41"

    def test_chance_to_beat(self) -> None:
        assert chance_to_beat(STANDARD, 42, 111) == Fraction(1, 6)
        assert chance_to_beat(STANDARD, 0, 111) == Fraction(6, 216)
        assert chance_to_beat(STANDARD, 11, 322) == 1
        assert chance_to_beat(STANDARD, 0, 421) == 0


class TestFiveThousand:
    @pytest.mark.parametrize(
        ("moves", "expected"),
        [
            (["roll 12345"], "play 54321"),
            (["roll 23446"], "bank"),  # nothing to play and nothing to lose
            (["roll 11155"], "play 55111"),
            (["roll 11155", "play 55111", "roll 22346"], "bank"),
            (["roll 11155", "play 55111", "roll 23446"], "bank"),
            (["roll 11155", "play 55111", "roll 12345"], "play 54321"),
            (["roll 11155", "play 11", "roll 234"], "trash"),
            (["roll 55555", "play 55555", "roll 12345"], "bank"),  # that wins
        ],
    )
    def test_choices(self, moves: list[str], expected: str) -> None:
        script = Script(tavola.rules("5000"), 2)
        script.play(*moves)
        assert choice(script) == expected

    def test_finishing_chance(self) -> None:
        variant = tavola.rules("5000").options.variant
        assert finishing_chance(variant, 0) == 1
        assert finishing_chance(variant, 1) == Fraction(1, 3)
        # Two dice: both count, or one does and then the other.
        assert finishing_chance(variant, 2) == Fraction(1, 9) + Fraction(4, 9) * Fraction(1, 3)


class TestDicePoker:
    @pytest.mark.parametrize(
        ("spec", "dice", "expected"),
        [
            ("none", 12356, "stand"),
            ("smart", 22226, "reroll 6"),
            ("house", 22226, "reroll 6"),
            ("match:mega", 12346, "reroll 643"),
            ("match:Méga", 12346, "reroll 643"),
            ("match:great-straight", 12346, "reroll 6"),
            ("sequential", 12356, "reroll 1"),
            ("sequential", 55123, "stand"),
            ("sequential:mega", 55123, "reroll 5"),
        ],
    )
    def test_choices(self, spec: str, dice: int, expected: str) -> None:
        script = Script(tavola.rules("dice-poker"), 1)
        script.play(f"roll {dice}")
        assert choice(script, spec) == expected

    @pytest.mark.parametrize("spec", ["match", "match:nothing", "match:banana", "sequential:x"])
    def test_patterns_are_listed(self, spec: str) -> None:
        with pytest.raises(BadOption, match=f"{spec.partition(':')[0]}:mega"):
            make_bot(spec, tavola.rules("dice-poker"), Random(0))


def test_what_is_not_there_is_refused_with_what_is() -> None:
    with pytest.raises(UnknownBot, match="no bot called 'deep' plays 421; there are: random, house"):
        make_bot("deep", tavola.rules("421"), Random(0))
    with pytest.raises(BadOption, match="house takes nothing after its name"):
        make_bot("house:very", tavola.rules("421"), Random(0))


def play_out(game: str, specs: list[str], seed: int) -> Any:
    rules = tavola.rules(game)
    match = tavola.Match(rules, specs)
    dice, bots = Random(seed), [make_bot(spec, rules, Random(seed + i)) for i, spec in enumerate(specs)]
    while match.actor != tavola.OVER:
        if match.actor == tavola.CHANCE:
            match.draw(dice)
        else:
            match.play(bots[match.actor].choose(rules.view(match.state, match.actor)))
    return match.outcome


@pytest.mark.parametrize("game", ["421", "5000", "dice-poker"])
def test_the_house_beats_random_play(game: str) -> None:
    """Over thirty pairs of games with seats changed, a house player is far ahead."""
    ahead = 0
    for seed in range(15):
        ahead += 0 in play_out(game, ["house", "random"], seed).winners
        ahead += 1 in play_out(game, ["random", "house"], seed).winners
    assert ahead > 19


@pytest.mark.parametrize("game", ["421", "5000", "dice-poker"])
def test_every_bot_plays_whole_legal_games(game: str) -> None:
    for name in bot_names(game):
        spec = f"{name}:trips" if name == "match" else name
        assert play_out(game, [spec, "house"], 1).winners
