"""What one does with a clone, on every system: `python tools/dev.py TASK`, or `make TASK`.

The Makefile only calls this file. Needs nothing but Python 3.11: the tasks make their own virtual environment
in .venv, and install there what they use, when pyproject.toml has changed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - an older version gets a message
    raise SystemExit(
        "Tavola needs Python 3.11 or newer: make PYTHON=python3.11 test, or python3.11 tools/dev.py test"
    )

TOP = Path(__file__).resolve().parents[1]
VENV = TOP / ".venv"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")
SYSTEMS_OWN = Path("/usr/bin/python3")
ABLE = "import sys, ensurepip, venv, sqlite3; assert sys.version_info >= (3, 11)"
MADE = (
    ".venv web/node_modules src/tavola/server/site src/tavola/server/engine src/tavola/server/manual "
    "docs/reference docs/_build public-docs build "
    ".mypy_cache .ruff_cache .pytest_cache .hypothesis".split()
)

# What a task needs installed, and what that includes: a stamp in .venv for each.
RUN, DEV, BENCH, RELEASE = "run", "dev", "bench", "release"
EXTRAS = {RUN: "server,terminal,odds", DEV: "dev", BENCH: "dev,bench", RELEASE: "dev,release"}
BRINGS = {RUN: (), DEV: (RUN,), BENCH: (RUN, DEV), RELEASE: (RUN, DEV)}

Command = Sequence[str | Path]
SPHINX = "-q -W --keep-going -b html -d docs/_build".split()


@dataclass(frozen=True)
class Task:
    help: str
    needs: str = DEV
    commands: tuple[Command, ...] = ()
    before: Callable[[], None] | None = None
    once_more: Command = ()  # run if a command fails: what fails again is broken
    beside: tuple[str, ...] = ()  # the tasks it consists of, run at the same time


def module(name: str, *arguments: str) -> Command:
    return (PYTHON, "-m", name, *arguments)


def script(path: str, *arguments: str) -> Command:
    return (PYTHON, path, *arguments)


# ---- the environment ----


def chosen_python() -> str:
    """The system's own Python, if it is new enough and complete: distributions compile theirs with
    profile-guided optimisation, version managers mostly do not, and that makes it half as fast again.
    PYTHON=… comes first."""
    if wanted := os.environ.get("PYTHON"):
        return wanted
    if SYSTEMS_OWN.exists() and not subprocess.run([SYSTEMS_OWN, "-c", ABLE], capture_output=True).returncode:
        return str(SYSTEMS_OWN)
    return sys.executable


def installed(what: str) -> None:
    """Creates the environment, and installs what is missing. Called again, it does nothing."""
    if not PYTHON.exists():
        python = chosen_python()
        if python == sys.executable:
            venv.create(VENV, with_pip=True)
        else:
            run((python, "-m", "venv", str(VENV)))
    project, stamp = TOP / "pyproject.toml", VENV / f".{what}"
    if stamp.exists() and stamp.stat().st_mtime >= project.stat().st_mtime:
        return
    quietly = ("--quiet", "--disable-pip-version-check")
    run(module("pip", "install", *quietly, "--editable", f".[{EXTRAS[what]}]"))
    for each in (what, *BRINGS[what]):
        (VENV / f".{each}").touch()


# Other programs that the tests run against the server; the tests of a missing one are skipped. For each, the
# files that show that it is installed, and the Debian packages that provide it: the first available of
# several with | between.
OTHERS = {
    ("chromium-headless-shell", "chromium"): "chromium-headless-shell|chromium",
    ("nc",): "netcat-openbsd",
    ("haproxy", "/usr/sbin/haproxy"): "haproxy",
    ("strace",): "strace",
    ("/usr/lib/nginx/modules/ngx_stream_module.so",): "nginx libnginx-mod-stream",
    ("zsh",): "zsh",
    ("fish",): "fish",
}


def programs() -> None:
    """Installs them where that is allowed, and names them where it is not."""
    missing = " ".join(
        packages
        for shown, packages in OTHERS.items()
        if not any(Path(each).exists() if each.startswith("/") else shutil.which(each) for each in shown)
    )
    if not missing:
        return
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        run(("apt-get", "update", "-qq"))
        quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        asked = ["apt-get", "install", "-y", "-qq", *map(there_is, missing.split())]
        subprocess.run(asked, env=quietly, stdout=subprocess.DEVNULL, check=True)
    else:
        print(f"Some tests are skipped for want of a program: {missing} (these are the names in Debian).")


def there_is(packages: str) -> str:
    *first, last = packages.split("|")
    for each in first:
        if not subprocess.run(["apt-cache", "show", each], capture_output=True).returncode:
            return each
    return last


def clean() -> None:
    for name in MADE:
        shutil.rmtree(TOP / name, ignore_errors=True)


# ---- the tasks ----

TASKS = {
    "run": Task(
        "install what is needed and open the house: http://127.0.0.1:8421", RUN, (module("tavola", "serve"),)
    ),
    "test": Task("everything: lint, types, tests, side by side", beside=("lint", "types", "tests")),
    "lint": Task("style", commands=(module("ruff", "check", "."), module("ruff", "format", "--check", "."))),
    "types": Task("types, strictly", commands=(module("mypy"),)),
    # Browsers, servers and bots of the tests share few cores. A test that fails is run once more, alone: if
    # it then passes, it needs a quiet machine, which is a fault of the test.
    "tests": Task(
        "the tests alone",
        commands=(module("pytest"),),
        before=programs,
        once_more=module("pytest", "-n", "0", "-v", "--last-failed", "--last-failed-no-failures", "none"),
    ),
    "web": Task("build the page, if it is not up to date", commands=(script("web/build.py"),)),
    "site": Task(
        "the page without a server, into public-site: for any host that hands out files",
        commands=(
            script("tools/kernels.py"),
            script("web/build.py", "engine"),
            module("tavola", "site", "public-site"),
        ),
    ),
    "web-dev": Task(
        "the page with quick reloads, for a server that runs beside it",
        commands=(script("web/build.py", "node_modules/vite/bin/vite.js"),),
    ),
    "docs": Task(
        "build the documentation, which tavola serve shows under /docs",
        commands=(module("sphinx", *SPHINX, "docs", "src/tavola/server/manual"),),
    ),
    "versions": Task(
        "the documentation of every release beside each other, into public-docs: for any host of files",
        commands=(script("tools/versions.py"),),
    ),
    "golden": Task(
        "write the golden playthroughs and counts, and what the tutorials show, anew: to be read in the diff",
        commands=(module("tests.golden.write"), module("tests.docs.tutorials")),
    ),
    "kernels": Task(
        "compile what a browser needs of the search and the coach", commands=(script("tools/kernels.py"),)
    ),
    "losses": Task(
        "solve 421 anew for its house player, under all options", commands=(script("tools/losses.py"),)
    ),
    "schema": Task(
        "write OpenAPI, AsyncAPI, JSON Schema, examples of REST, types of the page and the games anew",
        commands=(
            script("tools/typed_rules.py"),
            module("tavola.server.schema", "docs"),
            script("web/tools/wire_types.py"),
            module("tests.server.schema.rest_examples"),
        ),
    ),
    "arena": Task(
        "how strong the bots are: duplicate matches, with confidence intervals",
        commands=(module("bench.strength"),),
    ),
    "bench": Task(
        "how fast: one move, compiled play; writes docs/benchmarks.md",
        BENCH,
        (
            script("bench/moves.py"),
            module("bench.fast_report"),
            script("bench/solvers.py"),
            module("bench.search"),
            module("bench.rl"),
            script("bench/optimal.py"),
        ),
    ),
    "mutants": Task(
        "break the rules, the tables and the fair dice here and there: which breaks does no test notice?",
        commands=(module("bench.mutants"),),
    ),
    "release": Task(
        "wheel and sdist, built twice and compared, tried in empty environments; SBOM, notes: into dist/",
        RELEASE,
        (script("tools/release.py"),),
    ),
    "programs": Task(
        "install the programs of others that the tests try, where that is allowed", "", before=programs
    ),
    "clean": Task("back to a fresh clone", "", before=clean),
}


def run(command: Command, once_more: Command = ()) -> None:
    """Exits if it fails; the command has said why."""
    code = ended([command])[0]
    if code and once_more:
        print("once more, one after the other, what has failed:", flush=True)
        code = ended([once_more])[0]
    if code:
        print(f"{' '.join(map(str, command))} ended with {code}", file=sys.stderr)
        raise SystemExit(1)


def ended(commands: Sequence[Command]) -> list[int]:
    """Run at the same time: their exit codes, when all have ended. Ctrl-C reaches them directly, and they may
    take their time; a SIGTERM is passed on."""
    begun = [subprocess.Popen(command, cwd=TOP) for command in commands]

    def pass_on(*_: object) -> None:
        for each in begun:
            each.terminate()

    before = {
        signal.SIGINT: signal.signal(signal.SIGINT, signal.SIG_IGN),
        signal.SIGTERM: signal.signal(signal.SIGTERM, pass_on),
    }
    try:
        return [each.wait() for each in begun]
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def do(name: str) -> None:
    task = TASKS[name]
    if task.needs:
        installed(task.needs)
    if task.before is not None:
        task.before()
    if task.beside:
        all_of(task.beside)
    for command in task.commands:
        run(command, task.once_more)


def all_of(names: Sequence[str]) -> None:
    """Runs all at the same time; fails if one of them fails."""
    codes = ended([(sys.executable, __file__, name) for name in names])
    if failed := [name for name, code in zip(names, codes, strict=True) if code]:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
        raise SystemExit(1)


def main(names: Sequence[str]) -> None:
    if names and names[0] == "in-venv":  # for .pre-commit-config.yaml: any of its modules
        installed(DEV)
        run(module(*names[1:]))
        return
    if not names or names[0] in ("help", "-h", "--help"):
        for name, task in TASKS.items():
            print(f"{name:<10}{task.help}")
        return
    if unknown := [name for name in names if name not in TASKS]:
        print(f"there is no task {unknown[0]!r}; there are: {', '.join(TASKS)}", file=sys.stderr)
        raise SystemExit(2)
    for name in names:
        do(name)


if __name__ == "__main__":
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a Windows console may lack ’
    main(sys.argv[1:])
