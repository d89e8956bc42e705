"""`tavola bot ask`: a bot is asked again at a move of a game that was played."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tavola.core.errors import TavolaError, Trouble
from tavola.core.record import MAX_MOVES, Record
from tavola.core.words import clean
from tavola.terminal.commands.reading import read_game
from tavola.terminal.commands.shared import seed_of, whole
from tavola.terminal.drawings.waiting import waiting
from tavola.terminal.lines.replaying import rules_for
from tavola.terminal.words import ONLY_RECORDS

if TYPE_CHECKING:
    from tavola.client.again import BotAnswer, CoachSays, DecisionThen

SHOWN = 8  # most moves with their costs, and most earlier moves where it answers differently

RecordFile = Annotated[
    str, typer.Argument(metavar="RECORD", help="The game's record, as text or JSON; - is the input.")
]
MoveNumber = Annotated[
    str,
    typer.Option(
        "--move",
        metavar="N",
        help="Which move of the record, as tavola review counts them. One more than the last is where a game "
        "ended that somebody left.",
    ),
]
Coach = Annotated[bool, typer.Option("--coach/--no-coach", help="Ask the coach too.")]


def ask(
    bot: str, name: str, move: str, seconds: float, seed: str | None, coach: bool, as_json: bool
) -> BotAnswer:
    """Ask, and tell."""
    from tavola.client.again import ask_again, position_at

    number = whole("--move", move, 1, MAX_MOVES + 1)
    drawn = seed_of(seed)
    if not isinstance(record := read_game(name), Record):
        raise Trouble(ONLY_RECORDS)
    rules_for(record, "en")  # a warning, if they have
    position = position_at(record, number)
    answer = ask_again(bot, record, position, seconds, drawn)
    said, why_not = _coach(position) if coach else (None, "")
    if as_json:
        told = {"bot": bot, "seed": drawn, **_as_dict(record, position, answer, said, why_not)}
        print(json.dumps(told, indent=1))
    else:
        _tell(bot, position, answer, said, why_not)
    return answer


def _coach(position: DecisionThen) -> tuple[CoachSays | None, str]:
    """The coach's opinion, or why there is none."""
    from tavola.client.again import weighed

    try:
        with waiting() as progress:
            return weighed(position, progress), ""
    except TavolaError as error:
        return None, str(error)


def _as_dict(
    record: Record, position: DecisionThen, answer: BotAnswer, said: CoachSays | None, why_not: str
) -> dict[str, Any]:
    return {
        "game": record.game,
        "table": record.tags.get("Table", ""),
        "move": position.number,
        "seat": position.seat,
        "name": position.match.names[position.seat],
        "legal": [str(move) for move in position.match.legal],
        "then": position.then or None,
        "now": answer.move or None,
        "same": bool(answer.move) and answer.move == position.then,
        "fault": answer.fault,
        "seconds": answer.seconds,
        "otherwise": [{"move": number, "now": move} for number, move in answer.otherwise.items()],
        "coach": _coach_dict(position, answer, said),
        "no_coach": why_not,
    }


def _coach_dict(position: DecisionThen, answer: BotAnswer, said: CoachSays | None) -> dict[str, Any] | None:
    from tavola.coach.report import choices_told

    if said is None:
        return None
    priced = {place: said.price(move) for place, move in (("then", position.then), ("now", answer.move))}
    return {
        "unit": str(said.unit),
        "exact": said.exact,
        "by_the_book": said.by_the_book,
        "best": str(said.choices[0].move),
        "why": "" if said.why is None else said.why.en,
        "cost": {place: None if price is None else price.cost for place, price in priced.items()},
        "choices": choices_told(said.unit, said.choices),
    }


# ---- for people ----


def _tell(bot: str, position: DecisionThen, answer: BotAnswer, said: CoachSays | None, why_not: str) -> None:
    print("\n".join(clean(line) for line in str(position.match).split("\n")))
    print()
    who = clean(position.match.names[position.seat])
    done = (
        f"{position.then}{_price(said, position.then)}" if position.then else "nothing: the game ended here"
    )
    print(f"move {position.number}, {who} then: {done}")
    took = f" in {1000 * answer.seconds:.1f} ms"
    same = ", as then" if answer.move == position.then else ""
    now = (
        f"{answer.move}{_price(said, answer.move)}{same}{took}" if answer.move else f"no move: {answer.fault}"
    )
    print(f"{bot} now: {now}")
    if said is not None:
        _tell_coach(said)
    elif why_not:
        print(f"the coach says nothing: {why_not}")
    if answer.otherwise:
        changed = [f"{number} ({move})" for number, move in answer.otherwise.items()]
        rest = ", ..." if len(changed) > SHOWN else ""
        print(
            f"on the way there it says something else than then at {len(changed)} of its moves: "
            f"{', '.join(changed[:SHOWN])}{rest}"
        )


def _price(said: CoachSays | None, move: str) -> str:
    from tavola.coach import words

    price = None if said is None else said.price(move)
    if said is None or price is None:
        return ""
    says = words.cost(said.unit, price).en
    return f" ({says})" if says == words.BEST.en else f" (costs {says})"


def _tell_coach(said: CoachSays) -> None:
    from tavola.coach import words

    unit = (words.BY_THE_BOOK if said.by_the_book else words.UNITS[said.unit]).en
    print(f"the coach, in {unit}{'' if said.exact else ', estimated'}:")
    for choice in said.choices[:SHOWN]:
        print(f"  {choice.move}: {words.cost(said.unit, choice).en}")
    if len(said.choices) > SHOWN:
        print(f"  and {len(said.choices) - SHOWN} more")
    if said.why is not None:
        print(f"  {said.why.en}")
