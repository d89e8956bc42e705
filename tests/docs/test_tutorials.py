"""Every tutorial runs from top to bottom, and shows what its page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.tutorials import TUTORIALS, code, executed, read, shown


def test_there_is_one_for_each_kind_of_user() -> None:
    assert [path.stem for path in TUTORIALS] == ["analyst", "bot_writer", "player", "researcher"]


@pytest.mark.filterwarnings("default")  # what Jupyter's own machinery warns of is not ours
@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_it_runs_from_top_to_bottom(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    kept, now = code(read(path, as_version=4)), code(executed(path, tmp_path))
    assert all(cell.execution_count for cell in now)
    assert not [each for cell in now for each in cell.outputs if each.output_type == "error"]
    for old, new in zip(kept, now, strict=True):
        assert bool(shown(old)) == bool(shown(new)), old.source
        if "varies" not in old.metadata.get("tags", ()):
            assert shown(old) == shown(new), "otherwise on purpose? make golden"
    kinds = {kind for cell in now for each in shown(cell) for kind in each.get("data", {})}
    assert path.stem == "researcher" or {"image/svg+xml", "text/html"} & kinds


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_it_is_kept_without_traces_of_a_run(path: Path) -> None:
    for cell in code(read(path, as_version=4)):
        assert cell.execution_count is None
        assert set(cell.metadata) <= {"tags"}
