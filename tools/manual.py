"""The manual page tavola(1), generated from the commands: `python tools/manual.py | man -l -`.

The wheel contains it, made when it is built (hatch_build.py), beside the scripts of `tavola completion`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import typer.main

import tavola
from tavola.cli import app

ENDS = {
    "0": "All went well; leaving a game is well.",
    "1": "Bad data, such as a damaged record.",
    "2": "A request that can't be met.",
    "130": "Ctrl-C.",
}
VARIABLES = {
    "TAVOLA_LANG": "The language: en, fr or it.",
    "TAVOLA_CACHE": "Where compiled rules and solved games are kept.",
    "TAVOLA_TOKEN": "Who you are at a server: tavola join, tavola bot run.",
    "TAVOLA_DEBUG": "Show the traceback of an error inside Tavola.",
    "XDG_DATA_HOME": "Where unfinished games and a server's database are kept.",
}
COMPLETIONS = {
    "bash": "share/bash-completion/completions/tavola",
    "zsh": "share/zsh/site-functions/_tavola",
    "fish": "share/fish/vendor_completions.d/tavola.fish",
}


def escaped(text: str) -> str:
    """Text without troff requests."""
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace("’", "'")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in plain.splitlines())


def commands(command: Any, context: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Every command with its path, in the order of the help."""
    for name, each in getattr(command, "commands", {}).items():
        inner = type(context)(each, parent=context, info_name=name)
        if getattr(each, "commands", None):
            yield from commands(each, inner, f"{path} {name}")
        elif not each.hidden:
            yield f"{path} {name}", each, inner


def section(path: str, command: Any, context: Any) -> Iterator[str]:
    params = [
        each
        for each in command.get_params(context)
        if each.name != "help" and not getattr(each, "hidden", False)
    ]
    arguments = [each for each in params if each.param_type_name == "argument"]
    shown = " ".join(f"\\fI{escaped(each.make_metavar(context))}\\fR" for each in arguments)
    yield f".SS {escaped(path)} {shown}".rstrip()
    yield escaped(inspect.cleandoc(command.help or "")).replace("\n\n", "\n.PP\n")
    for each in params:
        names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in (*each.opts, *each.secondary_opts))
        if each.param_type_name == "argument":
            names = f"\\fI{escaped(each.make_metavar(context))}\\fR"
        elif not each.is_flag:
            names += f" \\fI{escaped(each.make_metavar(context))}\\fR"
        if each.help:
            yield f".TP\n{names}\n{escaped(each.help)}"


def page() -> str:
    top = typer.main.get_command(app)
    context = top.make_context("tavola", ["games"])
    lines = [
        f'.TH TAVOLA 1 "" "Tavola {tavola.__version__}" "User Commands"',
        ".SH NAME",
        "tavola \\- a table for tavern dice and Italian cards",
        ".SH SYNOPSIS",
        ".B tavola\n.I COMMAND\n[\\fIOPTIONS\\fR]",
        ".SH DESCRIPTION",
        "Play against bots or people, host a server, ask for exact odds, simulate, hold tournaments.",
        ".B tavola games\nlists the games, and\n.B tavola rules\n.I GAME\nexplains one.",
        "Every command takes\n.B \\-\\-help\n(or\n.BR \\-h ).",
        ".SH COMMANDS",
    ]
    for path, command, inner in commands(top, context, "tavola"):
        lines += section(path, command, inner)
    for head, facts in (("EXIT STATUS", ENDS), ("ENVIRONMENT", VARIABLES)):
        lines.append(f".SH {head}")
        lines += [f".TP\n.B {escaped(name)}\n{escaped(means)}" for name, means in facts.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(page(), end="")
