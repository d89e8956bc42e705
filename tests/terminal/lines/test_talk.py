"""What may be typed at a prompt, and what is answered."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tavola.cli import app
from tavola.core.record import Record

# Seed 12: after the load, Ada is to throw first in her go against what Léontine has shown.
PLAY = ["play", "421", "--players", "you:Ada,published,published", "--seed", "12"]


def said(*typed: str, lang: str = "en", args: tuple[str, ...] = ()) -> str:
    given = "".join(f"{line}\n" for line in typed)
    result = CliRunner().invoke(app, [*PLAY, "--lang", lang, *args], input=given)
    assert result.exit_code == 0, result.output
    return result.stdout


def after_prompt(text: str, typed: str) -> str:
    """What follows the first time something was typed."""
    return text.partition(f"Ada> {typed}\n")[2]


@pytest.mark.parametrize(
    ("lang", "word"), [("en", "You may type"), ("fr", "Vous pouvez taper"), ("it", "Puoi scrivere")]
)
@pytest.mark.parametrize("typed", ["help", "?"])
def test_help(lang: str, word: str, typed: str) -> None:
    answer = after_prompt(said(typed, lang=lang), typed)
    assert answer.startswith(word)
    assert "throw hit" in answer
    assert "resign" in answer


def test_rules() -> None:
    assert "nenette" in after_prompt(said("rules"), "rules").lower()


def test_score() -> None:
    assert after_prompt(said("score"), "score").startswith("Ada: 3 tokens")


@pytest.mark.parametrize(
    ("lang", "word"), [("en", "What is done"), ("fr", "Ce qui est fait"), ("it", "Quel che è fatto")]
)
def test_undo(lang: str, word: str) -> None:
    assert word in after_prompt(said("undo", lang=lang), "undo")


@pytest.mark.parametrize("typed", ["quit", "q", "QUIT", "partir"])
def test_leaving(typed: str, tmp_path: Path) -> None:
    path = tmp_path / "game"
    text = said(typed, args=("--record", str(path)))
    assert "The game is not finished." in after_prompt(text, typed)
    assert str(path) in text
    record = Record.parse(path.read_text())
    assert record.result is None
    assert record.moves


def test_the_end_of_the_input_is_leaving(tmp_path: Path) -> None:
    path = tmp_path / "game"
    assert "The game is not finished." in said(args=("--record", str(path)))
    assert Record.parse(path.read_text()).result is None


def test_resigning_is_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "game"
    text = said("resign", "no", "resign", "y", args=("--record", str(path)))
    assert "You play on." in text
    assert "Ada resigns." in text
    assert "Ambrogio and Léontine win." in text
    assert (Record.parse(path.read_text()).result or {})["reason"] == "resignation"


@pytest.mark.parametrize("typed", ["nonsense", "-1", "0", "99", "٣", "x" * 5000, "\x1b[A", "%s {}", "[bold]"])
def test_nonsense_is_answered_and_forgiven(typed: str) -> None:
    text = said(typed, "score")
    assert "means nothing here" in text
    assert "Ada> score" in text
    assert "\x1b" not in text


@pytest.mark.parametrize(
    ("lang", "why"),
    [
        ("en", "you have not thrown yet"),
        ("fr", "vous n'avez pas encore lancé"),
        ("it", "non hai ancora tirato"),
    ],
)
def test_an_illegal_move_says_why_and_what_is_legal(lang: str, why: str) -> None:
    answer = after_prompt(said("keep 42", lang=lang), "keep 42")
    assert why in answer.splitlines()[0]
    assert "\n1 " in answer


def test_a_player_does_not_roll_what_he_likes() -> None:
    assert "Not possible" in after_prompt(said("roll 421"), "roll 421")


@pytest.mark.parametrize("typed", ["1", "t", "throw", "throw all", "THROW"])
def test_many_words_for_one_throw(typed: str) -> None:
    assert after_prompt(said(typed), typed).startswith("Ada throws 5 4 4")


@pytest.mark.parametrize("typed", ["2", "h", "hit", "throw hit", "th"])
def test_many_words_for_hitting_the_table(typed: str) -> None:
    assert after_prompt(said(typed), typed).startswith("Ada hits the table: last throw")


@pytest.mark.parametrize("typed", ["54", "45", "5 4", "keep 54", "k54"])
def test_dice_alone_keep_them(typed: str) -> None:
    assert after_prompt(said("t", typed), typed).startswith("Ada keeps 5 4, throws 2")


def test_the_record_is_on_disk_before_every_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game"
    lengths = []

    def ask(*_: object) -> str:
        lengths.append(len(Record.parse(path.read_text()).moves))
        return "t" if len(lengths) < 3 else "quit"

    monkeypatch.setattr("tavola.terminal.drawings.screen.Screen.ask", ask)
    said(args=("--record", str(path)))
    assert lengths == sorted(set(lengths))
    assert len(lengths) == 3


def test_a_full_disk_does_not_end_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = []

    def fsync(_: int) -> None:
        saves.append(1)
        if len(saves) > 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fsync)
    path = tmp_path / "game"
    result = CliRunner().invoke(app, [*PLAY, "--record", str(path)], input="t\nt\nquit\n")
    assert result.exit_code == 1
    assert result.stderr.count("warning: ") == 1
    assert "Goodbye" in result.stdout
    assert Record.parse(path.read_text()).moves == ()


def test_two_people_at_one_screen() -> None:
    result = CliRunner().invoke(
        app, ["play", "5000", "--players", "you:Ada,you:Bob", "--seed", "1"], input="trash\nquit\n"
    )
    assert "Ada> trash" in result.stdout
    assert "Bob> quit" in result.stdout


def test_drawn_for_eyes() -> None:
    text = said("t", "q", args=("--no-plain",))
    assert "╭───────╮" in text
    assert "●●●" in text
    assert "▸" in text
