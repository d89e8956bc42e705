"""`python -m tavola.server.schema FOLDER` writes the descriptions there."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tavola.server.schema import DOCUMENTS


def text_of(name: str) -> str:
    return json.dumps(DOCUMENTS[name](), indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: python -m tavola.server.schema FOLDER", file=sys.stderr)
        return 2
    for name in DOCUMENTS:
        Path(arguments[0], name).write_text(text_of(name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
