"""Lists: tables, records, standings; and what proves a record."""

from __future__ import annotations

import json
from math import ceil
from urllib.parse import urlencode

import tavola
from tavola.bots.characters import display_name
from tavola.core.record import Record
from tavola.core.words import Phrase
from tavola.server.connections.names import LONG_TOKEN
from tavola.server.http import answers
from tavola.server.http.games import info_of
from tavola.server.http.house import House
from tavola.server.http.wire import TEXT, Answer, Asked, Refuse, told
from tavola.server.store import Standing, Summary
from tavola.table import fair
from tavola.table.identity import holder_of
from tavola.tournaments.ratings import Rating

MAX_TOKEN = 128
NO_TOKEN = Phrase(
    "send the token your bot played with, as Authorization: Bearer TOKEN",
    "envoyez le jeton avec lequel votre bot a joué, dans l’en-tête Authorization (Bearer JETON)",
    "manda il gettone con cui il tuo bot ha giocato: Authorization: Bearer GETTONE",
)
TOO_OFTEN = Phrase(
    "too many short tokens from your address",
    "trop de jetons courts depuis votre adresse",
    "troppi gettoni corti dal tuo indirizzo",
)
SO_FAR = Phrase(
    "this game is still being played; so_far=yes shows it as far as it is",
    "cette partie est encore en cours ; so_far=yes la montre jusqu’ici",
    "questa partita è ancora in corso; so_far=yes la mostra fin qui",
)
FOR_GOOD = "public, max-age=86400"  # a record never changes


async def healthy(house: House, _asked: Asked) -> Answer:
    """200 when the server is well, also while it is going down."""
    return await _health(house, ())


async def ready(house: House, _asked: Asked) -> Answer:
    """200 when the server is well and takes new connections."""
    return await _health(house, ("the server is going down",) if house.draining else ())


async def _health(house: House, why: tuple[str, ...]) -> Answer:
    found = await house.health.look()
    node = None if house.node is None else house.node()
    state = answers.Health(
        ok=not (found.why or why),
        storage=found.reads,
        writes=found.writes,
        draining=house.draining,
        version=tavola.__version__,
        processes=dict(found.processes),
        why=[*found.why, *why],
        node=node,
    )
    return told(state, 200 if state.ok else 503, "no-store")


async def metrics(house: House, _asked: Asked) -> Answer:
    kind = "text/plain; version=0.0.4; charset=utf-8"
    return Answer(house.metrics.text().encode(), kind, cache="no-store")


async def tables(house: House, asked: Asked) -> Answer:
    fields = asked.fields
    if fields["game"] is not None:
        info_of(fields["game"])
    found = await house.store.listed(
        game=fields["game"], status=fields["status"], public=True, limit=fields["limit"]
    )
    if fields["status"] is None:
        found = [each for each in found if each.status != "closed"]
    lines = [answers.like(answers.TableLine, each, clock=each.details.clock) for each in found]
    return told(answers.TablesThere(lines))


# ---- records ----


async def records(house: House, asked: Asked) -> Answer:
    fields = asked.fields
    found = await house.store.records(
        game=fields["game"],
        name=fields["name"],
        before=fields["before"],
        beyond=None if fields["before"] is None else fields["beyond"],
        limit=fields["limit"],
        public=True,  # the record of a private table is there for those who know its id, but listed nowhere
    )
    shown = list(map(_line, found))
    more = None
    if len(found) == fields["limit"]:
        last = {"before": repr(found[-1].at), "beyond": found[-1].table}
        same = {k: fields[k] for k in ("game", "name", "limit") if fields[k] is not None}
        more = f"{asked.prefix}/api/records?{urlencode(same | last)}"
    return told(answers.RecordsThere(shown, more))


def _line(s: Summary) -> answers.RecordLine:
    bots = [*s.bots, *[False] * (len(s.seats) - len(s.bots))]
    names = [display_name(s.game, seat) if bot else seat for seat, bot in zip(s.seats, bots, strict=True)]
    weight, why = (None, ()) if s.weight is None else (s.weight.weight, s.weight.why)
    return answers.like(answers.RecordLine, s, names=names, weight=weight, why=why)


async def record(house: House, asked: Asked) -> Answer:
    found = so_far(house, asked) or await finished(house, asked.parts["table"])
    cache = FOR_GOOD if found.result is not None else "no-cache"
    form = asked.fields["form"] or ("text" if asked.wants("text/plain") else "json")
    if form == "text":
        return Answer(str(found).encode(), TEXT, cache=cache)
    return told(found.as_json(), cache=cache)


def so_far(house: House, asked: Asked) -> Record | None:
    """A game in play that may be watched, if that is asked for."""
    found = house.in_play(asked.parts["table"]) if asked.fields["so_far"] else None
    return None if isinstance(found, Phrase) else found


async def finished(house: House, table: str) -> Record:
    found = await house.store.record(table)
    if found is not None:
        return found
    playing = house.in_play(table)
    if isinstance(playing, Phrase):
        raise Refuse(404, "still_playing", playing)
    if playing is not None:
        raise Refuse(404, "still_playing", SO_FAR)
    listing = await house.store.listing(table)
    if listing is not None and listing.status in ("waiting", "playing"):
        raise Refuse(
            404, "still_playing", "this game is still being played; its record comes when it is over"
        )
    raise Refuse(404, "unknown_table", f"there is no record of a table {table[:64]!r}")


# ---- fair dice ----


async def fair_how(_house: House, _asked: Asked) -> Answer:
    return told(
        answers.FairHow(
            commitment=f"SHA-256 over {fair.label('commitment')!r}, the seed and the table; told before play",
            dice=f"HMAC-SHA-256 keyed with the seed, over {fair.label('dice')!r}, table, salts and a counter",
            verify="tavola verify RECORD",
        )
    )


async def bot_log(house: House, asked: Asked) -> Answer:
    """For the owner of the token. With another one the log is empty, whether or not there is such a game."""
    kind, _, token = asked.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not 0 < len(token) <= MAX_TOKEN:
        raise Refuse(401, "no_token", NO_TOKEN, www_authenticate="Bearer")
    if len(token) < LONG_TOKEN and (wait := house.too_many("claim", asked.address)):
        raise Refuse(429, "too_much", TOO_OFTEN, retry_after=str(ceil(wait)))
    found = await house.store.bot_log(asked.parts["table"], holder_of(token))
    return told(answers.BotLogTold(found), 200, "no-store")


async def fair_of(house: House, asked: Asked) -> Answer:
    table = asked.parts["table"]
    tags = (await finished(house, table)).tags
    if fair.COMMITMENT not in tags or fair.SEED not in tags:
        raise Refuse(404, "no_commitment", "the dice of this game were not committed to")
    url = f"/api/records/{table}?form=text"
    return told(
        answers.FairTold(
            tags.get(fair.TABLE, table),
            tags[fair.COMMITMENT],
            tags[fair.SEED],
            list(json.loads(tags.get(fair.SALTS, "[]"))),
            f"save {url} as FILE, then: tavola verify FILE",
        ),
        cache=FOR_GOOD,
    )


# ---- scores ----


async def standings(house: House, asked: Asked) -> Answer:
    name = info_of(asked.parts["game"]).name
    found = await house.store.standings(name, asked.fields["limit"], by_rating=asked.fields["by"] == "rating")
    return told(answers.Standings(name, [_standing(name, each) for each in found]))


def _standing(game: str, s: Standing) -> answers.StandingLine:
    rating = None if s.mu is None or s.sigma is None else Rating(s.mu, s.sigma).shown
    shown = display_name(game, s.name) if s.bot else s.name
    return answers.like(answers.StandingLine, s, shown=shown, rating=rating)


def host_of(asked: Asked) -> str:
    """The host name the client used, with only the characters that a host name can have."""
    host = asked.headers.get("host", "")
    host = host[1:].partition("]")[0] if host.startswith("[") else host.rpartition(":")[0] or host
    kept = "".join(c for c in host[:253] if c.isascii() and (c.isalnum() or c in ".-:"))
    return kept or "localhost"
