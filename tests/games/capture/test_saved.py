"""Saved matches: the game told from the options, hands replayed, and every kind of broken play reported."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from tavola.core.errors import BrokenRecord
from tavola.games.capture.saved import possible_games, read_match
from tavola.games.capture.saved_replay import HandAgain, MatchAgain, replay_match
from tests.games.capture.saved_files import DATA, OPTIONS, hand, match, played_match, resign

GOLDEN = DATA.parent / "cards"
A, B = "Gino B.", "Toro"

# The table is Ab 2b 3b 4b; A gets 5b 6b 7b, B Fb Cb Rb, and so on up the deck.
ORDER = [f"{rank}{suit}" for suit in "bcds" for rank in "A234567FCR"]


def golden_hands() -> list[dict[str, Any]]:
    """But for those called out, which took the totals of the hands before them."""
    files = sorted(GOLDEN.glob("*.jsonl"))
    hands = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    return [told for told in hands if not told["ended_early"]]


def again(data: dict[str, Any]) -> MatchAgain:
    return replay_match(read_match(data))


def one(
    *actions: dict[str, Any], game: str = "spazzino", order: list[str] = ORDER, first: int = 0
) -> HandAgain:
    """The replay of one hand with just these actions."""
    dealt = hand(order, first, [])
    return again(match(game, [dealt | {":actions": list(actions)}])).hands[0]


def act(who: str, *cards: str, kind: str = ":cardplayedarr") -> dict[str, Any]:
    return {":type": kind, ":arg": [who, [f":_{card}" for card in cards]], ":pl_name": who}


def said(hand: HandAgain) -> list[str]:
    """The problems, but for the one that all these short hands have."""
    return [str(problem) for problem in hand.problems if "it stops after" not in str(problem)]


# ---- whole hands ----


@pytest.mark.parametrize("told", golden_hands(), ids=lambda told: str(told["id"]))
def test_hands_written_down_elsewhere(told: dict[str, Any]) -> None:
    plays = [play.split(" | ")[0] for play in told["plays"]]
    dealt = hand(told["deal"].split(), told["first"], plays)
    data = match(told["game"], [dealt], target_points=str(told["target"]))
    if told["game"] == "scopetta":
        data[":game"][":opt"][":vale_napola"] = "true" if told["napola"] else "false"
    done = again(data).hands[0]
    assert [str(problem) for problem in done.problems] == []
    assert list(done.points) == told["points"]
    assert done.ended == "played out"


@pytest.mark.parametrize(
    ("game", "seats"), [("spazzino", 2), ("scopetta", 2), ("tombolon", 2), ("tombolon", 4)]
)
def test_whole_matches(game: str, seats: int) -> None:
    for seed in range(4):
        done = again(played_match(game, seed, seats))
        assert done.rules.info.name == game
        assert [hand.problems for hand in done.hands] == [()] * len(done.hands)
        assert [hand.notes for hand in done.hands] == [()] * len(done.hands)
        assert done.winner is not None
        assert done.hands[-1].winner == done.winner
        assert all(hand.winner is None for hand in done.hands[:-1])
        for side in range(2):
            made = [sum(hand.points[side].values()) for hand in done.hands]
            assert done.hands[-1].totals[side] == sum(made)


def test_padova_is_told_by_its_deck() -> None:
    done = again(played_match("tombolon", 3, padova=True))
    assert done.rules.options.padova
    assert done.rules.options.target == 51
    assert not any(hand.problems for hand in done.hands)


# ---- which game it was ----


@pytest.mark.parametrize("game", OPTIONS)
def test_the_options_tell_the_game(game: str) -> None:
    found = possible_games(read_match(match(game, [hand(ORDER, 0, [])])))
    assert [rules.info.name for rules in found] == [game]


@pytest.mark.parametrize(
    ("options", "name", "found"),
    [
        ({}, "Tombolon", ["tombolon"]),
        ({}, "Scopetta", ["scopetta"]),
        ({"target_points": "21"}, "Spazzino", ["spazzino"]),
        ({"target_points": "51"}, "Spazzino", ["tombolon"]),
        ({"combi_sum_lesscard": "true", "target_points": "15"}, "Spazzino", ["scopetta"]),
        ({"combi_sum_lesscard": "true", "target_points": "21"}, "Spazzino", ["scopetta", "spazzino"]),
        ({"combi_sum_lesscard": "false", "target_points": "40"}, "Spazzino", ["spazzino"]),
        ({"combi_sum_lesscard": "false", "vale_napola": "true"}, "Spazzino", ["tombolon"]),
        (
            {"combi_sum_lesscard": "false", "vale_napola": "true", "target_points": "21"},
            "Spazzino",
            ["spazzino", "tombolon"],
        ),
        ({}, "Spazzino", ["spazzino", "scopetta", "tombolon"]),
    ],
)
def test_signs_of_a_game(options: dict[str, str], name: str, found: list[str]) -> None:
    given = {f":{key}": value for key, value in options.items()}
    data = {
        ":game": {":name": name, ":opt": given},
        ":players": [A, B],
        ":giocate": [hand(ORDER, 0, [])],
    }
    assert [rules.info.name for rules in possible_games(read_match(data))] == found


@pytest.mark.parametrize("game", OPTIONS)
def test_the_plays_decide_where_the_options_do_not(game: str) -> None:
    data = played_match(game, 5)
    data[":game"][":opt"] = {}
    assert again(data).rules.info.name == game


def test_four_players_are_tombolon_whatever_the_options_say() -> None:
    data = played_match("tombolon", 5, seats=4)
    data[":game"][":opt"] = OPTIONS["spazzino"] | {":target_points": "31"}
    done = again(data)
    assert done.rules.info.name == "tombolon"
    assert not any(hand.problems for hand in done.hands)


def test_napola_and_target_are_taken_over() -> None:
    data = match("scopetta", [hand(ORDER, 0, [])], vale_napola="false", target_points="16")
    rules = again(data).rules
    assert (rules.options.napola, rules.options.target) == (False, 16)


# ---- plays that break the rules ----


def test_a_legal_play_is_no_problem() -> None:
    done = one(act(A, "5b", "2b", "3b"), act(B, "Fb"))
    assert said(done) == []
    assert done.points[0]["bager"] == 3
    assert done.totals == (3, 0)


def test_not_his_turn() -> None:
    done = one(act(B, "Fb"), act(A, "5b", "2b", "3b"), act(B, "Cb"))
    assert said(done) == ["hand 1, play 1, Toro Fb: it is not Toro's turn but Gino B.'s"]
    assert done.points[0]["bager"] == 3  # carried out all the same


def test_a_name_that_does_not_fit_the_card() -> None:
    done = one(act(B, "5b", "4b", "Ab"), act("Pippo", "Fb"))
    assert said(done) == [
        "hand 1, play 1, Toro 5b x 4b Ab: 5b is not in Toro's hand but in Gino B.'s; taken as Gino B.'s play",
        "hand 1, play 2, Pippo Fb: nobody called Pippo plays; taken as Toro's play",
    ]
    assert done.points[0]["bager"] == 3


@pytest.mark.parametrize(
    ("card", "where"),
    [("2b", "it lies on the table"), ("7s", "it is still in the stock"), ("8d", "it is not in this deck")],
)
def test_a_card_nobody_holds_is_left_out(card: str, where: str) -> None:
    done = one(act(A, card), act(A, "5b", "2b", "3b"))
    expected = (
        f"hand 1, play 1, Gino B. {card}: {card} is not in Gino B.'s hand ({where}); the play is left out"
    )
    assert said(done) == [expected]
    assert done.points[0]["bager"] == 3


def test_the_same_play_twice() -> None:
    done = one(act(A, "5b", "2b", "3b"), act(A, "5b", "2b", "3b"), act(B, "Fb"))
    assert len(said(done)) == 1
    assert "it has been taken already" in said(done)[0]
    assert done.plays == 3


def test_a_capture_that_is_not_legal() -> None:
    done = one(act(A, "5b", "2b", "4b"))
    assert said(done) == ["hand 1, play 1, Gino B. 5b x 2b 4b: 5b can't take 4b 2b, only 3b 2b or 4b Ab"]
    assert done.points[0]["bager"] == 3  # three cards of a suit were taken, rightly or not


def test_more_cards_than_the_fewest() -> None:
    done = one(act(A, "6b", "Ab", "2b", "3b"), game="scopetta")
    assert said(done) == ["hand 1, play 1, Gino B. 6b x Ab 2b 3b: 6b can't take 3b 2b Ab, only 4b 2b"]


def test_a_capture_missed() -> None:
    done = one(act(A, "5b"), act(B, "Fb"))
    assert said(done) == ["hand 1, play 1, Gino B. 5b: 5b can take, so it must: 3b 2b or 4b Ab"]


def test_a_card_that_takes_nothing_here() -> None:
    done = one(act(A, "7b", "4b", "3b"), act(B, "Fb", "2b"))
    assert said(done) == ["hand 1, play 2, Toro Fb x 2b: Fb takes nothing here, it can only be dropped"]


def test_cards_that_are_not_on_the_table() -> None:
    done = one(act(A, "5b", "2b", "3d"), act(B, "Fb"))
    assert said(done) == ["hand 1, play 1, Gino B. 5b x 2b 3d: 3d can't be taken: not on the table"]


def test_what_is_no_card() -> None:
    done = one(act(A, "5x"), act(A, "5b", "2b", "3b"), act(B))
    assert said(done) == [
        "hand 1, play 1, Gino B. 5x: :_5x is not a card; the play is left out",
        "hand 1, play 3, Toro cardplayedarr: no card is named; the play is left out",
    ]


def test_two_impossible_plays_running_give_the_hand_up() -> None:
    done = one(act(A, "Rs"), act(B, "Cs"), act(A, "5b", "2b", "3b"))
    assert [str(problem) for problem in done.problems][-1] == (
        "hand 1: two plays running can't be carried out: the hand is not followed any further"
    )
    assert done.plays == 2
    assert done.ended == "unfinished"
    assert done.totals == (0, 0)


def test_too_few_plays() -> None:
    done = one(act(A, "5b", "2b", "3b"))
    assert [str(problem) for problem in done.problems] == [
        "hand 1: it stops after 1 play of 36: the deck is not counted"
    ]
    assert done.ended == "unfinished"
    assert done.points[0]["carte"] == 0


def test_unknown_actions_are_left_out() -> None:
    done = one(act(A, "5b", "2b", "3b"), act(B, "Fb", kind=":change_briscola"), act(B, "Fb"))
    assert said(done) == ["hand 1: Toro does “change_briscola”, which this game does not know; left out"]


def test_a_single_card_need_not_be_in_a_list_and_the_client_may_ask_for_the_next_hand() -> None:
    single = {":type": ":cardplayed", ":arg": [A, ":_7b"]}
    done = one(
        act(A, "5b", "2b", "3b"), {":type": ":cardplayed", ":arg": [B, ":_Fb"]}, {":type": ":gui_new_segno"}
    )
    assert said(done) == []
    assert said(one(single)) == ["hand 1, play 1, Gino B. 7b: 7b can take, so it must: 4b 2b Ab or 4b 3b"]


# ---- the ends of hands and of the match ----


def test_resigning_ends_the_match() -> None:
    done = one(act(A, "5b", "2b", "3b"), resign(B))
    assert done.problems == ()
    assert (done.ended, done.resigned, done.winner) == ("resigned", 1, 0)
    assert sum(done.points[0].values()) == 3


def test_what_comes_after_resigning() -> None:
    done = one(resign(B), act(A, "5b", "2b", "3b"), act(B, "Fb"))
    assert said(done) == [
        "hand 1, play 1, Gino B. 5b x 2b 3b: it comes after the end of the hand; plays after it: 1"
    ]
    assert done.totals == (0, 0)


def test_a_stranger_can_not_resign() -> None:
    done = one(resign("Pippo"))
    assert said(done) == ["hand 1: Pippo resigns, but nobody called that plays; left out"]
    assert done.winner is None


def test_plays_after_the_end() -> None:
    data = played_match("spazzino", 2)
    data[":giocate"][0][":actions"] += [act(A, "5b"), act(B, "5c")]
    done = again(data)
    late = [str(problem) for problem in done.hands[0].problems]
    assert late == ["hand 1, play 37, Gino B. 5b: it comes after the end of the hand; plays after it: 1"]
    assert done.hands[0].ended == "played out"


def test_a_hand_after_the_end_of_the_match() -> None:
    data = played_match("spazzino", 2)
    data[":giocate"].append(deepcopy(data[":giocate"][-2]))
    done = again(data)
    assert "the match was over before it" in str(done.hands[-1].problems[0])
    assert done.winner == done.hands[-2].winner


def test_a_hand_after_resigning() -> None:
    hands = [hand(ORDER, 0, []) | {":actions": [resign(A)]}, hand(ORDER, 1, [])]
    done = again(match("spazzino", hands))
    assert str(done.hands[1].problems[0]) == "hand 2: the match was over before it: Gino B. had resigned"
    assert done.winner == 1


SEVENS = ["7b", "7c", "7d", "Ab", *(card for card in ORDER if card not in ("7b", "7c", "7d", "Ab"))]


def test_a_redeal_missed() -> None:
    done = one(act(A, "2b"), game="tombolon", order=SEVENS)
    assert said(done)[0] == "hand 1: with Ab 7b 7c 7d on the table the cards should have been dealt again"
    assert said(one(act(A, "2b"), game="spazzino", order=SEVENS)) == []


def test_a_redeal_made() -> None:
    hands = [hand(SEVENS, 0, []), hand(ORDER, 0, [])]
    done = again(match("tombolon", hands))
    assert done.hands[0].ended == "dealt again"
    assert done.hands[0].problems == ()
    assert [str(note) for note in done.hands[0].notes] == ["three equal high cards on the table: dealt again"]
    assert done.hands[1].notes == ()  # the same player is first again


@pytest.mark.parametrize(
    ("deck", "why"),
    [
        (ORDER[:-1], "missing or wrong: Rs"),
        ([*ORDER[:-1], "Ab"], "missing or wrong: Ab Rs"),
        ([*ORDER[:-1], "XX"], "missing or wrong: Rs :_XX"),
        ([], "missing or wrong: Ab 2b 3b 4b 5b 6b 7b Fb"),
    ],
)
def test_a_deck_that_is_none(deck: list[str], why: str) -> None:
    done = one(act(A, "5b"), order=deck)
    assert [str(problem) for problem in done.problems] == [
        f"hand 1: the deck should name each of 40 cards once; {why}: the hand can't be dealt"
    ]
    assert set(done.points[0].values()) == {0}


def test_a_first_player_who_is_not_there() -> None:
    done = one(act(A, "5b", "2b", "3b"), first=7)
    assert said(done) == ["hand 1: there is no player number 7 to play first; number 0 does"]


# ---- what is noted ----


def test_the_deal_should_go_round() -> None:
    data = match("spazzino", [hand(ORDER, 0, []), hand(ORDER, 0, [])])
    assert [str(note) for note in again(data).hands[1].notes] == [
        "Gino B. plays first in the file; by turns it would be Toro"
    ]


def test_what_the_client_counted_is_compared() -> None:
    data = played_match("spazzino", 3)
    first = again(data).hands[0]
    right = [[who, {":tot": str(sum(first.points[seat].values()))}] for seat, who in enumerate((A, B))]
    data[":giocate"][0][":giocata_winner"] = right
    assert again(data).hands[0].notes == ()
    data[":giocate"][0][":giocata_winner"] = [[A, {":tot": "99"}]]
    assert "the file counts 99 for Gino B." in str(again(data).hands[0].notes[0])
    data[":match_winner"] = [[A, "-5"], [B, "77"]]
    assert "ends with 77 for Toro" in str(again(data).hands[-1].notes[-1])


def test_errors_of_the_count_that_cancel_are_found() -> None:
    """Napola and picula are wrong, the sum is right. The original counts three honours in one line."""
    data = played_match("spazzino", 3)
    first = again(data).hands[0]
    lines = [
        {":tot": sum(p.values()), ":onori": sum(p[k] for k in ("duespade", "fantespade", "setbel"))}
        | {f":{k}": p[k] for k in ("carte", "spade", "napola", "bager", "picula", "spazzino")}
        for p in first.points
    ]

    def notes(*changes: tuple[str, int]) -> list[str]:
        told = lines[0] | {key: lines[0][key] + by for key, by in changes}
        count = [[who, {k: str(v) for k, v in each.items()}] for who, each in ((A, told), (B, lines[1]))]
        data[":giocate"][0][":giocata_winner"] = count
        return [str(note) for note in again(data).hands[0].notes]

    assert notes() == []
    picula, napola = lines[0][":picula"], lines[0][":napola"]
    assert notes((":picula", 2), (":napola", -2)) == [
        f"napola: the file counts {napola - 2} for Gino B., these rules {napola}",
        f"picula: the file counts {picula + 2} for Gino B., these rules {picula}",
    ]
    assert notes((":onori", 1))[0].startswith("honours: the file counts")


# ---- what can't be used ----


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (None, "not a saved match"),
        ("text", "not a saved match"),
        ([], "not a saved match"),
        ({}, "no hands"),
        ({":giocate": "x"}, "no hands"),
        ({":giocate": [{}] * 5000, ":players": [A, B]}, "5000 hands"),
        ({":giocate": [{}]}, "two players, or of four"),
        ({":giocate": [{}], ":players": [A]}, "two players, or of four"),
        ({":giocate": [{}], ":players": [A, A]}, "all different"),
        ({":giocate": [{}], ":players": [A, ["x"]]}, "two players, or of four"),
    ],
)
def test_what_is_no_match(data: Any, why: str) -> None:
    with pytest.raises(BrokenRecord, match=why):
        read_match(data)


@pytest.mark.parametrize(
    "odd",
    [
        {},
        "text",
        None,
        {":deck": {}, ":actions": "x", ":first_plx": []},
        {":actions": [None, "x", [], {":arg": "x"}, {":type": [], ":arg": [[], {}]}]},
    ],
)
def test_an_odd_hand_is_a_problem_and_no_more(odd: Any) -> None:
    done = again({":giocate": [odd], ":players": [A, B]})
    assert len(done.hands[0].problems) == 1
    assert "can't be dealt" in str(done.hands[0].problems[0])


def test_a_file_cut_off_before_it_names_the_players() -> None:
    for seed in (2, 3):
        data = played_match("spazzino", seed)
        del data[":players"]
        done = again(data)
        assert done.players == (A, B)
        assert not any(hand.problems for hand in done.hands)


def test_problems_in_every_language() -> None:
    done = one(act(B, "Fb"))
    problem = done.problems[0]
    assert problem.fr == "donne 1, coup 1, Toro Fb : ce n'est pas à Toro de jouer, mais à Gino B."
    assert problem.it == "smazzata 1, giocata 1, Toro Fb: non tocca a Toro ma a Gino B."
