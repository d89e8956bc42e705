"""With `pip install tavola` alone, or with one extra: what can be done is done, the rest is refused before
anything begins."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tavola.core.extras import EXTRAS
from tests import bare, plugged
from tests.browser.house import House

DICE, CARDS = ("421", "5000", "dice-poker"), ("spazzino", "scopetta", "tombolon")
STRONG = {**dict.fromkeys(DICE, "optimal"), **dict.fromkeys(CARDS, "master")}
NOWHERE = "127.0.0.1:1"
FAST, ODDS, CLUSTER = "tavola[fast]", "tavola[odds]", "tavola[cluster]"
SERVER, NODES, TERMINAL = "tavola[server]", "tavola[nodes]", "tavola[terminal]"
POSTGRESQL = f"postgresql://ada@{NOWHERE}/tavola"
NEEDY = """
from tavola.core.extras import Needs
class Bot:
    needs = Needs("goldbots[rich]", ("gold_of_fools",))
    def __init__(self, rng, argument):
        import gold_of_fools
    def choose(self, view):
        return view.moves[0]
"""

# Streams that say they are a terminal; the input ends at once.
AT_A_TERMINAL = """
import sys
for stream in (sys.stdin, sys.stdout, sys.stderr):
    stream.isatty = lambda: True
from tavola.__main__ import main
main()
"""

REFUSED = [
    *((["odds", game], ODDS) for game in DICE),
    *((["solve", game], ODDS) for game in DICE),
    (["explain", "5000", "54263"], ODDS),
    (["odds", "421", "--plot", "a.svg"], ODDS),
    (["simulate", "421", "--players", "house,house"], FAST),
    (["simulate", "scopetta", "--players", "house,master"], FAST),
    (["simulate", "scopetta", "--players", "house,random", "--plot", "a.svg"], ODDS),
    *(
        (["play", game, "--players", f"{bot},random", "--record", "a.txt"], "tavola")
        for game, bot in STRONG.items()
    ),
    (["play", "421", "--hint"], ODDS),
    (["play", "scopetta", "--hint", "--json", "--record", "a.txt"], ODDS),
    (["arena", "--games", "scopetta", "--entrants", "master,random", "--out", "a"], FAST),
    (["arena", "--games", "421", "--entrants", "house,optimal", "--out", "a"], ODDS),
    (["arena", "--games", "421", "--entrants", "house,random", "--cluster", f"tcp://{NOWHERE}"], CLUSTER),
    (["bot", "check", "master", "--game", "scopetta"], FAST),
    (["bot", "check", "optimal", "--game", "421"], ODDS),
    (["bot", "run", "master", "--game", "scopetta", "--url", f"ws://{NOWHERE}/ws"], FAST),
    (["bot", "run", "optimal", "--url", f"5000://{NOWHERE}"], ODDS),
    (["review", "game.txt"], ODDS),
    (["review", "game.txt", "--plot", "a.svg"], ODDS),
    (["simulate", "421", "--cluster", f"tcp://{NOWHERE}"], CLUSTER),
    (["resume", "--hint"], ODDS),
    (["serve"], SERVER),
    (["serve", "--storage", POSTGRESQL], NODES),
    (["serve", "--storage", POSTGRESQL, "--nodes", f"nats://{NOWHERE}"], NODES),
    (["db", "info"], SERVER),
    (["db", "upgrade", "--storage", "sqlite:///a.db"], SERVER),
    (["db", "upgrade", "--storage", POSTGRESQL], NODES),
    (["db", "export", "--out", "a.json"], SERVER),
    (["contest", "teams", "game.txt", "--out", "a.csv"], SERVER),
    (["contest", "token", "ada"], SERVER),
    (["contest", "scores", "battle", "--out", "a.csv"], SERVER),
    (["join"], TERMINAL),
    (["join", f"ws://{NOWHERE}/ws", "--watch"], TERMINAL),
]
# What one extra leaves to another.
STILL_REFUSED = [
    ("server", ["join"], TERMINAL),
    ("server", ["serve", "--storage", POSTGRESQL], NODES),
    ("server", ["serve", "--storage", POSTGRESQL, "--nodes", f"nats://{NOWHERE}"], NODES),
    ("server", ["odds", "421"], ODDS),
    ("terminal", ["serve"], SERVER),
    ("terminal", ["play", "421", "--hint"], ODDS),
    ("fast", ["odds", "5000", "--plot", "a.svg"], ODDS),
    ("fast", ["review", "game.txt", "--plot", "a.svg"], ODDS),
    ("fast", ["simulate", "421", "--cluster", f"tcp://{NOWHERE}"], CLUSTER),
    ("odds", ["arena", "--games", "421", "--entrants", "house,random", "--cluster", "tcp://a:1"], CLUSTER),
    ("rl", ["simulate", "421", "--players", "random,random", "--plot", "a.svg"], ODDS),
    ("nodes", ["simulate", "421"], FAST),
    ("cluster", ["db", "info"], SERVER),
]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A record, by bots that need nothing."""
    folder = tmp_path_factory.mktemp("played")
    played = bare.tavola(
        folder, "play", "421", "--players", "house,random", "--seed", "1", "--record", "game.txt"
    )
    assert played.returncode == 0
    return (folder / "game.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("command", "install"), REFUSED, ids=[" ".join(each) for each, _ in REFUSED])
def test_what_needs_more_says_what_to_install(
    tmp_path: Path, game: str, command: list[str], install: str
) -> None:
    _is_refused(tmp_path, game, command, install)


@pytest.mark.parametrize(
    ("extra", "command", "install"),
    STILL_REFUSED,
    ids=[f"{each} {' '.join(c)}" for each, c, _ in STILL_REFUSED],
)
def test_with_one_extra_what_needs_another_says_so(
    tmp_path: Path, game: str, extra: str, command: list[str], install: str
) -> None:
    _is_refused(tmp_path, game, command, install, extra)


def _is_refused(folder: Path, game: str, command: list[str], install: str, *extras: str) -> None:
    (folder / "game.txt").write_text(game, encoding="utf-8")
    done = bare.tavola(folder, *command, extras=extras)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    assert f"pip install '{install}" in line
    assert not list(folder.glob("a*"))  # nothing was begun


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["serve", "--lang", "fr"], "erreur : tavola serve demande des paquets"),
        (["join", "--lang", "it"], "errore: tavola join richiede pacchetti"),
        (["explain", "5000", "54263", "--lang", "it"], "errore: questo richiede pacchetti"),
    ],
)
def test_it_is_said_in_the_language_that_was_asked_for(tmp_path: Path, command: list[str], says: str) -> None:
    done = bare.tavola(tmp_path, *command)
    assert done.returncode == 2
    assert done.stderr.startswith(says)


def test_without_the_app_a_terminal_plays_line_by_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", AT_A_TERMINAL, "play", "421", "--lang", "fr"],
        env={**bare.environment(tmp_path), "TERM": "xterm", "XDG_DATA_HOME": str(tmp_path)},
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    (line,) = done.stderr.splitlines()
    assert f"pip install '{TERMINAL}' (ici, on joue ligne par ligne)" in line
    assert "421 : Joueur, Pia" in done.stdout


def test_a_hint_that_is_asked_for_is_refused_in_the_players_language(tmp_path: Path) -> None:
    done = bare.tavola(tmp_path, "play", "scopetta", "--plain", "--lang", "fr", said="hint\nquit\n")
    assert done.returncode == 0
    assert "l'entraîneur demande des paquets qui ne sont pas installés ici" in done.stdout
    assert f"pip install '{ODDS}'" in done.stdout


EVERY_BOT = """
import json
from random import Random
import tavola
from tavola.core.contract import CHANCE, OVER
from tavola.games import game_names
from tavola.bots import bots_absent, bots_here, make_bot

def plays(game, bot):
    rules = tavola.rules(game)
    argument = ":mega" if bot == "match" else ""
    seats = 2
    bots = {seat: make_bot(bot + argument, rules, Random(seat)) for seat in range(seats)}
    state, luck = rules.start(seats), Random(1)
    for _ in range(100_000):
        actor = rules.actor(state)
        if actor == OVER:
            return
        if actor == CHANCE:
            move = rules.chance(state).sample(luck)
        else:
            move = bots[actor].choose(rules.view(state, actor))
        state = rules.play(state, move).state

for game in game_names():
    for bot in bots_here(game):
        plays(game, bot)
print(json.dumps({game: list(bots_absent(game)) for game in game_names()}))
"""


def test_every_bot_that_is_offered_can_play(tmp_path: Path) -> None:
    done = bare.python(tmp_path, "-c", EVERY_BOT)
    assert done.stderr == ""
    absent = json.loads(done.stdout)
    assert all(bot in absent[game] for game, bot in STRONG.items())


def test_what_needs_nothing_works(tmp_path: Path, game: str) -> None:
    (tmp_path / "game.txt").write_text(game, encoding="utf-8")
    for command in (
        ["games"],
        ["rules", "421"],
        ["replay", "game.txt"],
        ["bot", "check", "house", "--game", "421", "--games", "2"],
        ["arena", "--games", "421", "--entrants", "house,random", "--sets", "2", "--out", "held"],
    ):
        done = bare.tavola(tmp_path, *command)
        assert (done.returncode, done.stderr) == (0, ""), command


# ---- bots of others ----


@pytest.mark.parametrize("bot", ["gold", "goldbots.py:Bot"])
@pytest.mark.parametrize("command", ["play", "arena", "check"])
def test_a_bot_of_somebody_else_says_what_it_needs(tmp_path: Path, command: str, bot: str) -> None:
    plugged.install(tmp_path, "goldbots", NEEDY, bots="*/gold = goldbots:Bot")
    asks = {
        "play": ["play", "421", "--players", f"{bot},random"],
        "arena": ["arena", "--games", "421", "--entrants", f"{bot},random"],
        "check": ["bot", "check", bot, "--game", "421"],
    }
    if command == "play" and ":" in bot:
        pytest.skip("play takes bots by their names")
    done = bare.tavola(tmp_path, *asks[command])
    assert done.returncode != 0
    assert done.stdout == ""
    why = "needs packages that are not installed here (gold_of_fools): pip install 'goldbots[rich]'"
    assert done.stderr == f"error: {bot} {why}\n"


# ---- the server ----


def test_a_server_offers_what_it_can_do_and_says_why_not_the_rest(tmp_path: Path) -> None:
    house = House(tmp_path, env=bare.environment(tmp_path, ["server"])).open()
    try:
        with urlopen(f"{house.url}/api/games?lang=it") as answer:
            told = {game["name"]: game for game in json.load(answer)["games"]}
        for name, bot in STRONG.items():
            assert bot not in told[name]["bots"]
            assert "house" in told[name]["bots"]
            assert f"{bot} richiede pacchetti" in told[name]["bots_absent"][bot]
            assert f"pip install '{ODDS}'" in told[name]["no_coach"]
        for path in ("odds/421", "solve/5000", "explain/5000?position=54263"):
            with pytest.raises(HTTPError) as refused:
                urlopen(f"{house.url}/api/{path}")
            why = json.load(refused.value)["error"]
            assert (refused.value.code, why["code"]) == (503, "cant_say")
            assert f"pip install '{ODDS}'" in why["why"]
    finally:
        house.kill()


# ---- libraries ----


@pytest.mark.parametrize(
    ("code", "install"),
    [
        ("import tavola.rl; tavola.rl.env('421')", "tavola[rl]"),
        ("import tavola.rl; tavola.rl.batch('421', 4)", "tavola[rl]"),
        ("import tavola.rl; tavola.rl.spec('421')", "tavola[rl]"),
        ("import tavola.rl; tavola.rl.register()", "tavola[rl]"),
        ("import tavola.rl.spiel", "tavola[rl]"),
        ("import tavola.testing", "tavola[testing]"),
        ("import tavola.server.serve", SERVER),
        ("from tavola.server.store import Store", SERVER),
        ("import tavola, tavola.coach; tavola.coach.judge_of(tavola.rules('scopetta'), 2)", ODDS),
    ],
)
def test_a_program_is_told_what_to_install(tmp_path: Path, code: str, install: str) -> None:
    done = bare.python(tmp_path, "-c", code)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("tavola.core.extras.Missing: ")
    assert f"pip install '{install}'" in last


def test_the_baselines_too(tmp_path: Path) -> None:
    done = bare.python(tmp_path, "-m", "tavola.rl.baselines", "--quick")
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'tavola[rl]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1


# ---- what is installed ----

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
HEAVY_PARTS = "server terminal fast odds rl nodes cluster".split()
MOST_PACKAGES = 15  # with tavola; 28 they were


def with_all_they_bring(requirements: list[str]) -> set[str]:
    """The packages an installer would bring for these, by what is installed here: nothing is downloaded."""
    found: set[str] = set()
    open_ = [(Requirement(each), frozenset[str]()) for each in requirements]
    seen = set()
    while open_:
        need, extras = open_.pop()
        if need.marker is not None and not any(
            need.marker.evaluate({"extra": each}) for each in extras or {""}
        ):
            continue
        name = canonicalize_name(need.name)
        here = distribution(name)
        assert need.specifier.contains(here.version), f"{here.version} is not {need}: make test installs anew"
        if (name, frozenset(need.extras)) not in seen:
            seen.add((name, frozenset(need.extras)))
            found.add(name)
            open_ += [(Requirement(each), frozenset(need.extras)) for each in here.requires or ()]
    return found


def test_a_plain_installation_is_small() -> None:
    brought = with_all_they_bring(PROJECT["dependencies"])
    assert len(brought) + 1 < MOST_PACKAGES
    assert brought.isdisjoint(
        {canonicalize_name(each) for all_ in bare.BROUGHT.values() for each in all_.split()}
    )


def test_importing_tavola_loads_the_standard_library_alone(tmp_path: Path) -> None:
    code = "import sys; before = set(sys.modules); import tavola; print(*(set(sys.modules) - before))"
    loaded = {name.partition(".")[0] for name in bare.python(tmp_path, "-c", code).stdout.split()}
    assert loaded - sys.stdlib_module_names == {"tavola"}


def test_every_heavy_part_is_an_extra_and_all_is_all_of_them() -> None:
    extras = PROJECT["optional-dependencies"]
    assert set(HEAVY_PARTS) < set(extras)
    (all_,) = extras["all"]
    assert Requirement(all_).extras == set(HEAVY_PARTS)
    assert {f"tavola[{each}]" for each in HEAVY_PARTS} <= {needs.install for needs in EXTRAS}


def test_what_an_extra_is_said_to_bring_it_brings() -> None:
    extras: dict[str, list[str]] = PROJECT["optional-dependencies"]
    packages = {"nats": "nats-py", "distributed": "dask", "pyspiel": "open_spiel", "greenlet": "sqlalchemy"}

    def brought(extra: str) -> set[str]:
        found: set[str] = set()
        for each in extras[extra]:
            if inner := re.fullmatch(r"tavola\[(.*)\]", each):
                found |= {name for other in inner[1].split(",") for name in brought(other)}
            else:
                found.add(re.split(r"[\[<>=~!;]", each)[0])
        return found

    for needs in EXTRAS:
        first, *more = needs.install.split("' '")
        extra = re.fullmatch(r"tavola\[(.*)\]", first)
        assert extra is not None
        there = brought(extra[1]) | set(more)
        assert {packages.get(module, module) for module in needs.modules} <= there
