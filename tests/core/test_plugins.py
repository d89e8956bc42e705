"""The wall holds whatever a plug-in does."""

from __future__ import annotations

import pickle
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tavola.core.errors import BadOption
from tavola.core.plugins import GAMES, BrokenPlugin, find, guarded, load_game, load_maker, reason
from tests.plugged import GOOD_BOT, GOOD_GAME, install, register


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def point(value: str) -> EntryPoint:
    return EntryPoint("any", value, "any")


def test_plug_ins_are_found_by_name(packages: Path) -> None:
    before = set(find(GAMES).points)
    assert "found" not in before
    other = packages / "other"
    other.mkdir()
    install(other, "pack_found", "", games="found = pack_found:Game")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(other)
        assert set(find(GAMES).points) == before | {"found"}
        assert find(GAMES).warnings == ()


@pytest.mark.parametrize(
    ("entry_points", "why"),
    [(b"[tavola.games]\nbad = \xff\xfe:Game\n", "UnicodeDecodeError"), (b"[tavola.games]\nnonsense\n", "")],
)
def test_a_package_that_cant_be_read_hides_no_other(packages: Path, entry_points: bytes, why: str) -> None:
    register(packages, "pack_garbled", entry_points)
    install(packages, "pack_beside", "", games="beside = pack_beside:Game")
    found = find(GAMES)
    assert "beside" in found.points
    assert len(found.warnings) == 1
    assert found.warnings[0].startswith(f"the package pack_garbled can't be looked into for plug-ins: {why}")


def test_a_package_without_a_readable_name_goes_by_its_folder(packages: Path) -> None:
    register(packages, "pack_nameless", b"\xff")
    (packages / "pack_nameless-1.0.dist-info" / "METADATA").write_bytes(b"\xff\xfe")
    assert "the package pack_nameless-1.0 can't be looked into" in find(GAMES).warnings[0]


def test_of_two_with_one_name_the_first_counts(packages: Path) -> None:
    for folder in ("second", "first"):
        (packages / folder).mkdir()
        install(packages / folder, f"pack_{folder}", "", games=f"twice = pack_{folder}:Game")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(packages / "second")
        patch.syspath_prepend(packages / "first")
        assert find(GAMES).points["twice"].value == "pack_first:Game"
        register(packages, "pack_spoils", b"\xff")  # the longer way finds the same
        patch.syspath_prepend(packages / "nothing")
        assert find(GAMES).points["twice"].value == "pack_first:Game"
        assert find(GAMES).warnings


def test_a_good_game_is_loaded(packages: Path) -> None:
    install(packages, "pack_good_game", GOOD_GAME.format(name="good"))
    assert load_game("good", point("pack_good_game:Game")).rules_class.info.title == "A good game"


WHOLE_GAME = """
from tavola.core import game
{good}
GAME = game.Game({calls!r}, {rules!r}, bots={{"bold": "nowhere:Bold"}}, kernel="nowhere:KERNEL")
"""


def whole(packages: Path, module: str, calls: str, rules: str) -> EntryPoint:
    install(
        packages, module, WHOLE_GAME.format(good=GOOD_GAME.format(name="whole"), calls=calls, rules=rules)
    )
    return point(f"{module}:GAME")


def test_a_game_may_bring_all_its_parts_in_one_object(packages: Path) -> None:
    game = load_game("whole", whole(packages, "pack_whole", "whole", "pack_whole:Game"))
    assert game.rules_class.info.title == "A good game"
    assert list(game.bots) == ["bold"]
    assert game.part("judge") is None
    with pytest.raises(BrokenPlugin, match=r"the game whole can't be loaded.*nowhere"):
        game.part("kernel")


@pytest.mark.parametrize(
    ("calls", "rules", "why"),
    [
        ("other", "pack_{n}:Game", "calls itself other"),
        ("whole", "pack_{n}:Nothing", "has no attribute 'Nothing'"),
        ("whole", "nowhere:Game", "No module named 'nowhere'"),
        ("whole", "", "Empty module name"),
    ],
)
def test_an_object_that_does_not_hold_together(packages: Path, calls: str, rules: str, why: str) -> None:
    module = f"pack_{why.split()[-1].lower().strip(chr(39))}"
    broken = whole(packages, module, calls, rules.replace("pack_{n}", module))
    with pytest.raises(BrokenPlugin, match=why):
        load_game("whole", broken)


INFO = "from dataclasses import replace\nfrom tavola.games.dice_poker.game import DicePoker\n"


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("raise ValueError('no\\nluck')", "ValueError: no luck"),
        ("import module_of_nobody", "ModuleNotFoundError: No module named 'module_of_nobody'"),
        ("def Game(", "SyntaxError: "),
        ("", "AttributeError: "),
        ("Game = 7", "it is no class of a game but an int"),
        ("class Game: pass", "Game is no game: it has no info that is a GameInfo"),
        (f"{INFO}class Game: info = replace(DicePoker.info, name='odd')", "Game lacks start, actor, moves"),
        (f"{INFO}class Game(DicePoker): pass", "registered as odd, but its info calls it dice-poker"),
        (
            f"{INFO}class Game(DicePoker): info = replace(DicePoker.info, name='odd', summary='text')",
            "its info has a str for summary, not a Phrase",
        ),
        (
            f"{INFO}class Game(DicePoker): info = replace(DicePoker.info, name='odd', seats=())",
            "the seats of its info are no numbers of players",
        ),
        (
            f"{INFO}class Game(DicePoker): info = replace(DicePoker.info, name='odd', options=int)",
            "TypeError: ",
        ),
    ],
)
def test_a_bad_game_is_named(packages: Path, code: str, why: str, request: pytest.FixtureRequest) -> None:
    module = f"pack_bad_game_{request.node.callspec.indices['code']}"
    install(packages, module, code)
    with pytest.raises(BrokenPlugin) as caught:
        load_game("odd", point(f"{module}:Game"))
    assert str(caught.value).startswith("the game odd can't be loaded: ")
    assert why in caught.value.why
    assert "\n" not in str(caught.value)


def test_a_good_bot_is_made(packages: Path) -> None:
    install(packages, "pack_good_bot", GOOD_BOT)
    assert callable(load_maker("good", point("pack_good_bot:Bot"))(Random(1), "").choose)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("raise SystemExit", "SystemExit"),
        ("raise RuntimeError('boom')", "RuntimeError: boom"),
        ("Bot = 'a text'", "it is nothing that makes bots but a str"),
        ("def Bot(rng): pass", "TypeError: Bot() takes 1 positional argument but 2 were given"),
        ("def Bot(rng, argument): return 5", "what it makes, an int, has no choose"),
        ("def Bot(rng, argument): raise KeyError('gone')", "KeyError: 'gone'"),
    ],
)
def test_a_bad_bot_is_named(packages: Path, code: str, why: str, request: pytest.FixtureRequest) -> None:
    module = f"pack_bad_bot_{request.node.callspec.indices['code']}"
    install(packages, module, code)
    with pytest.raises(BrokenPlugin) as caught:
        load_maker("odd", point(f"{module}:Bot"))(Random(1), "")
    assert str(caught.value) == f"the bot odd can't be loaded: {why}"


def test_a_bot_may_refuse_its_argument(packages: Path) -> None:
    code = "from tavola.bots import no_argument\ndef Bot(rng, argument): no_argument('picky', argument)"
    install(packages, "pack_picky", code)
    with pytest.raises(BadOption, match="the bot picky takes nothing after its name, not 'deep'"):
        load_maker("picky", point("pack_picky:Bot"))(Random(1), "deep")


def test_who_interrupts_is_heard() -> None:
    def interrupted() -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        guarded("game", "odd", interrupted)


def test_an_error_that_cant_even_be_told() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise ValueError

    assert reason(Mute()) == "Mute"
    assert len(reason(ValueError("x" * 10_000))) < 300


def test_the_error_travels_between_processes() -> None:
    again = pickle.loads(pickle.dumps(BrokenPlugin("bot", "odd", "boom")))
    assert str(again) == "the bot odd can't be loaded: boom"
