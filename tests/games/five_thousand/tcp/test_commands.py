"""Bytes to commands, however they are cut."""

from __future__ import annotations

from random import Random

import pytest

from tavola.games.five_thousand.rules import BANK, TRASH
from tavola.games.five_thousand.tcp.commands import Bad, Command, CommandReader, Decision, Named


def read(data: bytes, *, quiet: bool = True) -> list[Command]:
    """All commands in these bytes; `quiet`: and nothing followed."""
    lines = CommandReader()
    lines.feed(data)
    return rest(lines, quiet)


def rest(lines: CommandReader, quiet: bool = True) -> list[Command]:
    found = []
    while (command := lines.next(quiet)) is not None:
        found.append(command)
    return found


def whys(commands: list[Command]) -> list[str]:
    assert all(isinstance(command, Bad) for command in commands)
    return [command.why for command in commands if isinstance(command, Bad)]


@pytest.mark.parametrize(
    ("data", "command"),
    [
        (b"PLAY [0]\n", Decision(0b1)),
        (b"PLAY [0, 1, 2]\n", Decision(0b111)),
        (b"play [4]\r\n", Decision(0b10000)),
        (b"Play[1,3]", Decision(0b1010)),
        (b"  PLAY \t [ 2 ,\t0 ]  \r\n", Decision(0b101)),
        (b"BANK\n", Decision(BANK)),
        (b"bank", Decision(BANK)),
        (b"TRASH\r\n", Decision(TRASH)),
        (b"tRaSh", Decision(TRASH)),
        (b"NAME titou\n", Named("titou", "")),
        (b"NAME titou", Named("titou", "")),
        (b"name Titou \r\n", Named("Titou", "")),
        (b"NAME titou s3cret\n", Named("titou", "s3cret")),
        ("NAME élodie🎲\n".encode(), Named("élodie🎲", "")),
        ("NAME e\u0301\n".encode(), Named("é", "")),
    ],
)
def test_one_command(data: bytes, command: Command) -> None:
    assert read(data) == [command]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"PLAY []\n", "at least one"),
        (b"PLAY\n", "PLAY [0, 1]"),
        (b"PLAY 0\n", "PLAY [0, 1]"),
        (b"PLAY [0 1]\n", "PLAY [0, 1]"),
        (b"PLAY [0,,1]\n", "PLAY [0, 1]"),
        (b"PLAY [0,]\n", "PLAY [0, 1]"),
        (b"PLAY [-1]\n", "PLAY [0, 1]"),
        (b"PLAY [1.0]\n", "PLAY [0, 1]"),
        (b'PLAY ["0"]\n', "PLAY [0, 1]"),
        (b"PLAY [true]\n", "PLAY [0, 1]"),
        (b"PLAY [[0]]\n", "PLAY [0, 1]"),
        (b"PLAY [[0]]", "PLAY [0, 1]"),
        (b"PLAY [0\n", "PLAY [0, 1]"),
        (b"PLAY [0, 0]\n", "die 0 twice"),
        (b"PLAY [5]\n", "no such die"),
        (b"PLAY [9]\n", "no such die"),
        (b"PLAY [10]\n", "PLAY [0, 1]"),
        (b"PLAY [" + b"0," * 400 + b"0]\n", "PLAY [0, 1]"),
        ("PLAY [\N{ARABIC-INDIC DIGIT ONE}]\n".encode(), "PLAY [0, 1]"),
        (b"NAME\n", "needs a name"),
        (b"NAME a b c\n", "one word"),
        (b"NAME " + b"x" * 33 + b"\n", "at most 32"),
        (b"NAME \x00\n", "visible"),
        (b"NAME \x1b[31mred\n", "visible"),
        ("NAME a\u200bb\n".encode(), "visible"),
        ("NAME a\u00a0b\n".encode(), "visible"),
        (b"NAME \xff\xfe\n", "UTF-8"),
        (b"NAME x " + b"t" * 129 + b"\n", "at most 128"),
        (b"HELLO\n", "'HELLO' is no command"),
        (b"HELLO", "'HELLO' is no command"),
        (b"HELLO \r\n", "'HELLO' is no command"),
        (b"\x00BANK\n", "no command"),
        (b"\xff\xfb\x01\n", "no command"),
        ("É🎲\n".encode(), "no command"),
        (b"x" * 2000 + b"\n", "at most 1024 bytes"),
        (b"x" * 2000, "at most 1024 bytes"),
        (b"NAMEtitou\n", "no command"),
    ],
)
def test_what_is_bad_says_why_in_plain_characters(data: bytes, why: str) -> None:
    (said,) = whys(read(data))
    assert why in said
    assert said.isascii()
    assert said.isprintable()


def test_several_in_one_packet() -> None:
    data = b"NAME titou\nPLAY [0]\r\n\r\n\nbankTRASHPLAY [1]PLAY [2]\n"
    expected = [Named("titou", ""), Decision(1), Decision(BANK), Decision(TRASH), Decision(2), Decision(4)]
    assert read(data, quiet=False) == expected


def test_what_follows_on_the_line_is_the_next_command() -> None:
    first, second = read(b"BANK please\nTRASH\n")[:2]
    assert first == Decision(BANK)
    assert isinstance(second, Bad)


@pytest.mark.parametrize(
    "data", [b"NAME titou\nPLAY [0, 1]\r\nhello\nBANK\nPLAY [3]\n" + b"z" * 3000 + b"\nTRASH\n"]
)
def test_pieces_change_nothing(data: bytes) -> None:
    whole = read(data, quiet=False)
    assert len(whole) == 7
    rng = Random(5)
    for _ in range(200):
        lines, found, at = CommandReader(), [], 0
        while at < len(data):
            piece = rng.choice((1, 1, 2, 3, 7, 50, 900))
            lines.feed(data[at : at + piece])
            found += rest(lines, quiet=False)
            at += piece
        assert found == whole


@pytest.mark.parametrize(
    "begun",
    [
        b"P",
        b"PLA",
        b"PLAY",
        b"PLAY ",
        b"PLAY [",
        b"play [0",
        b"PLAY [0, ",
        b"T",
        b"tras",
        b"B",
        b"NAM",
        b"NAME",
        b"NAME ",
    ],
)
def test_what_can_still_become_a_command_waits_through_a_pause(begun: bytes) -> None:
    assert read(begun) == []


@pytest.mark.parametrize("data", [b"NAME ti", b"HELLO", b"RUPT"])
def test_what_may_be_complete_waits_only_for_a_pause(data: bytes) -> None:
    lines = CommandReader()
    lines.feed(data)
    assert lines.next() is None
    assert lines.unfinished
    assert lines.next(quiet=True) is not None
    assert not lines.unfinished


def test_a_name_in_two_pieces_is_one_name_if_no_pause_lies_between() -> None:
    lines = CommandReader()
    lines.feed(b"NAME ti")
    assert lines.next() is None
    lines.feed(b"tou")
    assert lines.next(quiet=True) == Named("titou", "")


def test_a_newline_that_comes_late_is_nothing() -> None:
    lines = CommandReader()
    lines.feed(b"BANK")
    assert lines.next() == Decision(BANK)
    lines.feed(b"\r\n")
    assert not lines.unfinished
    assert lines.next(quiet=True) is None


def test_a_line_without_end_is_one_bad_command_and_takes_no_room() -> None:
    lines, found = CommandReader(), []
    for _ in range(1000):
        lines.feed(b"x" * 1000)
        found += rest(lines, quiet=False)
        assert len(lines) <= 1024
    assert len(found) == 1
    lines.feed(b"xx\nBANK\n")
    assert rest(lines) == [Decision(BANK)]


def test_a_pause_ends_a_line_that_was_too_long() -> None:
    lines = CommandReader()
    lines.feed(b"x" * 3000)
    assert len(rest(lines)) == 1
    assert lines.next(quiet=True) is None
    lines.feed(b"BANK\n")
    assert rest(lines) == [Decision(BANK)]


def test_random_bytes_never_break_it() -> None:
    rng = Random(8)
    words = [
        b"PLAY [",
        b"]",
        b"0",
        b",",
        b"BANK",
        b"\n",
        b"\r\n",
        b"NAME ",
        b"\x00",
        b"\xff",
        b" ",
        b"x" * 600,
    ]
    for _ in range(3000):
        lines = CommandReader(64)
        for _ in range(rng.randrange(12)):
            lines.feed(rng.choice(words) if rng.random() < 0.7 else rng.randbytes(rng.randrange(40)))
            for command in rest(lines, quiet=rng.random() < 0.3):
                assert isinstance(command, Decision | Named | Bad)
            assert len(lines) <= 64
