"""Real servers that cheat, each in its own way, and what the client says of them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from urllib.request import urlopen

import pytest
from typer.testing import CliRunner, Result

from tavola.cli import app
from tavola.client.client import Client
from tavola.client.fairness.folder import Forgetful, Receipts
from tavola.client.fairness.proof import Proof, contradiction, prove_record
from tavola.client.table import Table
from tavola.core.record import Record
from tests.browser.house import House
from tests.cheating import Way

SAID = {
    "swapped seed": "the seed is not the one that was committed to before you sat down",
    "my salt": "your salt is not the one you sent",
    "dropped salt": "the server has dropped your salt",
    "loaded dice": "but the seed gives",
    "no reveal": "the server does not reveal the seed",
}


def ws(house: House) -> str:
    return f"ws://127.0.0.1:{house.ports['http']}/ws"


def tcp(house: House) -> str:
    return f"tcp://127.0.0.1:{house.ports['lines']}"


async def played(client: Client, game: str = "5000", second: Client | None = None) -> Table:
    """A game from its opening to its end; the second person, or a bot, sits on seat 1."""
    table = await client.create(game, seats=2)
    await table.join(0)
    if second is None:
        await table.seat_bot("random")
    else:
        await (await second.open(table.id)).join(1)
    await to_the_end(table)
    return table


async def to_the_end(table: Table) -> None:
    """A decision, if there is one to make, and then it is given up."""
    while table.turn == 0:
        await table.next()
    if table.my_turn:
        await table.play(0)
    if table.over is None:
        await table.resign()
    async for _ in table:
        pass


def proof_of(table: Table) -> Proof:
    proof = table.prove()
    assert proof is not None
    return proof


@pytest.mark.parametrize("way", ["honest", *SAID])
@pytest.mark.parametrize("wire", [ws, tcp])
def test_each_way_of_cheating_is_named(cheats: House, way: Way, wire: object) -> None:
    async def story() -> None:
        async with Client.connect(wire(cheats), name=way) as client:  # type: ignore[operator]
            proof = proof_of(await played(client))
            if way == "honest":
                assert (proof.finding, proof.said.en[:9]) == ("verified", "Verified:")
                assert proof.draws > 0
            else:
                assert proof.finding == "wrong"
                assert proof.said.en.startswith("NOT FAIR: ")
                assert SAID[way] in proof.said.en

    asyncio.run(story())


def test_cards_that_were_not_of_the_seed_are_named_though_the_deal_is_hidden(cheats: House) -> None:
    async def story() -> None:
        for way in ("honest", "loaded dice"):
            async with Client.connect(ws(cheats), name=way) as client:
                table = await played(client, "scopetta")
                assert any(step.move is None for step in table.receipt.told.values())
                proof = proof_of(table)
                assert proof.finding == {"honest": "verified", "loaded dice": "wrong"}[way]
                assert way == "honest" or "NOT FAIR" in proof.said.en

    asyncio.run(story())


@pytest.mark.parametrize("last", [0, 1])
def test_the_salt_of_another_player_that_was_altered_is_named_by_both(cheats: House, last: int) -> None:
    async def story() -> None:
        async with (
            Client.connect(ws(cheats), name="other salt", receipts=Forgetful()) as ada,
            Client.connect(tcp(cheats), name="bo", receipts=Forgetful()) as bo,
        ):
            first = await ada.create("5000", seats=2)
            second = await bo.open(first.id)
            for seat, table in sorted(((0, first), (1, second)), key=lambda each: each[0] == last):
                await table.join(seat)
            await to_the_end(first)
            assert "the salt of bo is not the one of the beginning" in proof_of(first).said.en
            while second.over is None:
                await second.next()
            assert "your salt is not the one you sent" in proof_of(second).said.en

    asyncio.run(story())


def test_a_commitment_that_changes_is_told_at_once(cheats: House) -> None:
    async def story() -> None:
        async with Client.connect(ws(cheats), name="new commitment") as client:
            table = await client.create("5000", seats=2)
            await table.seat_bot("random")
            assert contradiction(table.receipt, table.names) is None
            await table.join()  # the last seat: the server knows our salt, and tells another commitment
            said = contradiction(table.receipt, table.names)
            assert said is not None
            assert "first it was" in said.en
            await to_the_end(table)
            assert "the server has changed its commitment" in proof_of(table).said.en

    asyncio.run(story())


def test_the_record_of_a_game_that_was_not_played_is_named(cheats: House) -> None:
    async def story() -> tuple[str, Receipts]:
        receipts = Receipts()
        async with Client.connect(ws(cheats), name="other record", receipts=receipts) as client:
            table = await played(client)
            assert proof_of(table).verified, "the game was fair; only what the server tells others is not"
            return table.id, receipts

    id_, receipts = asyncio.run(story())
    with urlopen(f"{cheats.url}/api/records/{id_}") as answer:
        record = Record.parse(answer.read().decode())
    receipt = receipts.find(id_, record.tags["Commitment"], None)
    assert receipt is not None
    proof = prove_record(receipt, record)
    assert proof.finding == "wrong"
    assert "the record is not of the game you played" in proof.said.en


def test_who_comes_back_with_another_program_has_kept_it_all(cheats: House) -> None:
    async def story() -> None:
        async with Client.connect(ws(cheats), name="swapped seed") as client:
            token, table = client.token, await client.create("5000", seats=2)
            await table.join()
            id_, kept = table.id, table.receipt.commitment
            assert table.receipt_kept
        async with Client.connect(tcp(cheats), name="swapped seed", token=token) as client:
            table = await client.open(id_)
            assert (table.receipt.commitment, table.receipt.before) == (kept, True)
            await table.seat_bot("random")
            await to_the_end(table)
            assert SAID["swapped seed"] in proof_of(table).said.en

    asyncio.run(story())


@pytest.mark.parametrize("way", ["honest", "swapped seed"])
def test_who_kept_nothing_says_so_and_never_verified(cheats: House, way: Way) -> None:
    """As on a machine without a disk, after the program was started anew."""

    async def story() -> None:
        nothing = Forgetful()
        async with Client.connect(ws(cheats), name=way, receipts=nothing) as client:
            token, table = client.token, await client.create("5000", seats=2)
            await table.join()
            assert not table.receipt_kept
        async with Client.connect(ws(cheats), name=way, token=token, receipts=nothing) as client:
            table = await client.open(table.id)
            await table.seat_bot("random")
            await to_the_end(table)
            proof = proof_of(table)
            if way == "honest":
                assert proof.finding == "fits"
                assert "nobody here saw it before the game" in proof.said.en
            else:
                assert (
                    proof.finding == "wrong"
                )  # it was seen before the seed was swapped, if not before we sat

    asyncio.run(story())


def test_a_rematch_has_a_commitment_and_a_salt_of_its_own(cheats: House) -> None:
    async def story() -> None:
        async with Client.connect(ws(cheats), name="ada") as client:
            first = await played(client)
            await first.rematch()
            while not first.state.new_table:
                await first.next()
            second = client.table(first.state.new_table)
            await second.join()
            await to_the_end(second)
            assert proof_of(first).verified
            assert proof_of(second).verified
            assert first.receipt.commitment != second.receipt.commitment
            assert first.receipt.salt != second.receipt.salt

    asyncio.run(story())


def test_two_programs_of_one_person_do_not_accuse_the_server(cheats: House) -> None:
    """Both want the seat, one has it: the other has sent a salt that is in no dice."""

    async def story() -> None:
        one = Client.connect(ws(cheats), name="ada")
        async with one, Client.connect(tcp(cheats), name="ada", token=one.token) as two:
            table = await one.create("5000", seats=2)
            same = await two.open(table.id)
            done = await asyncio.gather(table.join(), same.join(), return_exceptions=True)
            assert sum(isinstance(each, Exception) for each in done) == 1
            seated, other = (same, table) if isinstance(done[0], Exception) else (table, same)
            await seated.seat_bot("random")
            await to_the_end(seated)
            while other.over is None:
                await other.next()
            findings = {proof_of(each).finding for each in (table, same)}
            assert "wrong" not in findings
            assert "verified" in findings

    asyncio.run(story())


def test_who_stands_up_and_sits_down_again_accuses_nobody(cheats: House) -> None:
    async def story() -> None:
        second = Client.connect(tcp(cheats), name="bo")
        async with Client.connect(ws(cheats), name="ada") as ada, second as bo:
            table = await ada.create("5000", seats=2)
            other = await bo.open(table.id)
            await table.join()
            salt, id_ = table.receipt.salt, table.id
            await table.leave()
            table = await ada.open(id_)
            await table.join()
            assert table.receipt.salt != salt
            await other.join()
            await to_the_end(table)
            while other.over is None:
                await other.next()
            assert [proof_of(each).finding for each in (table, other)] == ["verified", "verified"]

    asyncio.run(story())


def test_a_full_disk_is_no_reason_to_stop_nor_to_lie(cheats: House, tmp_path: Path) -> None:
    async def story() -> None:
        (tmp_path / "file").write_text("no folder")
        broken = Receipts(tmp_path / "file" / "below")
        async with Client.connect(ws(cheats), name="ada", receipts=broken) as client:
            table = await played(client)
            assert not table.receipt_kept
            assert proof_of(table).verified, "this program itself has seen it all"

    asyncio.run(story())


# ---- the commands ----


def tavola(*args: str, given: str = "") -> Result:
    result = CliRunner().invoke(app, list(args), input=given, env={"COLUMNS": "200"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("honest", "Verified: all "),
        ("swapped seed", "NOT FAIR: the server has changed its commitment"),
        ("my salt", "NOT FAIR: your salt is not the one you sent"),
        ("loaded dice", "NOT FAIR: "),
        ("other record", "NOT FAIR: the record is not of the game you played"),
    ],
)
def test_verify_compares_with_what_is_kept(cheats: House, way: Way, said: str, tmp_path: Path) -> None:
    async def story() -> str:
        async with Client.connect(ws(cheats), name=way) as client:
            return (await played(client)).id

    table = asyncio.run(story())
    with urlopen(f"{cheats.url}/api/records/{table}?form=text") as answer:
        (tmp_path / "game.txt").write_bytes(answer.read())
    result = tavola("verify", str(tmp_path / "game.txt"))
    assert f"game.txt: {said}" in result.stdout
    assert result.exit_code == (way != "honest")
    told = json.loads(tavola("verify", str(tmp_path / "game.txt"), "--json").stdout)
    assert (told["kept"], told["finding"]) == (True, "verified" if way == "honest" else "wrong")


@pytest.mark.parametrize("way", ["honest", "swapped seed"])
def test_tavola_bot_run_says_whether_the_dice_were_fair(cheats: House, way: Way) -> None:
    options = ["--url", ws(cheats), "--against", "random", "--name", way, "--set", "goal=1000"]
    said = tavola("bot", "run", "house", *options)
    assert said.exit_code == (way != "honest")
    assert ("; dice verified" in said.stdout) == (way == "honest")
    assert ("NOT FAIR: the seed is not the one" in said.stderr) == (way != "honest")
    told = json.loads(tavola("bot", "run", "house", *options, "--json").stdout)
    assert told["dice"] == ("verified" if way == "honest" else "wrong")
