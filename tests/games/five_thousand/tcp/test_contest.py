"""A contest: in battle and tournament only teams play, and only what teams do counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.core.errors import BadOption
from tavola.games.five_thousand.tcp.contest import FIRST, read_teams
from tavola.games.five_thousand.tcp.memory import MemoryStore
from tavola.games.five_thousand.tcp.settings import TcpLimits
from tavola.server.limits.rates import TokenBuckets
from tavola.server.setting_kinds import Rate
from tavola.table.identity import holder_of
from tests.games.five_thousand.tcp.people import Hall, Peer, hall, run, scripted

TOKENS = {"red": "token-of-red", "blue": "token-of-blue"}
WINS = "55555 " * 3  # five fives are 5000 points


def slate() -> MemoryStore:
    made = MemoryStore()
    made.owners = {team: holder_of(token) for team, token in TOKENS.items()}
    return made


def settings(tournament: bool = True) -> TcpLimits:
    return TcpLimits(linger=0.3, teams={team: team for team in TOKENS}, tournament=tournament)


async def asked(here: Hall, environment: str = "battle") -> tuple[Peer, Peer]:
    """A table of two; the first is asked."""
    first, second = await here.sit(environment)
    await first.prompted()
    return first, second


def test_a_team_plays_under_its_token_and_its_win_counts() -> None:
    async def story() -> None:
        async with hall(slate(), settings=settings(), dice=scripted(WINS)) as here:
            first, _ = await asked(here)
            assert "ERROR" not in await first.ask("NAME red token-of-red\n")
            await first.ask("PLAY [0,1,2,3,4]\n")
            first.send("BANK\n")
            assert (await first.rest()).startswith("WINNER: red")
            assert here.scores("battle") == {"red": (1, 1)}  # the other never said who he was

    run(story)


def test_nothing_is_played_before_the_token_is_shown() -> None:
    async def story() -> None:
        async with hall(slate(), settings=settings(), dice=scripted(WINS)) as here:
            first, second = await asked(here)
            for _ in range(2):
                assert f"ERROR: {FIRST}" in await first.ask("PLAY [0,1,2,3,4]\n")
            first.send("PLAY [0,1,2,3,4]\n")
            assert (await first.rest()) == "KICK\n"
            assert (await second.rest()) == "KICK\n"
            assert here.scores("battle") == {}

    run(story)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("NAME green token-of-red", "no such team"),
        ("NAME red", "with the token of your team"),
        ("NAME red token-of-blue", "not the token of that team"),
    ],
)
def test_who_is_no_team(said: str, why: str) -> None:
    async def story() -> None:
        async with hall(slate(), settings=settings()) as here:
            first, _ = await asked(here)
            assert why in await first.ask(f"{said}\n")
            assert here.slate.owners == {team: holder_of(token) for team, token in TOKENS.items()}

    run(story)


def test_whoever_guesses_at_the_token_of_a_team_locks_nobody_out_who_shares_his_address() -> None:
    async def story() -> None:
        async with hall(slate(), settings=settings(), claims=TokenBuckets(Rate(1, 3600))) as here:
            first, _ = await asked(here)
            assert "not the token of that team" in await first.ask("NAME red guess\n")
            assert "too many wrong tokens for this name" in await first.ask("NAME red guess\n")
            assert "ERROR" not in await first.ask("NAME red token-of-red\n")

    run(story)


def test_a_team_that_leaves_game_after_game_has_to_wait_and_nobody_else_of_its_address() -> None:
    async def story() -> None:
        async with hall(slate(), settings=settings(), written=TokenBuckets(Rate(1000, 3600))) as here:
            refused = False
            counters = here.arena.counters
            while counters.disconnections < 100:
                first, _ = await asked(here)
                said = await first.ask("NAME red token-of-red\n")
                if refused := "ERROR: your team has left too many games; again in " in said:
                    assert counters.disconnections > 1
                    assert "ERROR" not in await first.ask("NAME blue token-of-blue\n")
                    break
                await first.close()
                await here.until(lambda: counters.disconnections == counters.tables)
            assert refused

    run(story)


def test_a_team_does_not_play_against_itself() -> None:
    async def story() -> None:
        async with hall(slate(), settings=settings(), dice=scripted("22346 " * 4)) as here:
            first, second = await asked(here)
            await first.ask("NAME red token-of-red\n")
            first.send("TRASH\n")
            await second.prompted()
            assert "sits at this table already" in await second.ask("NAME RED token-of-red\n")
            assert "ERROR" not in await second.ask("NAME blue token-of-blue\n")

    run(story)


def test_training_is_anybodys() -> None:
    async def story() -> None:
        async with hall(slate(), settings=settings(), dice=scripted("22346 " * 4)) as here:
            peer = await here.join("training")
            await peer.prompted()
            assert "ERROR" not in await peer.ask("NAME anybody\n")
            assert "ERROR" not in await peer.ask("TRASH\n")

    run(story)


def test_the_tournament_is_closed_until_its_day() -> None:
    async def story() -> None:
        async with hall(slate(), settings=settings(tournament=False)) as here:
            peer = await here.join("tournament")
            assert await peer.rest() == "ERROR: the tournament is not open yet\nKICK\n"
            first, _ = await asked(here)
            assert "ERROR" not in await first.ask("NAME red token-of-red\n")

    run(story)


def test_teams_are_read_from_a_list_or_from_what_contest_teams_wrote(tmp_path: Path) -> None:
    plain, table = tmp_path / "teams.txt", tmp_path / "teams.csv"
    plain.write_text("red\n\nblue \n", encoding="utf-8")
    table.write_text("team,token\nred,abc\nblue,def\n", encoding="utf-8")
    assert read_teams(plain) == read_teams(table) == ["red", "blue"]


@pytest.mark.parametrize("text", ["", "two words\n", "red\nRED\n", "x" * 33, "team\n"])
def test_teams_that_cant_be(tmp_path: Path, text: str) -> None:
    file = tmp_path / "teams.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadOption):
        read_teams(file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"can't be read from '.*nothing': No such file or directory$"):
        read_teams(tmp_path / "nothing")


@pytest.mark.parametrize("name", ["red", "a"])  # Python has each letter once, so `is` tells nothing
def test_a_team_that_is_there_twice(tmp_path: Path, name: str) -> None:
    file = tmp_path / "teams.txt"
    file.write_text(f"{name}\nblue\n{name}\n", encoding="utf-8")
    with pytest.raises(BadOption, match=f"'{name}' is there twice; each is named once"):
        read_teams(file)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "teams.txt"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadOption, match="no text in UTF-8"):
        read_teams(file)
