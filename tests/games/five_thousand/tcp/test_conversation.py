"""What is said over the wire, byte for byte."""

from __future__ import annotations

import asyncio
import shutil
import socket

import pytest

from tavola.games.five_thousand.tcp.settings import TcpLimits
from tests.games.five_thousand.tcp.people import (
    HOST,
    PATIENCE,
    Peer,
    environments,
    hall,
    run_on_both,
    scripted,
)

PUBLISHED = "54263 6334 56336 2224 1 66246 23164"
SESSION_TEXT = """\
NAME titou
STATE: {"dices": [5, 4, 2, 6, 3], "played_hands": 0, "played_turns": 0, "total_score": 0, "turn_score": 0}
PLAY [0]
STATE: {"dices": [6, 3, 3, 4], "played_hands": 0, "played_turns": 0, "total_score": 0, "turn_score": 50}
TRASH
STATE: {"dices": [5, 6, 3, 3, 6], "played_hands": 0, "played_turns": 1, "total_score": 0, "turn_score": 0}
PLAY [0]
STATE: {"dices": [2, 2, 2, 4], "played_hands": 0, "played_turns": 1, "total_score": 0, "turn_score": 50}
PLAY [0, 1, 2]
STATE: {"dices": [1], "played_hands": 0, "played_turns": 1, "total_score": 0, "turn_score": 250}
PLAY [0]
STATE: {"dices": [6, 6, 2, 4, 6], "played_hands": 1, "played_turns": 1, "total_score": 0, "turn_score": 350}
BANK
STATE: {"dices": [2, 3, 1, 6, 4], "played_hands": 0, "played_turns": 2, "total_score": 350, "turn_score": 0}
"""
_LINES = SESSION_TEXT.splitlines()
SESSION = [(f"{said}\n", heard) for said, heard in zip(_LINES[::2], _LINES[1::2], strict=True)]
FIRST = SESSION[0][1]
SAID = "".join(said for said, _ in SESSION)
HEARD = "".join(f"{heard}\n>> " for _, heard in SESSION)


def test_the_published_session() -> None:
    async def story() -> None:
        async with hall(dice=scripted(PUBLISHED)) as here:
            peer = await here.join()
            assert await peer.prompted() == f'STARTING ["{peer.name}"]\n{FIRST}\n>> '
            for said, heard in SESSION:
                assert await peer.ask(said) == f"{heard}\n>> "

    run_on_both(story)


@pytest.mark.parametrize("pieces", [1, 2, 3, 10, 1000])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_the_published_session_in_any_pieces(pieces: int, ends: str) -> None:
    async def story() -> None:
        # No pause ends a name here, not even one of a busy machine.
        async with hall(dice=scripted(PUBLISHED), settings=TcpLimits(linger=0.3, quiet=60.0)) as here:
            peer = await here.join()
            await peer.prompted()
            said = SAID.lower().replace("\n", ends).encode()
            for at in range(0, len(said), pieces):
                peer.send(said[at : at + pieces])
                await peer.writer.drain()
                await asyncio.sleep(0)
            heard = [await peer.prompted() for _ in SESSION]
            assert "".join(heard) == HEARD

    run_on_both(story)


def test_the_published_session_without_any_newline() -> None:
    async def story() -> None:
        async with hall(dice=scripted(PUBLISHED)) as here:
            peer = await here.join()
            await peer.prompted()
            for said, heard in SESSION:
                assert await peer.ask(said.strip()) == f"{heard}\n>> "

    run_on_both(story)


def netcat(port: int, said: str) -> str:
    """All of it typed at once, then nothing more: what comes back until the server hangs up."""
    with socket.create_connection((HOST, port), timeout=PATIENCE) as raw:
        raw.sendall(said.encode())
        raw.shutdown(socket.SHUT_WR)
        heard = b""
        while piece := raw.recv(4096):
            heard += piece
        return heard.decode()


def test_like_netcat_with_everything_typed_in_advance() -> None:
    """What was said before the end of input is answered; only then is the player gone."""

    async def story() -> None:
        async with hall(dice=scripted(PUBLISHED)) as here:
            heard = await asyncio.to_thread(netcat, here.ports["training"], SAID)
            assert heard.split("\n", 1)[1] == f"{FIRST}\n>> {HEARD}KICK\n"
            assert here.scores("training") == {"titou": (-1, 1)}

    run_on_both(story)


@pytest.mark.skipif(shutil.which("nc") is None, reason="no nc on this machine")
def test_netcat() -> None:
    async def story() -> None:
        async with hall(dice=scripted("55555 22346")) as here:
            nc = await asyncio.create_subprocess_exec(
                "nc",
                HOST,
                str(here.ports["training"]),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            try:
                async with asyncio.timeout(PATIENCE):
                    heard, _ = await nc.communicate(b"NAME titou\nPLAY [0, 1, 2, 3, 4]\nBANK\n")
            finally:  # it would wait for more to be typed, and the loop for it
                if nc.returncode is None:
                    nc.kill()
                    await nc.wait()
            assert heard.decode().endswith("WINNER: titou\nKICK\n")

    run_on_both(story)


def test_a_win_is_told_to_all_and_the_line_goes_dead() -> None:
    async def story() -> None:
        async with hall(dice=scripted("55555 22346")) as here:
            first, second = await here.sit("battle")
            await first.prompted()
            await first.ask("NAME ada")
            await first.ask("PLAY [0,1,2,3,4]")
            first.send("BANK")
            assert await first.rest() == await second.rest() == "WINNER: ada\nKICK\n"
            assert here.scores("battle") == {"ada": (1, 1), second.name: (0, 1)}

    run_on_both(story)


def test_the_third_bad_command_is_trash() -> None:
    async def story() -> None:
        async with hall(dice=scripted("22346 12345")) as here:
            first, second = await here.sit("battle")
            state = await first.prompted()
            one = await first.ask("PLAY [0]\n")
            assert one.startswith("ERROR: ")
            assert one.endswith("\n" + state)
            two = await first.ask("\x00\x01\xff rubbish\n".encode("latin-1"))
            assert two.startswith("ERROR: ")
            assert two.endswith("\n" + state)
            first.send("NAME\n")
            assert (await first.line()).startswith("ERROR: ")
            assert await first.line() == "TRASH\n"
            assert '"dices": [1, 2, 3, 4, 5]' in await second.prompted()

    run_on_both(story)


async def moves(peer: Peer, *said: str) -> list[str]:
    return [await peer.ask(each) for each in said]


def test_a_pause_completes_a_name_and_what_comes_after_is_another_command() -> None:
    async def story() -> None:
        async with hall(dice=scripted(PUBLISHED)) as here:
            peer = await here.join()
            await peer.prompted()
            assert await peer.ask("NAME ti") == f"{FIRST}\n>> "
            assert (await peer.ask("tou\n")).startswith("ERROR: 'tou' is no command")
            assert here.arena.status()["training"]["tables"][0]["names"] == ["ti"]
            assert await moves(peer, "NAME a\n", "\r\nNAME b\r\n") == [f"{FIRST}\n>> "] * 2

    run_on_both(story)


def test_a_command_begun_is_waited_for_through_any_pause() -> None:
    async def story() -> None:
        async with hall(dice=scripted(PUBLISHED)) as here:
            peer = await here.join()
            await peer.prompted()
            for piece in ("PL", "AY [", "0", "]\n"):
                peer.send(piece)
                await asyncio.sleep(0.12)  # longer than the pause that ends a name
            assert '"turn_score": 50' in await peer.prompted()

    run_on_both(story)


def test_what_is_typed_ahead_is_taken_when_it_is_his_turn() -> None:
    async def story() -> None:
        async with hall(dice=scripted("22346 11346 2346 22346")) as here:
            first, second = await here.sit("battle")
            second.send("NAME early\nPLAY [0]\nTRASH\n")
            await first.prompted()
            assert here.arena.status()["battle"]["tables"][0]["names"] == [first.name, second.name]
            first.send("BANK\n")
            for _ in range(3):
                assert "ERROR" not in await second.prompted()
            assert '"played_turns": 1' in await first.prompted()
            assert here.arena.status()["battle"]["tables"][0]["names"] == [first.name, "early"]

    run_on_both(story)


def test_three_environments_at_once() -> None:
    async def story() -> None:
        async with hall(environments=environments(), dice=scripted("55555 22346")) as here:
            tables = [await here.sit(name) for name in ("training", "battle", "tournament")]
            for peers in tables:
                await peers[0].prompted()
                await moves(peers[0], "NAME ada\n", "PLAY [0,1,2,3,4]\n")
                peers[0].send("BANK\n")
            for peers in tables:
                for peer in peers:
                    assert (await peer.rest()).endswith("WINNER: ada\nKICK\n")
            for name in ("training", "battle", "tournament"):
                assert here.scores(name)["ada"] == (1, 1)

    run_on_both(story)
