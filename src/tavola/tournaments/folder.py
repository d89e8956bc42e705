"""The folder of a tournament: its plan, the record of every game, and a log for each bot.

`games.jsonl` is append-only: one whole record a line, in the order of the plan. If the process is killed, the
file is a prefix of the complete one; the next start cuts off half a line, and goes on.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import IO

from tavola.core.errors import BrokenRecord, TavolaError, Trouble
from tavola.core.record import Record
from tavola.tournaments.faults import Fault
from tavola.tournaments.plan import Plan
from tavola.tournaments.sitting import SittingResult

PLAN, GAMES, LOGS, LOCK = "arena.json", "games.jsonl", "logs", ".lock"
FORMAT = "tavola-arena/1"
CHUNK = 1 << 16


class Folder:
    """An open tournament folder, locked against other processes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | None = None
        self._lock: IO[bytes] | None = None
        self._logs: dict[str, Path] = {}

    def __enter__(self) -> Folder:
        try:
            (self.path / LOGS).mkdir(parents=True, exist_ok=True)
            self._lock = (self.path / LOCK).open("wb")
            _take(self._lock, self.path)
            self._file = (self.path / GAMES).open("ab")
            _cut_half_a_line(self.path / GAMES)
        except OSError as error:
            self.__exit__(None, None, None)
            raise TavolaError(f"can't use the folder {str(self.path)[:200]!r}: {error.strerror}") from None
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in (self._file, self._lock):
            if file is not None:
                with suppress(OSError):  # a failed write was reported when it happened
                    file.close()

    # ---- the plan ----

    def agree(self, plan: Plan) -> None:
        """Save the plan; refused if the folder has another one."""
        there = read_plan(self.path)
        self._logs = {name: self.path / LOGS / file for name, file in log_files(plan.names).items()}
        if there is None:
            text = json.dumps({"kind": FORMAT, **plan.as_dict()}, indent=1)
            part = self.path / (PLAN + ".part")
            try:
                part.write_text(text + "\n", encoding="utf-8")
                part.replace(self.path / PLAN)
            except OSError as error:
                raise self._unwritable(error) from None
            return
        must_agree(self.path, plan, there)

    # ---- the games ----

    def kept(self) -> Iterator[Record]:
        """The games that were played, in order."""
        return (record for _, record in games_in(self.path))

    def add(self, played: SittingResult) -> None:
        assert self._file is not None
        try:
            self._file.write(json.dumps(played.record.as_json(), separators=(",", ":")).encode() + b"\n")
            self._file.flush()
            if played.fault is not None:
                self._log(played.record, played.at_fault, played.fault)
            for name, fault in played.late:
                self._log(played.record, name, fault, " (over, nothing lost)")
        except OSError as error:
            raise self._unwritable(error) from None

    def sync(self) -> None:
        """fsync, at the end."""
        assert self._file is not None
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: OSError) -> Trouble:
        return Trouble(f"can't write to {str(self.path)[:200]}: {error.strerror or error}")

    def _log(self, record: Record, name: str, fault: Fault, when: str = "") -> None:
        tags = record.tags
        where = f"game {tags['Number']}, {record.game}, set {tags['Set']}, rotation {tags['Rotation']}"
        text = f"{where}{when}: {fault}\n"
        if fault.detail.strip():
            text += "".join(f"    {line}\n" for line in fault.detail.strip().splitlines())
        with self.log_of(name).open("a", encoding="utf-8") as log:
            log.write(text)

    def log_of(self, name: str) -> Path:
        return self._logs[name]


def log_files(names: Sequence[str]) -> dict[str, str]:
    """The log file of each entrant: its name in letters that any file system takes, and unique."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        plain = re.sub(r"[^A-Za-z0-9_.-]+", "_", name).strip("._") or "bot"
        files = (f"{plain}{'' if n == 1 else f'-{n}'}.log" for n in count(1))
        found[name] = next(file for file in files if file.lower() not in taken)
        taken.add(found[name].lower())
    return found


def games_in(path: Path, wanted: Container[int] | None = None) -> Iterator[tuple[int, Record]]:
    """The games of a folder, with their numbers, in order; only wanted ones are parsed."""
    with (path / GAMES).open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if wanted is not None and number not in wanted:
                continue
            try:
                yield number, Record.parse(line.decode())
            except UnicodeDecodeError:
                raise Trouble(f"{path / GAMES}, line {number}: it is no text in UTF-8") from None
            except BrokenRecord as error:
                raise Trouble(f"{path / GAMES}, line {number}: {error}") from None


def read_plan(path: Path) -> Plan | None:
    """The plan a folder holds, None if it holds none."""
    damaged = Trouble(f"{path / PLAN} can't be read: it is not as tavola arena wrote it")
    try:
        data = json.loads((path / PLAN).read_text(encoding="utf-8"))
        another = data["kind"] != FORMAT
    except FileNotFoundError:
        return None
    except NotADirectoryError:
        raise TavolaError(f"a tournament is kept in a folder, and {str(path)[:200]!r} is none") from None
    except OSError as error:
        raise Trouble(f"{path / PLAN} can't be read: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise damaged from None
    if another:
        raise Trouble(f"{path / PLAN} is of another version of tavola")
    try:
        return Plan.from_dict(data).check()
    except TavolaError as error:
        raise Trouble(f"{path / PLAN}: {error}") from None
    except (KeyError, TypeError):
        raise damaged from None


def must_agree(path: Path, plan: Plan, there: Plan) -> None:
    """Refuse a plan where the folder has another."""
    ours, theirs = plan.as_dict(), there.as_dict()
    different = [key.replace("_", "-") for key in ours if ours[key] != theirs[key]]
    if different:
        raise TavolaError(
            f"{str(path)[:200]} holds a tournament with other {', '.join(different)}; "
            "choose another folder, or go on with that one by --out alone"
        )


def _cut_half_a_line(path: Path) -> None:
    size = path.stat().st_size
    with path.open("rb+") as file:
        end = size
        while end > 0:
            begin = max(0, end - CHUNK)
            file.seek(begin)
            newline = file.read(end - begin).rfind(b"\n")
            if newline >= 0:
                end = begin + newline + 1
                break
            end = begin
        if end < size:
            file.truncate(end)


def _take(lock: IO[bytes], path: Path) -> None:
    try:
        import fcntl
    except ImportError:  # as on Windows
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise TavolaError(f"another tavola arena is at work in {str(path)[:200]!r}") from None
