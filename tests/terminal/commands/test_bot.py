"""`tavola bot` as a person or a script calls it, against a real server."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO

import pytest
from typer.testing import CliRunner

from tavola.cli import app
from tests.client.house import house_beside

EXAMPLES = Path(__file__).parents[3] / "examples"
TAVOLA = [sys.executable, "-m", "tavola"]


def start(
    *args: str, given: int | IO[bytes] = subprocess.DEVNULL, cwd: Path | None = None
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*TAVOLA, "bot", *args],
        stdin=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    )


def run(*args: str, cwd: Path | None = None) -> tuple[int, str, str]:
    process = start(*args, cwd=cwd)
    out, err = process.communicate(timeout=90)
    assert "Traceback" not in out + err or "--debug" in args
    return process.returncode, out, err


@pytest.mark.parametrize(
    ("bot", "game", "wires"),
    [
        ("house", "421", ("websocket", "lines")),
        (f"{EXAMPLES / 'first_bot.py'}:choose", "dice-poker", ("websocket",)),
        (f"{EXAMPLES / 'cautious_5000.py'}:Cautious", "5000", ("lines",)),
        (f"{EXAMPLES / 'collector.py'}:Collector", "tombolon", ("websocket",)),
        (f"exec:sh {EXAMPLES / 'bot.sh'}", "scopetta", ("lines",)),
    ],
)
def test_every_kind_of_bot_over_the_wires(
    tmp_path: Path, bot: str, game: str, wires: tuple[str, ...]
) -> None:
    with house_beside(tmp_path) as it:
        for url in (getattr(it, wire) for wire in wires):
            many = "4" if game == "421" else "1"  # one game of 421 in 500 is over before a seat is asked
            code, out, err = run(
                "run", bot, "--game", game, "--url", url, "--against", "house", "--games", many, "--json"
            )
            assert code == 0, err
            told = [json.loads(line) for line in out.splitlines()]
            assert len(told) == int(many)
            for each in told:
                assert each["game"] == game
                assert each["how"] == "played"
                assert each["won"] == (each["seat"] in each["winners"])
            assert sum(each["decisions"] for each in told) > 0


def test_several_games_in_words(tmp_path: Path) -> None:
    with house_beside(tmp_path) as it:
        code, out, _ = run(
            "run", "house", "--game", "421", "--url", it.websocket, "--against", "random", "--games", "3"
        )
    assert code == 0
    assert re.search(r"^game 3: (won|lost), \d+ : \d+; \d+ decisions", out, re.MULTILINE)
    assert re.search(r"^won [0-3] of 3 games$", out, re.MULTILINE)


def test_two_bots_meet(tmp_path: Path) -> None:
    with house_beside(tmp_path) as it:
        bots = [start("run", "house", "--game", "421", "--url", it.lines, "--json") for _ in range(2)]
        told = [json.loads(bot.communicate(timeout=90)[0]) for bot in bots]
    assert told[0]["table"] == told[1]["table"]
    assert told[0]["won"] is not told[1]["won"]


def test_over_standard_input_and_output(tmp_path: Path) -> None:
    """The bot knows no address: what started it carries its lines to the server, as `nc` would."""
    (tmp_path / "talker.py").write_text(
        "def choose(moves, sight):\n    print('I think')\n    return 0\n", encoding="utf-8"
    )
    args = ["run", "talker:choose", "--game", "scopetta", "--url", "stdio:", "--against", "random"]
    with (
        house_beside(tmp_path) as it,
        socket.create_connection(("127.0.0.1", it.settings.lines_port)) as line,
    ):
        fd = line.fileno()
        bot = subprocess.Popen(
            [*TAVOLA, "bot", *args], stdin=fd, stdout=fd, stderr=subprocess.PIPE, text=True, cwd=tmp_path
        )
        _, err = bot.communicate(timeout=90)
    assert bot.returncode == 0, err
    assert re.search(r"^game 1: (won|lost), \d+ : \d+;", err, re.MULTILINE)
    assert "I think" in err  # what a bot prints is not taken for a message


def test_a_pipe_that_ends_is_told(tmp_path: Path) -> None:
    code, _, err = run("run", "house", "--game", "421", "--url", "stdio:", cwd=tmp_path)
    assert code == 1
    assert "stdio:" in err
    assert err.count("\n") == 1


def test_the_arena_of_5000(tmp_path: Path) -> None:
    with house_beside(tmp_path) as it:
        url = f"5000://127.0.0.1:{it.own.training_port}"
        code, out, err = run("run", "house", "--url", url, "--name", "titou", "--games", "2")
    assert code == 0, err
    assert "won 2 of 2 games" in out


def test_a_broken_bot_gives_up_and_says_where(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(
        "class Bot:\n    def choose(self, view):\n        return view.tabel\n", encoding="utf-8"
    )
    with house_beside(tmp_path) as it:
        args = ("run", "mybot:Bot", "--game", "dice-poker", "--url", it.websocket, "--against", "random")
        code, out, err = run(*args, cwd=tmp_path)
        assert (code, out) == (1, "")
        assert "mybot:Bot broke down: mybot.py, line 3: AttributeError" in err
        assert err.count("\n") == 1
        code, _, err = run(*args, "--debug", cwd=tmp_path)
        assert code == 1
        assert "Traceback" in err
        assert "return view.tabel" in err


@pytest.mark.parametrize(
    ("args", "code", "why"),
    [
        ("run house --game tarot", 2, "no game called 'tarot'"),
        ("run huose --game 421", 2, "no bot called 'huose'"),
        ("run house --game 421 --url http://x", 2, "ws://HOST:8421/ws"),
        ("run house --url ftp://x", 2, "wss://..., tcp://HOST:8422, stdio: or, for 5000, 5000://HOST:8999"),
        ("run house --game 421 --url ws://127.0.0.1:1/ws", 1, "nobody listens"),
        ("run house --game 421 --url 5000://127.0.0.1:8999", 2, "5000:// plays 5000"),
        ("run house --url 5000://127.0.0.1:1", 1, "nobody listens"),
        ("run house --url 5000://127.0.0.1:1 --token 12345678", 2, "--name"),
        ("run house --game 421 --create --any", 2, "choose one of"),
        ("run house --game 421 --games 0", 2, "--games takes"),
        ("run house --game 421 --table x --games 2", 2, "--table is one game"),
        ("run house --game 421 --token short", 2, "8 to 128"),
        ("run house --game scopetta --against house,house", 2, "--against names 2"),
        ("run house --game 421 --set knok=1", 2, "no option 'knok'"),
        ("run nobody_has_this:Bot --game 421", 1, "there is no module nobody_has_this"),
        ("check nobody_has_this:Bot --game 421", 1, "there is no module nobody_has_this"),
        ("check house --game 421 --seats 9", 2, "2 to 8 players"),
    ],
)
def test_what_can_not_be(args: str, code: int, why: str) -> None:
    done = CliRunner().invoke(app, ["bot", *args.split()])
    assert (done.exit_code, done.stdout) == (code, "")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "code", "why"),
    [
        ("run house --game 421 --url ws://127.0.0.1:1/ws", 1, "nobody listens"),
        ("run house --game 421 --games 0", 2, "--games takes"),
    ],
)
def test_nor_in_a_process_of_its_own(args: str, code: int, why: str) -> None:
    ended, out, err = run(*args.split())
    assert (ended, out) == (code, "")
    assert why in err
    assert err.count("\n") == 1


def test_check_is_content() -> None:
    code, out, err = run("check", f"{EXAMPLES / 'first_bot.py'}:choose", "--game", "421", "--games", "10")
    assert code == 0, err
    assert "10 games of 2 players" in out
    assert "nothing wrong was found" in out


def test_check_finds_mistakes(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text("def choose(moves, sight):\n    return 'fly'\n", encoding="utf-8")
    code, out, _ = run("check", "mybot.py:choose", "--game", "421", "--games", "3", cwd=tmp_path)
    assert code == 1
    assert "mybot.py:choose chose 'fly', which is not one of its moves" in out
    code, out, _ = run("check", "mybot.py:choose", "--game", "421", "--games", "3", "--json", cwd=tmp_path)
    told = json.loads(out)
    assert code == 1
    assert told["illegal"] == told["decisions"] > 0
    assert (told["finished"], told["won"]) == (3, 0)  # at a server the first of them costs the game


HANGING = {
    "an endless loop": ("choose", "def choose(moves, sight):\n    while True:\n        pass\n"),
    "a long sleep": ("choose", "import time\n\ndef choose(moves, sight):\n    time.sleep(1000)\n"),
    "while it is imported": ("choose", "while True:\n    pass\n"),
    "while it is made": (
        "Bot",
        "class Bot:\n    def __init__(self):\n        while True:\n            pass\n"
        "\n    def choose(self, view):\n        return view.moves[0]\n",
    ),
}


@pytest.mark.parametrize("how", HANGING)
def test_check_ends_what_never_ends(tmp_path: Path, how: str) -> None:
    name, code = HANGING[how]
    (tmp_path / "mybot.py").write_text(code, encoding="utf-8")
    args = ("check", f"mybot.py:{name}", "--game", "5000", "--seconds", "3", "--json")
    ended, out, err = run(*args, cwd=tmp_path)
    told = json.loads(out)
    assert (ended, told["unanswered"], told["won"]) == (1, 1, 0), err
    assert "--seconds gives it more time" in told["mistakes"][0]


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_check_ends_a_sleeping_program_too(tmp_path: Path) -> None:
    (tmp_path / "bot.sh").write_text("echo $$ >pid\nsleep 1000 &\necho $! >child\nwait\n", encoding="utf-8")
    code, out, _ = run("check", "exec:sh bot.sh", "--game", "5000", "--seconds", "3", cwd=tmp_path)
    assert code == 1
    assert "exec:sh bot.sh had not answered" in out
    assert all(is_gone(int((tmp_path / name).read_text())) for name in ("pid", "child"))


@pytest.mark.skipif(sys.platform == "win32", reason="fork")
@pytest.mark.parametrize("then", ["return 0", "os._exit(0)"])
def test_check_leaves_nothing_running_that_a_bot_has_started(tmp_path: Path, then: str) -> None:
    """Whether the bot comes to its end in time, or is gone before what it started."""
    code = (
        "import os, subprocess\n\ndef choose(moves, sight):\n    if not os.path.exists('child'):\n"
        "        child = subprocess.Popen(['sleep', '1000'])\n"
        f"        open('child', 'w').write(str(child.pid))\n    {then}\n"
    )
    (tmp_path / "mybot.py").write_text(code, encoding="utf-8")
    run("check", "mybot.py:choose", "--game", "421", "--games", "2", cwd=tmp_path)
    assert is_gone(int((tmp_path / "child").read_text()))


def is_gone(process: int) -> bool:
    """Killed it is; buried it may not be yet."""
    for _ in range(200):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_check_tells_what_it_found_until_then(tmp_path: Path) -> None:
    code = (
        "n = 0\n\ndef choose(moves, sight):\n    global n\n    n += 1\n"
        "    while n > 50:\n        pass\n    return 0\n"
    )
    (tmp_path / "mybot.py").write_text(code, encoding="utf-8")
    ended, out, _ = run(
        "check", "mybot.py:choose", "--game", "5000", "--seconds", "6", "--json", cwd=tmp_path
    )
    told = json.loads(out)
    assert (ended, told["decisions"], told["unanswered"]) == (1, 50, 1)


def test_check_of_one_who_is_only_slow(tmp_path: Path) -> None:
    code = "import time\n\ndef choose(moves, sight):\n    time.sleep(0.4)\n    return 0\n"
    (tmp_path / "mybot.py").write_text(code, encoding="utf-8")
    ended, out, _ = run("check", "mybot.py:choose", "--game", "5000", "--seconds", "4", cwd=tmp_path)
    assert ended == 0
    assert "its 4 seconds were up" in out


def test_check_of_one_who_takes_his_process_along(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(
        "import os\n\ndef choose(moves, sight):\n    os._exit(3)\n", encoding="utf-8"
    )
    code, out, _ = run("check", "mybot.py:choose", "--game", "5000", cwd=tmp_path)
    assert code == 1
    assert "ended the process it ran in, with code 3" in out
    assert "decisions" not in out, "there was none"


@pytest.mark.parametrize(
    "error", ["SystemExit(4)", "KeyboardInterrupt", "GeneratorExit", "BaseException('odd')"]
)
@pytest.mark.parametrize("where", ["    ", ""], ids=["when asked", "when imported"])
def test_check_tells_whatever_a_bot_raises(tmp_path: Path, error: str, where: str) -> None:
    (tmp_path / "mybot.py").write_text(f"def choose(view):\n    0\n{where}raise {error}\n", encoding="utf-8")
    code, out, err = run("check", "mybot.py:choose", "--game", "421", cwd=tmp_path)
    assert code == 1
    assert "mybot.py, line 3" in out + err
    assert "Traceback" not in out + err


def test_check_prints_nothing_of_the_bots(tmp_path: Path) -> None:
    code = "def choose(moves, sight):\n    print('hm')\n    raise ValueError('no idea')\n"
    (tmp_path / "mybot.py").write_text(code, encoding="utf-8")
    ended, out, err = run("check", "mybot.py:choose", "--game", "421", "--json", "--debug", cwd=tmp_path)
    assert (ended, json.loads(out)["broke_down"]) == (1, 5)
    assert "hm" in err
    ended, out, err = run("check", "mybot.py:choose", "--game", "421", "--debug", cwd=tmp_path)
    assert "Traceback" in err
    assert "no idea" in err


def test_the_same_seed_the_same_games() -> None:
    args = ("check", "random", "--game", "421", "--games", "5", "--seed", "7", "--json")
    first, second = (json.loads(run(*args)[1]) for _ in range(2))
    assert first.pop("seconds") != {}
    assert second.pop("seconds") != {}
    assert first == second


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_even_a_bot_that_never_does(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(
        "import sys\n\ndef choose(moves, sight):\n    print('thinking', file=sys.stderr, flush=True)\n"
        "    while True:\n        pass\n",
        encoding="utf-8",
    )
    with house_beside(tmp_path) as it:
        args = ("run", "mybot:choose", "--game", "dice-poker", "--url", it.websocket, "--against", "random")
        bot = start(*args, cwd=tmp_path)
        killer = threading.Timer(80, bot.kill)
        killer.start()
        assert bot.stderr is not None
        assert bot.stderr.readline() == "thinking\n"
        time.sleep(0.1)
        bot.send_signal(signal.SIGINT)
        out, err = bot.communicate(timeout=60)
        killer.cancel()
    assert bot.returncode == 130
    assert "Traceback" not in out + err
