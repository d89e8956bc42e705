"""Every block of code in the pages, and what running one means; test_snippets.py runs them all.

The first line of a block says what it is:

| block | what is done |
|---|---|
| `python` | it runs, all blocks of a page in one namespace; what follows `>>>` is compared |
| `console` | what follows `$ ` is typed into a shell, the rest is compared; `...` stands for anything |
| `sh` | each line is typed into a shell; what begins with `#!` is a program, `bot.sh` |
| `toml` | a `pyproject.toml`, or a configuration that `tavola serve --check-config` takes |
| `json` | it is read; one with a `type` is a message of the schema |
| `wire` | `-->` and `<--`: messages of the schema. Other lines are those of 5000 over TCP |
| `text` | nothing: what a program says, a picture, a formula. What one could type is refused |

There is no other kind. What can't be typed here (root, another machine, an hour) is in ELSEWHERE, with what
is checked of it instead.
"""

from __future__ import annotations

import ast
import doctest
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from tavola.games.five_thousand.tcp.client import ServerLines
from tavola.games.five_thousand.tcp.commands import Bad, CommandReader
from tavola.table import messages as m
from tests.docs.commands import takes, words
from tests.server.schema.test_schema import validator
from tools import dev

TOP = Path(__file__).parents[2]
BLOCK = re.compile(r"^( *)(`{3,})([^\n`]*)\n(.*?)^\1\2 *$", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(r"\n\n(?: {4}[^\n]*\n)+")
TYPED = re.compile(
    r"^(?:\$ |#!|>>> |tavola |pip |pipx |uvx |make |curl |nc |python3? |docker |apt |git )", re.M
)
KINDS = ("python", "console", "sh", "toml", "json", "wire", "text")
EXTRAS = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]
PORTS = {"8421": "http", "8422": "lines", "8998": "training", "8999": "battle", "9000": "tournament"}
ADDRESS = re.compile(r"(?:127\.0\.0\.1|localhost|HOST|SERVER)([: ])(8421|8422|8998|8999|9000)\b")
PATIENCE = 300


class Wrong(AssertionError):
    """A block that does not do what it says."""


@dataclass(frozen=True)
class Block:
    page: str
    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(page: str, text: str) -> list[Block]:
    found = []
    for each in BLOCK.finditer(text):
        kind = each[3].strip()
        if kind.startswith(("{", ":")):
            continue  # a directive of the site, such as a table of contents
        line = text.count("\n", 0, each.start()) + 1
        found.append(Block(page, line, kind, re.sub(f"^{each[1]}", "", each[4], flags=re.MULTILINE)))
    if INDENTED.search(BLOCK.sub("", text)):
        raise Wrong(f"{page}: a block that does not say what it is")
    return found


# ---- what is checked where nothing can be run ----


def _installs(line: str) -> None:
    for asked in re.findall(r"'?(\.|tavola)\[([\w,]+)\]'?", line):
        if missing := [each for each in asked[1].split(",") if each not in EXTRAS]:
            raise Wrong(f"no extra {missing}")


def _task(line: str) -> None:
    for name in re.findall(r"(?:make|tools/dev\.py) ([a-z-]+)", line):
        if name not in dev.TASKS:
            raise Wrong(f"no task {name}")


def _module(line: str) -> None:
    for name in re.findall(r"-m ([\w.]+)", line):
        if find_spec(name) is None:
            raise Wrong(f"no module {name}")


def _files(line: str) -> None:
    for name in re.findall(r"(?<![\w/.])(?:deploy|tools)/[\w@./-]*\w", line):
        if not (TOP / name).exists():
            raise Wrong(f"no {name}")
    _installs(line)
    _taken(line)


def _taken(line: str) -> None:
    for typed in re.findall(r"(?:^|[ /])tavola (?!db\.)([a-z][^|<>&]*)", line):
        takes(words(typed))


ELSEWHERE: tuple[tuple[str, str, Callable[[str], None]], ...] = (
    (r"^(pip|uvx|pipx) ", "make release installs the wheel, tests/test_bare.py the extras", _installs),
    (r"^(make|python tools/dev\.py) ", "the tasks call one another: tests/tools", _task),
    (r"^python tools/", "as the tasks do", _files),
    (r"^python -m (bench|tests)\b", "minutes to hours; the same code runs small in the tests", _module),
    (r"^python -m tavola\.\S+ .*--listen", "listens until it is stopped: tests/tournaments", _module),
    (r"deploy/|^(apt|certbot|systemctl|runuser|python3 -m venv|curl https)", "root; tests/deploy", _files),
    (r"--nodes|postgresql|--cluster|tcp://", "other machines: tests/server/nodes, tests/fast", _taken),
    (r"^tavola (join|admin) ", "somebody at a terminal: tests/terminal/app, tests/server/admin", _taken),
    (r"^tavola (play|resume( \S+\.txt)?)$", "the same: tests/terminal", _taken),
    (r"^TAVOLA_TOKEN=", "all teams at once: tests/terminal/commands/test_contest.py", _taken),
    (
        r"\b(NAME|TABLE|zara)\b",
        "a table, a game that is not there: tests/client, tests/core/test_plugins.py",
        _taken,
    ),
    (r"^tavola site ", "the engine of a browser: tests/server/offline", _taken),
    (r"--ladder|--take-over|--stdio|stdio:", "until one stops it: tests/client, tests/server", _taken),
)

# The same in little.
SHORTER = (
    (r"(simulate .*--games) \S+", r"\1 200"),
    (r"(bot run .*--games) \d+", r"\1 1"),
    (r"(arena (?!.*--sets).*)", r"\1 --sets 2"),
    (r"--sets \d+", "--sets 2"),
    (r"--until-separated", "--until-separated --most-sets 4"),
    (r"--seconds \d+", "--seconds 30"),
)


# ---- running them ----


@dataclass
class Desk:
    """Where somebody tries out a page: an empty folder, a shell, perhaps a server."""

    folder: Path
    names: dict[str, Any] = field(default_factory=dict)
    _house: subprocess.Popen[str] | None = None
    _ports: dict[str, int] = field(default_factory=dict)
    _behind: list[tuple[str, subprocess.Popen[str]]] = field(default_factory=list)

    def run(self, block: Block) -> None:
        if block.kind not in KINDS:
            raise Wrong(f"{block}: a block of no known kind: {block.kind!r}")
        try:
            getattr(self, f"_{block.kind}")(block)
        except Wrong as error:
            raise Wrong(f"{block}: {error}") from None
        except (Exception, SystemExit) as error:
            raise Wrong(f"{block}: {type(error).__name__}: {error}") from error

    def close(self) -> None:
        for _, process in self._behind:
            process.kill()
            process.communicate()
        self._serve_no_more()

    def _python(self, block: Block) -> None:
        text = self._addresses(block.text)
        if ">>>" in text:
            test = doctest.DocTestParser().get_doctest(text, self.names, str(block), None, block.line)
            said: list[str] = []
            done = doctest.DocTestRunner(verbose=False).run(test, out=said.append, clear_globs=False)
            self.names.update(test.globs)
            if done.failed:
                raise Wrong("".join(said))
            return
        exec(compile(ast.parse(text), str(block), "exec"), self.names)

    def _console(self, block: Block) -> None:
        for told in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            typed, _, shown = _joined(told).partition("\n")
            said = self._type(typed)
            if said is not None:
                _compare(shown, said)
        self._wait()

    def _sh(self, block: Block) -> None:
        if block.text.startswith("#!"):
            program = self.folder / "bot.sh"
            program.write_text(block.text, encoding="utf-8")
            program.chmod(0o755)
            return
        for line in _joined(block.text).splitlines():
            if line.strip() and not line.startswith("#"):
                self._type(line)
        self._wait()

    def _toml(self, block: Block) -> None:
        told = tomllib.loads(block.text)
        if "project" in told:
            for group, points in told["project"].get("entry-points", {}).items():
                if group not in ("tavola.games", "tavola.bots"):
                    raise Wrong(f"no entry points {group}")
                if wrong := [each for each in points.values() if not re.fullmatch(r"[\w.]+:\w+", each)]:
                    raise Wrong(f"no objects: {wrong}")
            return
        secret = self.folder / "storage.txt"
        secret.write_text(f"sqlite:///{self.folder / 'told.db'}", encoding="utf-8")
        path = self.folder / "tavola.toml"
        path.write_text(re.sub(r'file = "[^"]*"', f'file = "{secret}"', block.text), encoding="utf-8")
        self._shell("tavola serve --config tavola.toml --check-config")

    def _json(self, block: Block) -> None:
        told = json.loads(block.text)
        if "type" in told:
            _message("-->" if "id" in told else "<--", block.text)

    def _wire(self, block: Block) -> None:
        for line in block.text.splitlines():
            if found := re.match(r"(-->|<--) (\{.*\})$", line):
                _message(*found.groups())
            elif not line.startswith("$ nc "):
                _of_5000(line)

    def _text(self, block: Block) -> None:
        if found := TYPED.search(block.text):
            raise Wrong(f"one could type this: {block.text[found.start() :].splitlines()[0]!r}")

    # -- the shell --

    def _type(self, line: str) -> str | None:
        """What it says, or nothing if it can't be run here. It has to end well, or with what `error` says."""
        line = re.sub(r" +#.*", "", line)
        for pattern, _, check in ELSEWHERE:
            if re.search(pattern, line):
                check(line)
                return None
        for long, short in SHORTER:
            line = re.sub(long, short, line)
        if re.match(r"tavola serve\b(?!.*(--check|--print))", line):
            self._serve(line)
            return None
        line = self._addresses(line)
        if line.startswith("tavola db ") and not (self.folder / "tavola.db").exists():
            self._serve("tavola serve")
            self._serve_no_more()
        if line.startswith("tavola bot run "):
            line += "" if "--url" in line else f" --url {self._addresses('ws://127.0.0.1:8421/ws')}"
            process = self._started(line)
            self._behind.append((line, process))
            return None
        if line.startswith("nc "):
            return self._hear(line) if shutil.which("nc") else None
        return self._shell(line)

    def _started(self, line: str) -> subprocess.Popen[str]:
        env = {k: v for k, v in os.environ.items() if not k.startswith("TAVOLA_") or k == "TAVOLA_CACHE"}
        env |= {f"TAVOLA_{door.upper()}_PORT": "0" for door in PORTS.values()}
        env |= {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{env.get('PATH', '')}",
            "PYTHONPATH": str(TOP),
            "TAVOLA_STORAGE": f"sqlite:///{self.folder / 'tavola.db'}",
            "COLUMNS": "200",
        }
        return subprocess.Popen(
            ["bash", "-o", "pipefail", "-c", line],
            cwd=self.folder,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def _shell(self, line: str) -> str:
        return _ended(line, self._started(line))

    def _hear(self, line: str) -> str:
        """How a server begins that somebody talks to by hand; it would go on to wait for him."""
        process = self._started(f"exec {line}")
        assert process.stdout is not None
        said = process.stdout.readline()
        process.kill()
        rest, err = process.communicate()
        if not said:
            raise Wrong(f"{line}: nothing is said: {err}")
        return said + rest

    def _wait(self) -> None:
        while self._behind:
            _ended(*self._behind.pop(0))

    def _serve(self, line: str) -> None:
        self._serve_no_more()
        self._house = self._started(f"exec {line.replace('0.0.0.0', '127.0.0.1')} --json")
        assert self._house.stdout is not None
        told = self._house.stdout.readline()
        if not told:
            raise Wrong(f"{line}: {self._house.communicate()[1]}")
        self._ports = json.loads(told)["ports"]

    def _serve_no_more(self) -> None:
        if self._house is not None:
            self._house.send_signal(signal.SIGTERM)
            self._house.communicate()
            self._house = None

    def _addresses(self, text: str) -> str:
        """With the ports of a server that is there."""
        if ADDRESS.search(text) and self._house is None:
            self._serve("tavola serve")
        return ADDRESS.sub(lambda found: f"127.0.0.1{found[1]}{self._ports[PORTS[found[2]]]}", text)


def _joined(text: str) -> str:
    return re.sub(r"\\\n\s*", " ", text)


def _ended(line: str, process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=PATIENCE)
    if process.returncode != (2 if err.startswith("error: ") and "error: " in line else 0):
        raise Wrong(f"{line} ended with {process.returncode}: {out[-500:]} {err[-1000:]}")
    return out + err


def _compare(shown: str, said: str) -> None:
    """Every line is said, in this order; `...` stands for anything."""
    at = 0
    for line in filter(str.strip, shown.splitlines()):
        parts = [re.escape(part) for part in re.split(r"\.\.\.|…", line.strip())]
        found = re.compile(".*".join(parts)).search(said, at)
        if not found:
            raise Wrong(f"it does not say {line!r}, but\n{said[-3000:]}")
        at = found.end()


def _message(way: str, text: str) -> None:
    validator("AnyCommand" if way == "-->" else "AnyMessage").validate(json.loads(text))
    read = m.decode_command(text) if way == "-->" else m.decode_message(text)
    if not json.loads(text).items() <= msgspec.to_builtins(read).items():
        raise Wrong(f"a field is no field of the message: {text}")


def _of_5000(line: str) -> None:
    """A line of 5000 over TCP: said by the server, or by a client, perhaps behind the prompt."""
    said = line.removeprefix(">> ")
    if said == line and line.partition(" ")[0].rstrip(":") in SERVER_SAYS:
        list(ServerLines().feed(f"{line}\n".encode()))
        return
    reader = CommandReader()
    reader.feed(f"{said}\n".encode())
    if isinstance(command := reader.next(quiet=True), Bad | None):
        raise Wrong(f"5000 does not know {line!r}: {command}")


SERVER_SAYS = ("STARTING", "STATE", "TIME", "WINNER", "ERROR", "KICK")
