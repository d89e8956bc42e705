"""Every tutorial runs from top to bottom."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from traitlets.config import Config

FOLDER = Path(__file__).parent.parent.parent / "docs" / "tutorials"
TUTORIALS = sorted(FOLDER.glob("*.ipynb"))
read: Any = nbformat.read
PATIENCE = 300  # seconds for a cell: on a fresh machine some things are compiled first


def test_there_is_one_for_each_kind_of_user() -> None:
    assert [path.stem for path in TUTORIALS] == ["analyst", "bot_writer", "player", "researcher"]


@pytest.mark.filterwarnings("default")  # what Jupyter's own machinery warns of is not ours
@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_it_runs_from_top_to_bottom(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    notebook = read(path, as_version=4)
    # By files, not by ports: those are chosen first and taken later, when another test may have them. The
    # folder has a short name, because that of a socket is limited.
    with TemporaryDirectory() as lines:
        by_file = Config(KernelManager={"transport": "ipc", "connection_file": f"{lines}/kernel.json"})
        resources = {"metadata": {"path": str(tmp_path)}}
        NotebookClient(notebook, timeout=PATIENCE, config=by_file, resources=resources).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in code)
    shown = [output for cell in code for output in cell.outputs]
    assert not [output for output in shown if output.output_type == "error"]
    pictures = [kind for output in shown for kind in output.get("data", {})]
    assert path.stem == "researcher" or {"image/svg+xml", "text/html"} & set(pictures)


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_it_is_kept_without_output(path: Path) -> None:
    notebook = read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
