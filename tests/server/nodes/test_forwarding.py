"""A guest is sent to his table again, something being lost on the way: he hears all, and nothing twice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tavola.server.connections.guest import Guest
from tavola.server.nodes import wire
from tavola.server.nodes.forwarding import Forwarding
from tavola.server.tables.manager import OnAnotherNode
from tavola.server.telemetry.prometheus import Counter
from tavola.table import messages as m
from tavola.table.identity import Person

TABLE = "a-table"


class Listener(Guest):
    def __init__(self) -> None:
        super().__init__("127.0.0.1")
        self.person = Person("a-holder", "ada")
        self.heard: list[tuple[str, int]] = []

    def send(self, data: bytes) -> None:
        told = json.loads(data)
        self.heard.append((told["type"], told.get("version", 0)))


class TableManager:
    """One that has no tables: that one is at the node `self.owner`."""

    def __init__(self) -> None:
        self.live: dict[str, Any] = {}
        self.owner = "one"

    async def find(self, table: str) -> Any:
        assert table == TABLE
        raise OnAnotherNode(self.owner)


class Mailbox:
    connected = True

    def __init__(self) -> None:
        self.sent: list[tuple[str, Any]] = []

    def send(self, peer: str, item: Any) -> None:
        self.sent.append((peer, item))


class Story:
    """A guest who has come to a table of the node `one`, and seen it at version 9."""

    def __init__(self) -> None:
        self.manager, self.mailbox, self.guest = TableManager(), Mailbox(), Listener()
        self.forwarding = Forwarding(self.manager, self.mailbox, Counter("x", "x", ["way"]))  # type: ignore[arg-type]

    async def comes(self) -> None:
        assert self.guest.person is not None
        coming = asyncio.create_task(
            self.forwarding.carry(self.guest, self.guest.person, m.Watch(table=TABLE))
        )
        wish = await self.wish()
        self.told(wish, "table", 9)
        self.done(wish)
        await coming
        assert self.guest.heard == [("table", 9)]

    async def wish(self, owner: str = "one") -> wire.ForwardedCommand:
        """The next one sent there."""
        for _ in range(100):
            await asyncio.sleep(0)
            if self.mailbox.sent:
                peer, item = self.mailbox.sent.pop(0)
                assert peer == owner
                assert isinstance(item, wire.ForwardedCommand)
                return item
        raise AssertionError("nothing was sent")

    def told(self, to: wire.ForwardedCommand, type_: str, version: int, by: str = "one", **more: Any) -> None:
        data = json.dumps({"type": type_, "table": TABLE, "version": version, **more}).encode()
        self.forwarding.told(by, wire.ForwardedMessage([to.guest], data))

    def done(self, wish: wire.ForwardedCommand, by: str = "one") -> None:
        self.forwarding.finished(by, wire.CommandFinished(wish.number, "there"))

    async def rest(self) -> list[tuple[str, int]]:
        """What was heard since he came."""
        for _ in range(10):
            await asyncio.sleep(0)
        return self.guest.heard[1:]


def tell(story: Callable[[Story], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        it = Story()
        await it.comes()
        await story(it)

    asyncio.run(asyncio.wait_for(all_of_it(), 60))


def since(wish: wire.ForwardedCommand) -> int | None:
    command = m.decode_command(wish.command)
    assert isinstance(command, m.Resume)
    return command.since


def test_what_is_under_way_is_not_told_twice() -> None:
    async def story(it: Story) -> None:
        it.forwarding.moved("one")
        again = await it.wish()
        assert since(again) == 9
        it.told(again, "news", 10)  # the owner did not know yet that he is sent again
        it.told(again, "table", 10)  # with 10 among what he missed
        it.told(again, "news", 11)
        it.done(again)
        assert await it.rest() == [("table", 10), ("news", 11)]
        it.told(again, "news", 12)
        assert await it.rest() == [("table", 10), ("news", 11), ("news", 12)]

    tell(story)


def test_lost_once_more_while_he_is_sent_again() -> None:
    async def story(it: Story) -> None:
        it.forwarding.moved("one")
        first = await it.wish()
        it.told(first, "table", 10)
        it.forwarding.moved("one")  # before that was done with
        it.told(first, "news", 11)
        await asyncio.sleep(0.2)
        again = await it.wish()
        assert since(again) == 9, "he has heard of nothing since"
        it.told(again, "news", 12)
        it.told(again, "table", 12)
        it.done(again)
        assert await it.rest() == [("table", 12)]

    tell(story)


def test_lost_as_he_gets_there() -> None:
    async def story(it: Story) -> None:
        it.forwarding.moved("one")
        first = await it.wish()
        it.told(first, "table", 10)
        it.done(first)
        it.forwarding.moved("one")  # in the same breath
        again = await it.wish()
        assert since(again) == 10
        it.told(again, "table", 11)
        it.done(again)
        it.told(again, "news", 12)
        assert await it.rest() == [("table", 10), ("table", 11), ("news", 12)]

    tell(story)


def test_another_node_has_it_now() -> None:
    async def story(it: Story) -> None:
        it.manager.owner = "two"
        it.forwarding.moved("one")
        again = await it.wish("two")
        it.told(again, "news", 10)  # one who does not own it any more
        it.told(again, "table", 10, by="two")
        it.done(again, by="two")
        it.told(again, "news", 11)
        it.told(again, "news", 11, by="two")
        assert await it.rest() == [("table", 10), ("news", 11)]

    tell(story)


@pytest.mark.parametrize("early", [True, False])
def test_the_table_is_let_go_meanwhile(early: bool) -> None:
    async def story(it: Story) -> None:
        it.forwarding.moved("one")
        again = await it.wish()
        if early:  # he is on his way to it already
            it.told(again, "refused", 0, code="closing")
        it.told(again, "table", 10)
        if not early:
            it.told(again, "refused", 0, code="closing")
        it.done(again)
        expected = [("table", 10)] if early else [("table", 10), ("refused", 0)]
        assert await it.rest() == expected
        assert (TABLE in it.guest.tables) is early

    tell(story)


async def asks(it: Story, command: m.TableCommand, outcome: str) -> None:
    """A command of his, and how it ends for the owner."""
    assert it.guest.person is not None
    asking = asyncio.create_task(it.forwarding.carry(it.guest, it.guest.person, command))
    wish = await it.wish()
    assert m.decode_command(wish.command) == command
    it.forwarding.finished("one", wire.CommandFinished(wish.number, outcome))  # type: ignore[arg-type]
    await asking


def test_the_table_was_put_down_and_taken_up_again_without_him() -> None:
    """As by a node that is going: his move brings the table back there, and nobody is at it."""

    async def story(it: Story) -> None:
        await asks(it, m.Play(table=TABLE, index=0, id="x"), "away")
        again = await it.wish()
        assert since(again) == 9
        it.told(again, "table", 10)
        it.done(again)
        assert await it.rest() == [("table", 10)]

    tell(story)


def test_who_has_left_is_not_sent_again() -> None:
    async def story(it: Story) -> None:
        await asks(it, m.Leave(table=TABLE, id="x"), "away")
        await it.rest()
        assert it.mailbox.sent == []
        assert TABLE not in it.guest.tables
        it.forwarding.moved("one")
        await it.rest()
        assert it.mailbox.sent == []

    tell(story)
