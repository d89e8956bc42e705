"""An environment for a projector, over REST: standings, games worth seeing, upsets, what is next.

The page /projector/GAME shows just this. All spectators get the same bytes, made at most once a second, which
say when to ask again (`Pace`). They fetch the games themselves from /api/records/TABLE/steps, as they need
them.
"""

from __future__ import annotations

import gzip
import time
from typing import Literal

import msgspec

from tavola.games.five_thousand.tcp.gallery import FORM, Gallery, OverGame
from tavola.games.five_thousand.tcp.pages import (
    ENVIRONMENTS,
    Committed,
    Day,
    ScoreLine,
    day_told,
    port_of,
    seen_of,
)
from tavola.server.http.headers import takes
from tavola.server.http.house import House
from tavola.server.http.routes import Route
from tavola.server.http.wire import Answer, Asked, Refuse, encode

FRESH = 1.0  # seconds
SCORES, GAMES, UPSETS, PLAYING = 60, 24, 8, 12

Did = Literal["won", "lost", "level", "out"]


class GameSeen(msgspec.Struct, frozen=True):
    """A game that is over, at /record/TABLE. `why` it is worth seeing: an upset, close, among the first."""

    table: str
    names: list[str]
    scores: list[int]
    winners: list[int]
    how: str  # played, time, left, absent
    out: list[int]  # who was too slow, left or did not come
    moves: int
    began: float  # since 1970
    seconds: float  # it took so long
    why: Literal["upset", "close", "top", "last"]
    worth: float


class Result(msgspec.Struct, frozen=True):
    """How a game went for somebody. Level: somebody else was too slow, left or did not come."""

    table: str
    did: Did
    score: int
    others: list[str]


class UpsetTold(msgspec.Struct, frozen=True):
    """`winner` beat `loser`, who stands so many places above and in a better tier."""

    winner: str
    loser: str
    places: int
    table: str
    at: float


class Onlooking(msgspec.Struct, frozen=True):
    """All that the projector shows of an environment of 5000 over TCP."""

    environment: str
    seats: int
    at: float  # the server's time, since 1970
    again: float  # ask again after so many seconds
    port: int
    scores: list[ScoreLine]
    day: Day | None  # of the tournament of a contest
    moved: dict[str, int]  # places gained or lost in the last minute, where there were some
    form: dict[str, list[Result]]  # the last games of each, the latest first
    waiting: list[str]
    playing: list[Committed]
    held: bool  # the dice of these are shown when their set is over
    game: int | None  # which of the three games of its set is played
    games: list[GameSeen]  # that are over, the one most worth seeing first
    counted: int  # games that were seen here since the start
    upsets: list[UpsetTold]  # the latest first
    upsets_counted: int


async def projector(house: House, asked: Asked) -> Answer:
    name = asked.parts["environment"]
    if name not in ENVIRONMENTS:
        there = ", ".join(ENVIRONMENTS)
        raise Refuse(404, "unknown_environment", f"there is no environment {name[:40]!r}; there are: {there}")
    again = house.onlookers.asked(time.monotonic())
    plain, packed = await _fresh(house, name, again)
    if takes("gzip", asked.headers.get("accept-encoding", "")):
        return Answer(packed, headers={"content-encoding": "gzip"})
    return Answer(plain)


Bodies = tuple[bytes, bytes]  # plain and packed
_KEY = "projector"


async def _fresh(house: House, name: str, again: float) -> Bodies:
    key, now = (_KEY, name), time.monotonic()
    kept: tuple[float, Bodies] | None = house.told.get(key)
    if kept is None or now - kept[0] >= FRESH:
        scores = [ScoreLine(*line) for line in await house.store.scoreboard(name, SCORES)]
        body = encode(onlooking(house, name, scores, again))
        kept = house.told[key] = now, (body, gzip.compress(body, 5, mtime=0))
    return kept[1]


def onlooking(house: House, name: str, scores: list[ScoreLine], again: float) -> Onlooking:
    seen = seen_of(house, name)
    gallery: Gallery = seen.get("gallery") or Gallery()
    day = day_told(seen["day"]) if "day" in seen else None
    names = [team.name for team in day.standings] if day else [line.name for line in scores]
    return Onlooking(
        environment=name,
        seats=ENVIRONMENTS[name].seats,
        at=round(time.time(), 1),
        again=again,
        port=port_of(house, name),
        scores=scores,
        day=day,
        moved={each: moved for each in names if (moved := gallery.moved(each))},
        form={each: form for each in names if (form := _form(gallery, each))},
        waiting=list(seen.get("waiting", ()))[:SCORES],
        playing=[Committed(**table) for table in list(seen.get("tables", ()))[:PLAYING]],
        held=day is not None,
        game=seen["day"]["game"] if day else None,
        games=[_seen(game) for game in gallery.best_first()[:GAMES]],
        counted=gallery.counted,
        upsets=[UpsetTold(*each) for each in list(reversed(gallery.upsets))[:UPSETS]],
        upsets_counted=gallery.upsets_counted,
    )


def _seen(game: OverGame) -> GameSeen:
    return GameSeen(
        game.table,
        list(game.names),
        list(game.scores),
        list(game.winners),
        game.how,
        list(game.out),
        game.moves,
        game.began,
        game.seconds,
        game.why,
        game.worth,
    )


def _form(gallery: Gallery, name: str) -> list[Result]:
    return [_result(game, seat) for game, seat in gallery.form(name)[:FORM]]


def _result(game: OverGame, seat: int) -> Result:
    others = [each for place, each in enumerate(game.names) if place != seat]
    did: Did = "won" if seat in game.winners else "out" if seat in game.out else "lost"
    if did == "lost" and not game.winners:
        did = "level"
    return Result(game.table, did, game.scores[seat], others)


ROUTES = (
    Route(
        "GET",
        "/api/scoreboards/{environment}/projector",
        projector,
        "What the projector shows of 5000 over TCP: standings, games worth seeing, upsets, what comes next.",
        Onlooking,
        blanks={"environment": f"One of {', '.join(ENVIRONMENTS)}."},
        also={404: "There is no such thing."},
    ),
)
