"""Pages of the site that are written from what they describe.

conf.py calls `write` before each build. The pages are in docs/reference/, which git ignores.
"""

from __future__ import annotations

import inspect
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tavola.games import OURS

from . import names

Schema = dict[str, Any]
DOCS = Path(__file__).resolve().parents[1]
TUTORIALS = sorted((DOCS / "tutorials").glob("*.ipynb"))
# Files of the project that stand where such files are looked for, and are pages too.
PROJECT = {
    "changelog": "CHANGELOG.md",
    "contributing": "CONTRIBUTING.md",
    "architecture": "ARCHITECTURE.md",
    "security": ".github/SECURITY.md",
    "conduct": ".github/CODE_OF_CONDUCT.md",
}


def write(folder: Path) -> list[Path]:
    """Writes all pages there, each only if it has changed, so that a second build is quick."""
    folder.mkdir(exist_ok=True)
    pages = {
        "library": library,
        "commands": commands,
        "settings": settings,
        "messages": messages,
        "rest": rest,
        "citation": citation,
    }
    pages |= {f"rules-{name}": partial(rules, name) for name in OURS}
    pages |= {f"tutorial-{path.stem}": partial(tutorial, path) for path in TUTORIALS}
    pages |= {f"package-{name}": partial(names.package, name) for name in names.PACKAGES}
    pages |= {name: partial(project, path) for name, path in PROJECT.items()}
    return [_kept(folder / f"{name}.md", page) for name, page in pages.items()]


def search(folder: Path) -> Path:
    """What the search of the site is made with: the words of keywords.toml, and how they are weighed."""
    words = tomllib.loads((DOCS / "building" / "keywords.toml").read_text(encoding="utf-8"))
    script = (DOCS / "building" / "search.js").read_text(encoding="utf-8")
    return _kept(folder / "search.js", lambda: iter([f"const KEYWORDS = {json.dumps(words)};", script]))


def under_headings(part: str, navigation: str) -> str:
    """The navigation of a part, with the headings of its own page between the pages."""
    text = (DOCS / f"{part}.md").read_text(encoding="utf-8")
    before, *pages = re.split(r'(?=<li class="toctree-l2)', navigation)
    place = 0
    for title, listed in re.findall(r"^## (.+?)\n.*?^```{toctree}\n:hidden:\n\n(.*?)```", text, re.M | re.S):
        pages[place] = f'<li class="group">{title}</li>{pages[place]}'
        place += listed.count("\n")
    return before + "".join(pages)


def _kept(path: Path, page: Callable[[], Iterator[str]]) -> Path:
    text = "\n".join(page()) + "\n"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path


def rules(game: str) -> Iterator[str]:
    """The rules of a game for people, as they stand in its folder, and its notation."""
    folder = Path(inspect.getfile(OURS[game].rules_class)).parent
    for page in ("README.md", "NOTATION.md"):
        text = (folder / page).read_text(encoding="utf-8")
        yield text if page == "README.md" else text.replace("\n#", "\n##").replace("# ", "## ", 1)


def tutorial(path: Path) -> Iterator[str]:
    """A notebook as a page, with what its cells show: the tests run them and compare."""
    for each in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        text = "".join(each["source"])
        yield f"{text}\n" if each["cell_type"] == "markdown" else f"```python\n{text}\n```\n"
        yield from map(shown, each.get("outputs", ()))
    yield f"The same as a notebook: [{path.name}](../tutorials/{path.name}).\n"


def shown(output: dict[str, Any]) -> str:
    """What a cell shows: as it draws itself, or else in words."""
    data = output.get("data", {})
    for kind in ("text/html", "image/svg+xml"):
        if kind in data:
            return f'```{{raw}} html\n<div class="shown drawn">{"".join(data[kind])}</div>\n```\n'
    text = "".join(output.get("text") or data["text/plain"]).rstrip("\n")
    return f"```{{code-block}} text\n:class: shown\n\n{text}\n```\n"


def project(path: str) -> Iterator[str]:
    """With its links from where the page is."""
    text = (DOCS.parent / path).read_text(encoding="utf-8")
    for name, other in PROJECT.items():
        text = text.replace(f"]({other})", f"]({name}.md)")
    yield re.sub(r"\]\((?:\.\./)?docs/([\w./#-]+)\)", r"](../\1)", text)


def citation() -> Iterator[str]:
    """What CITATION.cff says, as BibTeX."""
    import yaml

    told = yaml.safe_load((DOCS.parent / "CITATION.cff").read_text(encoding="utf-8"))
    authors = " and ".join(f"{{{each['name']}}}" for each in told["authors"])
    yield f"# Citing Tavola\n\n{told['abstract']}\n"
    yield "If your work uses Tavola, name the version: results are comparable only under"
    yield "[the same versions](../versions.md) of rules and environments.\n"
    yield f"```bibtex\n@software{{tavola,\n  author = {{{authors}}},\n  title = {{{told['title']}}},"
    yield f"  version = {{{told['version']}}},\n  license = {{{told['license']}}}\n}}\n```\n"
    yield "The same for programs is `CITATION.cff` in the source."


BAR = "\\|"  # one that ends no cell of a table


def cell(text: object) -> str:
    """In a row of a table: one line, no bar, no tag."""
    return " ".join(str(text).split()).replace("|", BAR).replace("<", "&lt;")


# ---- the library ----


def library() -> Iterator[str]:
    """Every public name of `import tavola` with its types, what it says of itself, and its example."""
    import tavola

    yield "# The Python library\n"
    yield "Every public name of `import tavola`. [Tavola from Python](../library.md) tells their story."
    yield (
        "Packages beside it: "
        + ", ".join(f"[tavola.{name}](package-{name}.md)" for name in names.PACKAGES)
        + ".\n"
    )
    yield from names.overview("tavola", tavola.__all__)
    for name in tavola.__all__:
        thing = getattr(tavola, name)
        if inspect.isclass(thing):
            yield f"## {name}\n\n```{{eval-rst}}\n.. autoclass:: tavola.{name}\n   :members:\n```\n"
        elif callable(thing):
            yield f"## {name}\n\n```{{eval-rst}}\n.. autofunction:: tavola.{name}\n```\n"
        else:
            yield f"## {name}\n\nA constant: `{thing!r}`, the actor of a match when "
            yield {"CHANCE": "dice or a deal are next.\n", "OVER": "the game is over.\n"}.get(
                name, "asked.\n"
            )
    result = "tavola.library.results.Result"
    yield f"## What results have in common\n\n```{{eval-rst}}\n.. autoclass:: {result}\n   :members:\n```\n"


# ---- commands ----


def commands() -> Iterator[str]:
    """Every command with its arguments and options, as `--help` has them."""
    import typer

    from tavola.cli import app

    yield "# Commands\n\nWhat each says with `--help`. Exit codes: 0 all went well, 1 bad data, 2 a request"
    yield "that can't be met, 130 after Ctrl-C.\n"
    top = typer.main.get_command(app)
    yield from _command(top, "tavola", top.make_context("tavola", ["games"]))


def _command(command: Any, name: str, context: Any) -> Iterator[str]:
    if hasattr(command, "commands"):
        if name != "tavola":
            yield f"## {name}\n\n{command.help or ''}\n"
        for each in sorted(command.commands):
            one = command.commands[each]
            yield from _command(one, f"{name} {each}", type(context)(one, parent=context, info_name=each))
        return
    yield f"{'##' if name.count(' ') == 1 else '###'} {name}\n\n{inspect.cleandoc(command.help or '')}\n"
    yield f"```text\n{' '.join([name, *command.collect_usage_pieces(context)])}\n```\n"
    told = command.get_params(context)
    if name == "tavola serve":
        yield "Every [setting](settings.md) is an option. Beside them there are\n"
        told = [each for each in told if not _is_setting(each)]
    rows = [row for parameter in told if (row := _parameter(parameter))]
    if rows:
        yield "| option | what it is for | default |\n|---|---|---|"
        yield from rows
    yield ""


def _is_setting(parameter: Any) -> bool:
    from tavola.server.settings import SETTINGS

    return bool({one.option for one in SETTINGS} & {*parameter.opts, *parameter.secondary_opts})


def _parameter(parameter: Any) -> str:
    if getattr(parameter, "hidden", False) or parameter.name == "help":
        return ""
    if parameter.param_type_name == "argument":
        names = f"`{parameter.metavar or (parameter.name or '').upper()}`"
    else:
        shown = "" if parameter.is_flag else f" {parameter.metavar or 'VALUE'}"
        names = ", ".join(f"`{each}{shown}`" for each in (*parameter.opts, *parameter.secondary_opts))
    default = parameter.default
    plain = default if isinstance(default, int | float | str) and default not in ("", False) else ""
    return f"| {names.replace('|', BAR)} | {cell(getattr(parameter, 'help', '') or '')} | {cell(plain)} |"


# ---- settings ----

SETTINGS_HEAD = """# Settings of the server

Each is an option of `tavola serve` (`--http-port 80`), an environment variable (`TAVOLA_HTTP_PORT=80`)
and a line of the configuration file (`http-port = 80` under `[doors]`), in this order of weight. `tavola
serve --print-config` shows the values in force and where each comes from. [Running the
server](../server.md#settings) says how a file is written.

A rate such as `5/10` is five in ten seconds: five may come at once, then they come back evenly. Whoever
goes beyond a limit is told when he may again.
"""


def settings() -> Iterator[str]:
    """Every setting of `tavola serve`."""
    from tavola.server.settings import SETTINGS

    yield SETTINGS_HEAD
    section = ""
    for one in sorted(SETTINGS, key=lambda one: one.section):
        if one.section != section:
            section = one.section
            yield f"\n## [{section}]\n\n| option | what it is for | default | it takes |\n|---|---|---|---|"
        default = cell(_written(one.default))
        yield f"| `{one.option}` | {cell(one.help)} | {default} | {cell(one.kind.takes)} |"


def _written(value: Any) -> str:
    """As one would write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}" if value < 1e6 else f"{value:.0f}"
    return ", ".join(value) if type(value) is tuple else str(value)


# ---- schemas ----


def messages() -> Iterator[str]:
    """Every message of the JSON protocol."""
    told = json.loads((DOCS / "messages.schema.json").read_text(encoding="utf-8"))["$defs"]
    yield "# Messages of the protocol\n"
    yield "Generated from the types of the server; the same as"
    yield "[JSON Schema](../messages.schema.json) and [AsyncAPI](../asyncapi.json)."
    yield "[The protocol](../protocol.md) says how they follow each other.\n"
    shown = wire_examples()
    sides = (("What a client sends", "AnyCommand", "-->"), ("What the server sends", "AnyMessage", "<--"))
    for title, union, way in sides:
        yield f"## {title}\n"
        for each in told[union]["oneOf"]:
            name = _name(each["$ref"])
            yield from _shape(name, told, "###")
            said = shown[way, told[name]["properties"]["type"]["enum"][0]]
            yield f"For example\n\n```json\n{_laid_out(json.loads(said))}\n```\n"
    named = {_name(each["$ref"]) for union in ("AnyCommand", "AnyMessage") for each in told[union]["oneOf"]}
    yield "## Their parts\n"
    for name in told:
        if name not in named and name not in ("AnyCommand", "AnyMessage"):
            yield from _shape(name, told, "###")


def wire_examples() -> dict[tuple[str, str], str]:
    """The shortest line of each message on the pages, or in messages.wire, for those no page shows."""
    found: dict[tuple[str, str], str] = {}
    for path in (*sorted(DOCS.glob("*.md")), DOCS / "building" / "messages.wire"):
        for way, said in re.findall(r"^(-->|<--) (\{.*\})$", path.read_text(encoding="utf-8"), re.MULTILINE):
            kind = way, json.loads(said)["type"]
            found[kind] = min(found.get(kind, said), said, key=len)
    return found


def rest() -> Iterator[str]:
    """Every question one may ask by HTTP."""
    api = json.loads((DOCS / "openapi.json").read_text(encoding="utf-8"))
    yield "# REST\n\nGenerated from the server's routes; the same as [OpenAPI](../openapi.json),"
    yield "which the server has too, at `/api/openapi.json`. The examples are answers of a"
    yield "server; `...` stands where they were shortened.\n"
    yield REFUSALS
    yield "| | |\n|---|---|"
    for path, verbs in api["paths"].items():
        for verb, asked in verbs.items():
            if verb in VERBS:
                anchor = re.sub(r"[^a-z0-9]+", "-", f"{verb} {path}".lower()).strip("-")
                yield f"| [`{verb.upper()} {path}`](#{anchor}) | {cell(asked.get('summary', ''))} |"
    yield ""
    examples = json.loads((DOCS / "rest-examples.json").read_text(encoding="utf-8"))
    for path, verbs in api["paths"].items():
        for verb, asked in verbs.items():
            if verb in VERBS:
                yield from _endpoint(path, verb, asked)
                yield from _example(verb, **examples[path])
    yield "## What is sent and answered\n"
    for name in api["components"]["schemas"]:
        yield from _shape(name, api["components"]["schemas"], "###")


VERBS = ("get", "post", "put", "delete")
REFUSALS = """An error is `{"error": {"code": ..., "why": ...}}`; only who is not let in at all, or does
not speak HTTP, hears a line of text.

| status | when |
|---|---|
| 202 | it takes long and is not done yet: ask again after `Retry-After` |
| 400 | it has not the form that is asked for |
| 404 | there is no such thing |
| 405 | not with this method; `Allow`, and `OPTIONS` on the same path, say with which |
| 408 | the body took too long |
| 409 | the form is right, but the rules of the game have no such option, position or move |
| 413 | the body is too long (`--body-bytes`) |
| 421 | the server is not called so (`--allowed-hosts`) |
| 429 | too many requests; `Retry-After` says when again |
| 431 | the head has more than 32768 bytes |
| 500 | a fault of ours, and the log has it |
| 503 | the database does not answer |
"""


def _endpoint(path: str, verb: str, asked: Schema) -> Iterator[str]:
    yield f"## {verb.upper()} {path}\n\n{asked.get('summary', '')} {asked.get('description', '')}\n"
    if body := asked.get("requestBody"):
        yield f"It takes {_content(body)}.\n"
    if parameters := asked.get("parameters"):
        yield "| parameter | in | what |\n|---|---|---|"
        for one in parameters:
            about = f"{one.get('description', '')} {_type(one.get('schema', {}))}"
            yield f"| `{one['name']}` | {one['in']} | {cell(about)} |"
        yield ""
    yield "| answer | what |\n|---|---|"
    for status, answer in asked["responses"].items():
        yield f"| {status} | {cell(answer.get('description', ''))} {_content(answer)} |"
    yield ""


def _example(verb: str, target: str, body: str, headers: dict[str, str], answer: Any) -> Iterator[str]:
    """What a server was asked by tests/server/schema/rest_examples.py, and what it answered."""
    yield f"For example, `{verb.upper()} {target}`"
    yield from (f"with `{name}: {value}`" for name, value in headers.items())
    if body:
        yield f"and this body:\n\n```text\n{body.rstrip()}\n```"
    yield f"\n```json\n{_laid_out(answer)}\n```\n"


def _laid_out(said: Any, indent: str = "") -> str:
    """JSON, of which stands in one line what has room there."""
    line = json.dumps(said, ensure_ascii=False)
    if len(indent + line) < 100 or not isinstance(said, list | dict):
        return line
    inner = indent + " "
    if isinstance(said, dict):
        rows = [f"{json.dumps(name)}: {_laid_out(each, inner)}" for name, each in said.items()]
    else:
        rows = [_laid_out(each, inner) for each in said]
    start, end = "{}" if isinstance(said, dict) else "[]"
    return start + ",".join(f"\n{inner}{row}" for row in rows) + f"\n{indent}{end}"


def _content(body: Schema) -> str:
    return ", ".join(_type(each.get("schema", {})) or kind for kind, each in body.get("content", {}).items())


def _shape(name: str, shapes: Schema, head: str) -> Iterator[str]:
    """A type: its fields, what each holds, and what it is where nothing is said."""
    shape = shapes[name]
    yield f"{head} {name}\n\n{shape.get('description', '')}\n"
    if fields := shape.get("properties"):
        yield "| field | holds | default |\n|---|---|---|"
        for field, holds in fields.items():
            needed = "needed" if field in shape.get("required", ()) else ""
            default = f"`{cell(json.dumps(holds['default']))}`" if "default" in holds else needed
            about = f"{_type(holds)} {holds.get('description', '')}"
            yield f"| `{field}` | {cell(about)} | {default} |"
        yield ""
    elif not shape.get("oneOf"):
        yield f"{_type(shape)}\n"


def _name(ref: str) -> str:
    return ref.rpartition("/")[2]


def _type(schema: Schema) -> str:
    """A type in a few words."""
    if ref := schema.get("$ref"):
        return f"`{_name(ref)}`"
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(filter(None, map(_type, schema[several])))
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(each)}`" for each in schema["enum"])
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    kind = schema.get("type", "anything" if not schema else "")
    if kind == "array":
        return f"list of {_type(schema.get('items', {}) or {})}"
    limits = [f"{name} `{schema[key]}`" for key, name in LIMITS if key in schema]
    return f"{kind} ({', '.join(limits)})" if limits else str(kind)


LIMITS = (
    ("minimum", "from"),
    ("maximum", "to"),
    ("minLength", "at least"),
    ("maxLength", "at most"),
    ("pattern", "like"),
)
