"""The site's fonts, subset from packages for the browser: `python -m config.fonts`.

Every reader gets the same fonts, whatever their machine has. Each one comes in one file for each
script; a browser loads those that a page needs. The files are kept in var/ and made again when a
package or this module changes; config.finders hands them to Django. Their style sheet is part of a bundle
(config.bundles), which lies in a folder beside theirs.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import fontpkg

FOLDER = Path(__file__).resolve().parent.parent / "var" / "fonts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """One typeface: its name in our style sheets, its package, the weights we use."""

    name: str
    family: str
    package: str
    weights: tuple[int, int]
    # The weight of most texts in it; the stand-ins match its width.
    usual_weight: int
    stand_ins: tuple["StandIn", ...]
    lacks: tuple[str, ...] = ()
    """Kinds of letters that it does not have; another face takes their place."""

    @property
    def letters(self) -> tuple[str, ...]:
        """The kinds of letters it has a file for."""
        return tuple(kind for kind in LETTERS if kind not in self.lacks)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """Fonts of one width that a reader's machine may have; `width` is that of SAMPLE, in em a letter."""

    names: tuple[str, ...]
    width: float


# Letters and spaces about as frequent as in our languages.
SAMPLE: Final = (
    "the government is elected when more than half of the living players vote for it"
    " and the chancellor enacts one of two policies "
)
_ARIAL: Final = ("Arial", "Liberation Sans", "Arimo", "Helvetica")
FACES: Final = (
    Face(
        name="display",
        family="Roboto Condensed",
        package="fontpkg-roboto-condensed",
        weights=(500, 800),
        usual_weight=700,
        stand_ins=(
            StandIn(names=tuple(f"{name} Bold" for name in _ARIAL), width=0.4679),
            StandIn(names=("Roboto Bold",), width=0.4408),
            StandIn(names=("DejaVu Sans Bold",), width=0.5618),
        ),
    ),
    # Half as wide as others: 24 letters of a name are to be read in a seat on a phone.
    Face(
        name="names",
        family="Alumni Sans",
        package="fontpkg-alumni-sans",
        weights=(600, 800),
        usual_weight=700,
        stand_ins=(StandIn(names=tuple(f"{name} Bold" for name in _ARIAL), width=0.4679),),
        lacks=("greek",),
    ),
    Face(
        name="text",
        family="Vollkorn",
        package="fontpkg-vollkorn",
        weights=(400, 700),
        usual_weight=400,
        stand_ins=(
            StandIn(names=("Times New Roman", "Liberation Serif", "Tinos", "Times"), width=0.3943),
            StandIn(names=("Noto Serif", "Noto Serif Regular"), width=0.469),
            StandIn(names=("DejaVu Serif",), width=0.5023),
            StandIn(names=(*_ARIAL, "Arimo Regular"), width=0.4323),
        ),
    ),
)
# One file for each of these ranges: most pages need only the first, but names may need any.
LETTERS: Final = {
    "latin": "0000-00FF,0131,0152-0153,02C6,02DC,2000-206F,20AC,2116,2122,2190-2193,2212,2265,25CF,2713,FFFD",
    "latin-ext": (
        "0100-0130,0132-0151,0154-019F,01A2-01AE,01B1-02C5,02C7-02DB,02DD-02FF,1E00-1E9F,1EFA-1EFF,2C60-2C7F"
    ),
    "vietnamese": "01A0-01A1,01AF-01B0,0300-036F,1EA0-1EF9,20AB",
    "cyrillic": "0400-045F,0490-0491",
    "cyrillic-ext": "0460-048F,0492-052F",
    "greek": "0370-03FF,1F00-1FFF",
}
STYLE: Final = "fonts.css"
FILES: Final = (
    STYLE,
    *(f"{face.name}-{letters}.woff2" for face in FACES for letters in face.letters),
    *(f"{face.name}-licence.txt" for face in FACES),
)
FEATURES: Final = ["kern", "liga", "ccmp", "locl", "mark", "mkmk", "tnum"]
# Name records to keep: 0 is the copyright, 13 and 14 the licence.
NAMES: Final = [0, 1, 2, 3, 4, 5, 6, 13, 14]


@cache
def subset_fonts() -> Path:
    """Return the folder with FILES; if it is missing, make it, which takes some seconds."""
    made = FOLDER / _edition()
    if made.is_dir():
        return made
    FOLDER.mkdir(parents=True, exist_ok=True)
    # Several processes may make it at once; the first to move its folder here wins.
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="making-") as temporary:
        folder = Path(temporary) / "files"
        folder.mkdir()
        style = []
        for face in FACES:
            style += _subset_face(face, folder)
        (folder / STYLE).write_text("\n".join(style))
        try:
            folder.rename(made)
        except OSError:
            if not made.is_dir():
                raise
    for old in FOLDER.iterdir():
        if old != made and not old.name.startswith("making-"):
            shutil.rmtree(old, ignore_errors=True)
    return made


def _edition() -> str:
    """Return a hash of this module and its packages, the folder's name."""
    packages = ("fonttools", "brotli", *(face.package for face in FACES))
    made_of = [Path(__file__).read_bytes(), *(version(name).encode() for name in packages)]
    return hashlib.sha256(b"\0".join(made_of)).hexdigest()[:16]


def _subset_face(face: Face, folder: Path) -> list[str]:
    """Write a face's files; return its rules for the style sheet."""
    # Imported here because importing takes time, and only subsetting needs them.
    from fontTools.subset import parse_unicodes
    from fontTools.ttLib import TTFont

    source = fontpkg.path(face.family, weight=face.usual_weight)
    shutil.copyfile(source.parent.parent / "LICENSE", folder / f"{face.name}-licence.txt")
    with TTFont(source, lazy=True) as whole:
        has = set(whole.getBestCmap())
    style = []
    for letters in face.letters:
        ranges = LETTERS[letters]
        wanted = has.intersection(parse_unicodes(ranges))
        name = f"{face.name}-{letters}.woff2"
        _subset_letters(source, face, wanted, folder / name)
        about = {
            "font-weight": f"{face.weights[0]} {face.weights[1]}",
            # Text shows at once in the stand-in, which takes up the same room.
            "font-display": "swap",
            "unicode-range": _ranges(wanted),
        }
        style.append(_rule(f"Site {face.name}", f'url("../fonts/{name}") format("woff2")', about))
        # Characters that one face lacks, such as arrows, may come from the other.
        for other in FACES:
            lent = {each for each in wanted - _characters(other) if chr(each).isprintable()}
            if other != face and lent and letters == "latin":
                about = {
                    "font-weight": f"{other.weights[0]} {other.weights[1]}",
                    "font-display": "swap",
                    "unicode-range": _ranges(lent),
                }
                style.append(
                    _rule(f"Site {other.name}", f'url("../fonts/{name}") format("woff2")', about)
                )
    width, ascent, descent = _measure(source, face)
    for stand_in in face.stand_ins:
        size = width / stand_in.width
        about = {
            "size-adjust": f"{size:.2%}",
            "ascent-override": f"{ascent / size:.2%}",
            "descent-override": f"{descent / size:.2%}",
            "line-gap-override": "0%",
            "font-weight": "100 900",
        }
        sources = ", ".join(f'local("{name}")' for name in stand_in.names)
        style.append(_rule(f"Site {face.name} {stand_in.names[0]}", sources, about))
    return style


@cache
def _characters(face: Face) -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(fontpkg.path(face.family, weight=face.usual_weight), lazy=True) as font:
        return frozenset(font.getBestCmap())


def _subset_letters(source: Path, face: Face, wanted: set[int], target: Path) -> None:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    options = Options()
    options.hinting = False
    options.layout_features = FEATURES
    options.name_IDs = NAMES
    with TTFont(source, lazy=True) as font:
        _use_lining_figures(font)
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=wanted)
        subsetter.subset(font)
        instantiateVariableFont(font, {"wght": face.weights}, inplace=True)
        font.flavor = "woff2"
        font.save(target)


def _use_lining_figures(font: Any) -> None:
    """Make lining figures, as tall as capitals, the default: ours are in tables and scores."""
    substitutions = font["GSUB"].table
    figures: dict[str, str] = {}
    for feature in substitutions.FeatureList.FeatureRecord:
        if feature.FeatureTag == "lnum":
            for index in feature.Feature.LookupListIndex:
                for table in substitutions.LookupList.Lookup[index].SubTable:
                    figures |= getattr(table, "ExtSubTable", table).mapping
    for table in font["cmap"].tables:
        for character, glyph in table.cmap.items():
            table.cmap[character] = figures.get(glyph, glyph)


def _measure(source: Path, face: Face) -> tuple[float, float, float]:
    """Return the mean width of SAMPLE's letters, the ascent and the descent, all in em."""
    from fontTools.subset import Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    with TTFont(source, lazy=True) as font:
        subsetter = Subsetter()
        subsetter.populate(text=SAMPLE)
        subsetter.subset(font)
        instantiateVariableFont(font, {"wght": face.usual_weight}, inplace=True)
        em, glyphs, widths = font["head"].unitsPerEm, font.getBestCmap(), font["hmtx"]
        width = sum(widths[glyphs[ord(letter)]][0] for letter in SAMPLE) / len(SAMPLE)
        return width / em, font["hhea"].ascent / em, -font["hhea"].descent / em


def _ranges(characters: set[int]) -> str:
    """Return the characters as a CSS unicode-range: U+41-5A, U+20AC."""
    ranges: list[list[int]] = []
    for character in sorted(characters):
        if ranges and ranges[-1][1] == character - 1:
            ranges[-1][1] = character
        else:
            ranges.append([character, character])
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in ranges)


def _rule(family: str, source: str, about: Mapping[str, str]) -> str:
    lines = {"font-family": f'"{family}"', "src": source} | dict(about)
    return "@font-face {" + " ".join(f"{name}: {value};" for name, value in lines.items()) + "}"


if __name__ == "__main__":
    subset_fonts()
