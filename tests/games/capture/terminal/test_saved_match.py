"""`tavola replay` of what the original card client saved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tavola.cli import app
from tests.games.capture.saved_files import DATA, text_of

RESIGNED = DATA / "scopetta-resigned.yaml"


def replay(path: Path | str, *args: str, given: bytes | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["replay", str(path), *args], input=given)
    return result.exit_code, result.stdout, result.stderr


def hands_of(path: Path, *args: str) -> Any:
    code, out, err = replay(path, "--json", *args)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_the_match_that_was_resigned() -> None:
    code, out, _ = replay(RESIGNED)
    assert code == 0
    assert "played again as Scopetta, to 11" in out
    assert "scopa: maestro 1, Scarrafone 1" in out
    assert "Every play keeps the rules." in out
    assert out.endswith("Result: 1 to 1. Scarrafone resigns. maestro wins.\n")


def test_the_match_that_was_resigned_for_programs() -> None:
    (hand,) = hands_of(RESIGNED)
    assert hand["game"] == "scopetta"
    nothing = {"carte": 0, "denari": 0, "setbel": 0, "napola": 0, "primiera": 0}
    assert hand["points"] == [{**nothing, "scopa": 1, "total": 1}] * 2
    assert hand["problems"] == []
    assert (hand["plays"], hand["ended"], hand["resigned"]) == (25, "resigned", "Scarrafone")
    assert hand["winners"] == ["maestro"]


@pytest.mark.parametrize(
    ("name", "game", "hands", "winners"),
    [
        ("spazzino", "spazzino", 4, ["Toro"]),
        ("tombolon", "tombolon", 4, ["Toro"]),
        ("tombolon-in-four", "tombolon", 2, ["Toro", "Zoe"]),
        ("padova", "tombolon", 8, ["Gino B."]),
    ],
)
def test_whole_matches(name: str, game: str, hands: int, winners: list[str]) -> None:
    told = hands_of(DATA / f"{name}.yaml")
    assert len(told) == hands
    assert {hand["game"] for hand in told} == {game}
    assert [problem for hand in told for problem in hand["problems"]] == []
    assert told[-1]["winners"] == winners
    assert len(told[0]["points"]) == len(told[0]["players"])
    for hand in told:
        assert all(sum(side.values()) == 2 * side["total"] for side in hand["points"])
    for seat in range(len(told[0]["players"])):
        assert told[-1]["totals"][seat] == sum(hand["points"][seat]["total"] for hand in told)


def test_broken_plays_are_reported_and_the_hand_goes_on(tmp_path: Path) -> None:
    text = RESIGNED.read_text()
    broken = tmp_path / "broken.yaml"
    # Without this card the six takes only the ace; the file now also breaks off without the resignation.
    text = text.replace("    - - :_6d\n      - :_Ab\n      - :_5b\n", "    - - :_6d\n      - :_Ab\n", 1)
    broken.write_text(text.replace(":type: :resign", ":type: :sing"))
    (hand,) = hands_of(broken)
    assert hand["problems"][0] == "hand 1, play 1, maestro 6d x Ab: 6d can't take Ab, only 5b Ab"
    assert "Scarrafone does “sing”" in hand["problems"][-2]
    assert "it stops after 25 plays of 36" in hand["problems"][-1]
    assert hand["plays"] == 25
    _, out, _ = replay(broken, "--lang", "it")
    assert "Contro le regole: smazzata 1, giocata 1, maestro 6d x Ab: 6d non può prendere Ab" in out
    assert "Risultato: " in out


@pytest.mark.parametrize("ending", [b"\r\n", b"\n"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_other_computers(tmp_path: Path, ending: bytes, encoding: str) -> None:
    text = RESIGNED.read_text().replace("maestro", "Nicolò").replace("\n", ending.decode())
    path = tmp_path / "match.YML"
    path.write_bytes(text.encode(encoding))
    (hand,) = hands_of(path)
    assert hand["players"] == ["Nicolò", "Scarrafone"]
    assert hand["problems"] == []


def test_from_a_pipe() -> None:
    code, out, _ = replay("-", "--json", given=RESIGNED.read_bytes())
    assert code == 0
    assert json.loads(out)[0]["winners"] == ["maestro"]


def test_a_file_cut_off_anywhere(tmp_path: Path) -> None:
    data = RESIGNED.read_bytes()
    path = tmp_path / "cut.yaml"
    for length in range(0, data.index(b":players:") - 10, 131):
        path.write_bytes(data[:length])
        code, out, err = replay(path, "--json")
        assert "Traceback" not in err
        if code == 0:
            assert json.loads(out)[0]["problems"]
        else:
            assert code == 1
            assert err.startswith("error: ")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not a saved match"),
        (b"just text", "not a saved match"),
        (b"a: [", "not valid YAML in line"),
        (b"- !ruby/object:Object {}", "asks for an object"),
        (b"\x00\x01\x02", "not valid YAML"),
        (b":players: [a, b]", "no hands"),
        (b":giocate: [{}]\n:players: [a]", "two players"),
        (
            b"a: &a [x,x,x,x,x,x,x,x]\n"
            + b"".join(b"%c: &%c [%s]\n" % (n, n, b",".join([b"*%c" % (n - 1)] * 8)) for n in range(98, 110)),
            "more data",
        ),
    ],
)
def test_what_is_no_saved_match(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "no.yaml"
    path.write_bytes(data)
    code, out, err = replay(path)
    assert (code, out) == (1, "")
    assert err.startswith("error: ")
    assert why in err
    assert err.count("\n") == 1


def test_names_can_not_steer_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "evil.yaml"
    data = {
        ":giocate": [{":actions": [], ":deck": []}],
        ":players": ['"\\e[2Jmad"', "[bold]b"],
    }
    path.write_text(text_of(data).replace("- [bold]b", "- '[bold]b'"))
    code, out, _ = replay(path, "--no-plain")
    assert code == 0
    assert "\x1b[2J" not in out
    assert "[bold]b" in out


def test_step_shows_the_plays() -> None:
    _, out, _ = replay(RESIGNED, "--step")
    assert "maestro plays 6d and takes 5b Ab" in out
    assert "Scarrafone: scopa, 1" in out


def test_drawn_for_eyes() -> None:
    _, out, _ = replay(DATA / "spazzino.yaml", "--no-plain", "--lang", "fr")
    assert "╭─ Les points de la donne 1 ─" in out
    assert "│ cette donne " in out
    assert "Résultat : 15 à 27. Toro gagne." in out


def tricks(name: str, plays: str, *others: str) -> str:
    """A match of tricks as the original client saved it; `plays` are words such as A-Rd, who and what."""
    lines = ["---", ":players:", "- A", "- B", ":game:", f"  :name: {name}", "  :opt:"]
    lines += ["    :target_points_segno: 61", "    :num_segni_match: 2", ":giocate:", "- :first_plx: 0"]
    lines += ["  :actions:"]
    for play in plays.split():
        who, _, card = play.partition("-")
        lines += ["  - :type: :cardplayed", "    :arg:", f"    - {who}", f"    - :_{card}"]
    for kind in others:
        lines += [f"  - :type: :{kind}", "    :arg:", "    - A", "    - :mar_bas"]
    return "\n".join([*lines, "  :deck:", "  - :_Rb", ""])


NEVER_TRUMPED = (
    "A-4b B-5c A-5b B-6c A-6b B-7c A-7b B-Fc A-Ab B-Cc A-3b B-Rc A-2d B-2s A-3d B-3s A-4d B-4s A-5d B-5s"
)
TRUMPED = "A-4b B-5c B-6c A-6d"


@pytest.mark.parametrize(
    ("text", "game"),
    [
        (tricks("Briscola", TRUMPED), "Briscola"),
        (
            tricks("Briscola", f"{NEVER_TRUMPED} A-6d B-6s A-7d"),
            "Briscolone",
        ),  # it has the other's name there
        (tricks("Briscolone", TRUMPED), "Briscolone"),
        (tricks("Mariazza", TRUMPED, "declare"), "Mariazza"),
        (tricks("''", TRUMPED), "Briscola"),
        (tricks("''", TRUMPED, "change_briscola"), "Mariazza"),
        (tricks("Tressette", TRUMPED), "Tressette"),
    ],
)
def test_a_match_of_another_game_is_told_as_what_it_is(text: str, game: str, tmp_path: Path) -> None:
    path = tmp_path / "saved.yaml"
    path.write_text(text)
    code, out, err = replay(path)
    assert (code, out) == (1, "")
    assert f"this is a match of {game}, which is not one of the games here" in " ".join(err.split())
    assert f"una partita di {game}" in replay(path, "--lang", "it")[2]
    assert f"une partie de {game}" in replay(path, "--lang", "fr", "--json")[2]
