"""Holding a tournament by a plan, in a folder, with a crew: from the beginning, or resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tavola.core.errors import BrokenRecord, Trouble
from tavola.core.record import Record
from tavola.tournaments.chosen import ChosenGames
from tavola.tournaments.crew import Crew
from tavola.tournaments.faults import of_tag
from tavola.tournaments.folder import GAMES, Folder
from tavola.tournaments.formats import Standing, playing
from tavola.tournaments.plan import Plan
from tavola.tournaments.score import TournamentScore
from tavola.tournaments.sitting import Task

Progress = Callable[[int, int], None]  # games done, and how many are known to be played


@dataclass(frozen=True, slots=True)
class Held:
    """A tournament that is over."""

    plan: Plan
    score: TournamentScore
    standing: Standing
    chosen: ChosenGames


def hold(plan: Plan, path: Path, crew: Crew, progress: Progress = lambda done, known: None) -> Held:  # noqa: ARG005
    """Play the games that are not in the folder yet."""
    with Folder(path) as folder:
        folder.agree(plan.check())
        held = _hold(plan, folder, crew, progress)
        folder.sync()
        return held


def _hold(plan: Plan, folder: Folder, crew: Crew, progress: Progress) -> Held:
    score, chosen = TournamentScore(plan), ChosenGames()
    going, kept = playing(plan, score), folder.kept()
    known = 0
    try:
        batch = next(going)
        while True:
            known += len(batch)
            records = []
            for record in _records(batch, kept, folder, crew):
                score.add(record)
                chosen.add(record)
                records.append(record)
                progress(score.games, known)
            batch = going.send(records)
    except StopIteration as end:
        standing: Standing = end.value
    if next(kept, None) is not None:
        raise Trouble(f"{folder.path / GAMES} has more games than this tournament")
    return Held(plan, score, standing, chosen)


def _records(batch: list[Task], kept: Iterator[Record], folder: Folder, crew: Crew) -> Iterator[Record]:
    """The games of a batch: first those in the folder, then the rest as they are played."""
    for place, task in enumerate(batch):
        record = next(kept, None)
        if record is None:
            for played in crew.play(batch[place:]):
                folder.add(played)
                yield played.record
            return
        _same(task, record, folder)
        yield record


def _same(task: Task, record: Record, folder: Folder) -> None:
    """Check that a record in the folder is the planned game, and could have ended like that."""
    seated = tuple(entrant.name for entrant in task.seated())
    tags = {name: record.tags.get(name) for name in task.tags()}
    if tags != task.tags() or record.game != task.game or record.seats != seated:
        raise Trouble(f"{folder.path / GAMES}, line {task.number}: not the game of this tournament's plan")
    try:
        _ends_well(record)
    except BrokenRecord as error:
        raise Trouble(f"{folder.path / GAMES}, line {task.number}: {error}") from None


def _ends_well(record: Record) -> None:
    seats = len(record.seats)
    for seat in () if record.result is None else record.result["winners"]:
        if not 0 <= seat < seats:
            raise BrokenRecord(0, f"seat {str(seat)[:20]} can't have won: the seats are 0 to {seats - 1}")
    if (fault := record.tags.get("Fault")) is not None:
        of_tag(fault, seats)
