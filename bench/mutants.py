"""Do the tests notice when a rule is wrong? `make mutants`, or `python -m bench.mutants --only fair`.

Breaks one small thing at a time (`<` becomes `<=`, `+` becomes `-`, 3 becomes 4, `and` becomes `or`) in the
rules, the tables and the fair dice, runs the tests that are nearest, and lists the breaks which none of them
noticed. Which breaks are tried is drawn from a seed, of each module in turn. Nothing is written to the
sources: a break exists in the memory of one process. Needs fork. Some breaks change nothing that matters;
whoever reads the list decides.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.util
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from types import CodeType
from typing import Any

TOP = Path(__file__).resolve().parents[1]
SECONDS = 120.0  # for one break, or five times what the tests take: longer is a loop, and that is noticed too
LONGEST = 900.0  # for the tests with nothing broken
FAMILY = ("capture", "spazzino", "scopetta", "tombolon")  # one set of rules: the tests of all are near
GAMES = ("fourtwentyone", "five_thousand", "dice_poker", *FAMILY)
NO_RULES = (  # what stands beside the rules in a game's folder, and is tested with its own layer
    "__init__ bots client coach counts fast parts picture replay rl saved saved_other saved_plays "
    "saved_replay saved_words strategies terminal words".split()
)

SWAPS: dict[type[Any], type[Any]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
SLOW = ("test_coach", "test_compiled")  # of what stands on the rules, and compiles them first

Break = tuple[str, str, str, CodeType]  # module, line and column, what was done, the module with it


def places(tree: ast.Module) -> Iterator[ast.AST]:
    """Everything that may be broken: inside functions, but no words and no types."""
    annotations = (each.annotation for each in ast.walk(tree) if isinstance(each, ast.AnnAssign))
    types = {id(node) for each in annotations for node in ast.walk(each)}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in function.body:
                for node in ast.walk(statement):
                    if id(node) not in types and (
                        isinstance(node, ast.BinOp | ast.BoolOp | ast.Compare)
                        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
                        or (isinstance(node, ast.Constant) and type(node.value) in (int, bool))
                    ):
                        yield node


def broken(node: Any) -> str:
    """Breaks it in place, and says how; nothing, if it can't be."""
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in SWAPS:
            node.ops[0] = SWAPS[type(op)]()
            return f"{type(op).__name__} -> {SWAPS[type(op)].__name__}"
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPS:
            node.op = SWAPS[type(op)]()
            return f"{type(op).__name__} -> {SWAPS[type(op)].__name__}"
        case ast.UnaryOp():
            node.op = ast.UAdd()
            node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
            return "not left out"
        case ast.Constant(value=bool() as value):
            node.value = not value
            return f"{value} -> {not value}"
        case ast.Constant(value=int() as value):
            node.value = value + 1
            return f"{value} -> {value + 1}"
    return ""


def breaks(path: Path) -> Iterator[Break]:
    """Every break of a module, one at a time."""
    name = ".".join(path.relative_to(TOP / "src").with_suffix("").parts)
    whole = ast.parse(path.read_text(encoding="utf-8"))
    seen = set[tuple[int, int, int]]()  # a function inside another is met twice
    for number, place in enumerate(places(whole)):
        where = (
            getattr(place, "lineno", 0),
            getattr(place, "col_offset", 0),
            getattr(place, "end_col_offset", 0),
        )
        kind = (*where[:2], where[2] * 10 + isinstance(place, ast.Compare))
        if kind in seen:
            continue
        seen.add(kind)
        tree = copy.deepcopy(whole)
        node = next(each for at, each in enumerate(places(tree)) if at == number)
        if done := broken(node):
            ast.fix_missing_locations(tree)
            yield name, f"{where[0]}:{where[1]}", done, compile(tree, str(path), "exec")


class Planted(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Gives out the broken module instead of the one on disk."""

    def __init__(self, name: str, code: CodeType) -> None:
        self.name, self.code = name, code

    def find_spec(self, name: str, path: object, target: object = None) -> Any:
        del path, target
        return (
            importlib.util.spec_from_loader(name, self, origin=self.code.co_filename)
            if name == self.name
            else None
        )

    def get_source(self, name: str) -> str:
        del name
        return Path(self.code.co_filename).read_text(encoding="utf-8")

    def get_code(self, name: str) -> CodeType:
        del name
        return self.code


def noticed(tests: list[str], planted: Planted | None, seconds: float = LONGEST) -> bool:
    """Does a test fail? In a process of its own, which has imported nothing of ours yet."""
    pid = os.fork()
    if pid == 0:
        _run(tests, planted)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return status != 0
        time.sleep(0.02)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return True


def _run(tests: list[str], planted: Planted | None) -> None:
    import pytest

    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    if planted is not None:
        sys.meta_path.insert(0, planted)
    code = 1
    try:
        code = int(pytest.main(["-x", "-q", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly", *tests]))
    finally:
        os._exit(1 if code else 0)


def targets() -> Iterator[tuple[str, list[Path], list[str]]]:
    """A name, the modules that are broken, the tests that should notice."""
    for game in GAMES:
        folder = TOP / "src/tavola/games" / game
        modules = [path for path in sorted(folder.glob("*.py")) if path.stem not in NO_RULES]
        near = [
            str(path)
            for each in (FAMILY if game in FAMILY else (game,))
            for path in sorted((TOP / "tests/games" / each).glob("test_*.py"))
            if path.stem not in SLOW
        ]
        yield game, modules, [*near, "tests/golden"]
    table = TOP / "src/tavola/table"
    fair = [table / "fair.py", table / "fair_check.py"]
    yield "fair", fair, ["tests/table/test_fair.py", "tests/table/test_fair_check.py"]
    rest = [
        each
        for each in sorted(table.glob("*.py"))
        if each not in fair and each.stem not in ("__init__", "words")
    ]
    yield "table", rest, ["tests/table", "tests/server/tables"]


def spread(modules: list[Path], rng: random.Random) -> list[Break]:
    """All breaks, one of each module, then another of each: a sample has something of all."""
    of_each = [list(breaks(path)) for path in modules]
    for some in of_each:
        rng.shuffle(some)
    return [each for turn in zip_longest(*of_each) for each in turn if each is not None]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=20)
    asked.add_argument("--only", default="", help="one of the targets")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    chosen = [each for each in targets() if given.only in ("", each[0])]
    import msgspec  # noqa: F401 - what is not ours is imported once, before the forks
    import pytest  # noqa: F401

    for name, modules, tests in chosen:
        begun = time.monotonic()
        if noticed(tests, None):
            raise SystemExit(f"{name}: its tests fail, or take too long, with nothing broken")
        patience = max(SECONDS, 5 * (time.monotonic() - begun))
        left = spread(modules, random.Random(given.seed))
        tried, missed, end = 0, [], time.monotonic() + 60 * given.minutes / len(chosen)
        for module, place, done, code in left:
            if time.monotonic() > end:
                break
            tried += 1
            if not noticed(tests, Planted(module, code), patience):
                missed.append(f"{module}:{place}: {done}")
                print("  not noticed:", missed[-1], flush=True)
        print(f"{name}: {tried} of {len(left)} breaks tried, {tried - len(missed)} noticed", flush=True)


if __name__ == "__main__":
    main()
