"""The site's fonts: their content, their size, and that they have every letter of our texts."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import translation
from fontTools.ttLib import TTFont

from config import fonts
from config.catalogues import LANGUAGES, LOCALE

ROOT = Path(__file__).resolve().parents[2]
# Loaded by a first visit in English; Polish needs the extended letters, too.
FIRST = ("display-latin", "text-latin")
MOST_BYTES = 70_000
MOST_BYTES_WITH_SIGNS = 110_000
# The title of a window: the browser draws it with fonts of its own.
NOT_PRINTED = {"●"}


FACES = {face.name: face for face in fonts.FACES}


def cut_font(name: str) -> TTFont:
    return TTFont(fonts.subset_fonts() / f"{name}.woff2")


def characters(face: str) -> set[int]:
    """Return the characters of a face, over all its files."""
    return {
        each
        for letters in FACES[face].letters
        for each in cut_font(f"{face}-{letters}").getBestCmap()
    }


def printed() -> Iterator[tuple[str, str]]:
    """Return every text of the site with its place: in catalogues, templates, scripts, styles, modules."""
    for language in LANGUAGES:
        with (LOCALE / language / "LC_MESSAGES" / "django.po").open("rb") as file:
            for message in read_po(file):
                for text in (message.id, message.string):
                    yield language, "".join(text) if isinstance(text, tuple) else str(text)
    for pattern in ("templates/**/*.html", "static/js/*.js", "static/css/*.css", "games/**/*.py"):
        for path in ROOT.glob(pattern):
            yield str(path.relative_to(ROOT)), path.read_text()


def test_every_letter_the_site_prints_is_in_its_own_faces() -> None:
    has = characters("display") | characters("text")
    texts = dict.fromkeys(printed())
    assert len(texts) > 1000

    lacking = {
        (where, letter)
        for where, text in texts
        for letter in set(text) - NOT_PRINTED
        if letter.isprintable() and ord(letter) not in has
    }
    # Names that look like others, in the code that refuses them.
    assert {each for each in lacking if not each[0].startswith("games/services")} == set()


@pytest.mark.parametrize("face", [each.name for each in fonts.FACES])
def test_names_of_many_alphabets_are_printed(face: str) -> None:
    names = "Grażyna Łękołodzka Đặng Thị Hường Ștefan Işıl Jürgen Åse Οδυσσέας Наталія Їжак Љубица Ñandú"
    # What a face has no letters of is printed in the one that stands behind it in tokens.css.
    behind = characters("display") if FACES[face].lacks else set()
    assert {each for each in names if ord(each) not in characters(face) | behind} <= {" "}
    kinds = {unicodedata.name(each).split()[0] for each in names if each.isalpha()}
    lacking = {
        kind.lower()
        for kind in kinds
        if not any(
            ord(each) in characters(face)
            for each in names
            if each.isalpha() and unicodedata.name(each).startswith(kind)
        )
    }
    assert lacking == set(FACES[face].lacks)


def test_first_visit_loads_little() -> None:
    sizes = {path.stem: path.stat().st_size for path in fonts.subset_fonts().glob("*.woff2")}
    english = sum(sizes[name] for name in FIRST)

    assert english < MOST_BYTES
    assert english + sum(sizes[f"{name}-ext"] for name in FIRST) < MOST_BYTES_WITH_SIGNS


def test_style_sheet_names_only_files_that_are_served() -> None:
    sheet = (fonts.subset_fonts() / fonts.STYLE).read_text()
    named = set(re.findall(r'url\("../fonts/([^"]+)"\)', sheet))

    assert named == {name for name in fonts.FILES if name.endswith(".woff2")}
    for name in fonts.FILES:
        assert finders.find(f"fonts/{name}") == str(fonts.subset_fonts() / name)
    assert finders.find("fonts/../db.sqlite3") is None
    assert {name for finder in finders.get_finders() for name, _ in finder.list([])} >= named


def test_rules_of_the_style_sheet_promise_only_letters_their_file_has() -> None:
    sheet = (fonts.subset_fonts() / fonts.STYLE).read_text()
    rules = re.findall(r'url\("../fonts/([^"]+)\.woff2"\).*?unicode-range: ([^;]+);', sheet)
    assert len(rules) > sum(len(face.letters) for face in fonts.FACES)

    for name, ranges in rules:
        has = cut_font(name).getBestCmap()
        for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges):
            for character in range(int(first, 16), int(last or first, 16) + 1):
                assert character in has, (name, hex(character))


def test_figures_stand_on_the_line_and_are_as_tall_as_capitals() -> None:
    font = cut_font("text-latin")
    glyphs, shapes = font.getBestCmap(), font["glyf"]

    for figure in "0123456789":
        shape = shapes[glyphs[ord(figure)]]
        assert shape.yMin > -40, figure
        assert shape.yMax > shapes[glyphs[ord("x")]].yMax * 1.2, figure


@pytest.mark.parametrize("face", fonts.FACES, ids=lambda face: face.name)
def test_licence_and_authors_travel_along(face: fonts.Face) -> None:
    text = (fonts.subset_fonts() / f"{face.name}-licence.txt").read_text()
    assert "SIL OPEN FONT LICENSE" in text
    assert "Copyright" in text

    names = cut_font(f"{face.name}-latin")["name"]
    assert "Copyright" in names.getDebugName(0)
    assert "License" in names.getDebugName(13)


@pytest.mark.parametrize(("language", "files"), [("en", 2), ("pl", 4)])
def test_pages_ask_for_their_letters_at_once(language: str, files: int) -> None:
    with translation.override(language):
        head = render_to_string("_styles.html")
    asked = re.findall(
        r'<link rel="preload" href="/static/fonts/([^"]+)" as="font" type="font/woff2" crossorigin>',
        head,
    )

    assert len(asked) == files
    assert set(asked) <= set(fonts.FILES)
    assert head.index("preload") < head.index("stylesheet")
