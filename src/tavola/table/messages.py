"""What is said at a table, in both directions: one schema for every door.

A client sends commands and hears messages, each a JSON object whose `type` says which. Over TCP one object
is one line, over WebSocket one text frame. Everything a client may send is bounded here, so that what passes
the decoder has a sane size.

A command may carry an `id` of the client's choosing: the answer repeats it, and a command with the same id
sent to the same table twice counts once. A move is answered by its `news`, a question by what was asked for,
everything else by `done`; whatever can't be done by `refused`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tavola.core.words import Lang

PROTOCOL = 1  # the version of all that is said here; docs/protocol.md says when it changes
MAX_BYTES = 8192  # of one command
MAX_CHAT = 280
MAX_NAME = 32
MAX_LOG, LOG_LINES = 2000, 100  # characters of a line of a bot's log, and lines of one command

Id = Annotated[str, Meta(max_length=64, description="Chosen by the client; the answer repeats it.")]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Token = Annotated[
    str,
    Meta(min_length=8, max_length=128, description="A secret. Who holds it holds the name and the seats."),
]
TableId = Annotated[str, Meta(min_length=1, max_length=64)]
Salt = Annotated[str, Meta(max_length=64, description="The player's own part in the dice.")]
Notation = Annotated[str, Meta(max_length=200, description="A move in the game's one notation.")]
Seat = Annotated[int, Meta(ge=0, lt=64)]
Options = Annotated[
    dict[Annotated[str, Meta(max_length=64)], Annotated[str, Meta(max_length=64)]], Meta(max_length=32)
]
SHORTEST, LONGEST = 0.1, 604_800.0  # seconds of a clock
Seconds = Annotated[float, Meta(ge=SHORTEST, le=LONGEST)]


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How long a seat may think, in seconds; whoever runs out loses. Neither given: all the time there is."""

    decision: Seconds | None = None  # for each move
    game: Seconds | None = None  # for all its moves together


# ---- what a client sends ----


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=str.lower,
):
    """Something a client wants."""

    id: Id = ""


class Hello(Command, frozen=True, kw_only=True):
    """The first word: who you are. Without a token you are a guest and are given one; keep it."""

    token: Token | None = None
    name: Name | None = None
    lang: Lang | None = None  # events come with words in this language; without it they come without
    # The client sends something, `ping` if nothing else, at least this often (seconds), or counts as gone.
    heartbeat: Annotated[float, Meta(ge=1, le=3600)] | None = None
    protocol: Annotated[int, Meta(ge=1, le=999)] | None = None  # refused, if it is not spoken here


class Claim(Command, frozen=True, kw_only=True):
    """Make a name yours: from now on only your token plays under it."""

    name: Name
    bot: bool = False  # a program plays under it, and everybody is told so; for good


class Ping(Command, frozen=True, kw_only=True):
    """Are you there?"""


class Games(Command, frozen=True, kw_only=True):
    """Which games are there?"""


class Tables(Command, frozen=True, kw_only=True):
    """Which public tables are there?"""

    game: Annotated[str, Meta(max_length=64)] | None = None


class Create(Command, frozen=True, kw_only=True):
    """Open a table. Nobody sits there yet, not even you: the dice are committed to before any salt is."""

    game: Annotated[str, Meta(max_length=64)]
    preset: Annotated[str, Meta(max_length=64)] | None = None
    options: Options = {}
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None  # default: the fewest that can play together
    public: bool = True
    clock: Clock = Clock()
    rated: bool = False
    odds: bool = False  # may the players ask for the odds?
    quiet: bool = False  # without chat


LadderRating = Annotated[float, Meta(ge=-1000, le=1000)]
QUICK = Clock(decision=10.0)  # the usual one of the ladder, where nobody waits for ever


class Ladder(Command, frozen=True, kw_only=True):
    """Wait on the ladder for opponents who want the same game, until `leave_ladder` or the end of your
    connection. Said again, the new conditions count."""

    game: Annotated[str, Meta(max_length=64)]
    preset: Annotated[str, Meta(max_length=64)] | None = None
    options: Options = {}
    seats: Annotated[int, Meta(ge=2, le=64)] | None = None  # default: the fewest that can play together
    clock: Clock = QUICK
    rated: bool = True
    low: LadderRating | None = None  # opponents' rating: at least, at most
    high: LadderRating | None = None
    games: Annotated[int, Meta(ge=1, le=16)] = 1  # at once
    total: Annotated[int, Meta(ge=1)] | None = None  # after so many games you wait no more
    challenges: bool = True  # may others challenge you?


class Leave_Ladder(Command, frozen=True, kw_only=True, tag="leave_ladder"):  # noqa: N801
    """Wait no longer, for one game or for all. Games you were told of are still to be played."""

    game: Annotated[str, Meta(max_length=64)] | None = None


class Challenge(Command, frozen=True, kw_only=True):
    """Ask a player on the ladder for a game. The `table` of `done` is where it will be, if they accept."""

    to: Name
    game: Annotated[str, Meta(max_length=64)]
    preset: Annotated[str, Meta(max_length=64)] | None = None
    options: Options = {}
    clock: Clock = QUICK
    rated: bool = False


class Answer(Command, frozen=True, kw_only=True):
    """Take a challenge, or don't."""

    challenge: TableId
    accept: bool


class TableCommand(Command, frozen=True, kw_only=True):
    """Something said to one table."""

    table: TableId


class Join(TableCommand, frozen=True, kw_only=True):
    """Sit down, on a seat or wherever there is one. The game begins when the last seat is taken."""

    seat: Seat | None = None
    salt: Salt = ""


class Seat_Bot(TableCommand, frozen=True, kw_only=True, tag="seat_bot"):  # noqa: N801 - named like what is sent
    """Let a bot sit down. Only those who opened the table, or sit there, may.

    In the middle of a game a bot takes the seat of a player who has gone, once `gone` says so.
    """

    bot: Annotated[str, Meta(max_length=64)] = "house"
    seat: Seat | None = None


class Leave(TableCommand, frozen=True, kw_only=True):
    """Stand up, or stop watching. Once the game has begun you can only resign: your seat stays yours."""

    keep: bool = False  # only go from the table: the seat stays yours, and the others see that you are away


class Watch(TableCommand, frozen=True, kw_only=True):
    """Look on."""


class Play(TableCommand, frozen=True, kw_only=True):
    """Your move, by its notation or by its index among the legal ones."""

    move: Notation | None = None
    index: Annotated[int, Meta(ge=0, lt=100_000)] | None = None
    turn: Annotated[int, Meta(ge=0)] | None = None  # refused unless so many moves were made


class Chat(TableCommand, frozen=True, kw_only=True):
    """Say something to everyone at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT)]


class Report(TableCommand, frozen=True, kw_only=True):
    """Report a line of chat to the server's operator. Nobody at the table hears of it."""

    version: Annotated[int, Meta(ge=1)]  # of the line, as `said` told it
    why: Annotated[str, Meta(max_length=MAX_CHAT)] = ""


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a bot says of one of its decisions: at which turn it was asked, how many seconds it thought."""

    turn: Annotated[int, Meta(ge=0, le=1_000_000)]
    seconds: Annotated[float, Meta(ge=0, le=LONGEST)] | None = None
    text: Annotated[str, Meta(max_length=MAX_LOG)] = ""


class Bot_Log(TableCommand, frozen=True, kw_only=True, tag="bot_log"):  # noqa: N801
    """What your bot says of its own game, kept for you alone: only your token reads it again."""

    lines: Annotated[list[LogLine], Meta(min_length=1, max_length=LOG_LINES)]


class Resign(TableCommand, frozen=True, kw_only=True):
    """Give up."""


class Abort(TableCommand, frozen=True, kw_only=True):
    """Call the game off: somebody has gone before it really began. It counts for nobody."""


class Claim_Win(TableCommand, frozen=True, kw_only=True, tag="claim_win"):  # noqa: N801
    """An opponent has gone for good, and loses the game as if they had resigned."""

    seat: Seat | None = None  # the opponent's; default: the one longest away


class Rematch(TableCommand, frozen=True, kw_only=True):
    """Once more? When everyone who played says so, there is a new table."""


class Resume(TableCommand, frozen=True, kw_only=True):
    """Back again: what happened since a version, and how the table stands."""

    since: Annotated[int, Meta(ge=0)] | None = None


AnyCommand = (
    Hello
    | Claim
    | Ping
    | Games
    | Tables
    | Create
    | Ladder
    | Leave_Ladder
    | Challenge
    | Answer
    | Join
    | Seat_Bot
    | Leave
    | Watch
    | Play
    | Chat
    | Bot_Log
    | Report
    | Resign
    | Abort
    | Claim_Win
    | Rematch
    | Resume
)


# ---- what a client hears ----


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=str.lower):
    """Something a client is told."""


class Welcome(Message, frozen=True, kw_only=True):
    """You are this person. `token` is told to a new guest only, once."""

    name: str
    token: str | None = None
    server: str = ""  # the version of Tavola
    protocol: int = 0  # of what is spoken here; docs/protocol.md says when it changes
    claimed: bool = False  # is the name yours alone?
    bot: bool = False  # and claimed for a bot?
    id: str = ""


class Pong(Message, frozen=True, kw_only=True):
    id: str = ""


class Done(Message, frozen=True, kw_only=True):
    """It was done."""

    id: str = ""
    table: str | None = None
    version: int | None = None


Code = Literal[
    "bad_message",  # not a command at all
    "say_hello_first",
    "unknown_game",
    "unknown_table",
    "unknown_bot",
    "bad_request",  # a command that makes no sense here
    "illegal_move",
    "not_your_turn",
    "not_your_seat",
    "stale",  # the table has moved on since
    "taken",  # that seat or name is somebody else's
    "claim_first",  # a rated seat needs a name that is yours
    "full",
    "banned",  # from this server, for good or for `retry_after` seconds; the connection is closed
    "muted",  # you may play, and not chat
    "too_early",  # somebody may still come back; `retry_after` says when it may be done
    "too_much",  # a limit; `retry_after` says when again
    "closing",  # the server is going down, or the table moves house: try again
]


class Refused(Message, frozen=True, kw_only=True):
    """It was not done: why, and what would be right."""

    code: Code
    why: str
    id: str = ""
    table: str | None = None
    legal: list[str] | None = None
    retry_after: float | None = None  # seconds


class ScoreTold(msgspec.Struct, frozen=True):
    """What the scores at the end of a game count, and which is the best to have."""

    counts: str
    best: Literal["highest", "lowest"]


class GameTold(msgspec.Struct, frozen=True):
    """One game there is."""

    name: str
    title: str
    summary: str
    seats: list[int]
    score: ScoreTold
    options: dict[str, str]  # what each takes
    presets: list[str]
    bots: list[str]
    bots_absent: dict[str, str] = {}  # those that can't play at this server, and why


class GameList(Message, frozen=True, kw_only=True, tag="games"):
    games: list[GameTold]
    id: str = ""


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat: who sits there. An empty name is an empty seat."""

    name: str = ""
    bot: str | None = None  # of the server
    connected: bool = False
    account: Literal["bot"] | None = None  # a bot that somebody runs elsewhere, under a name of its own


class Gone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of your game is away. Each field says in how many seconds you may do this about it: 0 is now,
    a missing one means never."""

    seat: int
    abort: float | None = None  # call the game off
    claim: float | None = None  # win it
    bot: float | None = None  # let a bot take the seat


class TableTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in a list."""

    table: str
    game: str
    options: dict[str, str]
    seats: list[Chair]
    status: Literal["waiting", "playing", "over"]
    clock: Clock
    rated: bool = False
    watchers: int = 0
    quiet: bool = False  # without chat
    ladder: bool = False  # the players have met on the ladder


class TableList(Message, frozen=True, kw_only=True, tag="tables"):
    tables: list[TableTold]
    id: str = ""


class Happened(msgspec.Struct, frozen=True, omit_defaults=True):
    """One move and what it brought about. `actor` is -1 for dice and deals; a hidden deal has no `move`."""

    actor: int
    events: list[dict[str, Any]]
    move: str | None = None


class Sight(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as you may see it, whose turn it is, and what you may do."""

    actor: int  # a seat; -1 dice or deals are due, -2 the game is over
    table: Any  # the game's own picture; see the docs
    score: list[int]
    moves: list[str] = []


class Time(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clocks, in seconds: what is left for this decision, and of the game for each seat.

    `last` is how long the previous decision of the seat to move took, until its answer arrived.
    """

    decision: float | None = None
    game: list[float] | None = None
    last: float | None = None


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """How it ended. With the seed the dice can be verified; the record has everything."""

    reason: str
    how: Literal["played", "resigned", "time", "left", "aborted"]
    winners: list[int]
    scores: list[int]
    seed: str = ""  # 64 hexadecimal digits; a server that keeps it to itself has something to hide
    salts: list[str] = []


class News(Message, frozen=True, kw_only=True):
    """Something happened at the table. `id` answers your own command."""

    table: str
    version: int
    turn: int  # how many moves were made
    steps: list[Happened]
    sight: Sight
    time: Time | None = None
    over: Ending | None = None
    id: str = ""


class Said(Message, frozen=True, kw_only=True):
    """Somebody said something; `seat` is None for one who looks on."""

    table: str
    version: int
    name: str
    text: str
    seat: int | None = None


class Seated(Message, frozen=True, kw_only=True):
    """Who sits where has changed, who is away, or how many look on."""

    table: str
    version: int
    seats: list[Chair]
    watchers: int = 0
    gone: list[Gone] = []  # who is away from your game, the longest first
    salts: list[str] = []  # by seat, until the game begins: compare them with those of its end


class Again(Message, frozen=True, kw_only=True, tag="rematch"):
    """Who wants a rematch so far, and the new table once everyone does."""

    table: str
    version: int
    wanted: list[int]
    new_table: str | None = None


class State(Message, frozen=True, kw_only=True, tag="table"):
    """How the table stands: everything you need to go on from here."""

    table: str
    game: str
    options: dict[str, str]  # that are not the usual ones
    in_force: dict[str, str]  # all of them
    rules_version: int
    seats: list[Chair]
    you: int | None  # your seat
    version: int
    turn: int
    status: Literal["waiting", "playing", "over"]
    public: bool
    clock: Clock
    rated: bool
    odds: bool
    commitment: str  # to the dice, before anybody sat down
    salts: list[str] = []  # by seat, "" for none; once the game has begun they stay as they are
    quiet: bool = False  # without chat, here or at the whole server
    sight: Sight | None = None
    time: Time | None = None
    over: Ending | None = None
    chat: list[Said] = []
    rematch: list[int] = []
    new_table: str | None = None
    missed: list[News] = []  # what happened since the version you named
    watchers: int = 0  # how many look on, you too if you do
    gone: list[Gone] = []  # who is away from your game, the longest first
    copy_of: str | None = None  # the table whose game goes on here, as a copy
    id: str = ""


class OnLadder(Message, frozen=True, kw_only=True, tag="ladder"):
    """You wait on the ladder, under these conditions. `why` says in words why nobody may come."""

    game: str
    options: dict[str, str]
    seats: int
    clock: Clock
    rated: bool
    others: int = 0  # how many wait for the same and may meet you, those just playing included
    why: str = ""
    id: str = ""


class Opponent(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player on the ladder."""

    name: str
    account: Literal["bot"] | None = None
    rating: float | None = None  # as standings rank by; none: not looked up


class Paired(Message, frozen=True, kw_only=True):
    """There is a game for you: `join` the table, within so many seconds. A seat is kept for you."""

    table: str
    game: str
    options: dict[str, str]
    clock: Clock
    rated: bool
    seat: int
    opponents: list[Opponent]
    within: float
    challenge: bool = False  # it was one; else the ladder has chosen


class OffLadder(Message, frozen=True, kw_only=True, tag="off_ladder"):
    """You do not wait any more, and why. You may wait again after so many seconds."""

    game: str
    why: str
    retry_after: float | None = None  # none: it was your own doing


class Challenged(Message, frozen=True, kw_only=True):
    """A player challenges you. Send `answer` within so many seconds."""

    challenge: str
    by: Opponent
    game: str
    options: dict[str, str]
    clock: Clock
    rated: bool
    within: float


class Declined(Message, frozen=True, kw_only=True):
    """Nothing comes of a challenge, yours or one to you."""

    challenge: str
    why: str


class Closing(Message, frozen=True, kw_only=True):
    """The server is going down; come back with your token, after so many seconds."""

    retry_after: float
    why: str = ""


AnyMessage = (
    Welcome
    | Pong
    | Done
    | Refused
    | GameList
    | TableList
    | News
    | Said
    | Seated
    | Again
    | State
    | Closing
    | OnLadder
    | Paired
    | OffLadder
    | Challenged
    | Declined
)

decode_command = msgspec.json.Decoder(AnyCommand).decode
decode_message = msgspec.json.Decoder(AnyMessage).decode
encode = msgspec.json.Encoder().encode
