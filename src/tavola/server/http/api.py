"""Every route of REST in one table. The router and OpenAPI are both made from it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tavola.analysis import asks
from tavola.core.game import Ask
from tavola.core.words import LANGS
from tavola.server.http import (
    admin,
    answers,
    games,
    ladder,
    lists,
    odds,
    replays,
    review_answers,
)
from tavola.server.http.forms import RECORD
from tavola.server.http.routes import Param, Route
from tavola.server.http.wire import Answer, Asked, encode
from tavola.server.service import game_services

LANG = Param("lang", "The language; without it, what Accept-Language asks for.", choices=LANGS)
GAME = Param("game", "Only this game.")
STATUSES = ("waiting", "playing", "over")
SET = Param(
    "set",
    "An option of the game as NAME=VALUE; may be given again.",
    longest=130,
    many=True,
    shape="NAME=VALUE",
    pattern=r"^[^\u0000]*=[^\u0000]*$",
)
PRESET = Param("preset", "A named set of options.")
BLANKS = {
    "game": "A game's name, as in /api/games.",
    "table": "A table's id.",
    "name": "A player's name.",
}
NOT_OF_THIS_GAME = "The game has no such option, position or question."
NOT_BY_THE_RULES = "A record that its game's rules contradict."
GONE = {404: "There is no such thing."}
WORKING = {
    202: "Being worked out; ask again after Retry-After.",
    404: "No such game.",
    409: NOT_OF_THIS_GAME,
}


def limit(default: int, most: int) -> Param:
    return Param("limit", "At most so many.", "integer", low=1, high=most, default=default)


def get(path: str, handler: Any, gives: Any, summary: str, *params: Param, **more: Any) -> Route:
    blanks = {name: text for name, text in BLANKS.items() if f"{{{name}}}" in path}
    return Route("GET", path, handler, summary, gives, params, blanks, **more)


def _asked(name: str, of: list[tuple[str, Ask]]) -> Param:
    """Something that the odds of some games may be asked."""
    said = " ".join(f"{game}: {ask.help}" for game, ask in of)
    if all(ask.number for _, ask in of):
        return Param(name, said, "integer", high=1_000_000, default=0)
    return Param(name, said)


SO_FAR = Param(
    "so_far",
    "Of a game in play that may be looked on, one of a game's own service: as far as it is played.",
    "boolean",
    default=False,
)
STEPS = (
    Param("seat", "Seen from this seat; without it, by somebody who looks on.", "integer", high=63),
    Param(
        "start", "From this step on; step 0 is before the first move.", "integer", high=1_000_000, default=0
    ),
    limit(200, replays.MOST_STEPS),
)


OWN: tuple[Route, ...] = (
    get("/api/games", games.games, answers.GamesThere, "The games there are.", LANG),
    get("/api/games/{game}", games.game, answers.GamePage, "A game and its rules.", LANG, also=GONE),
    get(
        "/api/games/{game}/counts",
        odds.counts,
        dict[str, Any],
        "What dice count, and what another throw may give, at a game that tells it.",
        SET,
        PRESET,
        also={404: "No such game, or its dice are not counted like this.", 409: NOT_OF_THIS_GAME},
    ),
    get(
        "/api/tables",
        lists.tables,
        answers.TablesThere,
        "The public tables, the latest first.",
        GAME,
        Param("status", "Only these.", choices=STATUSES),
        limit(100, 500),
        also=GONE,
    ),
    get(
        "/api/records",
        lists.records,
        answers.RecordsThere,
        "Finished games of public tables, the latest first.",
        GAME,
        Param("name", "Only games of this player."),
        Param("before", "Only games that ended before this time.", "number", high=1e12),
        Param(
            "beyond",
            "Of those that ended at the time `before`, only games listed after this one.",
            longest=128,
        ),
        limit(50, 100),
    ),
    get(
        "/api/records/{table}",
        lists.record,
        answers.RecordTold,
        "The record of a finished game.",
        Param("form", "JSON or text; without it, what Accept asks for.", choices=("json", "text")),
        SO_FAR,
        also={404: "There is no such record, or the game is still being played."},
        kinds=("application/json", "text/plain"),
    ),
    get(
        "/api/records/{table}/steps",
        replays.steps,
        answers.StepsTold,
        "A finished game, step by step.",
        LANG,
        SO_FAR,
        *STEPS,
        also={404: "There is no such record.", 409: "There is no such seat."},
    ),
    Route(
        "POST",
        "/api/replay",
        replays.replayed,
        "A record of yours, step by step.",
        answers.Replayed,
        (LANG, *STEPS),
        also={409: NOT_BY_THE_RULES, 413: "Too long a record: use `tavola replay`."},
        takes="A record, as text or JSON.",
        form=RECORD,
    ),
    get(
        "/api/records/{table}/review",
        replays.reviewed,
        review_answers.ReviewTold,
        "A finished game gone through by the coach, as `tavola review --json` tells it.",
        LANG,
        also={
            202: WORKING[202],
            404: "There is no such record.",
            413: "Too long a game: use `tavola review`.",
        },
    ),
    Route(
        "POST",
        "/api/review",
        replays.reviewed_brought,
        "A record of yours, gone through by the coach.",
        review_answers.ReviewTold,
        (LANG,),
        also={202: WORKING[202], 409: NOT_BY_THE_RULES, 413: "Too long a game: use `tavola review`."},
        takes="A record, as text or JSON.",
        form=RECORD,
    ),
    get(
        "/api/records/{table}/log",
        lists.bot_log,
        answers.BotLogTold,
        "What your bot said of its game, for the token it played with: `Authorization: Bearer TOKEN`.",
        also={401: "No token.", 404: "No table is called so.", 429: "Too often from your address."},
    ),
    get("/api/records/{table}/fair", lists.fair_of, answers.FairTold, "What proves its dice.", also=GONE),
    get("/api/fair", lists.fair_how, answers.FairHow, "How dice are made and checked."),
    Route(
        "POST",
        "/api/verify",
        replays.verified,
        "Check the dice of a record.",
        answers.VerdictTold,
        (LANG,),
        also={409: NOT_BY_THE_RULES, 413: "Too long a record: use `tavola verify`."},
        takes="A record, as text or JSON.",
        form=RECORD,
    ),
    get(
        "/api/standings/{game}",
        lists.standings,
        answers.Standings,
        "The standings of rated games.",
        Param("by", "What comes first: most wins, or the highest rating.", choices=("wins", "rating")),
        limit(100, 1000),
        also=GONE,
    ),
    get(
        "/api/odds/{game}",
        odds.odds,
        dict[str, Any],
        "Exact odds, as `tavola odds --json` tells them.",
        SET,
        PRESET,
        *(_asked(name, of) for name, of in asks().items()),
        also=WORKING,
    ),
    get(
        "/api/odds/{game}/bank",
        odds.bank,
        dict[str, Any],
        "From how many points on a turn is banked, by the dice one sees, at games where points are banked.",
        SET,
        PRESET,
        also=WORKING,
    ),
    get(
        "/api/solve/{game}",
        odds.solve,
        dict[str, Any],
        "Optimal play, as `tavola solve --json` tells it.",
        SET,
        PRESET,
        also=WORKING,
    ),
    get(
        "/api/explain/{game}",
        odds.explain,
        dict[str, Any],
        "All moves of a position with their value, as `tavola explain --json` tells them.",
        Param("position", "As `tavola explain --help` shows them.", longest=200, required=True),
        SET,
        PRESET,
        LANG,
        also=WORKING,
    ),
    get(
        "/api/ladder/{game}",
        ladder.ladder,
        answers.LadderTold,
        "The bots of a game's ladder: ratings with intervals, and tiers of those that can't be told apart.",
        limit(100, 500),
        also=GONE,
    ),
    get(
        "/api/ladder/{game}/{name}",
        ladder.bot,
        answers.LadderBot,
        "A bot of the ladder: its last rated games, and head to head with those it has met.",
        limit(50, 500),
        also={404: "No such game, or no rated game of that name."},
    ),
    Route(
        "POST",
        "/api/admin",
        admin.administer,
        "What `tavola admin` does: docs/admin.md. Only with the token of --admin-token.",
        dict[str, Any],
        also={
            400: "Not an ask.",
            401: "A wrong token.",
            404: "The server takes no administration over HTTP.",
            409: "It can't be done.",
            429: "Too many wrong tokens.",
        },
        takes="an ask: an object whose `do` says what",
    ),
    get(
        "/healthz",
        lists.healthy,
        answers.Health,
        "Is the server well?",
        also={503: "It is not: it can't read or write, or a process of it hangs. The body is the same."},
    ),
    get(
        "/readyz",
        lists.ready,
        answers.Health,
        "Is the server well, and are newcomers welcome?",
        also={503: "It is not well, or it is going down. The body is the same."},
    ),
)


@lru_cache(maxsize=8)
def description(name: str, prefix: str) -> bytes:
    """OpenAPI, AsyncAPI or JSON Schema, made when first asked for."""
    from tavola.server import schema  # which looks at this table

    return encode(schema.below(prefix, schema.DOCUMENTS[name]()))


async def described(_house: Any, asked: Asked) -> Answer:
    name = asked.path.removeprefix("/api/")
    return Answer(description(name, asked.prefix), cache="public, max-age=300")


DESCRIPTIONS = tuple(
    Route("GET", f"/api/{name}", described)
    for name in ("openapi.json", "asyncapi.json", "messages.schema.json")
)


def api() -> tuple[Route, ...]:
    """All of REST: our own, and what services of games answer, asked late because they import this layer."""
    services = (route for each in game_services().values() for route in each.routes())
    return (*OWN, *(route for route in services if route.gives is not None))
