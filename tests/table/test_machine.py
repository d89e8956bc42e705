"""Anybody says anything at any moment: after each word the log tells the same table, or nothing changed."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tavola.games import game_class, game_names
from tavola.table import judge
from tavola.table import messages as m
from tavola.table.identity import Person
from tavola.table.opening import rebuild
from tavola.table.presence import Patience
from tavola.table.redaction import told
from tavola.table.refusal import Refusal
from tests.table.sitting import PLAYERS, House, at, portrait, written

WHO = st.sampled_from(PLAYERS)
IDS = st.sampled_from(["", "", "a", "b", "c"])
SEATS = st.none() | st.integers(0, 4)
PATIENCE = Patience(abort=1.0, claim=2.0)
CLOCKS = st.builds(m.Clock, decision=st.sampled_from([None, 3.0]), game=st.sampled_from([None, 2.5, 20.0]))


class AtATable(RuleBasedStateMachine):
    house: House

    @initialize(game=st.sampled_from(game_names()), clock=CLOCKS, by=WHO, four=st.booleans())
    def opens(self, game: str, clock: m.Clock, by: Person, four: bool) -> None:
        four = four and 4 in game_class(game).info.seats
        self.house = House(game, by, seats=4 if four else 2, clock=clock)
        self.house.table.patience = PATIENCE
        self.heard: list[list[bytes]] = []

    def say(self, who: Person, command: m.TableCommand) -> None:
        self.attempt(lambda: judge.receive(self.house.table, who, command, at(self.house.now)))

    def attempt(self, what: Any) -> None:
        table = self.house.table
        before = portrait(table)
        try:
            accepted = self.house.take(what())
        except Refusal:
            assert portrait(table) == before
            return
        if not accepted.entries:
            assert portrait(table) == before
            return
        assert len(accepted.entries) == len(accepted.facts)
        assert table.version == before["version"] + len(accepted.entries) == len(self.house.log)
        for fact in accepted.facts:
            self.heard.append(self.messages(fact))

    def messages(self, fact: Any) -> list[bytes]:
        seats = (None, *range(len(self.house.table.sitters)))
        return [m.encode(told("t", fact, seat, "it")) for seat in seats]

    @rule(who=WHO, id=IDS, seat=SEATS, salt=st.sampled_from(["", "pepper"]))
    def joins(self, who: Person, id: str, seat: int | None, salt: str) -> None:
        self.say(who, m.Join(table="t", id=id, seat=seat, salt=salt))

    @rule(who=WHO, id=IDS, seat=SEATS)
    def seats_a_bot(self, who: Person, id: str, seat: int | None) -> None:
        self.say(who, m.Seat_Bot(table="t", id=id, seat=seat, bot="random"))

    @rule(who=WHO, id=IDS)
    def leaves(self, who: Person, id: str) -> None:
        self.say(who, m.Leave(table="t", id=id))

    @rule(who=WHO, id=IDS, index=st.integers(0, 9), turn=st.none() | st.integers(0, 40))
    def plays(self, who: Person, id: str, index: int, turn: int | None) -> None:
        self.say(who, m.Play(table="t", id=id, index=index, turn=turn))

    @precondition(lambda self: self.house.table.actor is not None)
    @rule(id=IDS, pick=st.integers(0, 1000), after=st.sampled_from([0.0, 0.0, 0.123456, 1.0, 3.0]))
    def whoever_is_to_move_moves(self, id: str, pick: int, after: float) -> None:
        table, self.house.now = self.house.table, self.house.now + after
        legal, actor = table.legal(), table.actor
        assert actor is not None
        move = legal[pick % len(legal)]
        if table.bot_to_move:
            self.attempt(lambda: judge.bot_plays(table, actor, move, at(self.house.now)))
        else:
            self.say(self.house.person_to_move(), m.Play(table="t", id=id, move=str(move)))

    @rule(who=WHO, id=IDS, text=st.text(min_size=1, max_size=9))
    def talks(self, who: Person, id: str, text: str) -> None:
        self.say(who, m.Chat(table="t", id=id, text=text))

    @precondition(lambda self: self.house.table.turn > 12)
    @rule(who=WHO, id=IDS)
    def resigns(self, who: Person, id: str) -> None:
        self.say(who, m.Resign(table="t", id=id))

    @rule(who=WHO, id=IDS)
    def wants_a_rematch(self, who: Person, id: str) -> None:
        self.say(who, m.Rematch(table="t", id=id))

    @rule(after=st.sampled_from([0.0, 0.4, 2.5, 3.0]))
    def somebody_looks_at_the_clock(self, after: float) -> None:
        self.house.now += after
        self.attempt(lambda: judge.look_at_the_clock(self.house.table, at(self.house.now)))

    @precondition(lambda self: len(self.house.log) > 25)
    @rule()
    def nobody_comes(self) -> None:
        self.attempt(lambda: judge.put_away(self.house.table, at(self.house.now)))

    @rule(seat=st.integers(0, 3), there=st.booleans())
    def comes_or_goes(self, seat: int, there: bool) -> None:
        table = self.house.table
        if seat < len(table.sitters) and (sitter := table.sitters[seat]) is not None and not sitter.bot:
            version = table.version
            table.connected(seat, self.house.now) if there else table.disconnected(seat, self.house.now)
            assert table.version == version

    @rule(who=WHO, id=IDS)
    def calls_it_off(self, who: Person, id: str) -> None:
        self.say(who, m.Abort(table="t", id=id))

    @rule(who=WHO, id=IDS, seat=SEATS)
    def claims_it(self, who: Person, id: str, seat: int | None) -> None:
        self.say(who, m.Claim_Win(table="t", id=id, seat=seat))

    @rule(who=WHO, id=IDS)
    def goes_and_keeps_the_seat(self, who: Person, id: str) -> None:
        self.say(who, m.Leave(table="t", id=id, keep=True))

    @rule()
    def the_server_starts_again(self) -> None:
        self.house.table = self.house.rebuilt()
        self.house.table.patience = PATIENCE
        self.house.table.presence.count_from(self.house.now)
        self.house.table.wake(self.house.now)

    @invariant()
    def the_log_tells_the_same(self) -> None:
        table, facts = rebuild(written(self.house.log))
        assert portrait(table) == portrait(self.house.table)
        played = [self.messages(fact) for fact in facts if fact.version in {f.version for f in table._recent}]
        heard = [said for said in self.heard if b'"type":"news"' in said[0]]
        assert played == heard[len(heard) - len(played) :]

    @invariant()
    def a_holder_has_one_seat_and_a_bot_none(self) -> None:
        holders = [sitter.holder for sitter in self.house.table.sitters if sitter and not sitter.bot]
        assert len(set(holders)) == len(holders)
        assert all(not sitter.holder for sitter in self.house.table.sitters if sitter and sitter.bot)


TestAtATable = AtATable.TestCase
TestAtATable.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
