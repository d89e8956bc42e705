"""What a character is made of, and the default for a bot without one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

from tavola.core.words import Phrase

Hair = Literal["bald", "short", "bob", "curls", "bun"]
Beard = Literal["none", "moustache", "round", "pointed", "long", "forked"]
Hat = Literal["none", "beret", "peaked", "brimmed", "turban", "cap", "scarf", "square"]
Tint = Literal["black", "brown", "red", "blond", "grey"]
Colour = Literal["red", "blue", "green", "ochre", "ink"]

HAIRS: tuple[Hair, ...] = ("bald", "short", "bob", "curls", "bun")
BEARDS: tuple[Beard, ...] = ("none", "moustache", "round", "pointed")
HATS: tuple[Hat, ...] = ("none", "beret", "peaked", "brimmed", "turban", "cap")
TINTS: tuple[Tint, ...] = ("black", "brown", "red", "blond", "grey")
COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "ochre", "ink")
ROMAN = ("", "", " II", " III", " IV", " V", " VI", " VII", " VIII")
MOST = 8  # seats of one table
LONGEST = 32  # characters of a name


@dataclass(frozen=True, slots=True)
class Face:
    """A portrait in words; a display draws it (the page: web/src/art/faces)."""

    hair: Hair = "short"
    tint: Tint = "brown"
    beard: Beard = "none"
    hat: Hat = "none"
    coat: Colour = "green"
    trim: Colour = "ochre"
    glasses: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """One member of a bot's family: what a seat is called, and its face."""

    name: str
    face: Face = Face()


@dataclass(frozen=True, slots=True)
class Character:
    """A bot as people meet it: a family, one for each seat of a table, and a line on how it plays."""

    figures: tuple[Figure, ...]
    line: Phrase

    @property
    def name(self) -> str:
        """The name of the first one."""
        return self.figures[0].name

    def holds_together(self) -> bool:
        """Can it be shown? A character of another package may be anything."""
        names = [each.name for each in self.figures if isinstance(each, Figure)]
        return (
            0 < len(names) == len(set(names)) == len(self.figures)
            and all(
                0 < len(name) <= LONGEST and name.isprintable() and name == name.strip() for name in names
            )
            and isinstance(self.line, Phrase)
        )

    def figure(self, index: int) -> Figure:
        """The first, second... of the family at a table; a small family begins again, with namesakes."""
        again, which = divmod(index, len(self.figures))
        first = self.figures[which]
        if not again:
            return first
        times = again + 1
        return Figure(first.name + (ROMAN[times] if times < len(ROMAN) else f" {times}"), first.face)


def stand_in(bot: str) -> Character:
    """The default character of a bot: its own name, and a face that follows from it."""
    name = " ".join(bot.replace("_", " ").replace("-", " ").split()) or bot
    name = name[:1].upper() + name[1:]
    figures = tuple(
        Figure(name + (ROMAN[number] if number > 1 else ""), _face(f"{bot} {number}"))
        for number in range(1, MOST + 1)
    )
    return Character(figures, Phrase("A guest of the house.", "De passage.", "Di passaggio."))


def _face(seed: str) -> Face:
    """The same for the same words, on every machine."""
    digest = hashlib.sha256(seed.encode()).digest()
    hair, tint, hat = HAIRS[digest[0] % 5], TINTS[digest[1] % 5], HATS[digest[2] % 6]
    beard = BEARDS[digest[3] % 4] if hair in ("bald", "short") else "none"
    coat = COLOURS[digest[4] % 5]
    trim = COLOURS[(digest[4] + 1 + digest[5] % 4) % 5]
    return Face(hair, tint, beard, hat, coat, trim, digest[6] % 4 == 0)
