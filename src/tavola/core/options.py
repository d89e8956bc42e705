"""Options of a game: fields of a frozen dataclass that know what values they take and explain themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from fractions import Fraction
from typing import Any, TypeVar

from tavola.core.errors import BadOption
from tavola.core.words import LANGS, Lang, Phrase, colon, same

T = TypeVar("T")

WHOLE_NUMBER = Phrase(
    "a whole number from {low} to {high}",
    "un nombre entier de {low} à {high}",
    "un numero intero da {low} a {high}",
)
A_CHANCE = Phrase(
    "a chance from {low} to {high}, as 0.1 or 1/10",
    "une probabilité de {low} à {high}, comme 0.1 ou 1/10",
    "una probabilità da {low} a {high}, come 0.1 o 1/10",
)
OPTION_TAKES = Phrase(
    "option {name} takes {takes}, not {given}",
    "l'option {name} prend {takes}, pas {given}",
    "l'opzione {name} prende {takes}, non {given}",
)
NO_SUCH_OPTION = Phrase(
    "{game} has no option {name}; it has {there}",
    "{game} n'a pas d'option {name} ; il y a {there}",
    "{game} non ha un'opzione {name}; ci sono {there}",
)
YES = {"on", "true", "yes", "1"}
NO = {"off", "false", "no", "0"}


@dataclass(frozen=True, slots=True)
class Takes:
    """What values an option takes. Bounds hold for numbers, choices for words."""

    kind: type
    help: Phrase
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    label: Phrase | None = None  # what stands beside it in a form, where that is not the help
    words: tuple[Phrase, ...] = ()  # what the choices are called, in their order

    def __str__(self) -> str:
        return self.said.en

    @property
    def said(self) -> Phrase:
        """What it takes: the choices as they are written, or else a phrase."""
        if self.kind is bool:
            return same("on | off")
        if self.choices:
            return same(" | ".join(self.choices))
        return (A_CHANCE if self.kind is Fraction else WHOLE_NUMBER).fill(low=self.low, high=self.high)

    def read(self, name: str, given: object) -> Any:
        """The value meant by what was given: a value already, or a text from a command line or a record."""
        try:
            value = self._read(given)
        except (ValueError, TypeError, ZeroDivisionError, OverflowError):
            value = None
        if value is None:
            shown = str(given)[:40]
            raise BadOption(OPTION_TAKES.fill(name=name, takes=self.said, given=repr(shown)))
        return value

    def _read(self, given: object) -> Any:
        text = str(given).strip().lower()
        if self.kind is bool:
            return True if text in YES else False if text in NO else None
        if self.choices:
            return text if text in self.choices else None
        if isinstance(given, bool) or not text.isascii() or len(text) > 40 or "e" in text:
            return None  # "1e999999999" is short to write and long to compute
        value = Fraction(text) if self.kind is Fraction else int(text)
        return value if self.low <= value <= self.high else None


def option(
    default: T,
    help: Phrase | str,
    *,
    label: Phrase | None = None,
    choices: Sequence[str] | Mapping[str, Phrase] = (),
    low: int = 0,
    high: int = 0,
) -> Any:
    """A dataclass field that is an option. One text explains it in every language.

    Choices may come with what people call them. A label is for forms, where the help would be too long: in
    brackets at its end is a remark for the person who fills it in.
    """
    says = same(help) if isinstance(help, str) else help
    words = tuple(choices.values()) if isinstance(choices, Mapping) else ()
    takes = Takes(type(default), says, tuple(choices), low, high, label, words)
    return field(default=default, metadata={"takes": takes})


def describe(options: type[Any]) -> dict[str, tuple[Any, Takes]]:
    """Every option of a game: its default and what it takes."""
    return {f.name: (f.default, f.metadata["takes"]) for f in fields(options) if f.default is not MISSING}


def told(default: Any, takes: Takes, lang: Lang) -> dict[str, Any]:
    """An option for programs that show it: what it takes, and what it and its choices are called."""
    kind = "choice" if takes.choices else takes.kind.__name__.lower()
    found = {
        "default": text(default),
        "kind": kind,
        "takes": takes.said.in_(lang),
        "help": takes.help.in_(lang),
        "label": (takes.label or takes.help).in_(lang),
    }
    if takes.choices:
        words = [word.in_(lang) for word in takes.words] or [name.replace("_", " ") for name in takes.choices]
        named = dict(zip(takes.choices, words, strict=True))
        return found | {"choices": list(takes.choices), "words": named}
    return found if takes.kind is bool else found | {"low": takes.low, "high": takes.high}


def make(options: type[T], given: dict[str, Any], game: str) -> T:
    """The options of a game from what was given, refused with the list of what there is."""
    known = describe(options)
    for name in given:
        if name not in known:
            raise BadOption(NO_SUCH_OPTION.fill(game=game, name=repr(name), there=told_options(options)))
    return options(**{name: known[name][1].read(name, value) for name, value in given.items()})


def told_options(options: type[Any]) -> Phrase:
    """Every option with what it takes."""
    each = [(name, takes.said) for name, (_, takes) in describe(options).items()]
    return Phrase(*("; ".join(colon(name, said.in_(lang), lang) for name, said in each) for lang in LANGS))


def text(value: object) -> str:
    """A value as it is written in options: on, off, 1/10, lowest."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def in_force(options: Any) -> dict[str, str]:
    """Every option as texts, the usual ones too: what one needs to know to play."""
    return {f.name: text(getattr(options, f.name)) for f in fields(options)}


def changed(options: Any) -> dict[str, str]:
    """The options that differ from the default, as texts: what a record needs to keep."""
    return {f.name: text(v) for f in fields(options) if (v := getattr(options, f.name)) != f.default}
