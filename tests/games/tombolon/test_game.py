"""Tombolon, sentence by sentence: for two, for four in pairs, and as in Padova."""

from __future__ import annotations

import pytest

from tavola.core.contract import OVER, Step
from tavola.core.options import changed, make
from tavola.games import rules
from tavola.games.capture import events as e
from tavola.games.capture.state import State
from tavola.games.tombolon.game import Tombolon
from tavola.games.tombolon.options import Options
from tavola.pieces.cardset import CardSet
from tests.games.capture.positions import set_up

G = Tombolon()
PADOVA = Tombolon(Options(padova=True))
ANY_THREE = Tombolon(Options(colour="any_three"))
NO_CALLING = Tombolon(Options(call_out=False))


def played(g: Tombolon, s: State, *moves: str) -> Step[State]:
    step = Step(s, ())
    for move in moves:
        step = g.play(step.state, g.parse(move))
    return step


def scored(g: Tombolon, s: State, *moves: str) -> dict[str, int]:
    events = played(g, s, *moves).events
    return {event.what: event.points for event in events if isinstance(event, e.Scored) and not event.deck}


def test_numerals_choose_between_an_equal_card_and_any_sum() -> None:
    s = set_up(G, ["7d", "2b"], "2c 5b 7b As")
    assert {str(move) for move in G.moves(s)} == {"7d x 7b", "7d x 5b 2c"}


def test_figures_take_only_their_equal() -> None:
    s = set_up(G, ["Fs Cd", "2b"], "5c 3b Fc")
    assert {str(move) for move in G.moves(s)} == {"Fs x Fc", "Cd"}


@pytest.mark.parametrize(
    ("card", "points"),
    [("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("F", 3), ("C", 4), ("R", 5)],
)
def test_scopa_scores_by_the_card(card: str, points: int) -> None:
    s = set_up(G, [f"{card}d", "2b"], f"{card}c")
    assert scored(G, s, f"{card}d x {card}c") == {"scopa": points}


def test_in_padova_8_9_10_score_their_rank_and_take_sums() -> None:
    for rank in (8, 9, 10):
        s = set_up(PADOVA, [f"{rank}d", "2b"], f"{rank}c")
        assert scored(PADOVA, s, f"{rank}d x {rank}c") == {"scopa": rank}
    s = set_up(PADOVA, ["10d Rs", "2b"], "8c 2c 7b 3s Fc")
    assert {str(move) for move in PADOVA.moves(s)} == {"10d x 8c 2c", "10d x 7b 3s", "Rs"}


def test_scopa_di_colore() -> None:
    colour = set_up(G, ["7c", "2b"], "2c 5c Rs")
    assert scored(G, colour, "7c x 5c 2c") == {"scopa_colore": 7}
    both = set_up(G, ["7c", "2b"], "2c 5c")
    assert scored(G, both, "7c x 5c 2c") == {"scopa": 7, "scopa_colore": 7}
    two = set_up(G, ["7c", "2b"], "7d Rs")
    assert scored(G, two, "7c x 7d") == {}
    mixed = set_up(G, ["7c", "2b"], "4d 2d Ad Rs")
    assert scored(G, mixed, "7c x 4d 2d Ad") == {}


def test_any_three_of_a_suit() -> None:
    mixed = set_up(ANY_THREE, ["7c", "2b"], "4d 2d Ad Rs")
    assert scored(ANY_THREE, mixed, "7c x 4d 2d Ad") == {"scopa_colore": 7}
    with_the_played = set_up(ANY_THREE, ["7d", "2b"], "4d 2d Ac Rs")
    assert scored(ANY_THREE, with_the_played, "7d x 4d 2d Ac") == {"scopa_colore": 7}
    assert scored(G, set_up(G, ["7d", "2b"], "4d 2d Ac Rs"), "7d x 4d 2d Ac") == {}
    two = set_up(ANY_THREE, ["7d", "2b"], "4d 2c As Rs")
    assert scored(ANY_THREE, two, "7d x 4d 2c As") == {}


def test_the_last_play_makes_colour_but_no_scopa() -> None:
    last = set_up(NO_CALLING, ["7c", ""], "2c 5c", rest=1)
    assert scored(NO_CALLING, last, "7c x 5c 2c") == {"scopa_colore": 7}


def test_leftovers_make_no_colour() -> None:
    last = set_up(NO_CALLING, ["7c", ""], "7d 2c 5c", rest=1)
    assert scored(NO_CALLING, last, "7c x 7d") == {}


def test_pairs_share_pile_and_score() -> None:
    s = set_up(G, ["7c 2s", "Ab 3b", "Ac 4b", "Ad 6b"], "2c 5c")
    step = played(G, s, "7c x 5c 2c", "Ab", "Ac x Ab")
    assert step.state.cards.taken == (CardSet.parse("7c 2c 5c Ab Ac").bits, 0)
    assert G.score(step.state) == (15, 0, 15, 0)
    assert e.Scored(2, "scopa", 1, partner=0) in step.events


def test_the_first_players_side_wins_ties_in_pairs() -> None:
    """Seat 3 deals, so seat 0 plays first, and twenty cards each give his side the points for cards."""
    half = list(CardSet.deck() - CardSet.parse("Fb Rb"))[:19]
    g = Tombolon(Options(call_out=False))
    for dealer, side in ((3, 0), (0, 1)):
        s = set_up(
            g,
            ["Fb", "", "", ""],
            "Rb",
            taken=(" ".join(map(str, half)), ""),
            rest=1,
            turn=0,
            dealer=dealer,
            taker=0,
        )
        # 19 + Fb + Rb make 21: leave one of them to the other side
        s = s._replace(
            cards=s.cards._replace(
                taken=(s.cards.taken[0] & ~(1 << half[0]), s.cards.taken[1] | 1 << half[0])
            )
        )
        end = next(x for x in played(g, s, "Fb").events if isinstance(x, e.HandEnded))
        assert [len(pile) for pile in end.piles] == [20, 20]
        assert end.breakdown(side)["carte"] == 2
        assert end.breakdown(1 - side)["carte"] == 0


# ---- calling out ----


def test_calling_out_with_a_scopa() -> None:
    s = set_up(G, ["7c 2s", "Ab 3b"], "7d", totals=(23, 10))
    step = played(G, s, "7c x 7d")  # the scopa makes 30, the seven of denari 31
    assert G.actor(step.state) == OVER
    assert e.CalledOut(0, 31) in step.events
    assert G.score(step.state) == (31, 10)
    outcome = G.outcome(step.state)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert "called out" in outcome.reason.en


def test_one_point_short_is_not_out() -> None:
    s = set_up(G, ["7c 2s", "Ab 3b"], "7d", totals=(22, 10))
    assert G.actor(played(G, s, "7c x 7d").state) == 1


def test_calling_out_needs_to_be_strictly_ahead() -> None:
    level = set_up(G, ["7c 2s", "Ab 3b"], "7d", totals=(24, 32))
    assert G.actor(played(G, level, "7c x 7d").state) == 1
    ahead = set_up(G, ["7c 2s", "Ab 3b"], "7d", totals=(25, 32))
    assert G.actor(played(G, ahead, "7c x 7d").state) == OVER


def test_what_the_others_hold_for_certain_counts_for_them() -> None:
    s = set_up(G, ["7c 2s", "Ab 3b"], "7d", taken=("", "Fs Fd"), totals=(25, 32))
    step = played(G, s, "7c x 7d")
    assert G.actor(step.state) == 1


def test_half_the_cards_are_certain_only_for_the_first_players_side() -> None:
    plain = [str(card) for card in CardSet.deck() - CardSet.suit("s") - CardSet.parse("Ab Ac 7d 2b 3b")]
    pile = " ".join(plain[:18])
    for dealer, over in ((1, True), (0, False)):
        s = set_up(G, ["Ab 2b", "3b"], "Ac 7d", taken=(pile, ""), totals=(29, 0), dealer=dealer)
        assert (G.actor(played(G, s, "Ab x Ac").state) == OVER) == over


def all_six_but_the_seven() -> str:
    """Five points of the deck and a napola of 5; the seven of denari is still to be taken."""
    spades = "As 3s 4s 5s 2s Fs"
    plain = [str(card) for card in CardSet.deck() - CardSet.suit("s") - CardSet.parse("7c 7d Rb Rc 2b 3b")]
    return f"{spades} {' '.join(plain[:13])}"


def test_the_doubling_does_not_help_to_call_out() -> None:
    s = set_up(G, ["7c 2b", "3b"], "7d Rb", taken=(all_six_but_the_seven(), ""), totals=(19, 0), dealer=0)
    assert G.actor(played(G, s, "7c x 7d").state) == 1  # 19, six of the deck and a napola of 5 are only 30


def test_but_who_calls_out_with_all_six_has_them_doubled() -> None:
    s = set_up(G, ["7c 2b", "3b"], "7d Rb", taken=(all_six_but_the_seven(), ""), totals=(20, 0), dealer=0)
    step = played(G, s, "7c x 7d")
    assert e.CalledOut(0, 37) in step.events
    end = next(event for event in step.events if isinstance(event, e.HandEnded))
    assert end.called_out
    assert end.breakdown(0)["extra_onori"] == 6
    assert end.totals == (37, 0)


def test_who_calls_out_has_won() -> None:
    """Ahead only without the others' doubling is not ahead: their six points will count twelve."""
    theirs = all_six_but_the_seven() + " 7d"
    s = set_up(G, ["7c 2b", "3b"], "7s", taken=("", theirs), totals=(24, 14), dealer=0)
    assert G.actor(played(G, s, "7c x 7s").state) == 1  # 31 against 14 + 12 + 5
    s = set_up(G, ["7c 2b", "3b"], "7s", taken=("", theirs), totals=(25, 14), dealer=0)
    step = played(G, s, "7c x 7s")
    assert isinstance(step.events[-1], e.MatchWon)
    assert step.events[-1].seats == (0,)


def test_nobody_calls_out_against_a_tombolon() -> None:
    s = set_up(G, ["2b 4c", "3b"], "2d", taken=("", tombolon_pile()), totals=(99, 0))
    assert G.actor(played(G, s, "2b x 2d").state) == 1


def test_without_calling_out_the_hand_goes_on() -> None:
    s = set_up(NO_CALLING, ["7c 2s", "Ab 3b"], "7d", totals=(23, 10))
    assert NO_CALLING.actor(played(NO_CALLING, s, "7c x 7d").state) == 1


def test_who_drops_does_not_call_out() -> None:
    s = set_up(G, ["7c 2s", "Ab 3b"], "Rd", totals=(31, 31))
    assert G.actor(played(G, s, "7c").state) == 1


# ---- tombolon ----


def tombolon_pile(*left_out: str) -> str:
    """All spade but these, the seven of denari, and enough besides."""
    plain = CardSet.deck() - CardSet.suit("s") - CardSet.parse("Rb Rc 7d 2b 3b")
    others = " ".join(str(card) for card in list(plain)[:10])
    spades = CardSet.deck() & CardSet.suit("s")
    return f"{spades - CardSet.from_cards(left_out)} 7d {others}"


def test_tombolon_wins_the_match_whatever_the_totals() -> None:
    s = set_up(NO_CALLING, ["Rb", ""], "Rc", taken=(tombolon_pile(), ""), rest=1, totals=(0, 30))
    step = played(NO_CALLING, s, "Rb x Rc")
    assert isinstance(step.events[-1], e.MatchWon)
    assert step.events[-1].tombolon
    assert step.events[-1].seats == (0,)
    outcome = NO_CALLING.outcome(step.state)
    assert outcome is not None
    assert outcome.reason.en == "tombolon"
    end = next(event for event in step.events if isinstance(event, e.HandEnded))
    assert (end.breakdown(0)["tombolon"], end.breakdown(0)["extra_onori"]) == (31, 6)
    assert outcome.scores == end.totals == (sum(end.breakdown(0).values()), 30)


def test_tombolon_waits_for_the_end_of_the_hand() -> None:
    s = set_up(G, ["Rs 2b", "3b"], "Rc 4c", taken=(tombolon_pile("Rs"), ""), totals=(0, 99))
    assert G.actor(played(G, s, "Rs x Rc").state) == 1


def test_without_the_last_spada_there_is_no_tombolon() -> None:
    s = set_up(NO_CALLING, ["Rb", ""], "Rc", taken=(tombolon_pile("Rs"), ""), rest=1, totals=(0, 0))
    end = next(x for x in played(NO_CALLING, s, "Rb x Rc").events if isinstance(x, e.HandEnded))
    assert end.breakdown(0)["tombolon"] == 0


# ---- options ----


def test_the_target_is_31_and_51_in_padova_unless_told() -> None:
    assert (Options().target, Options(padova=True).target) == (31, 51)
    assert Options(padova=True, target=31).target == 31
    assert rules("tombolon", preset="padova").options == Options(padova=True)


def test_options_survive_being_written_down() -> None:
    for options in (Options(), Options(padova=True), Options(padova=True, target=31), Options(target=40)):
        written = changed(options)
        assert make(Options, dict(written), "tombolon") == options


def test_padova_calls_the_ten_of_coins_by_its_name() -> None:
    event = e.Scored(0, "setbel", 1, deck=True)
    assert "ten of coins" in PADOVA.say(event, "en", ["ada", "bruno"])
    assert "seven of coins" in G.say(event, "en", ["ada", "bruno"])
