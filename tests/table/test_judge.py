"""Every command, in every status of a table, by everybody who may say it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

import msgspec
import pytest

from tavola.bots.characters import display_names
from tavola.core.errors import BrokenRecord
from tavola.core.words import Phrase
from tavola.games import game_names
from tavola.table import entries as en
from tavola.table import facts as f
from tavola.table import judge, words
from tavola.table import messages as m
from tavola.table.identity import Person, guest_name
from tavola.table.opening import rebuild, rematch_of
from tavola.table.redaction import shortened, standing
from tavola.table.refusal import Refusal
from tavola.table.table import CHAT_KEPT, REMEMBERED
from tests.table.sitting import ADA, BO, CY, DEE, House, at, person, portrait, sight_of, written

T = "t"
COMMANDS: dict[str, Callable[[], m.TableCommand]] = {
    "join": lambda: m.Join(table=T),
    "seat_bot": lambda: m.Seat_Bot(table=T),
    "leave": lambda: m.Leave(table=T),
    "play": lambda: m.Play(table=T, index=0),
    "chat": lambda: m.Chat(table=T, text="ciao"),
    "resign": lambda: m.Resign(table=T),
    "abort": lambda: m.Abort(table=T),
    "claim_win": lambda: m.Claim_Win(table=T),
    "rematch": lambda: m.Rematch(table=T),
}


def waiting() -> House:
    """Dee opened it; Ada sits, one seat is free."""
    return House(by=DEE).sit(ADA)


def playing() -> House:
    return House(by=DEE).sit(ADA, BO)


def over() -> House:
    house = playing()
    house.do(BO, m.Resign(table=T))
    return house


def put_away() -> House:
    house = waiting()
    house.take(judge.put_away(house.table, at(house.now)))
    return house


HOUSES = {"waiting": waiting, "playing": playing, "over": over, "put away": put_away}

# Who does what when: what is written, or the code of the refusal. "mover" has the turn, "sitter" does not.
SATDOWN, STOODUP, SPOKE = ("SatDown",), ("StoodUp",), ("Spoke",)
EXPECTED: dict[tuple[str, str], dict[str, tuple[str, ...] | str]] = {
    ("waiting", "sitter"): {
        "join": "bad_request",
        "seat_bot": ("SatDown", "Began"),
        "leave": STOODUP,
        "play": "bad_request",
        "chat": SPOKE,
        "resign": "bad_request",
        "rematch": "bad_request",
    },
    ("waiting", "stranger"): {
        "join": ("SatDown", "Began"),
        "seat_bot": "not_your_seat",
        "leave": (),
        "play": "not_your_seat",
        "chat": SPOKE,
        "resign": "not_your_seat",
        "rematch": "not_your_seat",
    },
    ("waiting", "opener"): {
        "join": ("SatDown", "Began"),
        "seat_bot": ("SatDown", "Began"),
        "leave": (),
        "play": "not_your_seat",
        "chat": SPOKE,
        "resign": "not_your_seat",
        "rematch": "not_your_seat",
    },
    ("playing", "mover"): {
        "join": "bad_request",
        "seat_bot": "too_early",
        "leave": "bad_request",
        "play": ("Moved",),
        "chat": SPOKE,
        "resign": ("GaveUp",),
        "abort": "too_early",
        "claim_win": "bad_request",
        "rematch": "bad_request",
    },
    ("playing", "sitter"): {
        "join": "bad_request",
        "seat_bot": "too_early",
        "leave": "bad_request",
        "play": "not_your_turn",
        "chat": SPOKE,
        "resign": ("GaveUp",),
        "abort": "too_early",
        "claim_win": "bad_request",
        "rematch": "bad_request",
    },
    ("playing", "stranger"): {
        "join": "full",
        "seat_bot": "not_your_seat",
        "leave": (),
        "play": "not_your_seat",
        "chat": SPOKE,
        "resign": "not_your_seat",
        "abort": "not_your_seat",
        "claim_win": "not_your_seat",
        "rematch": "not_your_seat",
    },
    ("playing", "opener"): {
        "join": "full",
        "seat_bot": "full",
        "leave": (),
        "play": "not_your_seat",
        "chat": SPOKE,
        "resign": "not_your_seat",
        "abort": "not_your_seat",
        "claim_win": "not_your_seat",
        "rematch": "not_your_seat",
    },
    ("over", "sitter"): {
        "abort": "bad_request",
        "claim_win": "bad_request",
        "join": "bad_request",
        "seat_bot": "full",
        "leave": (),
        "play": "bad_request",
        "chat": SPOKE,
        "resign": "bad_request",
        "rematch": ("WantsRematch",),
    },
    ("over", "stranger"): {
        "join": "full",
        "seat_bot": "not_your_seat",
        "leave": (),
        "play": "not_your_seat",
        "chat": SPOKE,
        "resign": "not_your_seat",
        "rematch": "not_your_seat",
    },
    ("over", "opener"): {
        "join": "full",
        "seat_bot": "full",
        "leave": (),
        "play": "not_your_seat",
        "chat": SPOKE,
        "resign": "not_your_seat",
        "rematch": "not_your_seat",
    },
    ("put away", "sitter"): dict.fromkeys(COMMANDS, "unknown_table"),
    ("put away", "stranger"): dict.fromkeys(COMMANDS, "unknown_table"),
    ("put away", "opener"): dict.fromkeys(COMMANDS, "unknown_table"),
}


@pytest.mark.parametrize(
    ("status", "who", "command"), [(*key, command) for key, row in EXPECTED.items() for command in row]
)
def test_who_may_do_what_when(status: str, who: str, command: str) -> None:
    house = HOUSES[status]()
    speaker = {"stranger": CY, "opener": DEE, "sitter": ADA}.get(who)
    if status == "playing" and who in ("mover", "sitter"):
        speaker = house.person_to_move() if who == "mover" else house.idle_person()
    assert speaker is not None
    expected = EXPECTED[status, who][command]
    if isinstance(expected, str):
        assert house.refused(speaker, COMMANDS[command]()).code == expected
        return
    accepted = house.do(speaker, COMMANDS[command]())
    assert tuple(type(entry).__name__ for entry in accepted.entries) == expected
    assert [fact.version for fact in accepted.facts] == [
        house.table.version - n for n in reversed(range(len(expected)))
    ]
    assert portrait(house.rebuilt()) == portrait(house.table)


def test_what_is_said_in_three_languages_is_said_in_each() -> None:
    phrases = [value for value in vars(words).values() if isinstance(value, Phrase)]
    assert len(phrases) > 20
    for phrase in phrases:
        assert len({*phrase}) == 3, phrase
        blanks = [{re.split("[:}]", part)[0] for part in text.split("{")[1:]} for text in phrase]
        assert blanks[0] == blanks[1] == blanks[2], phrase


def test_a_table_does_not_answer_what_is_not_its_business() -> None:
    assert waiting().refused(ADA, m.Watch(table=T)).code == "bad_request"


# ---- seats ----


def test_a_seat_may_be_chosen_and_must_be_there_and_free() -> None:
    house = House(seats=3)
    house.do(ADA, m.Join(table=T, seat=2))
    assert house.table.seat_of(ADA.holder) == 2
    assert house.refused(BO, m.Join(table=T, seat=2)).code == "taken"
    refusal = house.refused(BO, m.Join(table=T, seat=3))
    assert refusal.code == "bad_request"
    assert "0 to 2" in refusal.why.en
    house.do(BO, m.Join(table=T))
    assert house.table.seat_of(BO.holder) == 0


def test_nobody_has_two_seats() -> None:
    house = House(seats=3).sit(ADA)
    assert house.refused(ADA, m.Join(table=T, seat=1)).why == words.SITTING_ALREADY.fill(seat=0)


def test_a_seat_is_free_again_when_somebody_stood_up() -> None:
    house = House(seats=3).sit(ADA, BO)
    house.do(ADA, m.Leave(table=T))
    assert [sitter and sitter.name for sitter in house.table.sitters] == [None, "bo", None]
    house.sit(CY)
    assert house.table.seat_of(CY.holder) == 0
    assert house.refused(ADA, m.Resign(table=T)).code == "not_your_seat"


def test_where_it_counts_one_sits_under_a_name_of_ones_own() -> None:
    house = House("5000", rated=True)
    guest = Person(ADA.holder, "ada")
    assert house.refused(guest, m.Join(table=T)).code == "claim_first"
    house.do(ADA, m.Join(table=T))


def test_nobody_without_a_token_has_a_seat() -> None:
    house = House(seats=3)
    house.do(ADA, m.Seat_Bot(table=T, id="b"))
    assert house.table.seat_of("") is None
    assert house.table.seat_of(ADA.holder) is None, "a bot's seat is not its bringer's"


def test_players_of_one_name_are_told_apart() -> None:
    house = House(seats=4)
    for token in ("x", "y", "z"):
        house.do(Person(person(token).holder, "house"), m.Join(table=T))
    house.do(ADA, m.Seat_Bot(table=T))
    assert [chair.name for chair in house.table.chairs] == ["house", "house (2)", "house (3)", "Tullio"]
    assert [chair.bot for chair in house.table.chairs] == [None, None, None, "house"]


def test_the_game_begins_with_the_last_seat_and_shows_the_dice() -> None:
    house = House(seats=3).sit(ADA, BO)
    assert house.table.actor is None
    began = house.do(CY, m.Join(table=T)).facts[-1]
    assert isinstance(began, f.Played)
    assert house.table.status == "playing"
    assert house.table.turn == len(began.steps) > 0
    assert {step.actor for step in began.steps} == {-1}


@pytest.mark.parametrize(
    ("game", "options", "points"),
    [
        ("5000", {}, 5000),
        ("5000", {"goal": "300"}, 300),
        ("dice-poker", {}, 1000),
        ("spazzino", {}, 21),
        ("scopetta", {}, 11),
        ("tombolon", {}, 31),
        ("tombolon", {"padova": "on"}, 51),
    ],
)
def test_how_many_points_win_is_told_even_if_it_is_the_usual_number(
    game: str, options: dict[str, str], points: int
) -> None:
    told = sight_of(House(game, options=options).table, None).in_force
    assert int(told.get("goal") or told["target"]) == points


# ---- moves ----


@pytest.mark.parametrize("game", game_names())
def test_a_move_by_its_index_is_the_move_by_its_notation(game: str) -> None:
    by_index, by_text = (House(game).sit(ADA, BO) for _ in range(2))
    for n in range(12):
        if by_index.table.status == "over":
            break
        legal = [str(move) for move in by_index.table.legal()]
        which = n % len(legal)
        by_index.play(which)
        by_text.do(by_text.person_to_move(), m.Play(table=T, move=legal[which]))
    assert portrait(by_index.table) == portrait(by_text.table)


@pytest.mark.parametrize("game", game_names())
def test_nobody_plays_the_part_of_chance(game: str) -> None:
    house = House(game).sit(ADA, BO)
    assert house.table.match is not None
    drawn = {str(move) for who, move in house.table.match.moves if who == -1}
    assert drawn
    for text in drawn:
        assert house.refused(house.person_to_move(), m.Play(table=T, move=text)).code == "illegal_move"


@pytest.mark.parametrize("text", ["", "resigns", "keep 42 hit\n", "\x00", "stop " * 40, "-1", "🎲", "*"])
def test_a_wrong_move_is_told_what_would_be_right(text: str) -> None:
    house = playing()
    refusal = house.refused(house.person_to_move(), m.Play(table=T, move=text))
    assert refusal.code == "illegal_move"
    assert refusal.legal == [str(move) for move in house.table.legal()]


def test_an_index_that_is_not_there() -> None:
    house = playing()
    many = len(house.table.legal())
    refusal = house.refused(house.person_to_move(), m.Play(table=T, index=many))
    assert refusal.code == "illegal_move"
    assert refusal.legal is not None
    assert len(refusal.legal) == many


@pytest.mark.parametrize("both", [True, False])
def test_a_move_is_said_in_one_way(both: bool) -> None:
    house = playing()
    move = str(house.table.legal()[0]) if both else None
    command = m.Play(table=T, move=move, index=0 if both else None)
    assert house.refused(house.person_to_move(), command).why == words.WHICH_MOVE


def test_a_move_for_another_turn_is_stale() -> None:
    house = playing()
    turn = house.table.turn
    mover = house.person_to_move()
    for wrong in (turn - 1, turn + 1, 0):
        assert house.refused(mover, m.Play(table=T, index=0, turn=wrong)).code == "stale"
    house.do(mover, m.Play(table=T, index=0, turn=turn))
    assert house.refused(mover, m.Play(table=T, index=0, turn=turn)).code == "stale"


def test_a_bot_moves_only_when_it_is_its_turn() -> None:
    house = playing()
    actor = house.table.actor
    assert actor is not None
    move = house.table.legal()[0]
    with pytest.raises(Refusal, match="turn of"):
        judge.bot_plays(house.table, 1 - actor, move, at(100))
    house.take(judge.bot_plays(house.table, actor, move, at(100)))
    house.do(house.person_to_move(), m.Resign(table=T))
    with pytest.raises(Refusal, match="over"):
        judge.bot_plays(house.table, actor, move, at(100))


def test_a_bot_is_asked_when_it_is_its_turn_and_has_no_clock() -> None:
    house = House(clock=m.Clock(decision=5, game=60)).sit(ADA)
    house.do(ADA, m.Seat_Bot(table=T, bot="random"))
    seen: set[str] = set()
    while house.table.status == "playing" and len(seen) < 2:
        actor = house.table.actor
        assert actor is not None
        bot = house.table.sitter(actor).bot
        seen.add(bot)
        assert house.table.bot_to_move == bot
        assert (house.table.deadline is None) == bool(bot)
        house.take(judge.bot_plays(house.table, actor, house.table.legal()[-1], at(house.now)))
    assert seen == {"", "random"}


# ---- the same thing twice ----


@pytest.mark.parametrize("again", [False, True], ids=["at once", "after a rebuild"])
@pytest.mark.parametrize("command", ["join", "seat_bot", "leave", "chat", "resign", "rematch", "play"])
def test_the_same_id_twice_counts_once(command: str, again: bool) -> None:
    house = House(seats=3).sit(ADA)
    said = msgspec.structs.replace(COMMANDS[command](), id="one")
    speaker = {"join": BO}.get(command, ADA)
    if command in ("resign", "rematch", "play"):
        house.sit(BO, CY)
    if command == "rematch":
        house.do(BO, m.Resign(table=T))
    if command == "play":
        speaker = house.person_to_move()
    first = house.do(speaker, said)
    version = house.table.version - len(first.entries) + 1
    if again:
        house.table = house.rebuilt()
    before = portrait(house.table)
    repeated = house.do(speaker, said)
    assert (repeated.entries, repeated.facts, repeated.repeated) == ((), (), version)
    assert portrait(house.table) == before


def test_the_same_id_of_somebody_else_is_another_command() -> None:
    house = House(seats=3)
    for who in (ADA, BO):
        assert house.do(who, m.Join(table=T, id="one")).repeated is None
    assert None not in house.table.sitters[:2]


def test_a_refused_command_may_be_tried_again_under_its_id() -> None:
    house = waiting()
    assert house.refused(ADA, m.Resign(table=T, id="one")).code == "bad_request"
    house.sit(BO)
    assert house.do(ADA, m.Resign(table=T, id="one")).repeated is None


# ---- talk ----


@pytest.mark.parametrize("text", [" ", "\n\t", "\u2028\u2029", "\u200d"])
def test_nothing_can_not_be_said(text: str) -> None:
    assert waiting().refused(CY, m.Chat(table=T, text=text)).why == words.NOTHING_TO_SAY


@pytest.mark.parametrize("sign", ["\x07", "\x00", "\u202e", "\u200b"])
def test_what_can_not_be_shown_can_not_be_said_and_is_named(sign: str) -> None:
    why = waiting().refused(CY, m.Chat(table=T, text=f"ciao{sign}")).why
    assert f"U+{ord(sign):04X}" in str(why)


def test_talk_is_one_line_by_a_name_and_perhaps_a_seat() -> None:
    house = waiting()
    (fact,) = house.do(ADA, m.Chat(table=T, text="  so\n  what ")).facts
    assert isinstance(fact, f.Spoken)
    assert (fact.by, fact.name, fact.text) == (0, "ada", "so what")
    (fact,) = house.do(CY, m.Chat(table=T, text="è 🎲 \U0001f469\u200d\U0001f373")).facts
    assert isinstance(fact, f.Spoken)
    assert (fact.by, fact.name, fact.text) == (None, "cy", "è 🎲 \U0001f469\u200d\U0001f373")


def test_only_the_latest_talk_is_kept() -> None:
    house = waiting()
    for n in range(CHAT_KEPT + 5):
        house.do(ADA, m.Chat(table=T, text=str(n)))
    kept = [line.text for line in house.table.chat]
    assert kept == [str(n) for n in range(5, CHAT_KEPT + 5)]
    assert [line.text for line in house.rebuilt().chat] == kept


@pytest.mark.parametrize("text", ["", "x" * (m.MAX_CHAT + 1)])
def test_talk_is_bounded_before_it_reaches_the_table(text: str) -> None:
    said = msgspec.json.encode({"type": "chat", "table": T, "text": text})
    with pytest.raises(msgspec.ValidationError):
        m.decode_command(said)


# ---- once more ----


def test_a_rematch_needs_every_person_and_no_bot() -> None:
    house = House(seats=3).sit(ADA, BO)
    house.do(ADA, m.Seat_Bot(table=T))
    house.do(ADA, m.Resign(table=T))
    (first,) = house.do(BO, m.Rematch(table=T)).facts
    assert isinstance(first, f.Wanted)
    assert (first.wanted, first.new_table) == ((1,), "")
    assert house.refused(BO, m.Rematch(table=T)).why == words.WANTED_ALREADY
    (second,) = house.do(ADA, m.Rematch(table=T)).facts
    assert isinstance(second, f.Wanted)
    assert second.wanted == (0, 1)
    assert second.new_table
    assert house.rebuilt().new_table == second.new_table
    assert house.refused(ADA, m.Rematch(table=T)).code == "bad_request"


def test_in_a_rematch_everyone_moves_one_seat_on_and_seats_are_kept() -> None:
    house = House(seats=3, by=DEE, public=False, rated=True, clock=m.Clock(game=60)).sit(ADA, BO)
    house.do(ADA, m.Seat_Bot(table=T))
    house.do(ADA, m.Resign(table=T))
    house.do(ADA, m.Rematch(table=T))
    house.do(BO, m.Rematch(table=T))
    table, entries = rematch_of(house.table, "6" * 64, at(200))
    new = House()
    new.table, new.log = table, list(entries)
    assert table.id == house.table.new_table
    assert (table.opened.public, table.opened.rated, table.opened.clock) == (False, True, m.Clock(game=60))
    assert table.commitment != house.table.commitment
    assert [chair.name for chair in table.chairs] == ["", "Pia", ""]
    assert new.refused(CY, m.Join(table=T, seat=0)).why == words.SEAT_KEPT.fill(seat=0)
    assert new.refused(CY, m.Join(table=T)).code == "full"
    assert new.refused(DEE, m.Seat_Bot(table=T)).code == "full"
    assert new.refused(DEE, m.Seat_Bot(table=T, seat=2)).code == "taken"
    new.do(ADA, m.Join(table=T))
    assert table.seat_of(ADA.holder) == 2
    new.do(ADA, m.Leave(table=T))
    assert new.refused(ADA, m.Join(table=T, seat=0)).code == "taken"
    new.sit(ADA, BO)
    assert table.seat_of(BO.holder) == 0
    assert table.status == "playing"
    assert portrait(new.rebuilt()) == portrait(table)


# ---- the end of a table ----


def test_only_a_table_where_nobody_plays_is_put_away() -> None:
    for house in (playing(), over()):
        with pytest.raises(Refusal):
            judge.put_away(house.table, at(0))
    gone = put_away()
    assert (gone.table.status, gone.table.record()) == ("over", None)
    assert gone.rebuilt().closed


def test_a_game_is_given_up_once_and_only_when_it_goes_on() -> None:
    for house in (waiting(), over()):
        with pytest.raises(Refusal):
            judge.gives_up(house.table, 0, "left", at(0))
    house = playing()
    house.take(judge.gives_up(house.table, 1, "left", at(0)))
    assert house.table.ended is not None
    assert (house.table.ended.how, house.table.ended.outcome.winners) == ("left", (0,))


def test_the_record_comes_with_the_end_and_not_before() -> None:
    assert playing().table.record() is None
    record = over().table.record()
    assert record is not None
    assert record.tags["Seed"] == "5" * 64
    assert record.tags["Ended"] == "resigned"


# ---- coming and going ----


def test_a_player_is_there_from_his_first_connection_to_his_last() -> None:
    table = waiting().table
    assert not table.chairs[0].connected
    fact = table.connected(0, 0.0)
    assert fact is not None
    assert fact.chairs[0].connected
    assert fact.version == table.version
    assert table.connected(0, 0.0) is None
    gone = table.disconnected(0, 0.0)
    assert gone is not None
    assert not gone.chairs[0].connected
    assert table.disconnected(0, 0.0) is None


def test_who_stands_up_is_not_there_any_more() -> None:
    house = waiting()
    house.table.connected(0, 0.0)
    house.do(ADA, m.Leave(table=T))
    house.sit(CY)
    assert not house.table.chairs[0].connected


def test_nobody_is_taken_from_a_game_that_goes_on() -> None:
    """A seat is given to others only where nothing has begun yet."""
    house = waiting()
    house.take(judge.stands_up(house.table, 0, at(house.now)))
    assert house.table.sitters[0] is None
    house = House("5000").sit(ADA, BO)
    with pytest.raises(Refusal) as caught:
        judge.stands_up(house.table, 0, at(house.now))
    assert caught.value.why == words.HAS_BEGUN


def test_salts_are_told_until_the_game_begins() -> None:
    house = waiting()
    assert house.table.seen(house.now).salts == tuple(house.table.salts)
    assert house.table.seen(house.now).salts != ()
    assert House("5000").sit(ADA, BO).table.seen(0.0).salts == ()


def test_a_guest_is_called_the_same_from_version_to_version() -> None:
    assert guest_name(ADA.holder) == "guest-" + hashlib.sha256(ADA.holder.encode()).hexdigest()[:6]


# ---- what was missed ----


def test_of_much_that_was_missed_the_latest_is_told() -> None:
    house = House("5000").sit(ADA, BO)
    state = standing(house.table, 0, "en", house.now)
    assert state.sight is not None
    said = [m.News(table=T, version=n, turn=n, steps=[], sight=state.sight, time=None) for n in range(9)]
    state = msgspec.structs.replace(state, missed=said)
    whole = len(m.encode(state))
    assert shortened(state, whole) is state
    kept = shortened(state, whole - 1).missed
    assert kept
    assert kept == said[-len(kept) :]
    assert shortened(state, 1).missed == []


def test_what_was_missed_is_exactly_that_or_unknown() -> None:
    house = House("5000").sit(ADA, BO)
    played = [house.table.version]
    while house.table.status == "playing" and len(played) < 80:
        house.play(-1 % len(house.table.legal()))
        played.append(house.table.version)
        house.do(ADA, m.Chat(table=T, text="hm"))
    assert len(played) == 80
    table = house.table
    assert table.missed(table.version) == ()
    assert table.missed(table.version + 5) == ()
    assert table.missed(1) is None
    first = len(played) - REMEMBERED
    for since in range(played[first] - 1, table.version + 1):
        missed = table.missed(since)
        assert missed is not None
        assert [fact.version for fact in missed] == [version for version in played if version > since]
    assert table.missed(played[first - 1] - 1) is None
    _, facts = rebuild(written(house.log))
    assert [fact.version for fact in facts if isinstance(fact, f.Played)] == played


def test_a_log_that_does_not_begin_with_its_opening() -> None:
    house = waiting()
    for log in ([], house.log[1:], [*house.log, house.log[0]]):
        with pytest.raises(BrokenRecord, match="open"):
            rebuild(log)
    assert isinstance(house.log[0], en.Opened)


# ---- what a bot is called ----


def test_bots_have_the_names_of_their_characters_and_records_say_what_they_are() -> None:
    house = House("tombolon", seats=4).sit(ADA)
    for bot, seat in (("house", 3), ("master:3", 1), ("house", 2)):
        house.do(ADA, m.Seat_Bot(table=T, bot=bot, seat=seat))
    chairs = [(chair.name, chair.bot) for chair in house.table.chairs]
    assert chairs == [("ada", None), ("Balanzone", "master:3"), ("Bruno", "house"), ("Pia", "house")]
    house.do(ADA, m.Resign(table=T))
    record = house.table.record()
    assert record is not None
    assert record.seats == ("ada", "master", "house (2)", "house")
    assert record.tags["Players"] == "you,master:3,house,house"
    assert display_names(record) == tuple(name for name, _ in chairs)
    assert [chair.name for chair in house.rebuilt().chairs] == [name for name, _ in chairs]


def test_nobody_is_called_like_a_bot_at_the_table() -> None:
    house = House(seats=3)
    house.do(ADA, m.Seat_Bot(table=T))
    house.do(Person(BO.holder, "Pia"), m.Join(table=T))
    house.do(Person(CY.holder, "house"), m.Join(table=T))
    assert [chair.name for chair in house.table.chairs] == ["Pia", "Pia (2)", "house (2)"]
