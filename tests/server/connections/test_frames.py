"""WebSocket frames without I/O, held to the websockets package, which writes and reads them independently."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from tavola.server.connections import frames as fr

MOST = 1000


def masked(opcode: int, payload: bytes, fin: bool = True) -> bytes:
    return Frame(Opcode(opcode), payload, fin).serialize(mask=True)  # with a random mask


def read_all(data: bytes, cuts: list[int]) -> list[tuple[int, bytes]]:
    reader, found, at = fr.FrameReader(MOST), [], 0
    for cut in [*sorted({cut % (len(data) + 1) for cut in cuts}), len(data)]:
        text = reader.whole(data[at:cut])  # the short way, where it is one
        found += list(reader.feed(data[at:cut])) if text is None else [(fr.TEXT, text)]
        at = cut
    return found


def test_only_one_whole_short_text_takes_the_short_way() -> None:
    whole = fr.FrameReader(MOST).whole
    assert whole(masked(fr.TEXT, b"x")) == b"x"
    assert whole(masked(fr.TEXT, b"x" * 125)) == b"x" * 125
    others = [masked(fr.TEXT, b"x" * 126), masked(fr.BINARY, b"x"), masked(fr.TEXT, b"x", fin=False)]
    others += [masked(fr.TEXT, b"x")[:-1], masked(fr.TEXT, b"x") * 2, b"\x81\x01x", b"\x81", b""]
    assert [whole(each) for each in others] == [None] * len(others)
    assert fr.FrameReader(10).whole(masked(fr.TEXT, b"x" * 11)) is None


messages = st.lists(
    st.tuples(st.sampled_from([fr.TEXT, fr.BINARY]), st.binary(max_size=600)), min_size=1, max_size=5
)


@given(messages, st.lists(st.integers(0, 5000), max_size=8))
def test_messages_cut_anywhere_come_out_whole(sent: list[tuple[int, bytes]], cuts: list[int]) -> None:
    assert read_all(b"".join(masked(*one) for one in sent), cuts) == sent


@given(st.lists(st.binary(max_size=100), min_size=1, max_size=6), st.lists(st.integers(0, 2000), max_size=5))
def test_a_message_in_several_frames_with_a_ping_between(parts: list[bytes], cuts: list[int]) -> None:
    data = b""
    for number, part in enumerate(parts):
        opcode = fr.TEXT if number == 0 else fr.CONTINUATION
        data += masked(opcode, part, fin=number == len(parts) - 1)
        if number < len(parts) - 1:
            data += masked(fr.PING, b"?")
    expected = [(fr.PING, b"?")] * (len(parts) - 1) + [(fr.TEXT, b"".join(parts))]
    assert read_all(data, cuts) == expected


@given(st.sampled_from([fr.TEXT, fr.PING, fr.PONG]), st.binary(max_size=125))
def test_what_we_write_others_read(opcode: int, payload: bytes) -> None:
    _reads_back(opcode, payload)


@pytest.mark.parametrize("length", [0, 125, 126, 65535, 65536])
def test_every_length_of_length(length: int) -> None:
    _reads_back(fr.TEXT, b"x" * length)


def _reads_back(opcode: int, payload: bytes) -> None:
    stream = StreamReader()
    stream.feed_data(fr.frame(opcode, payload))
    parsing = Frame.parse(stream.read_exact, mask=False)
    with pytest.raises(StopIteration) as done:
        next(parsing)  # all of it is there: it never asks for more
    read = done.value.value
    assert (int(read.opcode), read.data, read.fin) == (opcode, payload, True)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (fr.frame(fr.TEXT, b"not masked"), 1002),
        (b"\xc1\x80" + bytes(4), 1002),  # a reserved bit
        (b"\x83\x80" + bytes(4), 1002),  # an opcode nobody knows
        (b"\x8b\x80" + bytes(4), 1002),
        (b"\x09\x80" + bytes(4), 1002),  # a ping in pieces
        (b"\x89\xfe\x00\x80" + bytes(4 + 128), 1002),  # a long ping
        (masked(fr.CONTINUATION, b"of nothing"), 1002),
        (masked(fr.TEXT, b"a", fin=False) + masked(fr.TEXT, b"b"), 1002),
        (b"\x81\xfe\x03\xe9" + bytes(4), 1009),  # said to be 1001 bytes
        (b"\x81\xff" + b"\xff" * 8 + bytes(4), 1009),
        (masked(fr.TEXT, b"", fin=False) + 1000 * masked(fr.CONTINUATION, b"", fin=False), 1009),
    ],
    ids=[
        "unmasked",
        "reserved bit",
        "opcode 3",
        "opcode 11",
        "ping in pieces",
        "long ping",
        "continuation of nothing",
        "message in a message",
        "too long",
        "far too long",
        "empty for ever",
    ],
)
def test_what_breaks_the_rules_says_so(data: bytes, code: int) -> None:
    with pytest.raises(fr.FrameError) as error:
        list(fr.FrameReader(MOST).feed(data))
    assert error.value.code == code


@given(st.binary(max_size=300))
def test_noise_is_read_or_refused(noise: bytes) -> None:
    reader = fr.FrameReader(MOST)
    with suppress(fr.FrameError):
        for opcode, payload in reader.feed(noise):
            assert opcode in (fr.TEXT, fr.BINARY, fr.CLOSE, fr.PING, fr.PONG)
            assert len(payload) <= MOST
