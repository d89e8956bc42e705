"""Sentences in the three languages of the table."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

Lang = Literal["en", "fr", "it"]
LANGS: tuple[Lang, ...] = get_args(Lang)


class Phrase(NamedTuple):
    """One sentence in English, French and Italian, perhaps with {blanks} to fill."""

    en: str
    fr: str
    it: str

    def in_(self, lang: Lang) -> str:
        return self.en if lang == "en" else self.fr if lang == "fr" else self.it

    def fill(self, **blanks: Phrase | str | int) -> Phrase:
        """The sentence with its blanks filled; a phrase fills a blank in its own language."""
        return Phrase(*(self._filled(lang, blanks) for lang in LANGS))

    def _filled(self, lang: Lang, blanks: dict[str, Phrase | str | int]) -> str:
        words = {k: v.in_(lang) if isinstance(v, Phrase) else v for k, v in blanks.items()}
        return self.in_(lang).format(**words)

    def __str__(self) -> str:
        return self.en


def same(text: str) -> Phrase:
    """A word that is the same in every language."""
    return Phrase(text, text, text)


GAME_IS_OVER = Phrase("the game is over", "la partie est finie", "la partita è finita")
