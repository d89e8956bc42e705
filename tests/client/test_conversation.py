"""The conversation without a connection: ids, duplicates, gaps, what is sent again."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.client.conversation import CommandResult, Conversation, Heard, Say, TableNotice
from tavola.table import messages as m

SIGHT = m.Sight(actor=0, table={}, score=[0, 0])


def state(**given: Any) -> m.State:
    told: dict[str, Any] = {
        "table": "t",
        "game": "421",
        "options": {},
        "in_force": {},
        "rules_version": 1,
        "seats": [m.Chair(name="ada"), m.Chair()],
        "you": 0,
        "version": 2,
        "turn": 0,
        "status": "waiting",
        "public": True,
        "clock": m.Clock(),
        "rated": False,
        "odds": False,
        "commitment": "",
    }
    return m.State(**{**told, **given})


def news(version: int, turn: int, steps: int = 1, **given: Any) -> m.News:
    happened = [m.Happened(actor=0, events=[])] * steps
    return m.News(table="t", version=version, turn=turn, steps=happened, sight=SIGHT, **given)


def told(heard: list[Heard]) -> list[int]:
    """The versions of the news told on."""
    return [
        one.message.version
        for one in heard
        if isinstance(one, TableNotice) and isinstance(one.message, m.News)
    ]


def said(heard: list[Heard]) -> list[m.AnyCommand]:
    return [one.command for one in heard if isinstance(one, Say)]


def seated() -> Conversation:
    talk = Conversation(name="ada", token="a secret token")
    talk.hear(state())
    return talk


def test_each_command_has_an_id_of_its_own_and_is_answered_by_it() -> None:
    talk = Conversation()
    first, second = talk.ask(m.Ping()), talk.ask(m.Games())
    assert first.id
    assert first.id != second.id
    assert talk.hear(m.Pong(id=first.id)) == [CommandResult(first.id, m.Pong(id=first.id))]
    assert talk.hear(m.Pong(id=first.id)) == []
    assert talk.is_open(second.id)
    assert not talk.is_open(first.id)


def test_two_clients_of_one_person_never_use_the_same_id() -> None:
    ids = {Conversation(token="the same token").ask(m.Ping()).id for _ in range(100)}
    assert len(ids) == 100


def test_the_token_is_not_shown() -> None:
    assert "a secret token" not in repr(Conversation(token="a secret token"))


def test_news_are_told_once() -> None:
    talk = seated()
    assert told(talk.hear(news(3, 1))) == [3]
    assert told(talk.hear(news(3, 1))) == []
    assert told(talk.hear(news(5, 2))) == [5]  # 4 was chat, which is no gap
    assert told(talk.hear(news(3, 1))) == []
    assert talk.places["t"].state.turn == 2


def test_a_gap_is_asked_for_and_filled() -> None:
    talk = seated()
    talk.hear(news(3, 1))
    heard = talk.hear(news(6, 4, steps=1))
    (resume,) = said(heard)
    assert told(heard) == []
    assert isinstance(resume, m.Resume)
    assert resume.since == 3
    assert talk.hear(news(7, 5)) == []  # comes with the answer
    missed = [news(4, 2), news(5, 3), news(6, 4), news(7, 5)]
    full = state(version=7, turn=5, status="playing", missed=missed, id=resume.id)
    assert told(talk.hear(full)) == [4, 5, 6, 7]
    assert told(talk.hear(news(8, 6))) == [8]


def test_who_takes_the_last_seat_is_told_the_beginning() -> None:
    talk = Conversation()
    talk.hear(state(you=None))
    join = talk.ask(m.Join(table="t"))
    assert told(talk.hear(news(4, 6, steps=6))) == []  # as one who looks on would see it
    heard = talk.hear(state(you=1, version=4, turn=6, status="playing", id=join.id))
    (resume,) = said(heard)
    assert isinstance(resume, m.Resume)
    assert resume.since == 0
    begun = state(you=1, version=4, turn=6, missed=[news(4, 6, steps=6)], id=resume.id)
    assert told(talk.hear(begun)) == [4]


def test_who_does_not_want_the_whole_story_is_not_told_it() -> None:
    talk = Conversation(whole=False)
    assert said(talk.hear(state(version=40, turn=90))) == []
    assert told(talk.hear(news(41, 91))) == [41]


def test_after_a_lost_connection_everything_open_is_said_again_with_its_id() -> None:
    talk = seated()
    talk.hear(news(3, 1))
    talk.hello()
    play = talk.ask(m.Play(table="t", index=0, turn=1))
    talk.lost()
    resume, again = talk.again()
    assert isinstance(resume, m.Resume)
    assert resume.since == 3
    assert again == play
    heard = talk.hear(state(version=4, turn=2, missed=[news(4, 2, id=play.id)], id=resume.id))
    assert told(heard) == [4]
    assert talk.hear(m.Done(id=play.id, table="t", version=4)) == [
        CommandResult(play.id, m.Done(id=play.id, table="t", version=4))
    ]


def test_a_story_too_long_to_be_told_is_left_out_the_second_time() -> None:
    talk = Conversation()
    talk.hear(state(version=400, turn=900))
    talk.lost()
    (resume,) = talk.again()
    assert isinstance(resume, m.Resume)
    assert resume.since == 400
    assert said(talk.hear(state(version=401, turn=901, id=resume.id))) == []


@pytest.mark.parametrize("code", ["too_much", "closing"])
def test_not_now_is_said_again_later(code: Any) -> None:
    talk = Conversation()
    create = talk.ask(m.Create(game="421"))
    refused = m.Refused(code=code, why="not now", id=create.id, retry_after=2.5)
    assert talk.hear(refused) == [Say(create, 2.5, refused)]
    assert talk.is_open(create.id)


def test_no_is_no() -> None:
    talk = Conversation()
    create = talk.ask(m.Create(game="tarot"))
    refused = m.Refused(code="unknown_game", why="no such game", id=create.id)
    assert talk.hear(refused) == [CommandResult(create.id, refused)]
    assert not talk.is_open(create.id)


def test_a_table_that_moves_house_is_looked_for_again() -> None:
    talk = seated()
    (say,) = talk.hear(m.Refused(code="closing", why="moved", table="t", retry_after=2.0))
    assert isinstance(say, Say)
    assert isinstance(say.command, m.Resume)
    assert say.after == 2.0


def test_a_table_put_away_is_told_of() -> None:
    talk = seated()
    refused = m.Refused(code="unknown_table", why="put away", table="t")
    assert talk.hear(refused) == [TableNotice("t", refused)]


def test_a_server_that_closes_says_for_how_long() -> None:
    talk = seated()
    assert talk.hear(m.Closing(retry_after=5.0)) == []
    assert talk.retry_after == 5.0


def test_chat_is_told_once() -> None:
    talk = seated()
    line = m.Said(table="t", version=3, name="bob", text="hello")
    assert talk.hear(line) == [TableNotice("t", line)]
    heard = talk.hear(state(version=3, chat=[line]))
    assert not any(isinstance(one, TableNotice) and isinstance(one.message, m.Said) for one in heard)


def test_tables_we_know_nothing_of_are_not_told_of() -> None:
    assert Conversation().hear(news(3, 1)) == []
