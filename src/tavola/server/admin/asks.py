"""What an administrator may ask for: one JSON object, whose `do` says what."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Text = Annotated[str, Meta(max_length=500)]
Subject = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=100,
        description="A name, holder, address or network; name:, holder: or address: before it if unclear.",
    ),
]
Name = Annotated[str, Meta(min_length=1, max_length=32)]
Limit = Annotated[int, Meta(ge=1, le=1000)]
Seconds = Annotated[float, Meta(gt=0, le=3.2e9)] | None  # None: for good


class Ask(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower
):
    """Something an administrator wants."""


class People(Ask, frozen=True, kw_only=True):
    """Claimed names with this text in them, and who is connected to this node."""

    text: Text = ""
    limit: Limit = 100


class Person(Ask, frozen=True, kw_only=True):
    """All that is known of one person."""

    name: Subject


class Tables(Ask, frozen=True, kw_only=True):
    """Tables waiting or in play, private ones too; or those that are over."""

    over: bool = False
    limit: Limit = 100


class Table(Ask, frozen=True, kw_only=True):
    """One table: who sits there, and what was said."""

    table: Text


class Ban(Ask, frozen=True, kw_only=True):
    """Refuse connections; those that are open are closed at once."""

    subject: Subject
    why: Text
    seconds: Seconds = None
    and_address: bool = False  # also the addresses the person is connected from, at this node now


class Unban(Ask, frozen=True, kw_only=True):
    subject: Subject
    why: Text = ""


class Mute(Ask, frozen=True, kw_only=True):
    """May play, but not chat."""

    subject: Subject
    why: Text
    seconds: Seconds = None


class Unmute(Ask, frozen=True, kw_only=True):
    subject: Subject
    why: Text = ""


class Sanctions(Ask, frozen=True, kw_only=True):
    """All bans and mutes in force."""


class Close(Ask, frozen=True, kw_only=True):
    """Close a table; a game in play counts for nobody."""

    table: Text
    why: Text


class Rename(Ask, frozen=True, kw_only=True):
    """Another name for somebody, everywhere; the old one is reserved."""

    name: Name
    to: Name
    why: Text


class Erase(Ask, frozen=True, kw_only=True):
    """Nothing of a person remains but a pseudonym in records."""

    name: Name
    why: Text


class Reserve(Ask, frozen=True, kw_only=True):
    """Nobody may take this name, or what looks like it."""

    name: Name
    why: Text = ""


class Unreserve(Ask, frozen=True, kw_only=True):
    name: Name
    why: Text = ""


class Reserved(Ask, frozen=True, kw_only=True):
    """The names reserved by `reserve`."""


class Reports(Ask, frozen=True, kw_only=True):
    """Reported lines of chat that are not settled yet; or all."""

    all: bool = False
    limit: Limit = 100


class Settle(Ask, frozen=True, kw_only=True):
    """A report was looked at."""

    number: Annotated[int, Meta(ge=1)]
    why: Text = ""


class Audit(Ask, frozen=True, kw_only=True):
    """Who did what, the latest first."""

    limit: Limit = 100


AnyAsk = (
    People | Person | Tables | Table | Ban | Unban | Mute | Unmute | Sanctions | Close | Rename | Erase
    | Reserve | Unreserve | Reserved | Reports | Settle | Audit
)  # fmt: skip
LOOKS = (People, Person, Tables, Table, Sanctions, Reserved, Reports, Audit)  # which change nothing
MOST_BYTES = 8192
decode = msgspec.json.Decoder(AnyAsk).decode
encode = msgspec.json.Encoder().encode
