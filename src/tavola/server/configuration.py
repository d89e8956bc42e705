"""Where a server's settings come from: the command line, the environment, one TOML file, the defaults.

A section of the file is a group of settings, `[services.GAME]` those of a game's own service. A key is the
option without its dashes. What is in the file is checked whole, and everything that is wrong is said at once.
A secret may stand in a file of its own, as containers have it: `storage = {file = "/run/secrets/storage"}`
in the configuration file, TAVOLA_STORAGE_FILE in the environment.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from tavola.core.errors import BadOption
from tavola.server.setting_kinds import Setting

VARIABLE = "TAVOLA_CONFIG"
LONGEST = 1 << 20  # bytes of a file we read
HIDDEN = "hidden"  # what stands for a secret where it is not shown
NO_SETTINGS = ("TAVOLA_CACHE", "TAVOLA_CONFIG", "TAVOLA_DEBUG", "TAVOLA_LANG", "TAVOLA_TOKEN")

Origin = Literal["command line", "environment", "file", "default"]


class Chosen(NamedTuple):
    """The value of a setting, where it came from, and which file it was in, if it is a secret."""

    value: Any
    origin: Origin = "default"
    where: str = ""
    file: str = ""


class BadConfiguration(BadOption):
    """A configuration file in which several things may be wrong, a sentence each."""

    def __init__(self, path: Path, wrong: Sequence[str]) -> None:
        self.lines = [f"{path}: {one}" for one in wrong]
        super().__init__("; ".join(self.lines))


def choose(
    settings: Sequence[Setting], given: Mapping[str, str | None], environment: Mapping[str, str]
) -> dict[Setting, Chosen]:
    """The value of every setting. BadOption says what is wrong and what would be right."""
    path = given.get("config") or environment.get(VARIABLE, "").strip()
    written = read_file(Path(path), settings) if path else {}
    return {
        each: _typed(each, given)
        or _in_environment(each, environment)
        or written.get(each)
        or Chosen(each.default)
        for each in settings
    }


def _typed(each: Setting, given: Mapping[str, str | None]) -> Chosen | None:
    text = given.get(each.full_name)
    if text is None or not text.strip():
        return None
    return Chosen(each.read(text, each.option), "command line", each.option)


def _in_environment(each: Setting, environment: Mapping[str, str]) -> Chosen | None:
    text, name = environment.get(each.variable, "").strip(), f"{each.variable}_FILE"
    file = environment.get(name, "").strip() if each.secret else ""
    if text and file:
        raise BadOption(f"{each.variable} and {name} are both set; one of them is enough")
    if file:
        return Chosen(each.read(_secret_in(Path(file), name), name), "environment", name, file)
    return Chosen(each.read(text, each.variable), "environment", each.variable) if text else None


def _secret_in(path: Path, where: str) -> str:
    try:
        text = _bounded(path).decode("utf-8").strip()
    except (OSError, ValueError) as error:
        raise BadOption(f"{where}: can't read {path}: {_why(error)}") from None
    if not text:
        raise BadOption(f"{where}: {path} is empty; the value should stand in it")
    return text


def _bounded(path: Path) -> bytes:
    with path.open("rb") as file:
        found = file.read(LONGEST + 1)
    if len(found) > LONGEST:
        raise ValueError(f"it has more than {LONGEST} bytes")
    return found


def _why(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)


# ---- the file ----


def read_file(path: Path, settings: Sequence[Setting]) -> dict[Setting, Chosen]:
    """What a configuration file says; BadOption with a line for each thing that is wrong in it."""
    import tomllib  # late: most commands read none

    try:
        tree = tomllib.loads(_bounded(path).decode("utf-8"))
    except (OSError, ValueError) as error:
        kind = "is no TOML" if isinstance(error, tomllib.TOMLDecodeError) else "can't be read"
        raise BadOption(f"the configuration file {path} {kind}: {_why(error)}") from None
    found: dict[Setting, Chosen] = {}
    wrong: list[str] = []
    known = {(each.section, each.key): each for each in settings}
    for section, key, value in _entries(tree, {each.section for each in settings}):
        try:
            if (each := known.get((section, key))) is None:
                raise BadOption(_unknown(section, key, value, settings))
            found[each] = _written(each, value, path)
        except BadOption as refused:
            wrong.append(str(refused))
    if wrong:
        raise BadConfiguration(path, wrong)
    return found


def _entries(tree: Mapping[str, Any], sections: set[str]) -> Iterator[tuple[str, str, Any]]:
    """Section, key and value of everything in the file. What is in no section of ours is given whole."""
    for name, content in tree.items():
        if name == "services" and isinstance(content, dict):
            yield from _entries({f"services.{game}": own for game, own in content.items()}, sections)
        elif name in sections and isinstance(content, dict):
            yield from ((name, key, value) for key, value in content.items())
        else:
            yield "", name, content


def _written(each: Setting, value: Any, path: Path) -> Chosen:
    where = f"{each.section}.{each.key}"
    if not isinstance(value, dict):
        text = _as_text(each, value, where)
        return Chosen(each.read(text, where) if text.strip() else each.default, "file", str(path))
    if not each.secret:
        raise BadOption(f"{where} takes {each.kind.takes}, written {_example(each)}; not a table")
    if HIDDEN in value:
        raise BadOption(f"{where} was left out when this was printed; write it, or print with --show-secrets")
    file = value.get("file")
    if set(value) != {"file"} or not isinstance(file, str):
        raise BadOption(f'{where} takes {each.kind.takes}, or {{file = "/run/secrets/{each.key}"}}')
    at = path.parent / file
    return Chosen(each.read(_secret_in(at, where), where), "file", str(path), str(at))


def _as_text(each: Setting, value: Any, where: str) -> str:
    """As it would be typed. The kind of the default says which kind of TOML it is."""
    default = each.default
    if each.is_list:
        if isinstance(value, list) and all(isinstance(one, str) and "," not in one for one in value):
            return ",".join(value)
    elif isinstance(default, bool) or isinstance(value, bool):
        if isinstance(default, bool) and isinstance(value, bool):
            return "yes" if value else "no"
    elif type(default) in (int, float):  # an age or a size is a number too, and written 90d or 20G
        if isinstance(value, int) or (isinstance(default, float) and isinstance(value, float)):
            return str(value)
    elif isinstance(value, str):
        return value
    shown = "what was given" if each.secret else json.dumps(value, default=str)[:60]
    raise BadOption(f"{where} takes {each.kind.takes}, written {_example(each)}; not {shown}")


def _example(each: Setting) -> str:
    """How it is written in TOML."""
    default = each.default
    if each.is_list:
        return '["...", "..."]'
    plain = type(default) in (bool, int, float)
    return json.dumps(default) if plain else json.dumps(str(default) or "...")


def _unknown(section: str, key: str, value: Any, settings: Sequence[Setting]) -> str:
    """What to say of a key that does not exist: where it belongs, or what was meant."""
    sections = list(dict.fromkeys(each.section for each in settings))
    listed = ", ".join(f"[{one}]" for one in sections)
    here = [each.key for each in settings if each.section == section]
    if not section and (isinstance(value, dict) or key in sections):
        near = _near(key, sections, 0.8 if "." in key else 0.6)
        return f"there is no section [{key}]; " + (
            f"did you mean [{near}]?" if near else f"there are: {listed}"
        )
    at = f"{section}.{key}" if section else key
    near = _near(key, here) or _near(key, (each.key for each in settings))
    if near and near not in here:
        right = next(each.section for each in settings if each.key == near)
        meant = "belongs" if near == key else f"is no setting; did you mean {near}? It belongs"
        return f"{at} {meant} in the section [{right}]"
    if near:
        return f"{at} is no setting; did you mean {near}?"
    there = f"in [{section}] there are: {', '.join(here)}" if section else f"the sections are: {listed}"
    return f"{at} is no setting; {there}"


def _near(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    import difflib  # late: only errors need it

    return next(iter(difflib.get_close_matches(word, list(known), 1, cutoff)), "")


def strange_variables(environment: Mapping[str, str], settings: Sequence[Setting]) -> list[str]:
    """Unknown variables that begin with TAVOLA_. No error: an orchestrator may set some of its own."""
    known = {each.variable for each in settings} | set(NO_SETTINGS)
    known |= {f"{each.variable}_FILE" for each in settings if each.secret}
    found = [name for name in environment if name.startswith("TAVOLA_") and name not in known]
    return [
        f"{name} is no setting" + (f"; did you mean {near}?" if (near := _near(name, known, 0.8)) else "")
        for name in sorted(found)
    ]
