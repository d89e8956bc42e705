"""Sentences in the three languages of the table."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, get_args

Lang = Literal["en", "fr", "it"]
LANGS: tuple[Lang, ...] = get_args(Lang)


_NUMBERED = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")


class Phrase(NamedTuple):
    """One sentence in English, French and Italian, perhaps with {blanks} to fill.

    `{n} {n:card|cards}` is one word for one and another for more; French says none as it says one.
    """

    en: str
    fr: str
    it: str

    def in_(self, lang: Lang) -> str:
        """The sentence in one language."""
        return self.en if lang == "en" else self.fr if lang == "fr" else self.it

    def fill(self, **blanks: Phrase | str | int) -> Phrase:
        """The sentence with its blanks filled; a phrase fills a blank in its own language."""
        return Phrase(*(self._filled(lang, blanks) for lang in LANGS))

    def _filled(self, lang: Lang, blanks: dict[str, Phrase | str | int]) -> str:
        words = {k: v.in_(lang) if isinstance(v, Phrase) else v for k, v in blanks.items()}
        text = self.in_(lang)
        if "|" in text:
            alone = ("0", "1") if lang == "fr" else ("1",)
            text = _NUMBERED.sub(lambda m: m[2] if str(words.get(m[1])) in alone else m[3], text)
        return text.format(**words)

    def __str__(self) -> str:
        return self.en


def same(text: str) -> Phrase:
    """A word that is the same in every language."""
    return Phrase(text, text, text)


def colon(before: str, after: str, lang: Lang) -> str:
    """`Kitty: 3`; in French there is a space before the colon."""
    return f"{before} : {after}" if lang == "fr" else f"{before}: {after}"


GAME_IS_OVER = Phrase("the game is over", "la partie est finie", "la partita è finita")


def clean(text: str) -> str:
    """A text from elsewhere, without anything that could steer the terminal."""
    return "".join(sign if sign.isprintable() else "�" for sign in text)
