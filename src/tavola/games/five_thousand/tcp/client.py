"""Playing 5000 over the line protocol of its original server: `5000://HOST:8999`.

`ServerLines` reads the lines, without a connection. The protocol tells a player only its own dice and points,
so a bot sees the others' scores as 0.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from tavola.bots import bot_names
from tavola.client.bot_log import said_now
from tavola.client.errors import (
    BadAddress,
    BrokenOff,
    ClientError,
    Interrupted,
    NoConnection,
    NoMoreGames,
    NotOpenYet,
)
from tavola.client.loading import MindMaker, guarded
from tavola.client.minds import NOBODY_COUNTS, GameSetup, Mind, ThinkingTime
from tavola.client.playing import BotGame, played
from tavola.client.thinking import Thinker, Times, decide
from tavola.core.errors import TavolaError
from tavola.core.record import Record
from tavola.games.five_thousand.game import FiveThousand
from tavola.games.five_thousand.moves import Play, Trash
from tavola.games.five_thousand.rules import State, start
from tavola.games.five_thousand.tcp.protocol import DAY_IS_OVER, NOT_OPEN_YET, PROMPT
from tavola.pieces.dice import from_faces, mask_of
from tavola.pieces.seats import NONE_EACH, put
from tavola.table.messages import Sight
from tavola.table.redaction import sight
from tavola.table.words import ENDED

SCHEME = "5000://"
LONGEST = 1 << 16
LONGEST_LINE = 1000  # bytes of a line of the log
LOG_EVERY = 0.25  # seconds of a long decision after which its log is sent, while somebody listens
SHORTEST_LIMIT = 1.0  # seconds for a decision, at the strictest of the servers
_PROMPT = PROMPT.encode()
_RULES = FiveThousand()
_FIRST = start(2)._replace(dice=54262, in_hand=0)


class Starting(NamedTuple):
    names: list[str]


class Asked(NamedTuple):
    """The prompt: a decision is due."""

    state: dict[str, Any]
    time: Mapping[str, Any] = MappingProxyType({})  # as TIME tells it, where it was asked for


class Error(NamedTuple):
    why: str


class Winner(NamedTuple):
    name: str


class Kick(NamedTuple):
    """The end of the game."""


Said = Starting | Asked | Error | Winner | Kick


class ServerLines:
    """Bytes in, in any pieces; messages out."""

    def __init__(self) -> None:
        self._held = b""
        self._state: dict[str, Any] = {}
        self._time: dict[str, Any] = {}

    def feed(self, data: bytes) -> Iterator[Said]:
        self._held += data
        while self._held:
            if self._held.startswith(_PROMPT):
                self._held = self._held[len(_PROMPT) :]
                yield Asked(self._state, self._time)
                continue
            line, newline, rest = self._held.partition(b"\n")
            if not newline:
                if len(self._held) > LONGEST:
                    raise ClientError("what answers there does not speak the lines of 5000")
                return
            self._held = rest
            yield from self._read(line.decode("utf-8", "replace").strip())

    def _read(self, line: str) -> Iterator[Said]:
        verb, _, rest = line.partition(" ")
        try:
            if verb == "STARTING":
                yield Starting([str(name) for name in json.loads(rest)])
            elif verb == "STATE:":
                self._state = dict(json.loads(rest))
            elif verb == "TIME:":
                self._time = dict(json.loads(rest))
            elif verb == "ERROR:":
                yield Error(rest)
            elif verb == "WINNER:":
                yield Winner(rest)
            elif verb == "KICK":
                yield Kick()
        except (ValueError, TypeError):
            raise ClientError(f"the server said {line[:60]!r}, which is not how 5000 is played") from None


def tcp_address(url: str) -> tuple[str, int]:
    """5000://HOST:PORT"""
    host, _, port = url.removeprefix(SCHEME).rstrip("/").rpartition(":")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise BadAddress(f"{url[:80]!r} is no address; the line protocol of 5000 is 5000://HOST:PORT")
    return host.strip("[]"), int(port)


async def play_over_tcp(url: str, bot: str, make: MindMaker, name: str | None, token: str | None) -> BotGame:
    """One game at the server of 5000 that counts: won, lost, or lost by being too slow. Waits for opponents.

    Interrupted, if the game was broken off by the server or another player."""
    host, port = tcp_address(url)
    introduction = _introduction(name, token)
    thinker, mind = Thinker(), None
    try:
        mind = await thinker.do(lambda: _ready(bot, make, GameSetup(_RULES, 0, (name or "",), url)))
        try:
            async with asyncio.timeout(10):
                reader, writer = await asyncio.open_connection(host, port)
        except (OSError, TimeoutError):
            raise NoConnection(f"nobody listens at {url}; is the server running? (tavola serve)") from None
        wire = _Wire(url, reader)
        game = _Game(url, bot, mind, thinker, writer, wire, introduction, name)
        try:
            if token is not None:
                game.introduce_early()
            while (end := await game.hear(await wire.next())) is None:
                pass
            return end
        finally:
            wire.close()
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
    finally:
        if mind is not None:
            mind.close()
        thinker.close()


def _ready(bot: str, make: MindMaker, setting: GameSetup) -> Mind:
    """The mind, made before it asks for a table: from then on every second counts. Some bots of Tavola load
    or compute what they know at their first decision, so that is made here."""
    mind: Mind = guarded(bot, lambda: make(setting))
    if bot.partition(":")[0] in bot_names(_RULES.info.name):
        mind.choose(sight(_RULES, _FIRST, 0))
    return mind


def _introduction(name: str | None, token: str | None) -> str:
    """What follows NAME: a name, perhaps with the token that claims it."""
    words = [word for word in (name, token) if word is not None]
    if (token is not None and name is None) or any(word.split() != [word] for word in words):
        raise TavolaError("the lines of 5000 know a --name of one word, and with it a --token of one word")
    return " ".join(words)


class _Wire:
    """Reads the server's lines also while the bot thinks, so that we know at once when it is too late."""

    def __init__(self, url: str, reader: asyncio.StreamReader) -> None:
        self._url, self._reader = url, reader
        self._said: asyncio.Queue[Said | TavolaError] = asyncio.Queue()
        self.over = asyncio.Event()  # no decision is asked for any more
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        lines, lost = ServerLines(), Interrupted(f"{self._url} hung up in the middle of the game")
        with contextlib.suppress(OSError):
            try:
                while data := await self._reader.read(LONGEST):
                    for said in lines.feed(data):
                        self._said.put_nowait(said)
                        if isinstance(said, Kick):
                            self.over.set()
            except ClientError as error:
                self._said.put_nowait(error)
        self._said.put_nowait(lost)
        self.over.set()

    async def next(self) -> Said:
        said = await self._said.get()
        if isinstance(said, TavolaError):
            raise said
        return said

    def close(self) -> None:
        self._listening.cancel()


class _Game:
    """One game from one seat."""

    def __init__(
        self,
        url: str,
        bot: str,
        mind: Mind,
        thinker: Thinker,
        writer: asyncio.StreamWriter,
        wire: _Wire,
        introduction: str,
        name: str | None,
    ) -> None:
        self._url, self._bot, self._mind = url, bot, mind
        self._writer, self._wire = writer, wire
        self._to_say = [f"NAME {introduction}"] if introduction else []
        self._to_say.append("TIME")  # a server that does not know it answers ERROR, and asks again
        self._keeps_log = " " in introduction  # with a token the server keeps a log
        self._early = False  # NAME was sent before the server asked for a decision
        self._refused = ""  # why, before the game began
        self._me = name or ""
        self._setting = mind.setting
        self._time = NOBODY_COUNTS
        self._thinker, self._times = thinker, Times()
        self._winner: str | None = None
        self._begun = False
        self._spoke = ""  # what we said last
        self._took = 0.0  # seconds for the last decision

    def introduce_early(self) -> None:
        """Send NAME at once: a token means a server of ours, which reads it before it asks for a decision."""
        self._early = True
        self._say(self._to_say.pop(0))

    async def hear(self, said: Said) -> BotGame | None:
        match said:
            case Starting() | Asked() if self._refused:  # the server goes on, so the name was refused
                raise TavolaError(f"{self._url} does not take the name {self._me!r}: {self._refused}")
            case Starting(names):
                self._begin(names)
            case Asked(state, time_):
                await self._answer(state, time_)
            case Error(why) if not self._begun:
                self._refused = why
            case Error() if self._spoke == "TIME":
                pass
            case Error(why) if self._spoke.startswith("NAME"):
                raise TavolaError(f"{self._url} does not take the name {self._me!r}: {why}")
            case Error(why):
                raise ClientError(f"{self._url} did not take {self._spoke!r}: {why}")
            case Winner(name):
                self._winner = name
            case Kick() if self._refused.startswith(DAY_IS_OVER):
                raise NoMoreGames(f"{self._url}: {self._refused}")
            case Kick() if self._refused == NOT_OPEN_YET:
                raise NotOpenYet(f"{self._url}: {self._refused}")
            case Kick() if self._refused:
                raise Interrupted(f"{self._url} lets nobody in: {self._refused}")
            case Kick():
                return self._end()
        return None

    def _begin(self, names: list[str]) -> None:
        """Find our seat: the one with our name or, as the server sees it, our address."""
        self._begun = True
        host, port = self._writer.get_extra_info("sockname")[:2]
        mine = f"{host}:{port}"
        called = [each.casefold() for each in names]
        if self._early and self._me.casefold() in called:  # the name was heard before the game began
            self._early, mine = False, names[called.index(self._me.casefold())]
        seat = names.index(mine) if mine in names else 0
        self._me = self._me or names[seat]
        self._setting = GameSetup(_RULES, seat, tuple(names), self._url)

    async def _answer(self, told: dict[str, Any], time_: Mapping[str, Any]) -> None:
        if self._early:  # asked before the server read the name; it will ask again
            self._early = False
            return
        if self._to_say:
            self._say(self._to_say.pop(0))
            return
        self._note_time(time_)
        state, began = self._state(told), time.monotonic()
        thinking = asyncio.ensure_future(self._thinker.do(lambda: self._choice(state)))
        over = asyncio.ensure_future(self._wire.over.wait())
        both = {thinking, over}
        while not (await asyncio.wait(both, timeout=LOG_EVERY, return_when=asyncio.FIRST_COMPLETED))[0]:
            self._log(said_now())  # should the decision come too late, this says what the bot was at
        over.cancel()
        self._took = time.monotonic() - began
        if thinking.done():
            self._log(said_now())
            self._say(command(_RULES, state, thinking.result()))
        else:  # too late: the answer is not needed any more
            thinking.add_done_callback(lambda done: None if done.cancelled() else done.exception())

    def _note_time(self, told: Mapping[str, Any]) -> None:
        left, last, table = told.get("left"), told.get("last"), told.get("table")
        self._time = ThinkingTime(*(x if isinstance(x, (int, float)) else None for x in (left, last)))
        if isinstance(table, str):
            self._setting = replace(self._setting, table=table)

    def _log(self, text: str) -> None:
        """Send what the bot wrote while it thought; servers that know TIME keep it."""
        if self._keeps_log and self._time.left is not None:
            for line in text.splitlines():
                if line.strip():
                    self._writer.write(b"LOG " + line.encode()[:LONGEST_LINE].strip() + b"\n")

    def _choice(self, state: State) -> str:
        """Runs in the bot's thread."""
        self._mind.setting, self._mind.time = self._setting, self._time
        seen = sight(_RULES, state, self._setting.seat)
        return decide(self._bot, self._mind, seen, self._times)

    def _state(self, told: dict[str, Any]) -> State:
        seat, seats = self._setting.seat, len(self._setting.names)
        try:
            return State(
                seats=seats,
                turn=int(told["played_turns"]) * seats + seat,
                scores=put(NONE_EACH, seat, int(told["total_score"])),
                hand=int(told["played_hands"]),
                turn_score=int(told["turn_score"]),
                dice=from_faces([int(face) for face in told["dices"]]),
                in_hand=0,
                winner=-1,
            )
        except (KeyError, TypeError, ValueError):
            raise ClientError(f"{self._url} tells of no dice and points as 5000 does") from None

    def _say(self, text: str) -> None:
        self._spoke = text.split(" ")[0] if text.startswith("NAME") else text  # no token in any message
        self._writer.write(f"{text}\n".encode())

    def _end(self) -> BotGame:
        winner = self._winner
        if winner is not None:
            won = winner == self._me
            return played(self._setting, [self._setting.seat] if won else [], [], "played", self._times, won)
        if self._took < min(
            SHORTEST_LIMIT, self._time.left or SHORTEST_LIMIT
        ):  # the protocol does not say why
            raise BrokenOff(
                f"nobody won at {self._url}: another player was too slow or left, or it was stopped"
            )
        slow = ENDED["time"].fill(who=self._me).en
        return played(self._setting, [], [], "time", self._times, False, f"{slow}: {self._took:.1f} seconds")


def command(rules: FiveThousand, state: State, text: str) -> str:
    """A move as the protocol writes it: dice by their indexes."""
    move = rules.parse(text)
    if isinstance(move, Play):
        mask = mask_of(state.dice, move.dice) or 0
        return f"PLAY [{', '.join(str(index) for index in range(mask.bit_length()) if mask >> index & 1)}]"
    return "TRASH" if isinstance(move, Trash) else "BANK"


def sight_then(record: Record, rules: FiveThousand, state: State, seat: int) -> Sight | None:
    """What a bot saw in a game of this protocol: only its own points. None for other games."""
    if "Arena" not in record.tags:
        return None
    return sight(rules, state._replace(scores=put(NONE_EACH, seat, state.scores[seat])), seat)
