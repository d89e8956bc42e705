"""Letters between nodes: a lost one is noticed, a repeated one counts once, a broken one does no harm."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

import msgspec
import pytest

from tavola.core.errors import Trouble
from tavola.server.nodes import wire
from tavola.server.nodes.bus import Bus
from tavola.server.nodes.mailbox import Mailbox


class Line(Bus):
    """A bus without NATS: what is sent waits here."""

    def __init__(self) -> None:
        super().__init__("nats://nowhere", "a test")
        self.sent: list[tuple[str, bytes]] = []

    def send(self, subject: str, data: bytes) -> None:
        self.sent.append((subject, data))


class Desk:
    """A node's post, and what came of it."""

    def __init__(self, name: str) -> None:
        self.line = Line()
        self.items: list[wire.AnyItem] = []
        self.gaps: list[str] = []
        self.mailbox = Mailbox(name, self.line, lambda _, item: self.items.append(item), self.gaps.append)

    async def letters(self) -> list[bytes]:
        """What it sends, taken away."""
        await asyncio.sleep(0)
        sent, self.line.sent = self.line.sent, []
        return [data for _, data in sent]


def told(story: Callable[[Desk, Desk], Coroutine[None, None, None]]) -> None:
    async def all_of_it() -> None:
        await story(Desk("one"), Desk("two"))

    asyncio.run(all_of_it())


def test_in_order_and_each_once() -> None:
    async def story(one: Desk, two: Desk) -> None:
        heard = []
        for number in range(5):
            one.mailbox.send("two", wire.GuestLeft(number))
            heard += await one.letters()
        for letter in heard:
            two.mailbox.hear(letter)
            two.mailbox.hear(letter)
        assert two.items == [wire.GuestLeft(number) for number in range(5)]
        assert two.gaps == []

    told(story)


def test_a_lost_letter_is_noticed() -> None:
    async def story(one: Desk, two: Desk) -> None:
        letters = []
        for number in range(3):
            one.mailbox.send("two", wire.GuestLeft(number))
            letters += await one.letters()
        two.mailbox.hear(letters[0])
        two.mailbox.hear(letters[2])
        assert two.gaps == ["one"]
        assert two.items == [wire.GuestLeft(0), wire.GuestLeft(2)]

    told(story)


def test_even_the_last_one() -> None:
    async def story(one: Desk, two: Desk) -> None:
        one.mailbox.send("two", wire.GuestLeft(1))
        await one.letters()  # nobody hears it
        one.mailbox.beat()
        for letter in await one.letters():
            two.mailbox.hear(letter)
        assert two.gaps == ["one"]
        one.mailbox.beat()
        one.mailbox.send("two", wire.GuestLeft(2))
        for letter in await one.letters():
            two.mailbox.hear(letter)
        assert two.gaps == ["one"]
        assert two.items == [wire.GuestLeft(2)]

    told(story)


@pytest.mark.parametrize("who", ["the sender", "the hearer"])
def test_who_forgot_the_other_begins_anew(who: str) -> None:
    async def story(one: Desk, two: Desk) -> None:
        for number in range(2):
            one.mailbox.send("two", wire.GuestLeft(number))
            for letter in await one.letters():
                two.mailbox.hear(letter)
            assert two.gaps == ["one"] * number
            if who == "the sender":
                one.mailbox.forget("two")
            else:
                two.mailbox.forget("one")
        assert two.items == [wire.GuestLeft(0), wire.GuestLeft(1)]

    told(story)


def test_what_many_hear_is_sent_once() -> None:
    async def story(one: Desk, two: Desk) -> None:
        data = b"{}"
        for guest in range(100):
            one.mailbox.tell("two", guest, data)
        one.mailbox.tell("two", 7, b"[]")
        (letter,) = await one.letters()
        two.mailbox.hear(letter)
        assert two.items == [wire.ForwardedMessage(list(range(100)), data), wire.ForwardedMessage([7], b"[]")]

    told(story)


def test_a_letter_does_not_grow_for_ever() -> None:
    async def story(one: Desk, two: Desk) -> None:
        for guest in range(50):
            one.mailbox.tell("two", guest, bytes([guest]) * 50_000)
        letters = await one.letters()
        assert max(map(len, letters)) < wire.LARGEST
        for letter in letters:
            two.mailbox.hear(letter)
        assert len(two.items) == 50
        assert two.gaps == []

    told(story)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"{}",
        msgspec.msgpack.encode(["no spaces, please", 1, 0, []]),
        msgspec.msgpack.encode(["one", -1, 0, []]),
        msgspec.msgpack.encode(["one", 1, 0, [["wish", 1]]]),
        msgspec.msgpack.encode(["one", 1, 0, [["token", "secret"]]]),
        msgspec.msgpack.encode(["one", 1, 0, [["wish", 1, 1, "h", "n", None, "a", b"x" * 30_000]]]),
    ],
)
def test_what_is_no_letter(data: bytes) -> None:
    desk = Desk("two")
    desk.mailbox.hear(data)
    assert desk.items == []
    assert desk.gaps == []
    assert desk.mailbox.peers == set()


def test_no_two_processes_are_the_same_node() -> None:
    assert wire.node_id("kitchen") != wire.node_id("kitchen")
    for name in ("", "kitchen", "a b.c>*", "é" * 100):
        assert msgspec.convert(wire.node_id(name), wire.NodeId)
    assert wire.node_id("a b.c").startswith("a_b_c-")


def test_nobody_answers_there() -> None:
    async def story() -> None:
        bus = Bus("nats://ada:secret@127.0.0.1:1", "a test")
        try:
            with pytest.raises(Trouble, match=r"127\.0\.0\.1:1.*--nodes") as caught:
                await bus.open({})
        finally:
            await bus.close()
        assert "secret" not in str(caught.value)

    import tavola.server.nodes.bus as module

    patience, module.CONNECT = module.CONNECT, 0.5
    try:
        asyncio.run(story())
    finally:
        module.CONNECT = patience
