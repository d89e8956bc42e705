import pytest

from tavola.core.numbers import number


@pytest.mark.parametrize(
    ("n", "en", "fr", "it"),
    [
        (0, "zero", "zéro", "zero"),
        (1, "one", "un", "uno"),
        (13, "thirteen", "treize", "tredici"),
        (17, "seventeen", "dix-sept", "diciassette"),
        (20, "twenty", "vingt", "venti"),
        (21, "twenty-one", "vingt et un", "ventuno"),
        (23, "twenty-three", "vingt-trois", "ventitré"),
        (28, "twenty-eight", "vingt-huit", "ventotto"),
        (61, "sixty-one", "soixante et un", "sessantuno"),
        (66, "sixty-six", "soixante-six", "sessantasei"),
        (70, "seventy", "soixante-dix", "settanta"),
        (71, "seventy-one", "soixante et onze", "settantuno"),
        (77, "seventy-seven", "soixante-dix-sept", "settantasette"),
        (80, "eighty", "quatre-vingts", "ottanta"),
        (81, "eighty-one", "quatre-vingt-un", "ottantuno"),
        (91, "ninety-one", "quatre-vingt-onze", "novantuno"),
        (99, "ninety-nine", "quatre-vingt-dix-neuf", "novantanove"),
        (100, "one hundred", "cent", "cento"),
        (103, "one hundred three", "cent trois", "centotré"),
        (180, "one hundred eighty", "cent quatre-vingts", "centottanta"),
        (101, "one hundred one", "cent un", "centouno"),
        (108, "one hundred eight", "cent huit", "centotto"),
        (111, "one hundred eleven", "cent onze", "centoundici"),
        (118, "one hundred eighteen", "cent dix-huit", "centodiciotto"),
        (165, "one hundred sixty-five", "cent soixante-cinq", "centosessantacinque"),
        (808, "eight hundred eight", "huit cent huit", "ottocentotto"),
        (888, "eight hundred eighty-eight", "huit cent quatre-vingt-huit", "ottocentottantotto"),
        (200, "two hundred", "deux cents", "duecento"),
        (221, "two hundred twenty-one", "deux cent vingt et un", "duecentoventuno"),
        (1000, "1000", "1000", "1000"),
        (-1, "-1", "-1", "-1"),
    ],
)
def test_numbers_in_words(n: int, en: str, fr: str, it: str) -> None:
    assert number(n) == (en, fr, it)


def test_no_two_numbers_sound_alike() -> None:
    for lang in range(3):
        assert len({number(n)[lang] for n in range(1000)}) == 1000
