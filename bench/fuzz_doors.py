"""Bad guests, one kind for each door. A session is one connection; what is answered must be well-formed."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bench.fuzz_words import Words
from bench.load_ws import BINARY, CLOSE, CONTINUED, PING, TEXT, Frames, masked
from tavola.table import messages as m

HOST = "127.0.0.1"
PATIENCE = 30.0
BATCH = 30  # commands at once: more may have to wait for one than a server keeps for one guest


@dataclass
class Tally:
    """What some sessions did and heard."""

    shots: int = 0
    doors: Counter[str] = field(default_factory=Counter)
    replies: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)

    def wrong(self, what: str) -> None:
        self.violations.append(what[:500])

    def add(self, other: Tally) -> None:
        self.shots += other.shots
        self.doors += other.doors
        self.replies += other.replies
        self.violations += other.violations


class Visit:
    """One connection: bytes out, bytes in."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self._writer = reader, writer

    @classmethod
    async def at(cls, port: int) -> Visit:
        return cls(*await asyncio.open_connection(HOST, port, limit=1 << 20))

    async def put(self, data: bytes, chance: Random | None = None) -> bool:
        """Send it, perhaps in pieces; False if nobody is there any more."""
        pieces = [data]
        if chance is not None and len(data) > 1:
            if chance.random() < 0.005 and len(data) < 300:
                pieces = [data[n : n + 1] for n in range(len(data))]
            elif chance.random() < 0.3:
                at = chance.randrange(1, len(data))
                pieces = [data[:at], data[at:]]
        try:
            for piece in pieces:
                if self._writer.transport.is_closing():
                    return False
                self._writer.write(piece)
                if len(pieces) > 1:
                    await asyncio.sleep(0)
            await self._writer.drain()
        except OSError:
            return False
        return not self._writer.transport.is_closing()

    async def leave(self, rudely: bool) -> None:
        if rudely:
            self._writer.transport.abort()
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()


# ---- what is answered in JSON ----


class Listening:
    """Takes messages: each must be of the schema and nothing besides."""

    def __init__(self, tally: Tally, words: Words) -> None:
        self.tally, self._words = tally, words
        self.pongs = 0
        self.more = asyncio.Event()

    def hear(self, data: bytes) -> None:
        try:
            said = m.decode_message(data)
        except Exception as error:
            return self.tally.wrong(f"not a message: {error}: {data[:300]!r}")
        if m.encode(said) != data:
            self.tally.wrong(f"more than the schema says: {data[:300]!r}")
        kind = type(said).__name__.lower()
        self.tally.replies[said.code if isinstance(said, m.Refused) else kind] += 1
        if isinstance(said, m.Refused) and "something went wrong" in said.why:
            self.tally.wrong(f"a fault: {data[:300]!r}")
        if isinstance(said, m.State) and said.id and said.table not in self._words.others:
            self._words.mine.append(said.table)
        if isinstance(said, m.Pong) and said.id.startswith("sync"):
            self.pongs += 1
            self.more.set()
        return None

    async def synced(self, due: int) -> None:
        while self.pongs < due:
            self.more.clear()
            await self.more.wait()


def sync(number: int) -> bytes:
    return b'{"type":"ping","id":"sync%d"}' % number


async def _in_batches(
    visit: Visit, listening: Listening, words: Words, count: int, wrap: Callable[[bytes], bytes]
) -> None:
    """Bad commands in batches, each followed by an honest question that must be answered."""
    left, asked = count, 0
    while left > 0:
        batch = [words.one() for _ in range(min(left, BATCH))]
        left -= len(batch)
        listening.tally.shots += len(batch)
        for data in batch:
            if not await visit.put(wrap(data), words.chance):
                return
        asked += 1
        if not await visit.put(wrap(sync(asked))):
            return
        await listening.synced(asked)


async def _or_gone(
    work: Coroutine[Any, Any, None], hearing: asyncio.Task[None], tally: Tally, what: str
) -> None:
    """Until it is done, or the server has closed the connection. Silence is neither."""
    working = asyncio.create_task(work)
    done, _ = await asyncio.wait({working, hearing}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    if not done:
        tally.wrong(f"{what}: no answer, and still open")
    working.cancel()
    hearing.cancel()
    for ended in await asyncio.gather(working, hearing, return_exceptions=True):
        if isinstance(ended, Exception) and not isinstance(ended, OSError):
            tally.wrong(f"{what}: {ended!r}")


# ---- JSON lines ----


async def lines(ports: dict[str, int], words: Words, count: int, tally: Tally) -> None:
    visit = await Visit.at(ports["lines"])
    listening = Listening(tally, words)

    async def hear() -> None:
        while line := await visit.reader.readline():
            if not line.endswith(b"\n"):
                return  # cut off in the middle: the connection was
            listening.hear(line[:-1])

    async def speak() -> None:
        if words.chance.random() < 0.8:
            await visit.put(b'{"type":"hello"}\n')
        await _in_batches(visit, listening, words, count, lambda data: data.replace(b"\n", b" ") + b"\n")
        last = words.chance.choice((b"", words.noise(), b"x" * 9000, b"\n" * 500, words.one()))
        tally.shots += 1
        await visit.put(last)

    await _or_gone(speak(), asyncio.create_task(hear()), tally, "lines")
    await visit.leave(words.chance.random() < 0.5)


# ---- WebSocket ----


def framed(opcode: int, data: bytes, last: bool = True, mask: bytes = b"abcd", reserved: int = 0) -> bytes:
    size = len(data)
    head = bytes((last << 7 | reserved << 4 | opcode,))
    bit = 0x80 if mask else 0
    if size < 126:
        head += bytes((bit | size,))
    elif size < 65536:
        head += bytes((bit | 126,)) + size.to_bytes(2, "big")
    else:
        head += bytes((bit | 127,)) + size.to_bytes(8, "big")
    return head + mask + (masked(data, mask) if mask else data)


def good_frame(words: Words, data: bytes) -> bytes:
    """A frame nobody can object to; what is in it is another matter."""
    way = words.chance.random()
    try:
        data.decode()
    except UnicodeDecodeError:
        return framed(BINARY, data)  # as text it would end the conversation
    if len(data) > 8192 or way < 0.6:
        return framed(TEXT, data[:8192].decode(errors="ignore").encode())
    if way < 0.7:
        return framed(BINARY, data)
    if way < 0.8:
        return framed(PING, data[:125]) + framed(TEXT, data)
    parts = [data[n : n + 40] for n in range(0, len(data), 40)] or [b""]
    opcodes = [TEXT, *[CONTINUED] * (len(parts) - 1)]
    return b"".join(
        framed(opcode, part, n == len(parts) - 1)
        for n, (opcode, part) in enumerate(zip(opcodes, parts, strict=True))
    )


def bad_frame(words: Words) -> bytes:
    """A frame for which a server may hang up."""
    chance, data = words.chance, words.one()
    return chance.choice(
        (
            framed(TEXT, data, mask=b""),
            framed(chance.choice((3, 4, 7, 11, 15)), data),
            framed(TEXT, data, reserved=chance.randrange(1, 8)),
            framed(TEXT, b"\xff\xfe" + data),
            framed(TEXT, b"x" * 9000),
            framed(PING, b"x" * 200),
            framed(PING, b"x", last=False),
            framed(CONTINUED, data),
            framed(TEXT, data, last=False) + framed(TEXT, data),
            framed(CLOSE, b"\x03"),
            framed(CLOSE, chance.randrange(65536).to_bytes(2, "big") + b"\xff"),
            b"\x81\xff" + (1 << 63).to_bytes(8, "big") + b"abcd",
            b"\x81\xfe\xff\xff" + b"abcd" + data,
            words.noise(),
        )
    )


SHAKE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def websocket(ports: dict[str, int], words: Words, count: int, tally: Tally) -> None:
    visit = await Visit.at(ports["http"])
    listening, frames = Listening(tally, words), Frames()
    await visit.put(SHAKE.encode())
    async with asyncio.timeout(PATIENCE):
        head = await visit.reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 101"):
        tally.wrong(f"websocket: no welcome: {head[:100]!r}")
        return

    async def hear() -> None:
        while data := await visit.reader.read(65536):
            for last, opcode, payload in frames.feed(data):
                if opcode == TEXT and last:
                    listening.hear(payload)
                elif opcode in (CONTINUED, TEXT, BINARY):
                    tally.wrong(f"websocket: an odd frame: {opcode} {payload[:100]!r}")

    async def speak() -> None:
        if words.chance.random() < 0.8:
            await visit.put(framed(TEXT, b'{"type":"hello"}'))
        await _in_batches(visit, listening, words, count, lambda data: good_frame(words, data))
        tally.shots += 1
        await visit.put(bad_frame(words), words.chance)

    await _or_gone(speak(), asyncio.create_task(hear()), tally, "websocket")
    await visit.leave(words.chance.random() < 0.5)


# ---- 5000 over TCP ----

ARENA_SAID = re.compile(
    r'(STARTING \[.*\]|STATE: \{"dices": \[[1-6](, [1-6])*\], .*\}|ERROR: [^\r\n]+|TRASH|WINNER: .+|KICK)'
)
ARENA_WORDS = (
    b"PLAY [0]", b"PLAY [0, 1, 2, 3, 4]", b"play [4,4]", b"PLAY [", b"PLAY []", b"PLAY [-1]",
    b"PLAY [99999999999999]",
    b"BANK", b"TRASH", b"bank\r\n", b"NAME ", b"NAME titou", b"NAME titou tok tok",
    b"NAME \xff\xfe", b"NAME \x00",
    b"BANKTRASHBANK", b"PLAY [0]PLAY [1]", b"HELO", b"GET / HTTP/1.1", b"\x00\x01", b"\n\n\n", b"PLAY [0.5]",
    b"NAME " + b"x" * 33, b"NAME mallory secretsecret", b"P", b"PLA", b"x" * 1500, b"\xf0\x9f\x98\x80",
)  # fmt: skip


async def arena(ports: dict[str, int], words: Words, count: int, tally: Tally) -> None:
    """Sessions at 5000's three ports; a game ends when somebody leaves, so they are short."""
    chance = words.chance
    room = chance.choice(("training", "training", "battle", "tournament"))
    visit = await Visit.at(ports[room])
    heard = bytearray()

    async def hear() -> None:
        while data := await visit.reader.read(65536):
            heard.extend(data)

    async def speak() -> None:
        for _ in range(min(count, chance.randrange(1, 60))):
            word = words.noise(60) if chance.random() < 0.15 else chance.choice(ARENA_WORDS)
            tally.shots += 1
            if not await visit.put(word + chance.choice((b"\n", b"\r\n", b"\n", b"")), chance):
                return
        await asyncio.sleep(0.02)

    await _or_gone(speak(), asyncio.create_task(hear()), tally, "arena")
    await visit.leave(chance.random() < 0.5)
    said = heard.decode(errors="replace").replace(">> ", "")
    for line in said.split("\n")[:-1]:
        tally.replies[f"arena {line.partition(' ')[0].rstrip(':')[:8]}"] += 1
        if not ARENA_SAID.fullmatch(line):
            tally.wrong(f"{room}: said {line[:200]!r}")


# ---- HTTP ----

PATHS = (
    "/", "/healthz", "/metrics", "/api/games", "/api/games/421", "/api/games/%00",
    "/api/tables?limit=-1", "/api/tables",
    "/api/records?limit=99999999999999999999", "/api/records/x", "/api/records/%ff%fe",
    "/api/records?before=nan",
    "/api/records?before=1&beyond=%00", "/api/scoreboards/battle", "/api/scoreboards/x", "/api/standings/421",
    "/api/standings/x?limit=1e9", "/api/verify", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
    "//", "/ws",
    "/api/explain/5000?position=x", "/api/explain/5000?position=11111", "/" + "a" * 5000, "/api/openapi.json",
)  # fmt: skip
METHODS = ("GET", "GET", "GET", "HEAD", "POST", "PUT", "OPTIONS", "DELETE", "BREW", "get", "CONNECT", "TRACE")


def request(words: Words) -> bytes:
    """One request, more or less."""
    chance = words.chance
    path = chance.choice((*PATHS, "/api/records/" + chance.choice(words.others)))
    body = words.one() if chance.random() < 0.3 else b""
    head = [f"{chance.choice(METHODS)} {path} HTTP/1.{chance.choice('1110')}", "Host: 127.0.0.1"]
    if body:
        head.append(f"Content-Length: {len(body)}")
    for _ in range(chance.randrange(3)):
        head.append(chance.choice(HEADERS))
    data = "\r\n".join([*head, "", ""]).encode("utf-8", "replace") + body
    if chance.random() < 0.15:
        broken = bytearray(data)
        broken[chance.randrange(len(broken))] = chance.randrange(256)
        return bytes(broken)
    return data[: chance.randrange(1, len(data))] if chance.random() < 0.05 else data


HEADERS = (
    "Origin: https://elsewhere.example", "Origin: [", "Accept: \xff", "Accept-Language: it,fr;q=x",
    "Range: bytes=0-",
    "X-Forwarded-For: 1.2.3.4, x", "Upgrade: websocket", "Connection: Upgrade", "Transfer-Encoding: chunked",
    "Content-Length: 99999999999", "Expect: 100-continue", "If-None-Match: *", "Cookie: " + "a" * 4000,
    "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: x", "Content-Type: application/json", "Host: other",
)  # fmt: skip
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) ")


async def http(ports: dict[str, int], words: Words, count: int, tally: Tally) -> None:
    """Requests one after the other, until the connection is closed."""
    for _ in range(max(1, min(count, 8))):
        visit = await Visit.at(ports["http"])
        tally.shots += 1
        await visit.put(request(words), words.chance)
        answer = b""
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(0.3):
                answer = await visit.reader.read(65536)
        if answer:
            _well_answered(answer, tally)
        await visit.leave(words.chance.random() < 0.3)


def _well_answered(answer: bytes, tally: Tally) -> None:
    found = STATUS.match(answer)
    if found is None:
        return tally.wrong(f"http: answered {answer[:200]!r}")
    status = int(found[1])
    why = answer.partition(b"\r\n\r\n")[2][:60].decode(errors="replace") if status >= 500 else ""
    tally.replies[f"http {status} {why}".strip()] += 1
    if status >= 500 and status not in (501, 503, 505):
        tally.wrong(f"http: {answer[:300]!r}")
    head, _, body = answer.partition(b"\r\n\r\n")
    size = re.search(rb"content-length: (\d+)", head.lower())
    if size is not None and b"application/json" in head.lower() and len(body) == int(size[1]) > 0:
        try:
            json.loads(body)
        except ValueError:
            tally.wrong(f"http: no JSON: {body[:200]!r}")
    return None


Session = Callable[[dict[str, int], Words, int, Tally], Coroutine[Any, Any, None]]
SESSIONS: tuple[tuple[str, Session, int], ...] = (  # which door, and how many words a session has
    ("lines", lines, 300),
    ("websocket", websocket, 250),
    ("lines", lines, 60),
    ("websocket", websocket, 40),
    ("arena", arena, 60),
    ("http", http, 8),
)
