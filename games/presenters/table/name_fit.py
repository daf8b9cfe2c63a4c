"""How much room a name takes in a seat, so that its type is as large as two lines hold and no word breaks.

W is four times as wide as i, so letters are measured, not counted. Knows the face of names (config/fonts.py):
tests/games/presenters/table/test_name_fit.py compares its letters with the font.
"""

import re
import unicodedata
from functools import lru_cache
from math import ceil

# Letters of the face at weight 700, by their width in hundredths of an em; accents change it little.
_BY_WIDTH = {
    18: " ",
    20: "I`ijlıŀІіј",
    22: "!'.:",
    24: ",;",
    26: "JfЈ",
    28: "-1tŧſ",
    30: "LZrz|Ŀłг",
    32: "T[]ŦТ",
    34: "()7<>EF{}ŁГЕт",
    36: '"$xyУух',
    38: "XYabcdegkopqsvðøþđĸŋЗХабеиорсчьѕ",
    40: "02345689?ACGPSVhnu×Þ÷ħЄЅАБРСЧЬЭзкнпэєџ",
    42: "BDHKNOQRU^ØĦŊЏВИНОПЪЯвъя",
    44: "Клцђћ",
    46: "=ÐßĐЋЛ",
    48: "&ЂЦ",
    50: "+/",
    52: "м",
    54: "M~МФд",
    56: "\\ÆŒш",
    58: "%*mæœЫы",
    60: "WwДЮфюњ",
    62: "Њжщ",
    64: "ЖШљ",
    66: "Љ",
    70: "Щ",
    72: "#_",
    74: "@",
}
_WIDTHS = {letter: width for width, letters in _BY_WIDTH.items() for letter in letters}
# Letters of other alphabets are set in another face, and wider.
_UNKNOWN = 60
_STEP = 50
NARROWEST, WIDEST = 4, 32
"""Between how many half ems the style sheet knows sizes (seats.css)."""


def width_of(text: str) -> int:
    """How wide a text is, in hundredths of an em."""
    return sum(
        _WIDTHS.get(letter, _UNKNOWN)
        for letter in unicodedata.normalize("NFD", text)
        if not unicodedata.combining(letter)
    )


@lru_cache(maxsize=4096)
def fit(name: str) -> int:
    """How many half ems the wider line of a name has, broken at the best place into two lines."""
    # A hyphen stays at the end of its line, a space is gone there.
    parts = re.findall(r"[^\s-]+-?|-", name)
    widest = [
        max(_width_of_line(parts[:place]), _width_of_line(parts[place:]))
        for place in range(1, len(parts) + 1)
    ]
    return min(max(ceil(min(widest, default=0) / _STEP), NARROWEST), WIDEST)


def _width_of_line(parts: list[str]) -> int:
    return width_of(" ".join(parts).replace("- ", "-"))
