"""The command `tavola completion`: makes a shell complete what is typed after `tavola`, values too.

A script passes the line typed so far, `tavola completion --line LINE`, and gets the possible last words, one
a line, each with a tab and its meaning. No output means: complete a file name. All of it comes from the
commands themselves: a new one, or an installed game, needs no new script.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer

from tavola.bots import bot_names, maker_of
from tavola.core.errors import TavolaError
from tavola.core.options import describe, text
from tavola.games import game_class, game_names, game_of
from tavola.terminal.commands.shared import telling

Found = Iterable[tuple[str, str]]  # (word, its meaning)

BASH = """\
_tavola() {
    local line="${COMP_LINE:0:COMP_POINT}" value rest
    local word="${line##*[[:space:]]}" head=""
    # To Bash a word ends at = and at :, and it wants only what comes after.
    [[ $word == *[=:]* ]] && head="${word%"${word##*[=:]}"}"
    COMPREPLY=()
    while IFS=$'\\t' read -r value rest; do
        COMPREPLY+=("${value#"$head"}")
        [[ $value == *= ]] && compopt -o nospace
    done < <("$1" completion --line "$line" 2>/dev/null)
}
complete -o default -o nosort -F _tavola tavola
"""
ZSH = """\
#compdef tavola
_tavola() {
    local -a found open
    local value help
    while IFS=$'\\t' read -r value help; do
        value="${value//:/\\\\:}:$help"
        if [[ $value == *=:* ]]; then open+=("$value"); else found+=("$value"); fi
    done < <("${words[1]}" completion --line "${(j: :)words[1,CURRENT]}" 2>/dev/null)
    (( $#found + $#open )) || { _files; return }
    (( $#open )) && _describe -V tavola open -S ''
    (( $#found )) && _describe -V tavola found
}
if [[ $funcstack[1] == _tavola ]]; then _tavola "$@"; else compdef _tavola tavola; fi
"""
FISH = """\
function __tavola_complete
    set -l found (tavola completion --line (commandline -cp | string collect) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete --command tavola --no-files --keep-order --arguments '(__tavola_complete)'
"""
POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName tavola -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $line = $commandAst.ToString().PadRight($cursorPosition - $commandAst.Extent.StartOffset)
    $line = $line.Substring(0, $cursorPosition - $commandAst.Extent.StartOffset)
    # Handed over by the environment: how quotes reach a program differs between versions of PowerShell.
    $env:_TAVOLA_LINE = $line
    tavola completion 2>$null | ForEach-Object {
        $value, $help = $_ -split "`t", 2
        if (-not $help) { $help = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $help)
    }
    Remove-Item Env:_TAVOLA_LINE
}
"""
SHELLS = {"bash": BASH, "zsh": ZSH, "fish": FISH, "powershell": POWERSHELL}


def completion(
    context: typer.Context,
    shell: Annotated[
        str | None, typer.Argument(metavar="|".join(SHELLS), help="The shell to write a script for.")
    ] = None,
    line: Annotated[
        str | None, typer.Option("--line", hidden=True, envvar="_TAVOLA_LINE", metavar="TEXT")
    ] = None,
) -> None:
    """Print what makes your shell complete commands, options, games, bots and their options.

    bash: tavola completion bash > ~/.local/share/bash-completion/completions/tavola;
    zsh: tavola completion zsh > FOLDER/_tavola, a folder of $fpath;
    fish: tavola completion fish > ~/.config/fish/completions/tavola.fish;
    PowerShell: tavola completion powershell >> $PROFILE.
    """
    with telling():
        if shell is None and line is not None:
            top = context.find_root()
            for value, means in completed(line, top.command, top):
                print(f"{value}\t{means}" if means else value)
        elif shell in SHELLS:
            print(SHELLS[shell], end="")
        else:
            there = ", ".join(SHELLS)
            given = "" if shell is None else f", not {shell[:40]!r}"
            raise TavolaError(f"tavola completion takes the name of a shell{given}; there are: {there}")


# ---- what the last word may become ----


@dataclass
class Typed:
    """What was typed before the last word."""

    command: Any
    context: Any
    given: dict[str, list[str]] = field(default_factory=dict)  # by the name of the parameter
    wants: Any = None  # the option whose value comes next
    places: int = 0  # number of arguments so far

    @property
    def params(self) -> list[Any]:
        return [each for each in self.command.get_params(self.context) if not getattr(each, "hidden", False)]

    def option(self, word: str) -> Any:
        return next((each for each in self.params if word in (*each.opts, *each.secondary_opts)), None)

    @property
    def argument(self) -> Any:
        """The argument that comes next; the last one may take many."""
        there = [each for each in self.params if each.param_type_name == "argument"]
        if self.places < len(there):
            return there[self.places]
        return there[-1] if there and there[-1].nargs == -1 else None

    def read(self, word: str) -> None:
        if self.wants is not None:
            self.given.setdefault(self.wants.name, []).append(word)
            self.wants = None
        elif word.startswith("-") and len(word) > 1:
            name, equals, value = word.partition("=")
            if (option := self.option(name)) is None or option.is_flag:
                return
            if equals:
                self.given.setdefault(option.name, []).append(value)
            else:
                self.wants = option
        elif word in (commands := getattr(self.command, "commands", {})):
            self.command = commands[word]
            self.context = type(self.context)(self.command, parent=self.context, info_name=word)
        elif (argument := self.argument) is not None:
            self.given.setdefault(argument.name, []).append(word)
            self.places += 1


def completed(line: str, command: Any, context: Any) -> Iterator[tuple[str, str]]:
    """What the last word of a line may become, whole words that begin like it."""
    *before, last = _words(line)
    typed = Typed(command, context)
    for word in before[1:]:
        typed.read(word)
    head = ""
    if typed.wants is None and last.startswith("--") and "=" in last:
        option, _, last = last.partition("=")
        head, typed.wants = f"{option}=", typed.option(option)
    for value, means in _offered(typed, last):
        if value.startswith(last):
            yield head + value, " ".join(means.split())


def _words(line: str) -> list[str]:
    """As the shell would split them; the last one is being typed, perhaps empty."""
    for closing in ("", "'", '"'):
        with suppress(ValueError):
            found = shlex.split(line + closing)
            return found if found and not (line[-1:].isspace() and not closing) else [*found, ""]
    return line.split() or [""]


def _offered(typed: Typed, last: str) -> Found:
    if typed.wants is not None:
        return _values(typed, typed.wants, last)
    if last.startswith("-"):
        return [
            (name, each.help or "")
            for each in typed.params
            if each.param_type_name == "option"
            for name in (*each.opts, *each.secondary_opts)
        ]
    if commands := getattr(typed.command, "commands", {}):
        return [(name, each.get_short_help_str(70)) for name, each in commands.items() if not each.hidden]
    return _values(typed, typed.argument, last) if typed.argument is not None else ()


def _values(typed: Typed, param: Any, last: str) -> Found:
    """The values of an option or an argument, found by the metavar in its help."""
    shown = param.metavar or ""
    if (
        known := KNOWN.get(param.name if shown in ("NAME", "NAME=VALUE", "A,B,...", "A,B") else shown)
    ) is not None:
        with suppress(TavolaError):  # an unknown game has no bots
            return known(typed, last)
        return ()
    return [(each, "") for each in shown.split("|")] if "|" in shown else ()


def _game(typed: Typed) -> str:
    given = typed.given.get("game") or [
        each for all_ in typed.given.get("games", ()) for each in all_.split(",")
    ]
    default = next((each.default for each in typed.params if each.name == "game"), None)
    return given[0] if given else default if isinstance(default, str) else ""


def _games(typed: Typed, _: str) -> Found:
    """The games with a word on each; for odds, only those that have some."""
    odds = typed.command.name in ("odds", "solve", "explain")
    for name in game_names():
        with suppress(Exception):  # a plug-in that is broken
            if not odds or game_of(name).odds:
                yield name, game_class(name).info.summary.en


def _listed(of: Callable[[Typed, str], Found]) -> Callable[[Typed, str], Found]:
    """The same for lists with commas: completes what follows the last comma."""

    def found(typed: Typed, last: str) -> Found:
        head = last[: last.rfind(",") + 1]
        return [(head + value, means) for value, means in of(typed, last[len(head) :])]

    return found


def _bots(typed: Typed, last: str) -> Found:
    """By name, which loads none of them; after a colon, that bot's choices."""
    game, (name, colon, _) = _game(typed), last.partition(":")
    if colon and name in bot_names(game):
        choices = getattr(maker_of(game, name), "choices", {})
        return [(f"{name}:{choice}", said.en) for choice, said in choices.items()]
    if game:
        return [(each, "") for each in bot_names(game)]
    return [(each, "") for each in dict.fromkeys(each for one in game_names() for each in bot_names(one))]


def _players(typed: Typed, last: str) -> Found:
    return [("you", "a person at this screen; you:NAME has a name"), *_bots(typed, last)]


def _options(typed: Typed, last: str) -> Found:
    """`NAME=`, and after that its values, if it has a few."""
    if not (game := _game(typed)):
        return ()
    options = describe(game_class(game).info.options)
    name, equals, _ = last.partition("=")
    if not equals:
        return [(f"{each}=", f"{takes.help.en} ({takes})") for each, (_, takes) in options.items()]
    if name not in options:
        return ()
    default, takes = options[name]
    values = takes.choices or (("on", "off") if takes.kind is bool else (text(default),))
    return [(f"{name}={value}", "as it stands" if value == text(default) else "") for value in values]


def _presets(typed: Typed, _: str) -> Found:
    presets = game_class(game).info.presets if (game := _game(typed)) else {}
    return [(name, ", ".join(f"{k}={text(v)}" for k, v in given.items())) for name, given in presets.items()]


# By the metavar in the help, or by the parameter's name if the metavar is ambiguous.
KNOWN: dict[str, Callable[[Typed, str], Found]] = {
    "GAME": _games,
    "games": _listed(_games),
    "BOT": _bots,
    "players": _listed(_players),
    "entrants": _listed(_bots),
    "against": _listed(_bots),
    "options": _options,
    "preset": _presets,
}
