"""The result of a tournament as data: for programs, for the page, for the terminal."""

from __future__ import annotations

from typing import Any

from tavola.tournaments.chosen import MOST_MEETINGS
from tavola.tournaments.formats import Standing
from tavola.tournaments.holding import Held
from tavola.tournaments.intervals import SURE, Interval
from tavola.tournaments.plan import ROUND_ROBIN, Plan
from tavola.tournaments.score import TournamentScore


def report(held: Held, coach: dict[str, Any] | None = None) -> dict[str, Any]:
    """The whole report. Points are from 0 to 1 a game; intervals are of 95 %, over sets."""
    plan, score, standing = held.plan, held.score, held.standing
    by_tier = _tiers(score, standing, plan)
    meetings = held.chosen.meetings(standing.order, [event.game for event in plan.events])
    return {
        "format": 1,
        "tournament": plan.as_dict(),
        "games": score.games,
        "sets": len({number for name in plan.names for number in score.of_sets(name)}),
        "sure": SURE,
        "note": standing.note,
        "entrants": [_entrant(plan, score, name, by_tier) for name in standing.order],
        "tiers": _listed(by_tier),
        "against": _against(score, standing.order),
        "matches": [
            {
                "round": each.round,
                "a": each.a,
                "b": each.b,
                "points": list(each.points),
                "winner": each.winner,
                "why": each.why,
            }
            for each in standing.matches
        ],
        "meetings": meetings[:MOST_MEETINGS],
        "meetings_left_out": max(0, len(meetings) - MOST_MEETINGS),
        "coach": coach,
    }


def _tiers(score: TournamentScore, standing: Standing, plan: Plan) -> dict[str, int]:
    """The tier of each entrant; only of a round robin, where all have met the same opponents with the same
    luck."""
    if plan.format != ROUND_ROBIN:
        return {}
    found = score.tiers(standing.order)
    return {name: number for number, tier in enumerate(found, 1) for name in tier}


def _listed(by_tier: dict[str, int]) -> list[list[str]]:
    return [
        [name for name, tier in by_tier.items() if tier == number] for number in sorted(set(by_tier.values()))
    ]


def _entrant(plan: Plan, score: TournamentScore, name: str, by_tier: dict[str, int]) -> dict[str, Any]:
    rating = score.ratings[name]
    spec = next(each.spec for each in plan.entrants if each.name == name)
    return {
        "name": name,
        "bot": spec,
        "tier": by_tier.get(name),
        "games": score.played[name],
        "won": score.won[name],
        "points": _told(score.points(name)),
        "by_game": {each.game: _told(score.points(name, each.game)) for each in plan.events},
        "rating": {"mu": rating.mu, "sigma": rating.sigma, "shown": rating.shown},
        "faults": dict(score.faults[name]),
    }


def _against(score: TournamentScore, order: list[str]) -> list[dict[str, Any]]:
    return [
        {"a": a, "b": b, **_told(found), "separated": found.separates}
        for place, a in enumerate(order)
        for b in order[place + 1 :]
        if (found := score.against(a, b)) is not None
    ]


def _told(found: Interval) -> dict[str, float]:
    return {"mean": found.mean, "low": found.low, "high": found.high}
