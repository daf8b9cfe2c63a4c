"""Names in seats: their measured widths are those of the font, and longer names get smaller type."""

from math import ceil

import fontpkg
import pytest
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from config.fonts import FACES
from games.presenters.table.name_fit import NARROWEST, WIDEST, fit, width_of

NAMES = next(face for face in FACES if face.name == "names")
SAID = (
    "Bartholomäusmeierhoferin",
    "Brzęczyszczykiewiczówna",
    "Олександра Шевченко",
    "Wolfgang Amadeus Mozarts",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "Ilililililililililililil",
)


def test_widths_are_those_of_the_font() -> None:
    source = TTFont(fontpkg.path(NAMES.family, weight=NAMES.usual_weight))
    font = instantiateVariableFont(source, {"wght": NAMES.usual_weight})
    glyphs, em = font.getBestCmap(), font["head"].unitsPerEm
    for name in SAID:
        drawn = sum(font["hmtx"][glyphs[ord(letter)]][0] for letter in name) / em
        assert drawn <= width_of(name) / 100 + 0.05
        assert width_of(name) / 100 <= drawn * 1.12


@pytest.mark.parametrize(
    ("name", "wider_line"),
    [
        ("Ana Bo", "Ana"),
        # At the best place, whichever that is.
        ("Wolfgang Amadeus Mozarts", "Amadeus Mozarts"),
        ("Jean-Baptiste de la Salle", "Jean-Baptiste"),
        ("Bartholomäusmeierhoferin", "Bartholomäusmeierhoferin"),
    ],
)
def test_name_is_as_wide_as_the_wider_of_two_lines(name: str, wider_line: str) -> None:
    assert fit(name) == max(ceil(width_of(wider_line) / 50), NARROWEST)


def test_every_name_has_a_size() -> None:
    assert fit("Al") == NARROWEST
    assert fit("") == NARROWEST
    assert fit("W" * 60) == WIDEST
    assert NARROWEST < fit("Bartholomäusmeierhoferin") < WIDEST
