"""What is announced at a table of 421."""

import pytest

import tavola
from tavola.core.match import replay
from tavola.core.record import Record
from tavola.core.words import LANGS, Lang
from tavola.games.fourtwentyone.combinations import Variant
from tavola.games.fourtwentyone.words import combination
from tavola.pieces.dice import throws
from tests.games.fourtwentyone.test_rules import all_hold_tokens, table, unloading
from tests.script import Script

STANDARD = Variant(1, 0, 1, 0)
OLD = """\
[Game "421"]
[Options ""]
[Rules "1"]
[Seats "A" "B"]

* roll 1
* roll 2
* roll 421
* roll 322
* roll 421
* roll 322
* roll 611
0 stop
"""


@pytest.mark.parametrize(
    ("dice", "en", "fr", "it"),
    [
        (421, "Four twenty one", "Quatre vingt et un", "Quattro ventuno"),
        (111, "All aces", "Brelan d'as", "Tris d'assi"),
        (666, "All six", "Brelan de six", "Tris di sei"),
        (311, "Ace three", "As trois", "Asso tre"),
        (321, "Three two one", "Trois deux un", "Tre due uno"),
        (221, "Nenette", "Nénette", "Nenette"),
        (521, "Five twenty one", "Cinq vingt et un", "Cinque ventuno"),
        (663, "Six sixty three", "Six soixante-trois", "Sei sessantatré"),
    ],
)
def test_names(dice: int, en: str, fr: str, it: str) -> None:
    assert combination(STANDARD, dice) == (en, fr, it)


def test_without_suites_a_suite_is_called_like_the_others() -> None:
    assert combination(Variant(0, 0, 1, 0), 321).en == "Three twenty one"


@pytest.mark.parametrize("lang", LANGS)
def test_every_combination_has_its_own_name(lang: Lang) -> None:
    assert len({combination(STANDARD, dice).in_(lang) for dice, _ in throws(3)}) == 56


def calls(script: Script, *moves: str) -> list[str]:
    """What the players call out during the moves, without their names."""
    said = [event for event in script.play(*moves) if type(event).__name__ == "Announced"]
    return [words.partition("“")[2].rstrip("”") for words in script.said(list(said))]


def test_examples_of_the_load() -> None:
    assert calls(table(2), "roll 112", "roll 113") == ["Ace two for two", "Ace three for five"]


def test_example_of_the_unload() -> None:
    assert calls(unloading(), "roll 113", "throw", "roll 114")[0] == "Ace three for three"
    script = unloading()
    script.play("roll 211", "keep 11", "roll 6")
    assert calls(script, "stop") == ["Ace six in two for eight"]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "A: “Ace six in one for six”"),
        ("fr", "A : « As six en un pour six »"),
        ("it", "A: «Asso sei in uno per sei»"),
    ],
)
def test_a_first_player_content_with_one_throw_says_so(lang: Lang, words: str) -> None:
    script = unloading()
    script.play("roll 611")
    assert script.said(script.play("stop"), lang) == [words]


def test_in_one_is_told_where_one_throw_is_the_new_maximum() -> None:
    """Best so far, with one throw where two were allowed; and not where that changes nothing."""
    best = all_hold_tokens(3)
    best.play("roll 322", "throw", "roll 322", "stop")
    assert calls(best, "throw hit", "roll 611") == ["Ace six in one for eight"]
    assert calls(best, "roll 421") == ["Four twenty one for eighteen"]  # nobody had more than one anyway
    lower = all_hold_tokens(3)
    lower.play("roll 421", "throw", "roll 421", "stop")
    assert calls(lower, "throw hit", "roll 611") == ["Ace six for twenty-six"]


def test_a_record_of_the_first_version_of_the_rules_replays() -> None:
    """What is told has changed since, not what happens."""
    record = Record.parse(OLD)
    assert record.rules_version == 1
    *_, (match, _) = replay(tavola.rules("421"), record)
    assert match.state.round.shown[:2] == (611, 0)


def worked_example(script: Script) -> list[str]:
    """The published example: 521, 113, 112; then 123, and 114 announced as the last."""
    first = calls(script, "roll 521", "throw", "roll 113", "throw", "roll 112")
    return first + calls(script, "throw", "roll 123", "throw hit", "roll 114")


def test_the_worked_example_fits_no_single_rule() -> None:
    """The example of the published rules contradicts itself in two places.

    It says "Five twenty one for none" though the table above it gives the others 1; and after "three two one
    for seven" it says 114 is "for nine", where 7 and 4 are 11.
    """
    published = [
        "Five twenty one for none",  # first contradiction: others count 1
        "Ace three for three",
        "Ace two in three for five",
        "Three two one for seven",
        "Ace four in two for nine",  # second contradiction: 7 + 4 = 11
    ]
    with_others_at_none = worked_example(unloading(others_value=0))
    assert with_others_at_none[:4] == published[:4]
    assert with_others_at_none[4] == "Ace four in two for eleven"

    assert worked_example(unloading()) == [
        "Five twenty one for one",
        "Ace three for four",
        "Ace two in three for six",
        "Three two one for eight",
        "Ace four in two for twelve",
    ]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["B: “Ace six for twelve, rampo!”", "B: “Hot hand!” (rampo for the lowest)"]),
        ("fr", ["B : « As six pour douze, rampeau ! »", "B : « Main chaude ! » (rampeau pour le plus bas)"]),
        ("it", ["B: «Asso sei per dodici, rampo!»", "B: «Mano calda!» (rampo per il più basso)"]),
    ],
)
def test_rampo_and_hot_hand(lang: Lang, words: list[str]) -> None:
    script = unloading()
    script.play("roll 611", "stop")
    assert script.said(script.play("roll 611"), lang) == words


def test_the_end_of_a_set_is_told() -> None:
    script = unloading()
    script.play("roll 421", "stop")
    assert script.said(script.play("roll 322")) == [
        "B: “Three twenty two for eleven”",
        "A gives ten to B",
        "B loses the set (lost so far: 1)",
    ]


def test_hitting_the_table_and_knocking_are_told() -> None:
    script = all_hold_tokens(3)
    script.play("roll 665", "throw", "roll 665", "stop")
    assert script.said(script.play("throw hit"), "fr") == ["B frappe la table : dernier lancer"]
    script = unloading(knock="1/2")
    script.play("roll 442", "keep 42")
    assert (
        script.said(script.play("roll 1 knock 2-5"), "it")[0] == "A urta un dado tenuto: due diventa cinque"
    )
