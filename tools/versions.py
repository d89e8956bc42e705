"""`make versions`: the documentation of every release side by side, in public-docs/, for any static host.

Each tag such as v0.2.0 has a folder of its name, the current checkout is `next`, and index.html leads to the
latest release. A page shows its version and links to the same page of another (docs/building/static).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

TOP = Path(__file__).resolve().parents[1]
SITE = TOP / "public-docs"
NEXT = "next"
HOME = """<!doctype html>
<meta charset="utf-8">
<title>Tavola</title>
<meta http-equiv="refresh" content="0; url={0}/">
"""


def git(*asked: str) -> str:
    return subprocess.run(("git", *asked), cwd=TOP, check=True, capture_output=True, text=True).stdout


def releases(tags: Sequence[str]) -> list[str]:
    """The versions with a tag, the latest first."""
    found = [tag.removeprefix("v") for tag in tags if re.fullmatch(r"v\d+\.\d+\.\d+", tag)]
    return sorted(found, key=lambda version: tuple(map(int, version.split("."))), reverse=True)


def lay_out(site: Path, versions: Sequence[str]) -> None:
    """The list of versions for the pages, and the index that leads to the latest."""
    (site / "versions.json").write_text(json.dumps([*versions, NEXT]), encoding="utf-8")
    latest = versions[0] if versions else NEXT
    (site / "index.html").write_text(HOME.format(latest), encoding="utf-8")


def build(source: Path, site: Path) -> None:
    """Built with the sources of that version: its pages are generated from its own code."""
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-b",
        "html",
        "-d",
        str(source / "docs/_trees"),
        "docs",
        str(site),
    ]
    subprocess.run(command, cwd=source, env={**os.environ, "PYTHONPATH": str(source / "src")}, check=True)


def main() -> None:
    shutil.rmtree(SITE, ignore_errors=True)
    SITE.mkdir()
    versions = releases(git("tag").split())
    with TemporaryDirectory() as temporary:
        for version in versions:
            source = Path(temporary, version)
            git("archive", "--format=tar", f"--output={source}.tar", f"v{version}")
            shutil.unpack_archive(f"{source}.tar", source)
            build(source, SITE / version)
    build(TOP, SITE / NEXT)
    lay_out(SITE, versions)
    print(f"{SITE.name}: {', '.join([*versions, NEXT])}")


if __name__ == "__main__":
    main()
