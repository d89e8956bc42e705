"""What is compiled for a browser: built, run without Numba and NumPy, and equal to what Numba makes of it."""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tavola.analysis import store
from tests import bare
from tests.once import once

HOUSE = Path(__file__).parents[2]
HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of them, built once."""
    pytest.importorskip("ziglang", reason="wasm-ld comes with the package ziglang")
    pytest.importorskip("wasmtime")
    if built := os.environ.get("TAVOLA_KERNELS"):
        return Path(built)

    def build(folder: Path) -> None:
        subprocess.run([sys.executable, HOUSE / "tools" / "kernels.py", str(folder)], check=True)

    return once(tmp_path_factory, "kernels", build)


def without_numba(folder: Path, kernels: Path, code: str) -> Any:
    """What some code prints where neither Numba nor NumPy is."""
    env = {**bare.environment(folder), "TAVOLA_KERNELS": str(kernels)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_thousands_of_positions_are_thought_about_alike(kernels: Path, tmp_path: Path) -> None:
    script, ours, theirs = HERE / "positions.py", tmp_path / "numba.json", tmp_path / "wasm.json"
    subprocess.run([sys.executable, script, "numba", ours], check=True)
    env = {**bare.environment(tmp_path), "TAVOLA_KERNELS": str(kernels)}
    subprocess.run([sys.executable, script, "wasm", theirs], check=True, env=env)
    native, twin = json.loads(ours.read_text()), json.loads(theirs.read_text())
    assert len(native) > 1500
    assert alike(native, twin)


def test_dice_games_are_solved_played_and_judged_alike(kernels: Path, tmp_path: Path) -> None:
    script, ours, theirs = HERE / "positions_of_dice.py", tmp_path / "numpy.json", tmp_path / "wasm.json"
    subprocess.run([sys.executable, script, "numpy", ours], check=True)
    env = {**bare.environment(tmp_path), "TAVOLA_KERNELS": str(kernels)}
    shutil.copytree(
        store.folder(), tmp_path / "cache" / "odds"
    )  # 421 takes long to solve; a step is compared
    subprocess.run([sys.executable, script, "wasm", theirs], check=True, env=env)
    native, twin = json.loads(ours.read_text()), json.loads(theirs.read_text())
    assert len(native) > 2000
    assert alike(native, twin)


def test_arrays_are_those_of_numpy(kernels: Path, tmp_path: Path) -> None:
    script, ours, theirs = HERE / "arrays.py", tmp_path / "numpy.json", tmp_path / "wasm.json"
    subprocess.run([sys.executable, script, "numpy", ours], check=True)
    for built in (str(kernels), str(tmp_path / "nothing")):
        env = {**bare.environment(tmp_path), "TAVOLA_KERNELS": built}
        subprocess.run([sys.executable, script, "wasm", theirs], check=True, env=env)
        native, twin = json.loads(ours.read_text()), json.loads(theirs.read_text())
        assert len(native) > 100
        assert alike(native, twin)


def alike(a: Any, b: Any) -> bool:
    """Whole numbers and words the same, others to 1e-12."""
    if isinstance(a, list):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(alike(a[key], b[key]) for key in a)
    if isinstance(a, float):
        return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12)
    return bool(a == b)


def test_master_and_the_coach_are_there_without_numba(kernels: Path, tmp_path: Path) -> None:
    code = """
import json
from tavola.fast.wasm.twins import stand_in
from tavola.core.extras import FAST, ODDS
before = FAST.missing()
stand_in()
print(json.dumps([before, FAST.missing(), ODDS.missing()]))
"""
    assert without_numba(tmp_path, kernels, code) == [["numba", "numpy"], [], []]


def test_where_nothing_was_built_the_function_itself_is_called(tmp_path: Path) -> None:
    code = """
from tavola.fast.arrays import np
from tavola.fast.compile import jit
from tavola.fast.streams import words
out = np.zeros(4, np.uint64)
jit(words)(np.uint64(11), np.uint64(5), 0, out)
print(out.tolist())
"""
    from tavola.fast.compile import jit
    from tavola.fast.streams import words

    out = np.zeros(4, np.uint64)
    jit(words)(np.uint64(11), np.uint64(5), 0, out)
    assert without_numba(tmp_path, tmp_path / "nothing", code) == out.tolist()


def test_logarithms_and_powers_are_those_of_the_machine() -> None:
    from tavola.fast.wasm import libm

    numbers = [1e-310, 3e-7, 0.5, 0.7071, 1.0, 1.5, 2.0, 3.0, 10.0, 4321.0, 1e300]
    for x in (*numbers, *map(float, range(1, 2000))):
        assert math.isclose(libm.log(x), math.log(x), rel_tol=3e-16, abs_tol=1e-300)
    for n in range(-7000, 7000, 7):
        assert math.isclose(libm.exp(n / 10), math.exp(n / 10), rel_tol=4e-16, abs_tol=1e-320)
    assert libm.exp(800.0) == math.inf
    assert libm.exp(-800.0) == 0.0
    assert libm.log(0.0) == -math.inf
    assert math.isnan(libm.log(-1.0))


BUFFERS = """
import json
from tavola.fast.arrays import np
a = np.zeros((2, 3), np.int64)
a[1] = [1, 2, 3]
a[0, 1:] = 7
first, second = a
second[0] = -5
b = np.array([[1.5, 2.5], [3.5, 4.5]])
c = a.copy()
c[0, 0] = 9
print(json.dumps([a.tolist(), first.tolist(), a[1, :2].tolist(), b[1].tolist(), c.tolist(), len(a),
    list(a.shape), np.full(2, -2).tolist(), np.ones(2).tolist(), a[-1].tolist(),
    np.zeros(0, np.int16).tolist()]))
"""


def test_buffers_are_arrays(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", BUFFERS], capture_output=True, text=True, check=True)
    assert without_numba(tmp_path, tmp_path, BUFFERS) == json.loads(done.stdout)
