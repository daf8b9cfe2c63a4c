"""The colours of static/css/tokens.css: readable on every background, in every scheme, for all eyes.

Text needs a contrast of 4.5:1, symbols and edges of controls 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). The
two party colours must stay apart for the three common kinds of colour blindness.
"""

import re
from itertools import combinations, product
from math import dist
from pathlib import Path

import pytest

from accounts.emblems import Ink

TOKENS = (Path(__file__).parent.parent / "static" / "css" / "tokens.css").read_text()
CSS = sorted((Path(__file__).parent.parent / "static" / "css").glob("*.css"))

Colour = tuple[float, float, float]
Palette = dict[str, Colour]

PAPERS = ("paper", "sheet", "hollow")
EMBLEMS = tuple(f"emblem-{ink}" for ink in Ink)
GREYS = ("emblem-black", "emblem-grey")
TEXT_PAIRS = [
    *product(EMBLEMS, PAPERS),
    *product(("ink", "ink-soft", "liberal", "fascist"), PAPERS),
    *product(("ink", "ink-soft"), ("liberal-tint", "fascist-tint")),
    ("liberal", "liberal-tint"),
    ("fascist", "fascist-tint"),
    ("on-liberal", "liberal-solid"),
    ("on-fascist", "fascist-solid"),
    ("on-block", "block"),
    ("on-night", "night"),
    ("stamp-on-night", "night"),
    ("ballot-ink", "ballot-paper"),
]
SHAPE_PAIRS = [
    *product(("edge", "focus", "block", "liberal-solid", "fascist-solid"), PAPERS),
    ("liberal-solid", "liberal-tint"),
    ("fascist-solid", "fascist-tint"),
]

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear light.
COLOUR_BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def colour(text: str) -> Colour:
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def pairs_in(css: str) -> dict[str, tuple[str, str]]:
    """Return each token written as light-dark(#light, #dark)."""
    found = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", css)
    return {name: (light, dark) for name, light, dark in found}


def schemes() -> dict[str, Palette]:
    plain_css, contrast_css = TOKENS.split("@media (prefers-contrast: more)")
    plain = pairs_in(plain_css)
    strong = plain | pairs_in(contrast_css)
    return {
        f"{scheme}{suffix}": {name: colour(both[i]) for name, both in palette.items()}
        for suffix, palette in (("", plain), (", high contrast", strong))
        for i, scheme in enumerate(("light", "dark"))
    }


SCHEMES = schemes()


def linear(value: Colour) -> Colour:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in value)
    return red, green, blue


def luminance(value: Colour) -> float:
    red, green, blue = linear(value)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def lab(light: Colour) -> Colour:
    """CIE L*a*b* of linear light under D65."""
    matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        sum(m * min(max(c, 0.0), 1.0) for m, c in zip(row, light, strict=True)) / w
        for row, w in zip(matrix, white, strict=True)
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen_by(eye: str, value: Colour) -> Colour:
    light = linear(value)
    red, green, blue = (
        sum(m * c for m, c in zip(row, light, strict=True)) for row in COLOUR_BLINDNESS[eye]
    )
    return lab((red, green, blue))


def test_contrast_of_black_on_white_is_21() -> None:
    assert contrast(colour("#000000"), colour("#ffffff")) == pytest.approx(21.0)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("ink", "paper"), TEXT_PAIRS)
def test_text_is_readable(scheme: str, ink: str, paper: str) -> None:
    assert contrast(SCHEMES[scheme][ink], SCHEMES[scheme][paper]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("ink", "paper"), SHAPE_PAIRS)
def test_shapes_stand_out(scheme: str, ink: str, paper: str) -> None:
    assert contrast(SCHEMES[scheme][ink], SCHEMES[scheme][paper]) >= 3.0


@pytest.mark.parametrize("scheme", [s for s in SCHEMES if "high contrast" in s])
@pytest.mark.parametrize("ink", ["ink", "ink-soft", "liberal", "fascist", "edge", *EMBLEMS])
def test_high_contrast_reaches_seven(scheme: str, ink: str) -> None:
    assert contrast(SCHEMES[scheme][ink], SCHEMES[scheme]["paper"]) >= 7.0


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("eye", COLOUR_BLINDNESS)
@pytest.mark.parametrize("kind", ["", "-solid"])
def test_parties_stay_apart_for_colour_blind_eyes(scheme: str, eye: str, kind: str) -> None:
    liberal = seen_by(eye, SCHEMES[scheme][f"liberal{kind}"])
    fascist = seen_by(eye, SCHEMES[scheme][f"fascist{kind}"])

    distance = sum((a - b) ** 2 for a, b in zip(liberal, fascist, strict=True)) ** 0.5

    assert distance >= 30


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("ink", EMBLEMS)
@pytest.mark.parametrize("party", ["liberal", "fascist"])
def test_no_emblem_is_printed_in_the_ink_of_a_party(scheme: str, ink: str, party: str) -> None:
    worn, partys = (lab(linear(SCHEMES[scheme][name])) for name in (ink, party))

    assert dist(worn, partys) >= 25


@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_two_emblems_have_one_ink(scheme: str) -> None:
    seen = [lab(linear(SCHEMES[scheme][name])) for name in EMBLEMS]

    assert min(dist(one, other) for one, other in combinations(seen, 2)) >= 12


@pytest.mark.parametrize("ink", [each for each in EMBLEMS if each not in GREYS])
def test_emblems_are_printed_in_colours_and_not_in_shades_of_grey(ink: str) -> None:
    _lightness, *chroma = lab(linear(SCHEMES["light"][ink]))

    assert dist(chroma, (0, 0)) >= 20


def test_browsers_without_light_dark_get_the_light_print() -> None:
    fallback_css = TOKENS.split("@supports not (color: light-dark")[1].split("@media")[0]
    fallback = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", fallback_css))

    assert fallback == {
        name: light for name, (light, _) in pairs_in(TOKENS.split("@media")[0]).items()
    }


def test_high_contrast_prints_every_colour_anew() -> None:
    plain_css, contrast_css = TOKENS.split("@media (prefers-contrast: more)")
    assert pairs_in(contrast_css).keys() == pairs_in(plain_css).keys()


@pytest.mark.parametrize("sheet", [s for s in CSS if s.name != "tokens.css"], ids=lambda s: s.name)
def test_style_sheets_use_tokens_for_their_colours(sheet: Path) -> None:
    outside_print = re.sub(r"@media print \{.*?\n  \}", "", sheet.read_text(), flags=re.DOTALL)
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b", outside_print) == []
