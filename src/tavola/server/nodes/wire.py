"""The messages between nodes. No token is ever in them: people are known by their fingerprints.

Anything that can write to NATS is trusted as a node, like anything that can write to the database. But its
messages are still read by types with bounds, so that a broken peer is an error in the log and not at a table.
"""

from __future__ import annotations

import re
import secrets
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tavola.core.words import Lang

LARGEST = 900_000  # bytes of one letter; NATS carries a megabyte
LETTER = 200_000  # bytes after which a letter is sent rather than made longer
MOST_ITEMS = 10_000
COMMAND_BYTES = 20_000

NodeId = Annotated[str, Meta(min_length=1, max_length=80, pattern="^[A-Za-z0-9_-]+$")]
Number = Annotated[int, Meta(ge=0, lt=1 << 62)]
Text = Annotated[str, Meta(max_length=128)]


class Item(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """One thing in a letter."""


class ForwardedCommand(Item, frozen=True, array_like=True, tag="wish"):
    """A command of a guest who is connected to the sender, for a table of the receiver."""

    guest: Number
    number: Number  # for the answer
    holder: Text
    name: Text
    lang: Lang | None
    address: Text
    command: Annotated[bytes, Meta(max_length=COMMAND_BYTES)]
    claimed: bool = False  # is the name theirs alone?
    bot: bool = False  # claimed for a program


class GuestLeft(Item, frozen=True, array_like=True, tag="left"):
    """That guest's connection is closed."""

    guest: Number


Outcome = Literal["there", "away", "elsewhere"]


class CommandFinished(Item, frozen=True, array_like=True, tag="finished"):
    """A forwarded command is finished: the guest is at the table, or is not, or the table is not here."""

    number: Number
    outcome: Outcome
    refused: bytes = b""  # a message for the guest if it was refused


class ForwardedMessage(Item, frozen=True, array_like=True, tag="told"):
    """A message for guests who are connected to the receiver."""

    guests: Annotated[list[Number], Meta(max_length=MOST_ITEMS)]
    data: bytes


class Resync(Item, frozen=True, array_like=True, tag="anew"):
    """A letter of yours is lost. Your guests are forgotten here: resume them."""


AnyItem = ForwardedCommand | GuestLeft | CommandFinished | ForwardedMessage | Resync


class Letter(msgspec.Struct, frozen=True, array_like=True):
    """What a node sends to another. Letters of one thread are numbered; an empty one is a heartbeat, with the
    number of the next."""

    sender: NodeId
    thread: Number
    number: Number
    items: Annotated[list[AnyItem], Meta(max_length=MOST_ITEMS)] = []


class NodeGone(msgspec.Struct, frozen=True, array_like=True, tag="gone"):
    """To all: that node is gone, and nodes with guests at its tables must look for these. The sender is the
    node itself, about to stop, or the one that took its tables over."""

    node: NodeId


class AdminOrder(msgspec.Struct, frozen=True, array_like=True, tag="admin"):
    """To all: what an administrator has asked one node for and every node has to do."""

    node: NodeId  # the sender
    what: Literal["reload", "close", "away"]
    subject: Annotated[str, Meta(max_length=4000)] = ""
    why: Annotated[str, Meta(max_length=1000)] = ""


encode = msgspec.msgpack.Encoder().encode
decode_letter = msgspec.msgpack.Decoder(Letter).decode
decode_announced = msgspec.msgpack.Decoder(NodeGone | AdminOrder).decode

ALL = "tavola.nodes"
SHARES = "tavola.shares"


def subject(node: str) -> str:
    return f"tavola.node.{node}"


def node_id(name: str) -> str:
    """The id of this process: its node's name, and a random part that no other process has. So a node that
    was killed and started again is not taken for the one that owns its tables."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "_", name)[:60] or "node"
    return f"{plain}-{secrets.token_hex(4)}"
