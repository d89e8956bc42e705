"""What REST answers, as types: the answers are made of them, and OpenAPI is made from them."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from tavola.bots.characters.character import Face
from tavola.table.messages import Chair, Clock, LogLine, News, ScoreTold

T = TypeVar("T", bound=msgspec.Struct)


def like(kind: type[T], value: object, **more: Any) -> T:
    """An answer with the fields that a value has under the same names, and more."""
    names = set(kind.__struct_fields__).difference(more)
    return kind(**{name: getattr(value, name) for name in names}, **more)


class Error(msgspec.Struct, frozen=True):
    """What went wrong."""

    code: str
    why: str


class Failed(msgspec.Struct, frozen=True):
    """Every refusal looks like this."""

    error: Error


class Health(msgspec.Struct, frozen=True):
    """Is the server well? `why` says what is wrong. At /readyz `ok` is also false while it is going down."""

    ok: bool
    storage: bool  # it can be read
    writes: bool  # and written to
    draining: bool
    version: str
    processes: dict[str, Literal["running", "hung", "gone"]]  # the log writer
    why: list[str]
    node: dict[str, Any] | None = None  # of several: its name, whether it has its lease and hears the others


class OptionTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option of a game."""

    default: str
    kind: str
    takes: str
    help: str
    label: str  # in a few words, for a form
    choices: list[str] | None = None
    words: dict[str, str] | None = None  # what people call each of them
    low: Any = None
    high: Any = None


class FigureTold(msgspec.Struct, frozen=True):
    """One member of a bot's family: a name, and a portrait in words."""

    name: str
    face: Face


class CharacterTold(msgspec.Struct, frozen=True):
    """Who a bot is to people: a line on how it plays, and its family in the order in which it sits down."""

    line: str
    figures: list[FigureTold]


class OpponentTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bot that sits down when it is asked to by these words."""

    bot: str
    choice: str = ""  # what was chosen for it, where something has to be


class GameBrief(msgspec.Struct, frozen=True):
    """A game in the list of games."""

    name: str
    title: str
    summary: str
    seats: list[int]
    rules_version: int
    score: ScoreTold
    options: dict[str, OptionTold]
    presets: dict[str, dict[str, str]]
    words: dict[str, str]  # what people call its presets, the fields of its table, the words of its notation
    seat_fields: list[str]  # of its table, those that hold a seat
    bots: list[str]
    bots_absent: dict[str, str]  # those that can't play at this house, and why
    no_coach: str  # why this house works out neither odds nor reviews; empty where it does
    characters: dict[str, CharacterTold]  # of each bot
    opponents: list[OpponentTold]  # those to choose from, the usual one first


class GamePage(GameBrief, frozen=True):
    """A game with its rules, as Markdown."""

    text: str
    notation: str  # what moves look like in records, on the wire and in a terminal


class GamesThere(msgspec.Struct, frozen=True):
    games: list[GameBrief]


class TableLine(msgspec.Struct, frozen=True):
    """A public table. An empty name is a free seat; times are seconds since 1970."""

    table: str
    game: str
    options: dict[str, str]
    seats: list[str]
    status: Literal["waiting", "playing", "over", "closed"]
    rated: bool
    created: float
    changed: float
    clock: Clock


class TablesThere(msgspec.Struct, frozen=True):
    tables: list[TableLine]


class RecordLine(msgspec.Struct, frozen=True):
    """A finished game but for its moves. `seats` is what the record says, `names` what people read."""

    table: str
    game: str
    seats: list[str]
    names: list[str]
    bots: list[bool]
    winners: list[int]
    scores: list[int]
    how: str
    at: float
    rated: bool
    weight: float | None = None  # how much it counted, from 0 to 1; None: it was not rated
    why: list[str] = []  # why it did not count whole
    accounts: list[bool] = []  # which seats were bots with a claimed name; empty: none


class RecordsThere(msgspec.Struct, frozen=True):
    """A page of records, newest first; `next` is where the page after it is."""

    records: list[RecordLine]
    next: str | None


class RecordTold(msgspec.Struct, frozen=True):
    """A whole record: `tavola replay` plays it, `tavola verify` checks its dice."""

    format: str
    game: str
    options: dict[str, str]
    rules_version: int
    seats: list[str]
    tags: dict[str, str]
    moves: list[tuple[int | str, str]]
    result: dict[str, Any] | None


class StepsTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game step by step, each as its table would have told it; step 0 is before the first move."""

    moves: int  # in all
    start: int  # the number of the first step here
    in_force: dict[str, str]  # all options, the usual ones too
    seats: list[Chair]  # who played, as people read it
    steps: list[News]
    again: float | None = None  # of a game in play: ask for more after so many seconds


class BotLogTold(msgspec.Struct, frozen=True):
    """What a bot said of its own game, by turn: so many moves were made when it was asked."""

    lines: list[LogLine]


class Replayed(msgspec.Struct, frozen=True):
    """A record that was sent, as it was understood, and its steps."""

    record: RecordTold
    replay: StepsTold


class FairTold(msgspec.Struct, frozen=True):
    """What proves a game's dice."""

    table: str
    commitment: str
    seed: str
    salts: list[str]
    verify: str  # what to type


class FairHow(msgspec.Struct, frozen=True):
    """How dice are made and checked."""

    commitment: str
    dice: str
    verify: str


class VerdictTold(msgspec.Struct, frozen=True):
    """Does the record fit itself: do its dice come from the seed its commitment names? If not, `move` (from
    1) is where it fails. That this commitment is the one from before the game, a server can't prove."""

    fits: bool
    why: str
    move: int | None = None


class StandingLine(msgspec.Struct, frozen=True):
    """One player. The rating is mu less three sigma; null before the first rated game."""

    name: str
    shown: str  # what people read: of a bot the name of its character
    bot: bool
    games: int
    wins: int
    rating: float | None
    mu: float | None
    sigma: float | None
    account: bool = False  # a bot that somebody runs elsewhere, under a name of its own


class Standings(msgspec.Struct, frozen=True):
    """The rated games of one game."""

    game: str
    standings: list[StandingLine]


class LadderLine(msgspec.Struct, frozen=True):
    """A bot on the ladder. Its strength is between `low` and `high`, with 95 % certainty. The bots of a tier
    can't be told from the first of it."""

    name: str
    tier: int
    games: int
    wins: int
    rating: float
    mu: float
    sigma: float
    low: float
    high: float


class LadderTold(msgspec.Struct, frozen=True):
    """The bots of a game's ladder, the best first."""

    game: str
    standings: list[LadderLine]


class LadderGameTold(msgspec.Struct, frozen=True):
    """A rated game of a bot, and its rating after it."""

    table: str
    at: float
    seats: list[str]
    winners: list[int]
    how: str
    won: bool
    weight: float | None
    mu: float
    low: float
    high: float


class RivalTold(msgspec.Struct, frozen=True):
    """An opponent it has met: in how many games, and how many of them it won."""

    name: str
    games: int
    wins: int


class LadderBot(msgspec.Struct, frozen=True):
    """One bot at a game: its last rated games, and head to head with those it has met."""

    game: str
    name: str
    history: list[LadderGameTold]
    rivals: list[RivalTold]


class Working(msgspec.Struct, frozen=True):
    """It is being worked out; ask again after so many seconds."""

    status: Literal["working"]
    retry_after: float
    ahead: int  # questions before this one
