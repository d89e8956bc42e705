"""Any bot as a program: questions on its stdin, answers on its stdout, as docs/bots.md says of `exec:`.

    python -m tavola.tournaments.answering mybot.py:Bot
    python -m tavola.tournaments.answering mybot.py:Bot --ready GAME
    python -m tavola.tournaments.answering mybot.py:Bot --listen 7000

So a bot that is a Python class plays in a process of its own, which may crash or stall without harm to the
tournament; and with --listen, on a machine of its own, one game for each connection. With --ready it loads
the bot for a game at once, and then writes a line, so that loading does not count as thinking; and another
line after each game, when it is ready for the next.
"""

from __future__ import annotations

import contextlib
import os
import queue
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from random import Random
from typing import IO, Any

import msgspec

from tavola.bots import bot_names
from tavola.client.errors import BotTrouble
from tavola.client.loading import MindMaker, guarded, load, told
from tavola.client.minds import NOBODY_COUNTS, GameSetup, Mind, ThinkingTime, move_text
from tavola.client.program import PREFIX as EXEC
from tavola.client.program import command_of
from tavola.core.contract import OVER
from tavola.core.errors import TavolaError
from tavola.core.options import make as make_options
from tavola.games import game_class, game_names
from tavola.table import messages as m
from tavola.tournaments.entrants import is_there

LONGEST_QUESTION = 1 << 20
GRACE = 1.0  # seconds to finish after the end of the input
WRONG, FINE = 1, 0
READY = "ready"


class QuestionLine(msgspec.Struct):
    """A line as docs/bots.md and docs/arena.md describe it; other fields are ignored."""

    game: str
    seat: int
    names: list[str]
    actor: int
    table: Any
    score: list[int]
    happened: list[m.Happened]
    moves: list[str] = []
    over: m.Ending | None = None
    options: dict[str, str] = {}
    seed: int = 0
    time: ThinkingTime = NOBODY_COUNTS


class AnsweringBot:
    """The bot at the end of one line: a fresh mind for each game."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self._luck = Random()
        self._makers: dict[str, MindMaker] = {}
        self._mind: Mind | None = None

    def loaded(self, game: str) -> MindMaker:
        if game not in self._makers:
            game_class(game)  # MODULE:CLASS would load even for a game that does not exist
            self._makers[game] = load(self.spec, game, self._luck)
        return self._makers[game]

    def answer(self, question: QuestionLine) -> str | None:
        """The answer to a question; None to news, and to the end of a game."""
        mind = self._mind or self._begin(question)
        over = question.over
        sight = m.Sight(
            actor=OVER if over else question.actor,
            table=question.table,
            score=question.score,
            moves=question.moves,
        )
        if question.happened:
            news = m.News(table="", version=0, turn=0, steps=question.happened, sight=sight)
            guarded(self.spec, lambda: mind.hear(news))
        if over:
            guarded(self.spec, lambda: mind.end(over))
            self.close()
            return None
        if not sight.moves:
            return None
        mind.time = question.time
        choice = guarded(self.spec, lambda: mind.choose(sight))
        return move_text(choice, sight.moves) or _written(choice)

    def close(self) -> None:
        """The game is over, or broken off: end the mind, which may be a program."""
        mind, self._mind = self._mind, None
        if mind is not None:
            mind.close()

    def _begin(self, question: QuestionLine) -> Mind:
        game = question.game
        make = self.loaded(game)
        self._luck.seed(question.seed)
        cls = game_class(game)
        rules = cls(make_options(cls.info.options, question.options, game))
        setting = GameSetup(rules, question.seat, tuple(question.names))
        self._mind = guarded(self.spec, lambda: make(setting))
        assert self._mind is not None
        return self._mind


def _written(choice: object) -> str:
    """A choice that is no move, in one line: the tournament refuses it."""
    try:
        return " ".join(str(choice).split())[:200] or "nothing"
    except Exception:  # a class whose __str__ raises
        return type(choice).__name__


# ---- over stdin and stdout ----


def _serve_streams(spec: str, game: str | None) -> int:
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # the bot's prints must not look like answers
    sys.stdout = sys.stderr
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(questions,), daemon=True).start()
    code = _converse(spec, iter(questions.get, b""), out.write, game)
    sys.stderr.flush()
    os._exit(code)  # Python would wait for the thread that still reads


def _read(questions: queue.SimpleQueue[bytes]) -> None:
    """In a thread: at the end of the input even a bot that hangs has to end."""
    for line in iter(lambda: sys.stdin.buffer.readline(LONGEST_QUESTION), b""):
        questions.put(line)
    questions.put(b"")
    threading.Event().wait(GRACE)
    os._exit(WRONG)


def _converse(
    spec: str, questions: Iterator[bytes], say: Callable[[bytes], Any], game: str | None = None
) -> int:
    answers = AnsweringBot(spec)
    try:
        if game is not None:
            answers.loaded(game)
            say(_line(READY))
        for line in questions:
            question = msgspec.json.decode(line, type=QuestionLine)
            said = answers.answer(question)
            if question.over is not None and game is not None:
                said = READY
            if said is not None:
                say(_line(said))
    except (TavolaError, msgspec.MsgspecError, RecursionError, OSError) as error:
        return _tell(error)
    finally:
        answers.close()
    return FINE


def _line(text: str) -> bytes:
    return text.encode(errors="replace") + b"\n"


def _tell(error: BaseException) -> int:
    cause = error.cause if isinstance(error, BotTrouble) else None
    if cause is not None:
        traceback.print_exception(cause)
    match error:
        case TavolaError():
            why = str(error)
        case OSError():
            why = f"the line is lost: {error.strerror or error}"
        case _:
            why = f"not a question: {told(error)}"
    print(why, file=sys.stderr)
    return WRONG


def _check(spec: str, game: str) -> int:
    AnsweringBot(spec).loaded(game)
    sys.stderr.flush()
    os._exit(FINE)  # a thread the bot has started may go on for ever


# ---- over TCP ----


def _must_load(spec: str) -> None:
    """Refuse a bot that can't be loaded. Any game will do: which one will be played is not known yet."""
    if spec.startswith(EXEC):
        is_there(command_of(spec)[0])
        return
    name = spec.partition(":")[0]
    plays = next((game for game in game_names() if name in bot_names(game)), None)
    if plays is None and ":" not in spec:
        raise BotTrouble(f"no game has a bot called {spec[:80]!r}; others are MODULE:CLASS or bot.py:CLASS")
    with contextlib.redirect_stdout(sys.stderr):  # the first line of stdout has to be ours
        AnsweringBot(spec).loaded(plays or game_names()[0])


def _listen(spec: str, text: str) -> int:
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) < 65536):
        print(f"--listen takes PORT or HOST:PORT, not {text[:60]!r}", file=sys.stderr)
        return WRONG
    _must_load(spec)
    try:
        server = socket.create_server((host.strip("[]") or "127.0.0.1", int(port)))
    except OSError as error:
        print(f"can't listen at {text[:60]}: {error.strerror or error}", file=sys.stderr)
        return WRONG
    print(f"listening at port {server.getsockname()[1]}", flush=True)
    with server:
        while True:
            connection, _ = server.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=_guest, args=(spec, connection), daemon=True).start()


def _guest(spec: str, connection: socket.socket) -> None:
    with connection, connection.makefile("rb") as lines:
        reading: IO[bytes] = lines
        _converse(spec, iter(lambda: reading.readline(LONGEST_QUESTION), b""), connection.sendall)


def main(given: list[str]) -> int:
    try:
        match given:
            case [spec]:
                return _serve_streams(spec, None)
            case [spec, "--ready", game]:
                return _serve_streams(spec, game)
            case [spec, "--check", game]:
                return _check(spec, game)
            case [spec, "--listen", where]:
                return _listen(spec, where)
    except TavolaError as error:
        return _tell(error)
    except KeyboardInterrupt:
        return 130
    print(
        "usage: python -m tavola.tournaments.answering BOT [--check|--ready GAME | --listen PORT]",
        file=sys.stderr,
    )
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
