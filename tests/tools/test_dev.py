"""What one does with a clone is written once: make, the workflows and pre-commit call tools/dev.py."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import tavola
from tools import dev, release

TOP = Path(__file__).parents[2]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read(name: str) -> str:
    return (TOP / name).read_text(encoding="utf-8")


def test_make_has_every_task_and_does_nothing_else() -> None:
    phony = re.findall(r"^\.PHONY: (.*)$", read("Makefile"), re.MULTILINE)[0].split()
    assert sorted(phony) == sorted(["help", *dev.TASKS])
    recipes = [line.strip() for line in read("Makefile").splitlines() if line.startswith("\t")]
    assert recipes == ["@$(or $(PYTHON),python3) tools/dev.py $@"]


def test_ci_and_the_workflow_run_the_same() -> None:
    assert read(".ci/run").splitlines()[-1] == "exec make test"
    steps = yaml.safe_load(read(".github/workflows/test.yml"))["jobs"]["test"]["steps"]
    assert steps[-1]["run"] == "python tools/dev.py test"
    release = yaml.safe_load(read(".github/workflows/release.yml"))["jobs"]["build"]["steps"]
    assert "python tools/dev.py release" in [step.get("run") for step in release]


def test_the_workflow_has_every_python_of_the_classifiers() -> None:
    said = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if "Python :: 3." in each]
    matrix = yaml.safe_load(read(".github/workflows/test.yml"))["jobs"]["test"]["strategy"]["matrix"]
    assert set(said) <= set(matrix["python"])  # more may be tried than is promised
    assert PROJECT["requires-python"] == f">={said[0]}"
    assert {each.partition("-")[0] for each in matrix["system"]} == {"ubuntu", "macos", "windows"}


def test_everything_a_task_names_is_there() -> None:
    for task in dev.TASKS.values():
        assert set(task.beside) <= set(dev.TASKS)
        for command in task.commands:
            if command[1] != "-m":
                assert (TOP / command[1]).is_file(), command
            elif str(command[2]).partition(".")[0] in ("tests", "bench"):
                assert (TOP / f"{str(command[2]).replace('.', '/')}.py").is_file(), command
    extras = PROJECT["optional-dependencies"]
    assert all(each in extras for some in dev.EXTRAS.values() for each in some.split(","))


def test_pre_commit_runs_our_own_tools() -> None:
    (repo,) = yaml.safe_load(read(".pre-commit-config.yaml"))["repos"]
    assert repo["repo"] == "local"
    for hook in repo["hooks"]:
        python, path, task, *_ = hook["entry"].split()
        assert (python, path) == ("python", "tools/dev.py")
        assert task in (*dev.TASKS, "in-venv")


def test_an_unknown_task_is_told_which_there_are() -> None:
    done = subprocess.run(
        [sys.executable, "tools/dev.py", "tset"], cwd=TOP, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "'tset'" in done.stderr
    assert all(name in done.stderr for name in dev.TASKS)


def test_one_that_fails_makes_all_fail(tmp_path: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(TOP)!r}); from tools import dev; "
        "print(dev.ended([(sys.executable, '-c', f'raise SystemExit({n})') for n in (0, 3)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[0, 3]\n"


def test_a_release_tells_what_the_changelog_says_of_it() -> None:
    said = release.notes(tavola.__version__)
    assert said.startswith("The first version that is given to others.")
    assert "\n## " not in said
    release.check_version(tavola.__version__)
    with pytest.raises(SystemExit, match=r"says nothing of 9\.9\.9"):
        release.notes("9.9.9")


def test_nothing_is_published_that_the_notes_do_not_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(release, "TOP", tmp_path)
    monkeypatch.delenv("RELEASE_TAG", raising=False)
    log, said = tmp_path / "CHANGELOG.md", "lines under Unreleased"
    older = "## 1.0 (2026-01-01)\n\nFirst.\n"
    log.write_text(f"# Changelog\n\n## Unreleased\n\n- New.\n\n{older}", encoding="utf-8")
    release.check_changelog()  # to see how it would be
    assert said in capsys.readouterr().out
    monkeypatch.setenv("RELEASE_TAG", "v1.0")
    with pytest.raises(SystemExit, match=said):
        release.check_changelog()
    log.write_text(f"# Changelog\n\n## Unreleased\n\n{older}", encoding="utf-8")
    release.check_changelog()


def test_a_bill_of_materials_says_what_it_is_of_and_nothing_of_where_it_was_written() -> None:
    tavola_wheel = {
        "name": "tavola",
        "version": "9",
        "bom-ref": "tavola==9",
        "externalReferences": [{"type": "distribution", "url": "file:///home/ada/dist/tavola.whl"}],
    }
    bill = {
        "serialNumber": "urn:uuid:1",
        "metadata": {"timestamp": "2026-01-01T00:00:00Z"},
        "components": [{"name": "msgspec", "version": "1", "bom-ref": "msgspec==1"}, tavola_wheel],
        "dependencies": [{"ref": "tavola==9", "dependsOn": ["msgspec==1"]}],
    }
    assert release.finished(bill, {"name": "tavola", "version": "9"}) == {
        "metadata": {
            "component": {"type": "application", "bom-ref": "tavola==9", "name": "tavola", "version": "9"}
        },
        "components": [{"name": "msgspec", "version": "1", "bom-ref": "msgspec==1"}],
        "dependencies": [{"ref": "tavola==9", "dependsOn": ["msgspec==1"]}],
    }


def test_the_bill_of_the_page_has_what_its_engine_carries() -> None:
    """npm knows the rest: `dependencies` is what the built page and the engine have in them."""
    carried = release.in_the_browser(read("web/engine.py"))
    assert carried["purl"].startswith("pkg:pypi/msgspec@")
    assert len(carried["hashes"][0]["content"]) == 64
    assert set(json.loads(read("web/package.json"))["dependencies"]) == {"pyodide", "svelte"}
