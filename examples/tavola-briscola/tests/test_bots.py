"""The players: what they do in a position, that they know only what they may, and who beats whom."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import tavola
from tavola.bots import bot_names, make_bot
from tavola.kit import CHANCE, OVER, BadOption
from tavola.kit.cards import Card
from tavola_briscola.bots.ending import Ending, best_card
from tavola_briscola.events import HandEnded
from tavola_briscola.game import Briscola
from tavola_briscola.moves import Play
from tavola_briscola.options import Options
from tavola_briscola.positions import set_up
from tavola_briscola.state import PLAY, State
from tavola_briscola.tricks import points_in

GAME = Briscola(Options(target=1))
SWAPPING = Briscola(Options(target=1, trump_swap=True))


def choice(bot: str, hands: list[str], trump: str, rules: Briscola = GAME, **rest: Any) -> str:
    """What a bot plays from a position."""
    s = set_up(hands, trump, **rest)
    return str(make_bot(bot, rules, Random(0)).choose(rules.view(s, s.turn.seat)))


class TestNames:
    def test_who_plays(self) -> None:
        assert {"random", "greedy", "house"} <= set(bot_names("briscola"))

    @pytest.mark.parametrize("spec", ["greedy:very", "house:very"])
    def test_nothing_after_the_name(self, spec: str) -> None:
        with pytest.raises(BadOption, match=spec.partition(":")[0]):
            make_bot(spec, GAME, Random(0))


class TestGreedy:
    def test_takes_points_with_whatever_it_has(self) -> None:
        assert choice("greedy", ["2b 4c 5c", "As 2d 6c"], "Rs", played=["Fd"], leader=1) == "2b"
        assert choice("greedy", ["As 4c 5c", "2c 2d 6c"], "Rs", played=["Fd"], leader=1) == "As"

    def test_leads_its_lowest(self) -> None:
        assert choice("greedy", ["As 4c Rd", "2c 2d 6c"], "Rs") == "4c"

    def test_swaps(self) -> None:
        assert choice("greedy", ["7s 4c Rd", "2c 2d 6c"], "As", SWAPPING) == "swap"


class TestHouse:
    def test_leads_low_and_without_points(self) -> None:
        assert choice("house", ["Ad 4c 7s", "2c 2d 6c"], "Rs") == "4c"
        assert choice("house", ["Rd 3c 2d", "2c 4d 6c"], "Rs") == "2d"

    def test_takes_points_with_a_low_trump(self) -> None:
        assert choice("house", ["As 2s 5c", "2c 2d 6c"], "Rs", played=["Ad"], leader=1) == "2s"

    def test_spends_no_trump_on_nothing(self) -> None:
        assert choice("house", ["As 2s 5c", "2c 2d 6c"], "Rs", played=["4d"], leader=1) == "5c"

    def test_takes_with_the_ace_of_the_suit_led(self) -> None:
        assert choice("house", ["Ad 2s 5c", "2c 2d 6c"], "Rs", played=["4d"], leader=1) == "Ad"

    def test_gives_its_points_to_a_partner_who_has_the_trick_for_sure(self) -> None:
        """The last of four: his partner's trump holds the trick."""
        hands = ["Ad 2b 5c", "2c 2d 6c", "4b 4d 6d", "7c 7d 5d"]
        assert choice("house", hands, "Rs", played=["4c", "3s", "5b"], leader=1) == "Ad"

    def test_gives_no_points_to_the_others(self) -> None:
        hands = ["Ad 2b 5c", "2c 2d 6c", "4b 4d 6d", "7c 7d 5d"]
        assert choice("house", hands, "Rs", played=["3s", "4c", "5b"], leader=1) in ("2b", "5c")

    def test_swaps(self) -> None:
        assert choice("house", ["7s 4c Rd", "2c 2d 6c"], "As", SWAPPING) == "swap"

    def test_solves_the_end(self) -> None:
        """53 to 44, and only the three wins. It costs the other his trump, or brings the points at once; then
        the ace comes home. The ace or the jack first would be trumped, and the three lost later."""
        hands, taken = ["Ac Fc 3s", "2b 7c 4d"], ("Ab Ad As 3b 3c", "")
        s = set_up(hands, "d", taken=taken, rest=1)
        assert [points_in(pile) for pile in s.cards.taken] == [53, 44]
        won = {str(move): brute(GAME.play(s, move).state, GAME)[0] for move in GAME.moves(s)}
        assert won == {"Ac": -1, "Fc": -1, "3s": 1}
        assert choice("house", hands, "d", taken=taken, rest=1) == "3s"


def brute(s: State, rules: Briscola) -> tuple[int, int]:
    """The best that side 0 can get, by the rules themselves: (hand won, points)."""
    found = []
    for move in rules.moves(s):
        after = rules.play(s, move)
        ended = [event for event in after.events if isinstance(event, HandEnded)]
        if ended:
            mine, theirs = ended[0].points
            found.append(((mine > 60) - (theirs > 60), mine))
        else:
            found.append(brute(after.state, rules))
    return max(found) if s.turn.seat % 2 == 0 else min(found)


def ends(number: int, seats: int) -> list[State]:
    """Positions with an empty stock, from random games."""
    rng, found = Random(number), list[State]()
    while len(found) < number:
        s = GAME.start(seats)
        while (actor := GAME.actor(s)) != OVER and s.turn.hand < 2:
            if s.turn.phase == PLAY and not s.cards.undealt:
                found.append(s)
            move = GAME.chance(s).sample(rng) if actor == CHANCE else rng.choice(GAME.moves(s))
            s = GAME.play(s, move).state
    return found[:number]


@pytest.mark.parametrize(("seats", "number"), [(2, 60), (4, 6)])
def test_an_end_is_solved_as_the_rules_say(seats: int, number: int) -> None:
    for s in ends(number, seats):
        c, t = s.cards, s.turn
        points = (points_in(c.taken[0]), points_in(c.taken[1]))
        won, most = brute(s, GAME)
        worth = Ending(seats, c.trump).worth(c.hands, c.played, t.leader, t.seat, points)
        assert worth == (1000 * won + 2 * most - 120, -1000 * won - 2 * most + 120)
        card = best_card(seats, c.trump, c.hands, c.played, t.leader, t.seat, points)
        after = GAME.play(s, Play(Card(card)))
        if not any(isinstance(event, HandEnded) for event in after.events):
            assert brute(after.state, GAME) == (won, most)


def hands_won(one: str, two: str, seats: int, deals: int) -> float:
    """How many of the hands the first wins, of those with a winner: each deal played from both sides."""
    won = [0, 0]
    for deal in range(deals):
        for turned in (0, 1):
            names = (one, two) if not turned else (two, one)
            bots = [make_bot(names[seat % 2], SWAPPING, Random(seat)) for seat in range(seats)]
            s, luck = SWAPPING.start(seats), Random(deal)
            while (actor := SWAPPING.actor(s)) != OVER and s.turn.hand < 2:
                if actor == CHANCE:
                    move = SWAPPING.chance(s).sample(luck)
                else:
                    move = bots[actor].choose(SWAPPING.view(s, actor))
                s = SWAPPING.play(s, move).state
            if s.score.winner >= 0:
                won[s.score.winner ^ turned] += 1
    return won[0] / sum(won)


@pytest.mark.parametrize("seats", [2, 4])
def test_who_beats_whom(seats: int) -> None:
    """Each of these margins is several times what luck can do with so many deals, and the deals are fixed."""
    assert hands_won("greedy", "random", seats, 60) > 0.65
    assert hands_won("house", "random", seats, 40) > 0.7
    assert hands_won("house", "greedy", seats, 60) > 0.5


def test_a_seed_gives_the_same_game_again() -> None:
    def moves() -> list[str]:
        bots = [make_bot("house", GAME, Random(7)) for _ in range(2)]
        match, luck = tavola.Match(GAME, ["a", "b"]), Random(3)
        while match.actor != OVER:
            if match.actor == CHANCE:
                match.draw(luck)
            else:
                match.play(bots[match.actor].choose(GAME.view(match.state, match.actor)))
        return [str(move) for _, move in match.moves]

    assert moves() == moves()
