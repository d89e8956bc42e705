"""Completion: what the last word of a line may become, and that real shells complete it."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer.main

from tavola.bots import bot_names
from tavola.cli import app
from tavola.games import OURS, game_names
from tavola.terminal.commands.completion import SHELLS, completed
from tests import plugged

PATIENCE = 120
SCRIPTS = Path(sys.executable).parent
HEAVY = "numpy numba textual sqlalchemy uvicorn matplotlib asyncio hypothesis".split()


def words(line: str) -> list[str]:
    command = typer.main.get_command(app)
    return [value for value, _ in completed(line, command, command.make_context("tavola", ["games"]))]


def test_commands_and_options() -> None:
    assert words("tavola pl") == ["play"]
    assert words("tavola bot ch") == ["check"]
    assert words("tavola play --hi") == ["--hint"]
    assert words("tavola play --no-p") == ["--no-plain"]
    assert words("tavola serve --http-p") == ["--http-port"]
    assert "--line" not in words("tavola completion --")


def test_values() -> None:
    name = next(iter(OURS))
    assert words("tavola play ") == list(game_names())
    assert words(f"tavola play {name} --players ") == ["you", *bot_names(name)]
    assert words(f"tavola play {name} --players=you,house,ran") == ["--players=you,house,random"]
    assert words("tavola play 421 --set sui") == ["suites="]
    assert words("tavola play 421 --set suites=") == ["suites=on", "suites=off"]
    assert words("tavola play 421 --preset cl") == ["classic"]
    assert words("tavola play 421 --lang ") == ["en", "fr", "it"]
    assert words("tavola play dice-poker --players match:me") == ["match:mega"]
    assert words("tavola arena --games 421,50") == ["421,5000"]
    assert words("tavola arena --games scopetta --entrants house,ma") == ["house,master"]
    assert words("tavola arena --format s") == ["swiss"]
    assert words("tavola bot check --game 421 opt") == ["optimal"]
    assert words("tavola serve --log-level w") == ["warning"]


def test_odds_are_offered_where_there_are_some() -> None:
    assert words("tavola odds ") == [name for name, game in OURS.items() if game.odds]


@pytest.mark.parametrize(
    "line",
    [
        "tavola replay ",
        "tavola play 421 --record ",
        "tavola play nonsense --players h",
        "tavola x y",
        "tavola '",
    ],
)
def test_where_it_knows_nothing_the_shell_completes_files(line: str) -> None:
    assert [each for each in words(line) if each not in typer.main.get_command(app).commands] == []  # type: ignore[attr-defined]


def test_a_quote_that_is_open_does_no_harm() -> None:
    assert words("tavola play 'sco") == ["scopetta"]
    assert words('tavola play "sco') == ["scopetta"]


def test_an_installed_game_is_completed(tmp_path: Path) -> None:
    plugged.install(
        tmp_path, "goodgame", plugged.GOOD_GAME.format(name="goodgame"), games="goodgame = goodgame:Game"
    )
    done = plugged.tavola(tmp_path, "completion", "--line", "tavola play goo")
    assert (done.stdout, done.stderr) == (
        "goodgame\tFive dice, one re-roll, patterns as in poker: the first to a thousand, in equal rounds.\n",
        "",
    )


def test_nothing_heavy_is_loaded() -> None:
    """Who presses tab waits."""
    code = (
        "import sys; from tavola.__main__ import main; import atexit; "
        f"atexit.register(lambda: print('loaded:', [m for m in {HEAVY} if m in sys.modules])); main()"
    )
    for line in ("tavola play scopetta --players you,", "tavola serve --http", "tavola play 421 --set "):
        done = subprocess.run(
            [sys.executable, "-c", code, "completion", "--line", line],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.splitlines()[-1] == "loaded: []"


def test_an_unknown_shell_is_told_which_there_are() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tavola", "completion", "cmd"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert all(shell in done.stderr for shell in SHELLS)


# ---- real shells ----

STORIES = [  # what is typed before a tab, and what the line is then
    ("tavola pl", "tavola play "),
    ("tavola play sco", "tavola play scopetta "),
    ("tavola play scopetta --players you,mas", "tavola play scopetta --players you,master "),
    ("tavola play dice-poker --players match:me", "tavola play dice-poker --players match:mega "),
    ("tavola play 421 --set sui", "tavola play 421 --set suites="),
    ("tavola play 421 --set suites=of", "tavola play 421 --set suites=off "),
    ("tavola play 421 --set=suites=of", "tavola play 421 --set=suites=off "),
    ("tavola replay evening_", "tavola replay evening_game.txt "),
]
INTERACTIVE = {
    "bash": (["--norc", "--noprofile", "-i"], "bind 'set bell-style none'; source {script}"),
    "zsh": (["-f", "-i"], "autoload -Uz compinit; compinit -u -D; unsetopt beep; source {script}"),
}


def script_of(shell: str, folder: Path) -> Path:
    (folder / "evening_game.txt").touch()
    path = folder / f"_{shell}"
    path.write_text(SHELLS[shell], encoding="utf-8")
    return path


def environment(folder: Path) -> dict[str, str]:
    path = os.pathsep.join((str(SCRIPTS), os.environ["PATH"]))
    return {**os.environ, "PATH": path, "HOME": str(folder), "TERM": "dumb", "PS1": "$ "}


@pytest.mark.parametrize("shell", INTERACTIVE)
def test_a_tab_completes(shell: str, tmp_path: Path) -> None:
    """At a terminal: the line, a tab; then Ctrl-A and a word before it that has the shell say what it is."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"no {shell}: as root, apt-get install {shell}")
    arguments, setup = INTERACTIVE[shell]
    typed = setup.format(script=script_of(shell, tmp_path)) + "\n"
    for number, (line, _) in enumerate(STORIES):
        typed += f"{line}\t'<'\x01print_it {number} \n"
    said = at_a_terminal([program, *arguments], 'print_it() { echo "line${1}:${*:2}"; }\n' + typed, tmp_path)
    for number, (_, whole) in enumerate(STORIES):
        assert f"line{number}:{whole}<" in said, said


def at_a_terminal(command: list[str], typed: str, folder: Path) -> str:
    """Everything a program says that runs at a terminal of its own, when this was typed."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env=environment(folder),
        start_new_session=True,
    )
    os.close(theirs)
    said, deadline = b"", time.monotonic() + PATIENCE
    waiting = [line.encode() + b"\n" for line in (typed + "echo the_'end'; exit").splitlines()]
    try:
        while time.monotonic() < deadline and b"the_end\r" not in said:
            # A line at a time: a shell that starts may throw away what was typed before it reads.
            if waiting and said.endswith((b"$ ", b"$ \x1b[?2004h")):
                os.write(ours, waiting.pop(0))
                said += b"\n"
            if select.select([ours], [], [], 1)[0]:
                said += os.read(ours, 65536)
    finally:
        running.kill()
        running.wait()
        os.close(ours)
    return said.decode(errors="replace")


def test_fish_completes(tmp_path: Path) -> None:
    if (fish := shutil.which("fish")) is None:
        pytest.skip("no fish: as root, apt-get install fish")
    asked = "; ".join(f"echo line{number}:(complete -C '{line}')" for number, (line, _) in enumerate(STORIES))
    done = subprocess.run(
        [fish, "--no-config", "-c", f"source {script_of('fish', tmp_path)}; {asked}"],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    for number, (_, whole) in enumerate(STORIES):
        assert f"line{number}:{whole.split(' ')[-1] or whole.split()[-1]}" in done.stdout, (
            done.stdout + done.stderr
        )
