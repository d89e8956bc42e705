"""The ladder of a game: how sure its order is, a bot's history, head to head."""

from __future__ import annotations

from tavola.server.http import answers
from tavola.server.http.games import info_of
from tavola.server.http.house import House
from tavola.server.http.wire import Answer, Asked, Refuse, told
from tavola.tournaments.intervals import tiers
from tavola.tournaments.ladder import apart, interval
from tavola.tournaments.ratings import Rating


async def ladder(house: House, asked: Asked) -> Answer:
    game = info_of(asked.parts["game"]).name
    lines = await house.store.standings(game, asked.fields["limit"], by_rating=True, accounts=True)
    of = {s.name: Rating(s.mu, s.sigma) for s in lines if s.mu is not None and s.sigma is not None}
    found = tiers(list(of), lambda one, other: apart(of[one], of[other]))
    tier = {name: number for number, names in enumerate(found, 1) for name in names}
    standings = []
    for line in lines:
        if (rating := of.get(line.name)) is not None:
            low, high = interval(rating)
            sure = {"tier": tier[line.name], "rating": rating.shown, "low": low, "high": high}
            standings.append(answers.like(answers.LadderLine, line, **sure))
    return told(answers.LadderTold(game, standings))


async def bot(house: House, asked: Asked) -> Answer:
    game, name = info_of(asked.parts["game"]).name, asked.parts["name"]
    games = await house.store.history(game, name, asked.fields["limit"])
    if not games:
        raise Refuse(404, "unknown_name", f"no rated game of {name[:40]!r} at {game} is known")
    rivals = [answers.RivalTold(*each) for each in await house.store.rivals(game, name)]
    history = []
    for each in games:
        low, high = interval(Rating(each.mu, each.sigma))
        history.append(answers.like(answers.LadderGameTold, each, low=low, high=high))
    return told(answers.LadderBot(game, name, history, rivals))
