from __future__ import annotations

from itertools import count
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest

from tavola.analysis import plots
from tavola.core.errors import TavolaError

SERIES = {"smart": {"pair": 0.25, "nothing": 0.75}, "none": {"pair": 0.5, "nothing": 0.5}}


def test_the_same_figure_is_the_same_file(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        plots.save(plots.bars("Patterns", SERIES, "per cent"), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_a_figure_says_what_it_shows(tmp_path: Path) -> None:
    plots.save(plots.bars("Patterns", SERIES, "per cent", note="Exact."), tmp_path / "a.svg")
    said = " ".join(ElementTree.parse(tmp_path / "a.svg").getroot().itertext())
    for word in ("Patterns", "per cent", "pair", "nothing", "smart", "none", "Exact."):
        assert word in said


def test_a_png_is_a_png(tmp_path: Path) -> None:
    plots.save(plots.heat("Chances", np.eye(4), (0, 200), "mine", "his", "chance"), tmp_path / "a.PNG")
    assert (tmp_path / "a.PNG").read_bytes().startswith(b"\x89PNG")


def test_a_slow_machine_is_not_told_that_it_is_slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib.legend

    clock = count(0, 10)
    monkeypatch.setattr(matplotlib.legend, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    plots.save(plots.bars("Patterns", SERIES, "per cent"), tmp_path / "a.png")
    plots.save(plots.steps("A turn", {"one": [(1.0, 2.0)]}, "points", "per cent"), tmp_path / "b.png")
    assert next(clock) > 20  # it was asked what time it is


def test_steps(tmp_path: Path) -> None:
    curves = {"optimal": [(250.0, 24.0), (500.0, 12.0)], "house": [(250.0, 27.0), (500.0, 10.0)]}
    plots.save(plots.steps("A turn", curves, "points", "per cent", log=True), tmp_path / "a.svg")
    said = " ".join(ElementTree.parse(tmp_path / "a.svg").getroot().itertext())
    assert "optimal" in said
    assert "house" in said


@pytest.mark.parametrize("name", ["a.gif", "a", "no/such/folder/a.svg"])
def test_what_cant_be_written_is_refused_early(tmp_path: Path, name: str) -> None:
    with pytest.raises(TavolaError):
        plots.check(tmp_path / name)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "a.svg").mkdir()
    with pytest.raises(TavolaError, match="folder"):
        plots.check(tmp_path / "a.svg")


def test_without_matplotlib_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(TavolaError, match=r"tavola\[odds\]"):
        plots.check(tmp_path / "a.svg")


def test_colours_differ_for_the_colour_blind() -> None:
    assert len(set(plots.COLOURS)) == len(set(plots.HATCHES)) == 8


def test_chances_are_in_per_cent_everywhere() -> None:
    drawn = plots.heat("Chances", np.full((4, 4), 0.25), (0, 200), "mine", "his", "chance, per cent")
    assert drawn.axes[0].images[0].get_array().max() == 25  # type: ignore[union-attr]
    weighed = [{"move": "stand", "value": {"p": 0.5}}]
    axes = plots.moves("What to do", weighed, "chance to win", True).axes[0]
    assert axes.patches[0].get_height() == 50  # type: ignore[attr-defined]
    assert axes.get_ylabel() == "chance to win, per cent"


def test_moves_that_are_left_out_are_counted(tmp_path: Path) -> None:
    weighed = [{"move": f"keep {n}", "value": {"p": float(n)}} for n in range(26)]
    plots.save(plots.moves("What to do", weighed, "points", False), tmp_path / "a.svg")
    said = " ".join(ElementTree.parse(tmp_path / "a.svg").getroot().itertext())
    assert "The best 12 of 26 moves." in said
    assert "keep 11" in said
    assert "keep 12" not in said
