"""The lean client of the load harness, against a WebSocket server that is not ours."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from bench.load_ws import Broken, Frames, Socket, connect, frame, masked

Handler = Callable[[ServerConnection], Awaitable[None]]
PATIENCE = 60


async def echo(socket: ServerConnection) -> None:
    async for message in socket:
        await socket.send(message)


class Line:
    """A client whose messages wait in a queue."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.lost = asyncio.Event()

    async def open(self, port: int) -> Socket:
        return await connect("127.0.0.1", port, "/ws", self.heard.put_nowait, self.lost.set)

    async def next(self) -> bytes:
        async with asyncio.timeout(PATIENCE):
            return await self.heard.get()


def against(handler: Handler, client: Callable[[int], Awaitable[None]]) -> None:
    async def both() -> None:
        async with serve(handler, "127.0.0.1", 0, max_size=1 << 20) as server:
            async with asyncio.timeout(PATIENCE):
                await client(server.sockets[0].getsockname()[1])

    asyncio.run(both())


def test_every_length_comes_back_as_it_was_sent() -> None:
    async def client(port: int) -> None:
        line = Line()
        socket = await line.open(port)
        for size in (0, 1, 3, 125, 126, 127, 600, 65_535, 65_536, 200_000):
            said = ("à" * size)[:size].encode()
            socket.send(said)
            assert await line.next() == said
        socket.close()

    against(echo, client)


def test_many_at_once_come_back_in_order() -> None:
    async def client(port: int) -> None:
        line = Line()
        socket = await line.open(port)
        sent = [b"%d" % number * 50 for number in range(500)]
        for said in sent:
            socket.send(said)
        assert [await line.next() for _ in sent] == sent
        socket.close()

    against(echo, client)


def test_a_message_in_pieces_is_one_message() -> None:
    async def pieces(socket: ServerConnection) -> None:
        await socket.send(["a", "", "bc", "d"])
        await socket.send(["e", "f"])
        await socket.wait_closed()

    async def client(port: int) -> None:
        line = Line()
        socket = await line.open(port)
        assert [await line.next(), await line.next()] == [b"abcd", b"ef"]
        socket.close()

    against(pieces, client)


def test_a_ping_is_answered() -> None:
    async def pings(socket: ServerConnection) -> None:
        async with asyncio.timeout(PATIENCE):
            await (await socket.ping("here?"))
        await socket.send("answered")
        await socket.wait_closed()

    async def client(port: int) -> None:
        line = Line()
        socket = await line.open(port)
        assert await line.next() == b"answered"
        socket.close()

    against(pings, client)


def test_a_server_that_hangs_up_is_noticed_and_closing_oneself_is_not_a_loss() -> None:
    async def goodbye(socket: ServerConnection) -> None:
        await socket.recv()

    async def client(port: int) -> None:
        left, stays = Line(), Line()
        (await left.open(port)).send(b"go")
        async with asyncio.timeout(PATIENCE):
            await left.lost.wait()
        (await stays.open(port)).close()
        await asyncio.sleep(0.05)
        assert not stays.lost.is_set()

    against(goodbye, client)


def test_a_refused_handshake_says_how() -> None:
    def no(socket: ServerConnection, _: Request) -> Response:
        return socket.respond(503, "full\n")

    async def both() -> None:
        async with serve(echo, "127.0.0.1", 0, process_request=no) as server:
            with pytest.raises(Broken, match="503"):
                await Line().open(server.sockets[0].getsockname()[1])

    asyncio.run(both())


def test_frames_are_found_however_the_bytes_are_cut() -> None:
    rng = Random(1)
    payloads = [bytes(rng.randrange(256) for _ in range(size)) for size in (0, 5, 125, 126, 700, 66_000)]
    heads = [b"\x81\x00", b"\x81\x05", b"\x81\x7d", b"\x81\x7e\x00\x7e", b"\x81\x7e\x02\xbc"]
    heads += [b"\x81\x7f" + (66_000).to_bytes(8, "big")]
    stream = b"".join(head + payload for head, payload in zip(heads, payloads, strict=True))
    for longest in (1, 2, 7, 1000, len(stream)):
        frames, found, at = Frames(), [], 0
        while at < len(stream):
            size = rng.randint(1, longest)
            found += frames.feed(stream[at : at + size])
            at += size
        assert found == [(True, 1, payload) for payload in payloads]


def test_a_masked_frame_from_a_server_is_refused() -> None:
    with pytest.raises(Broken):
        Frames().feed(frame(1, b"hello", b"abcd"))


def test_the_mask_is_the_one_of_the_standard() -> None:
    """RFC 6455, section 5.7: a masked "Hello"."""
    assert frame(1, b"Hello", bytes.fromhex("37fa213d")) == bytes.fromhex("818537fa213d7f9f4d5158")
    assert masked(masked(b"x" * 1001, b"1234"), b"1234") == b"x" * 1001
