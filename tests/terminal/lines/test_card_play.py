"""Capture games played from the keyboard: whole matches, choices among captures, secrets at one screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tavola.cli import app
from tavola.core.match import replay
from tavola.core.record import Record
from tavola.games import rules_of
from tavola.games.capture.events import Dealt
from tavola.pieces.cardset import CardSet


def played(game: str, typed: str, *args: str, players: str = "you:Ada,random", seed: int = 3) -> str:
    command = ["play", game, "--players", players, "--seed", str(seed), *args]
    result = CliRunner().invoke(app, command, input=typed)
    assert result.exit_code == 0, result.stderr
    return result.stdout


# ---- whole matches ----


@pytest.mark.parametrize(
    ("game", "args", "players"),
    [
        ("spazzino", (), "you:Ada,random"),
        ("scopetta", ("--no-plain",), "you:Ada,random"),
        ("tombolon", ("--lang", "it"), "you:Ada,random"),
        ("tombolon", ("--no-plain", "--lang", "fr"), "you:Ada,random,random,random"),
        ("tombolon", ("--preset", "padova"), "random,you:Ada"),
    ],
)
def test_a_whole_match(game: str, args: tuple[str, ...], players: str, tmp_path: Path) -> None:
    path = tmp_path / "match"
    text = played(game, "1\n" * 600, "--record", str(path), *args, players=players)
    record = Record.parse(path.read_text())
    assert record.result is not None
    *_, (match, _) = replay(rules_of(record), record)
    assert match.outcome is not None
    hands = match.state.turn.hand
    title = re.compile("The points of hand|Les points de la donne|I punti della smazzata")
    assert len(title.findall(text)) == hands


@pytest.mark.parametrize("players", ["random,random", "random,random,random,random"])
@pytest.mark.parametrize("plain", ["--plain", "--no-plain"])
def test_bots_alone_are_watched(players: str, plain: str) -> None:
    text = played("tombolon", "", plain, players=players)
    assert "You are watching." in text
    assert "win" in text
    assert "Your hand" not in text


def test_three_can_not_play_tombolon() -> None:
    result = CliRunner().invoke(app, ["play", "tombolon", "--players", "you,random,random"])
    assert result.exit_code == 2
    assert "2" in result.stderr
    assert "4" in result.stderr


def test_somebody_sits_opposite_by_default() -> None:
    result = CliRunner().invoke(app, ["play", "scopetta", "--seed", "3"], input="q\n")
    assert result.exit_code == 0
    assert re.match(r"Scopetta: Player, (Pia|Gigi)\n", result.stdout)


# ---- choosing ----
# With this seed Ada holds 6s Cc Rs before 4b 4d 5s 7b Rc: her Cc takes 4b 5s or 4d 5s.


def after(text: str, typed: str) -> str:
    return text.partition(f"{typed}\n")[2]


@pytest.mark.parametrize("answer", ["2", "4b 5s", "5s,4b", "cc x 4b 5s", "Cc 5s 4b"])
def test_among_several_captures(answer: str) -> None:
    text = played("scopetta", f"cc\n{answer}\n")
    assert "Cc can take in several ways: type a number, or the cards." in text
    assert "2 Cc takes 4b 5s\n3 Cc takes 4d 5s\n" in after(text, "Ada> cc")
    assert "Ada> Cc x " in text
    assert "Ada plays Cc and takes 5s 4b" in text


def test_another_card_after_all() -> None:
    text = played("scopetta", "cc\n6s\n")
    assert "Ada drops 6s" in text


def test_enter_goes_back_to_the_whole_list() -> None:
    text = played("scopetta", "cc\n\n")
    assert "1 6s drop\n2 Cc takes 4b 5s" in after(text, "Ada> Cc x ")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("cc x 7b", "Not possible: Cc can't take 7b"),
        ("7d", "Not possible: 7d is not in your hand"),
        ("6s 5s", "Not possible: 6s takes nothing here"),
        ("deal 7d", "Not possible: "),
        ("7", "means nothing here"),
        ("c", "means nothing here"),
    ],
)
def test_what_can_not_be_played(typed: str, why: str) -> None:
    assert why in after(played("scopetta", f"{typed}\n"), f"Ada> {typed}")


# ---- the last play, the summary ----


def test_last() -> None:
    text = played("scopetta", "last\n1\nl\n")
    assert after(text, "Ada> last").startswith("Gigi drops 7b\n")
    assert after(text, "Ada> l").startswith("Gigi plays 7s and takes 7b\n")


def test_last_before_anything_was_played() -> None:
    text = played("scopetta", "last\n", players="random,you:Ada")
    assert "Ada> last\nNothing has been played yet." in text


def test_last_is_no_word_of_the_dice_games() -> None:
    assert "means nothing here" in played("5000", "last\n", players="you:Ada")


def test_the_summary_adds_up() -> None:
    text = played("spazzino", "1\n" * 18)
    block = text.partition("The points of hand 1.\n")[2].splitlines()
    lines = block[: next(n for n, line in enumerate(block) if line.startswith("match:")) + 1]
    points = [[int(n) for n in re.findall(r"(?:Ada|Gigi) (\d+)", line)] for line in lines]
    for side in range(2):
        assert sum(row[side] for row in points[:-2]) == points[-2][side] == points[-1][side]
    cards = re.search(r"cards: Ada \d \((\d+) of them\), Gigi \d \((\d+) of them\)", text)
    assert cards is not None
    assert int(cards[1]) + int(cards[2]) == 40


def test_help_names_the_last_play_and_the_cards() -> None:
    text = played("scopetta", "help\n", "--lang", "fr")
    assert "Entrée " in text
    assert "last    le dernier coup à nouveau" in text
    assert "b (bâtons)" in text
    assert "R (king)" not in text


# ---- several people at one screen ----


def hands_dealt(path: Path) -> list[tuple[int, CardSet]]:
    """Every packet of a record, with the seat it went to."""
    record = Record.parse(path.read_text())
    rules, found = rules_of(record), []
    for match, step in replay(rules, record):
        assert match.outcome is None
        dealt = [event for event in (step.events if step else ()) if isinstance(event, Dealt)]
        found += [(event.seat, event.cards or CardSet()) for event in dealt]
    return found


def test_the_screen_is_passed_before_a_hand_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "match"
    text = played("scopetta", "\n1\n\n1\n\nquit\n", "--record", str(path), players="you:Ada,you:Bob")
    packets = dict(reversed(hands_dealt(path)[:2]))
    pieces = re.split(r"Pass the screen to \w+\. (\w+), press Enter: \n", text)
    shown = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    assert pieces[1::2] == ["Bob", "Ada", "Bob"]
    for name, seat in (("Ada", 0), ("Bob", 1)):
        other = packets[1 - seat]
        hand = next(line for line in shown[name].splitlines() if line.startswith("Your hand: "))
        assert CardSet.parse(hand.removeprefix("Your hand: ")) <= packets[seat]
        assert not CardSet.parse(hand.removeprefix("Your hand: ")) & other


CARD = re.compile(r"\b(10|[A2-9FCR])([bcds])\b")


@pytest.mark.parametrize("plain", ["--plain", "--no-plain"])
@pytest.mark.parametrize(("game", "players"), [("spazzino", 2), ("tombolon", 4)])
def test_no_card_is_seen_before_its_holders_turn(game: str, players: int, plain: str, tmp_path: Path) -> None:
    """Whatever stands before a name is called holds no card of that name's hand, but for those played."""
    path = tmp_path / "match"
    names = ["Ada", "Bob", "Cid", "Dan"][:players]
    seats = ",".join(f"you:{name}" for name in names)
    typed = "\nlast\nscore\n\n1\n" * 12 if players == 2 else "\n1\n" * 16
    text = played(game, typed, plain, "--record", str(path), players=seats, seed=17)
    first_seen = {match[0]: match.start() for match in reversed(list(CARD.finditer(text)))}
    called = [(match[1], match.start()) for match in re.finditer(r"Pass the screen to (\w+)\.", text)]
    rounds = hands_dealt(path)
    bottom = re.search(r"(?:Under the stock lies) (\w+);", text)
    for seat, cards in rounds[:players]:
        turn = next(at for name, at in called if name == names[seat])
        for card in cards:
            if bottom is None or bottom[1] != str(card):
                assert first_seen.get(str(card), turn) >= turn, (names[seat], str(card))


def test_commands_before_the_screen_is_passed_show_no_hand() -> None:
    text = played("scopetta", "score\nhelp\nlast\nfoo\n", players="you:Ada,you:Bob")
    assert "Bob's cards are shown after Enter alone." in text
    assert "Your hand" not in text
    assert "7d  play that card" not in text


def test_no_screen_is_passed_where_nothing_is_hidden() -> None:
    text = played("5000", "trash\n", players="you:Ada,you:Bob")
    assert "Pass the screen" not in text


def test_after_an_illegal_play_the_screen_is_still_his() -> None:
    text = played("scopetta", "\n7d x Rd\n", players="you:Ada,you:Bob")
    assert "Not possible" in text
    assert text.count("Pass the screen") == 1
