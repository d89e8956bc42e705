"""Matches saved by the original card client, read from plain data: which game it was, who played, what.

The client wrote YAML. Here it has become dicts, lists and texts already; symbols keep their colon, `:_7d`:

    :game:     :name: Spazzino, whatever the game; :opt: the options, which tell the games apart
    :players:  the names, in the order of the seats
    :giocate:  the hands. :deck: is dealt from its end; :first_plx: plays first; :actions: are what was done,
               each with its :type: and its :arg:, a name and the card played followed by those taken

A file from elsewhere may hold anything. A file that can't be used at all is refused with a reason; what is
only odd is kept as it is, and the replay reports it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tavola.core.errors import BrokenRecord
from tavola.games import rules
from tavola.games.capture.game import CaptureGame

MOST_HANDS = 2000
LONGEST_NAME = 60
DECKS = (40, 52)


@dataclass(frozen=True, slots=True)
class SavedAction:
    """Something a player did: `cardplayedarr`, `resign` ... Cards are texts still, perhaps nonsense."""

    kind: str
    who: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SavedHand:
    deck: tuple[str, ...]  # in the order of the file: the last card is dealt first
    first: int
    actions: tuple[SavedAction, ...]
    counted: Mapping[str, int]  # the client's own count for each player
    lines: Mapping[str, Mapping[str, int]]  # the same line by line, under the names of the original


@dataclass(frozen=True, slots=True)
class SavedMatch:
    name: str
    options: Mapping[str, str]
    players: tuple[str, ...]
    hands: tuple[SavedHand, ...]
    totals: Mapping[str, int]  # the match as the client counted it; −1: that player resigned


# ---- from plain data ----


def read_match(data: object) -> SavedMatch:
    """The match in some plain data; BrokenRecord says what is missing."""
    if not isinstance(data, dict):
        raise BrokenRecord(0, "not a saved match: it should have :game:, :players: and :giocate:")
    top = _symbols(data)
    given = _list(top.get("giocate"))
    if not given:
        raise BrokenRecord(0, "the saved match has no hands: :giocate: is missing or empty")
    if len(given) > MOST_HANDS:
        raise BrokenRecord(0, f"the saved match has {len(given)} hands; more than {MOST_HANDS} are not read")
    hands = tuple(_hand(hand) for hand in given)
    players = tuple(_text(name)[:LONGEST_NAME] for name in _list(top.get("players"))) or _who_played(hands)
    if len(players) not in (2, 4) or len(set(players)) < len(players) or not all(players):
        raise BrokenRecord(0, ":players: should be the names of two players, or of four, all different")
    game = _symbols(top.get("game"))
    return SavedMatch(
        name=_text(game.get("name")),
        options={key: _text(value) for key, value in _symbols(game.get("opt")).items()},
        players=players,
        hands=hands,
        totals=_numbers(top.get("match_winner")),
    )


def _who_played(hands: tuple[SavedHand, ...]) -> tuple[str, ...]:
    """The players of a file that ends before it names them: in the order of their plays, from the first."""
    names = list(dict.fromkeys(action.who for hand in hands for action in hand.actions if action.cards))
    start = -hands[0].first % max(1, len(names))
    return tuple(names[start:] + names[:start])


def _hand(data: object) -> SavedHand:
    hand = _symbols(data)
    first = _text(hand.get("first_plx"))
    return SavedHand(
        deck=tuple(_text(card) for card in _list(hand.get("deck"))),
        first=int(first) if first.isascii() and first.isdigit() and len(first) < 3 else 0,
        actions=tuple(_action(action) for action in _list(hand.get("actions"))),
        counted=_numbers(hand.get("giocata_winner")),
        lines=_lines(hand.get("giocata_winner")),
    )


def _action(data: object) -> SavedAction:
    """`:arg:` is a name and a card, or a name and a list of cards; `:pl_name:` is the name once more."""
    action = _symbols(data)
    given = _list(action.get("arg"))
    who = _text(given[0]) if given else _text(action.get("pl_name"))
    rest = given[1] if len(given) > 1 else []
    cards = rest if isinstance(rest, list) else [rest]
    kind = _text(action.get("type")).removeprefix(":")
    return SavedAction(kind[:40], who[:LONGEST_NAME], tuple(_text(card)[:20] for card in cards if card))


def _symbols(data: object) -> dict[str, Any]:
    """A mapping by the names of its keys, with or without their colon."""
    given = data if isinstance(data, dict) else {}
    return {_text(key).removeprefix(":"): value for key, value in given.items()}


def _list(data: object) -> list[Any]:
    return data if isinstance(data, list) else []


def _text(data: object) -> str:
    return data.strip() if isinstance(data, str) else ""


def _numbers(data: object) -> dict[str, int]:
    """Pairs of a name and a number, or a name and a breakdown with its :tot:."""
    found = {}
    for who, count in _pairs(data):
        number = _number(_symbols(count).get("tot") if isinstance(count, dict) else count)
        if number is not None:
            found[who] = number
    return found


def _lines(data: object) -> dict[str, dict[str, int]]:
    """The breakdowns, without their :tot:."""
    found: dict[str, dict[str, int]] = {}
    for who, count in _pairs(data):
        lines = {
            name[:LONGEST_NAME]: _number(value) for name, value in _symbols(count).items() if name != "tot"
        }
        found[who] = {name: number for name, number in lines.items() if number is not None}
    return found


def _pairs(data: object) -> list[tuple[str, object]]:
    pairs = (pair for pair in _list(data) if isinstance(pair, list) and len(pair) == 2)
    return [(_text(who), what) for who, what in pairs]


def _number(data: object) -> int | None:
    text = _text(data)
    good = text.removeprefix("-").isdigit() and text.isascii() and len(text) < 9
    return int(text) if good else None


# ---- which game it was ----
#
# The client kept one recorder for the family, which writes "Spazzino" for all three. What tells them apart:
#
# 1. What only one of them can be: four players or 52 cards are Tombolon; a name other than Spazzino is true.
# 2. combi_sum_lesscard on is Scopetta, the one game where only captures with the fewest cards are legal.
# 3. target_points, if it is a usual one: 11 Scopetta, 21 Spazzino, 31 or 51 Tombolon. Players may agree on
#    another, so this comes after what the rules themselves need.
# 4. vale_napola with combi_sum_lesscard off is Tombolon: Spazzino, the first of the family, has neither
#    choice about the napola nor the option.
#
# Where these disagree, or say nothing, the plays decide: the packets of 3 or of 4 cards alone tell Tombolon
# from the others within the first hand. What is named first here wins a draw.

USUAL_TARGETS = {"11": "scopetta", "21": "spazzino", "31": "tombolon", "51": "tombolon"}
FAMILY = ("spazzino", "scopetta", "tombolon")


def possible_games(match: SavedMatch) -> tuple[CaptureGame, ...]:
    """The games it may have been, the likeliest first; one, if everything in the file agrees."""
    if len(match.players) == 4 or is_padova(match):
        return (_rules("tombolon", match),)
    signs = dict.fromkeys(_signs(match)) or dict.fromkeys(FAMILY)
    return tuple(_rules(game, match) for game in signs)


def _signs(match: SavedMatch) -> list[str]:
    options, found = match.options, []
    if (name := match.name.casefold()) in ("scopetta", "tombolon"):
        return [name]
    lesscard = options.get("combi_sum_lesscard", "").casefold()
    if lesscard == "true":
        found.append("scopetta")
    if (usual := USUAL_TARGETS.get(options.get("target_points", ""))) is not None:
        found.append(usual)
    if lesscard == "false":
        found.append("tombolon" if "vale_napola" in options else "spazzino")
    return found


def is_padova(match: SavedMatch) -> bool:
    """A deck of 52 cards means Padova."""
    return any(len(hand.deck) > max(DECKS) - 6 for hand in match.hands)


def _rules(game: str, match: SavedMatch) -> CaptureGame:
    given: dict[str, Any] = {}
    target = match.options.get("target_points", "")
    if target.isascii() and target.isdigit() and len(target) < 7 and int(target) > 0:
        given["target"] = int(target)
    if game == "scopetta":
        given["napola"] = match.options.get("vale_napola", "").casefold() != "false"
    if game == "tombolon":
        given["padova"] = is_padova(match)
    made = rules(game, **given)
    assert isinstance(made, CaptureGame)  # all of the family are
    return made


# ---- matches of games that are not of this family ----
#
# Briscola, Briscolone and Mariazza are played in tricks, one card at a time (`:cardplayed`), for signs
# (`:num_segni_match:`) of so many points (`:target_points_segno:`). Briscolone has the name Briscola in its
# file; it has no trump, so a trick of it always goes to the suit that was led.

BRISCOLA, BRISCOLONE, MARIAZZA = "Briscola", "Briscolone", "Mariazza"
IN_TRICKS = "cardplayed"
DECLARED = frozenset({"declare", "change_briscola"})  # only Mariazza has them
FOR_SIGNS = ("target_points_segno", "num_segni_match")
ENOUGH_TRICKS = 10  # with a suit that was not followed: with a trump, one would have been trumped
LONGEST_GAME_NAME = 40


def other_game(match: SavedMatch) -> str | None:
    """The name of the game, if it is none of the family."""
    actions = [action for hand in match.hands for action in hand.actions]
    if any(action.kind == "cardplayedarr" for action in actions):
        return None
    name = match.name[:LONGEST_GAME_NAME].strip()
    if name and name.casefold() not in (*FAMILY, BRISCOLA.casefold()):
        return name
    if any(action.kind in DECLARED for action in actions):
        return MARIAZZA
    if name.casefold() != BRISCOLA.casefold() and not any(key in match.options for key in FOR_SIGNS):
        return None
    trumped = [not_followed for hand in match.hands for not_followed in _not_followed(hand.actions)]
    return BRISCOLONE if len(trumped) >= ENOUGH_TRICKS and not any(trumped) else BRISCOLA


def _not_followed(actions: Sequence[SavedAction]) -> Iterator[bool]:
    """For each trick of two cards of different suits: did the second card take it?"""
    plays = [action for action in actions if action.kind == IN_TRICKS and action.cards]
    for first, second, following in zip(plays[::2], plays[1::2], plays[2::2], strict=False):
        if first.cards[0][-1:] != second.cards[0][-1:]:
            yield following.who == second.who
