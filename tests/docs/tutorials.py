"""The tutorials, run from top to bottom. `make golden` keeps what their cells show.

A cell tagged `varies` shows what depends on the machine: its output is kept too, and compared with nothing.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

FOLDER = Path(__file__).parent.parent.parent / "docs" / "tutorials"
TUTORIALS = sorted(FOLDER.glob("*.ipynb"))
PATIENCE = 300  # seconds for a cell: on a fresh machine some things are compiled first
read: Any = nbformat.read
write: Any = nbformat.write


def executed(path: Path, folder: Path) -> Any:
    """The notebook with what its cells show, run in this folder."""
    notebook = read(path, as_version=4)
    # By files, not by ports: those are chosen first and taken later, when another test may have them. The
    # folder has a short name, because that of a socket is limited.
    with TemporaryDirectory() as lines:
        by_file = Config(KernelManager={"transport": "ipc", "connection_file": f"{lines}/kernel.json"})
        resources = {"metadata": {"path": str(folder)}}
        NotebookClient(notebook, timeout=PATIENCE, config=by_file, resources=resources).execute()
    return notebook


def code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell: Any) -> list[dict[str, Any]]:
    """What a cell shows, without what Jupyter notes beside it: prints as one, values by kind."""
    found: list[dict[str, Any]] = []
    for output in cell.outputs:
        if output.output_type == "stream" and found and found[-1].get("name") == output.name:
            found[-1]["text"] += output.text
        elif output.output_type == "stream":
            found.append({"output_type": "stream", "name": output.name, "text": output.text})
        else:
            found.append({"output_type": "display_data", "metadata": {}, "data": dict(output.data)})
    return found


def main() -> None:
    for path in TUTORIALS:
        kept = read(path, as_version=4)
        with TemporaryDirectory() as folder:
            for old, new in zip(code(kept), code(executed(path, Path(folder))), strict=True):
                old.outputs = [nbformat.from_dict(each) for each in shown(new)]  # type: ignore[no-untyped-call]
        write(kept, path)


if __name__ == "__main__":
    main()
