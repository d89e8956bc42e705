"""Writes src/tavola/games/typed.py, in which `tavola.rules` has the type of each game's rules.

python tools/typed_rules.py          writes it
python tools/typed_rules.py --check  says whether it is up to date
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tavola.core.options import Takes, describe
from tavola.games import OURS

FILE = Path(__file__).resolve().parents[1] / "src/tavola/games/typed.py"
HEAD = '''"""`tavola.rules`, typed: a game of ours has the type of its rules, and its options their names.

Made by tools/typed_rules.py (`make schema`) from the games. Do not edit: change the games instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from tavola.core.contract import Rules

if TYPE_CHECKING:
'''
TAIL = '''@overload
def rules(game: str, /, preset: str | None = None, **options: Any) -> Rules[Any, Any]: ...
def rules(game: str, /, preset: str | None = None, **options: Any) -> Rules[Any, Any]:
    """The rules of a game: `rules("421", suites=False)`, `rules("421", preset="classic")`.

    >>> import tavola
    >>> tavola.rules("421", suites=False).options.suites
    False
    """
    from tavola.games import rules_named

    return rules_named(game, preset, options)
'''


def written() -> str:
    """The file as it should be."""
    classes = {name: game.rules_class for name, game in OURS.items()}
    imports = sorted(f"    from {cls.__module__} import {cls.__qualname__}\n" for cls in classes.values())
    return HEAD + "".join(imports) + "\n\n" + "".join(_overload(n, c) for n, c in classes.items()) + TAIL


def _overload(name: str, rules: type[Any]) -> str:
    presets = ", ".join(f'"{preset}"' for preset in rules.info.presets)
    preset = f"Literal[{presets}] | None" if presets else "None"
    options = [
        f"    {each}: {_type(takes)} = ...,\n" for each, (_, takes) in describe(rules.info.options).items()
    ]
    star = "    *,\n" if options else ""
    return (
        f'@overload\ndef rules(\n    game: Literal["{name}"],\n    /,\n    preset: {preset} = None,\n'
        f"{star}{''.join(options)}) -> {rules.__qualname__}: ...\n"
    )


def _type(takes: Takes) -> str:
    """The type of an option: its values, or their texts from the command line."""
    if takes.choices:
        return f"Literal[{', '.join(repr(choice) for choice in takes.choices)}]".replace("'", '"')
    return f"{takes.kind.__name__} | str" if takes.kind in (bool, int, float) else "Any"


def main() -> int:
    if "--check" in sys.argv:
        return int(FILE.read_text(encoding="utf-8") != written())
    FILE.write_text(written(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
