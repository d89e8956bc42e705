"""Whole numbers in words, as players say them aloud."""

from __future__ import annotations

from tavola.core.words import Phrase

_EN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_FR = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix-sept dix-huit dix-neuf"
).split()
_IT = (
    "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici "
    "sedici diciassette diciotto diciannove"
).split()
_EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_FR_TENS = "vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt".split()
_IT_TENS = "venti trenta quaranta cinquanta sessanta settanta ottanta novanta".split()


def number(n: int) -> Phrase:
    """21 -> twenty-one, vingt et un, ventuno. Beyond 999, and below 0, digits."""
    if not 0 <= n <= 999:
        return Phrase(str(n), str(n), str(n))
    return Phrase(_english(n), _french(n), _italian(n))


def _english(n: int) -> str:
    if n < 20:
        return _EN[n]
    if n < 100:
        return _EN_TENS[n // 10 - 2] + (f"-{_EN[n % 10]}" if n % 10 else "")
    rest = f" {_english(n % 100)}" if n % 100 else ""
    return f"{_EN[n // 100]} hundred{rest}"


def _french(n: int) -> str:
    if n < 20:
        return _FR[n]
    if n < 100:
        ten = n // 10
        unit = n % 20 if ten in (7, 9) else n % 10
        stem = _FR_TENS[ten - 2]
        if unit == 0:
            return "quatre-vingts" if n == 80 else stem
        joined = f"{stem} et " if unit in (1, 11) and ten < 8 else f"{stem}-"
        return joined + _FR[unit]
    hundreds = "cent" if n < 200 else f"{_FR[n // 100]} cent"
    if n % 100 == 0:
        return hundreds + ("s" if n >= 200 else "")
    return f"{hundreds} {_french(n % 100)}"


def _italian(n: int) -> str:
    if n < 20:
        return _IT[n]
    if n < 100:
        stem, unit = _IT_TENS[n // 10 - 2], n % 10
        if unit in (1, 8):
            stem = stem[:-1]
        return stem + ("" if unit == 0 else "tré" if unit == 3 else _IT[unit])
    hundreds = ("" if n < 200 else _IT[n // 100]) + "cento"
    rest = n % 100
    if rest == 8 or rest // 10 == 8:
        hundreds = hundreds[:-1]  # centotto, centottanta; but centouno, centoundici
    return hundreds + ("" if rest == 0 else "tré" if rest == 3 else _italian(rest))
