"""The reference of the Python packages: every public name, its types, its words and an example of its use.

An example is in the docstring, or it is the shortest piece of code that uses the name: in the examples, on a
page of this site, in a game of ours. All of it is run by the tests.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parents[2]
USED_IN = (
    *sorted((TOP / "examples").rglob("*.py")),
    *sorted((TOP / "docs").glob("*.md")),
    *sorted((TOP / "src/tavola/games").rglob("*.py")),
    *sorted((TOP / "tests/testing").glob("*.py")),
)
PACKAGES = {
    "kit": "For games in a package of their own: [adding a game](../adding-a-game.md) is their story.",
    "client": "For programs that sit at the tables of a server: [writing a bot](../bots.md).",
    "rl": "For training: [environments](../rl.md).",
    "coach": "What a decision cost: [the coach](../coach.md).",
    "testing": "The laws, for writers of games.",
}
MOST_LINES = 22


def package(name: str) -> Iterator[str]:
    yield f"# tavola.{name}\n\n{PACKAGES[name]}\n"
    for module in modules(name):
        found = import_module(module)
        if module != f"tavola.{name}":
            yield f"## {module}\n"
        yield f"{head_of(found)}\n"
        yield from overview(module, found.__all__)
        for each in found.__all__:
            yield from entry(
                module, each, getattr(found, each), "##" if module == f"tavola.{name}" else "###"
            )


def overview(module: str, public: Sequence[str]) -> Iterator[str]:
    """A table of the names, with the first sentence each says of itself."""
    yield "| name | |\n|---|---|"
    for name in public:
        thing = getattr(import_module(module), name)
        link = f"{{py:obj}}`{name} <{place_of(module, name)}>`" if kind_of(thing) else f"`{name}`"
        words = own_words(thing) if kind_of(thing) else f"`{shown(thing)}`"
        yield f"| {link} | {first_sentence(words)} |"
    yield ""


def place_of(module: str, name: str) -> str:
    import tavola

    return f"tavola.{name}" if name in tavola.__all__ else f"{module}.{name}"


def first_sentence(words: str) -> str:
    line = " ".join(inspect.cleandoc(words).partition("\n\n")[0].split())
    return re.split(r"(?<=[.:;]) (?=[A-Z`])", line)[0].rstrip(":").replace("|", "\\|")


def own_words(thing: Any) -> str:
    """What a class or a function says of itself, and not what its base says."""
    words = vars(thing).get("__doc__") if inspect.isclass(thing) else thing.__doc__
    made_up = inspect.isclass(thing) and str(words).startswith(f"{thing.__name__}(")
    return "" if words is None or made_up else str(words)


def head_of(module: Any) -> str:
    """What a module says of itself, with its examples as blocks."""
    parts = re.split(r"\n\n(?=\S)", inspect.cleandoc(module.__doc__ or ""))
    return "\n\n".join(f"```python\n{part}\n```" if part.startswith(">>>") else part for part in parts)


def modules(name: str) -> list[str]:
    """The package, and those of its modules that say what of them is public."""
    top = import_module(f"tavola.{name}")
    folder = Path(inspect.getfile(top)).parent
    inside = [f"tavola.{name}.{path.stem}" for path in sorted(folder.glob("[a-z]*.py"))]
    return [f"tavola.{name}", *(each for each in inside if hasattr(import_module(each), "__all__"))]


def entry(module: str, name: str, thing: Any, head: str) -> Iterator[str]:
    import tavola

    yield f"{head} {name}\n"
    if name in tavola.__all__:
        yield f"[The same as tavola.{name}](library.md#{name.lower()}).\n"
        return
    if kind := kind_of(thing):
        members = "\n   :members:" if kind == "class" else ""
        yield f"```{{eval-rst}}\n.. auto{kind}:: {module}.{name}{members}\n```\n"
    else:
        yield f"`{shown(thing)}`\n"
    if not has_example(module, name, thing) and (used := use_of(name)):
        path, code = used
        yield f"As in `{path}`:\n\n```python\n{code}\n```\n"


def kind_of(thing: Any) -> str:
    """Nothing, for a value or for a name of types of others."""
    if not str(getattr(thing, "__module__", "")).startswith("tavola"):
        return ""
    return "class" if inspect.isclass(thing) else "function" if inspect.isroutine(thing) else ""


def shown(thing: Any) -> str:
    return f"class {thing.__module__}.{thing.__qualname__}" if inspect.isclass(thing) else repr(thing)


def has_example(module: str, name: str, thing: Any) -> bool:
    """In its own words, or at the head of its package. What is no function and no class shows its value."""
    if not kind_of(thing):
        return True
    head = import_module(module).__doc__ or ""
    shown = [line for line in head.splitlines() if re.search(rf"^(>>>|\.\.\.) .*\b{name}\b", line)]
    return bool(shown) or ">>>" in documented(thing)


def documented(thing: Any) -> str:
    """What it says of itself, and its members of themselves."""
    texts = [own_words(thing)]
    if inspect.isclass(thing):
        texts += [
            inspect.getdoc(each) or "" for name, each in vars(thing).items() if not name.startswith("_")
        ]
    return "\n".join(texts)


def use_of(name: str) -> tuple[str, str] | None:
    """A short piece of tested code that uses the name: (where, the code)."""
    found = uses().get(name, ())
    return min(found, key=lambda each: (USED_IN.index(TOP / each[0]), len(each[1])), default=None)


@cache
def uses() -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for path in USED_IN:
        for text in sources(path):
            for piece in pieces(ast.parse(text)):
                code = inspect.cleandoc("\n" + (ast.get_source_segment(text, piece, padded=True) or ""))
                if code.count("\n") < MOST_LINES:
                    for each in {node.id for node in ast.walk(piece) if isinstance(node, ast.Name)}:
                        found.setdefault(each, []).append((path.relative_to(TOP).as_posix(), code))
    return found


def sources(path: Path) -> list[str]:
    """The Python of a file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return [text]
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [each for each in blocks if ">>>" not in each and not each.startswith("# ")]


def pieces(tree: ast.Module) -> Iterator[ast.stmt]:
    for node in tree.body:
        if not isinstance(node, ast.Import | ast.ImportFrom | ast.Expr):
            yield node
        if isinstance(node, ast.ClassDef):
            yield from (each for each in node.body if not isinstance(each, ast.Expr))
