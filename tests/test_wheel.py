"""The wheel as it is given to others: two builds have the same bytes, and it runs where it is alone."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest

import tavola
from tavola.terminal.commands.completion import SHELLS
from tests.plugged import built_wheel, pip_install

TOP = Path(__file__).parents[1]
SHARE = f"tavola-{tavola.__version__}.data/data/share"


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("installed")
    pip_install(wheel, where)
    return where


def text_in(wheel: Path, name: str) -> str:
    return zipfile.ZipFile(wheel).read(name).decode()


def test_two_builds_are_equal(tmp_path: Path) -> None:
    """Also elsewhere on the earth, for another user, and with sets in another order."""
    builds = []
    for number, zone in enumerate(("Asia/Tokyo", "Europe/Rome"), start=1):
        folder = tmp_path / zone
        elsewhere = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "COLUMNS": str(number * 60)}
        builds.append(built_wheel(folder, TZ=zone, PYTHONHASHSEED=str(number), **elsewhere).read_bytes())
    assert builds[0] == builds[1]


def test_it_runs_by_itself(installed: Path, tmp_path: Path) -> None:
    """Not our sources: what the wheel brought, by the command that it installed."""
    code = "import tavola; print(tavola.__file__)"
    env = {**os.environ, "PYTHONPATH": str(installed)}
    found = subprocess.run(
        [sys.executable, "-c", code], env=env, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert Path(found.stdout.strip()).is_relative_to(installed)
    command = next(path for path in (installed / "bin", installed / "Scripts") if path.is_dir()) / "tavola"
    for asked, says in (
        (["--version"], f"tavola {tavola.__version__}"),
        (["rules", "421", "--lang", "it"], "# 421"),
    ):
        done = subprocess.run(
            [sys.executable, command, *asked],
            env=env,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stderr == ""
        assert done.stdout.startswith(says)


def test_addresses_are_not_made_up(wheel: Path) -> None:
    """Until a release says where the project is at home, its metadata name no place."""
    told = HeaderParser().parsestr(text_in(wheel, f"tavola-{tavola.__version__}.dist-info/METADATA"))
    assert told.get_all("Project-URL") is None
    assert told["Version"] == tavola.__version__


def test_links_of_the_text_about_it_lead_somewhere_from_everywhere() -> None:
    """Where it is given to others, README.md stands alone: once a release has said where the project is."""
    told = subprocess.run(
        [sys.executable, "-m", "hatchling", "metadata"],
        cwd=TOP,
        env={**os.environ, "TAVOLA_HOME": "https://example.org/tavola/"},
        capture_output=True,
        text=True,
        check=True,
    )
    metadata = json.loads(told.stdout)
    links = re.findall(r"(!?)\[[^\]]*\]\((.+?)\)", metadata["readme"]["text"])
    assert len(links) > 20
    for picture, link in links:
        place = f"https://example.org/tavola/{'raw' if picture else 'blob'}/main/"
        assert link.startswith(place)
        assert (TOP / link.removeprefix(place)).exists()
    assert metadata["urls"]["Homepage"] == "https://example.org/tavola"


def test_the_scripts_that_complete_are_where_shells_look(wheel: Path) -> None:
    assert text_in(wheel, f"{SHARE}/bash-completion/completions/tavola") == SHELLS["bash"]
    assert text_in(wheel, f"{SHARE}/zsh/site-functions/_tavola") == SHELLS["zsh"]
    assert text_in(wheel, f"{SHARE}/fish/vendor_completions.d/tavola.fish") == SHELLS["fish"]


def test_the_manual_has_every_command(wheel: Path, tmp_path: Path) -> None:
    page = text_in(wheel, f"{SHARE}/man/man1/tavola.1")
    for name in "play replay simulate arena serve completion".split():
        assert f"\n.SS tavola {name}" in page
    assert "\n.SS tavola bot check" in page
    assert "\\fB\\-\\-http\\-port\\fR" in page
    if (man := shutil.which("man")) is None:
        pytest.skip("no man to read it with")
    (tmp_path / "tavola.1").write_text(page, encoding="utf-8")
    read = subprocess.run(
        [man, "--warnings", "-l", "tavola.1"],
        cwd=tmp_path,
        env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    if read.returncode != 0:
        pytest.skip(f"this man reads no files: {read.stderr}")
    assert read.stderr == ""
    assert re.search(r"^COMMANDS$", read.stdout, re.MULTILINE)
