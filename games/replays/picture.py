"""The card of a finished game as a PNG, the format every network shows beside a link.

The presenter has chosen words and positions; this module draws them.
"""

from functools import cache, lru_cache
from io import BytesIO
from typing import Final

from fontpkg.pil import truetype
from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont

from games.presenters.replay.card import CardSlot, ReplayCardView

SIZE: Final = (1200, 630)
# The colours of the light scheme: a picture cannot know the reader's.
PAPER, INK, FADED, CARD = "#f1e7d3", "#1d1914", "#554c41", "#fbf6ea"
LIBERAL, FASCIST = "#17557f", "#a32a17"
INK_OF: Final = {"liberal": LIBERAL, "fascist": FASCIST}

LEFT = 72
NAME_AT = 112
BOARDS_AT = 372
FASCIST_LEFT = 600
SLOT = 60
# No font has it: it looks like a character that the font lacks.
MISSING = "\U0010ffff"


@lru_cache(maxsize=256)
def draw(view: ReplayCardView) -> bytes:
    """Return the picture; cached by view, so many visitors cost one drawing."""
    picture = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((21, 21, 1178, 608), outline=INK, width=6)
    if can_write(view.name):
        _write(pen, NAME_AT, view.name, _font(44, 700), FADED)
    for line in view.lines:
        _write(pen, line.y, line.text, _font(60, 700), INK_OF.get(view.winner, INK))
    for slot in view.liberal:
        _policy(pen, LEFT, slot, "L", LIBERAL)
    for slot in view.fascist:
        _policy(pen, FASCIST_LEFT, slot, "F", FASCIST)
    for line in view.description:
        _write(pen, line.y, line.text, _font(30, 400), INK)
    data = BytesIO()
    picture.save(data, "PNG")
    return data.getvalue()


def can_write(text: str) -> bool:
    """Whether the font has every character; otherwise the text would be empty boxes."""
    font = _font(44, 700)
    missing = bytes(font.getmask(MISSING))
    return all(bytes(font.getmask(each)) != missing for each in set(text))


@cache
def _font(size: int, weight: int) -> FreeTypeFont:
    font: FreeTypeFont = truetype("Roboto Condensed", size=size, weight=weight)
    return font


def _write(pen: ImageDraw.ImageDraw, y: int, text: str, font: FreeTypeFont, ink: str) -> None:
    pen.text((LEFT, y), text, font=font, fill=ink, anchor="ls")


def _policy(pen: ImageDraw.ImageDraw, left: int, slot: CardSlot, letter: str, ink: str) -> None:
    """Draw a slot of a board: round for Liberal policies, square for Fascist ones."""
    x, y = left + slot.x, BOARDS_AT
    shape = pen.ellipse if letter == "L" else pen.rectangle
    shape((x, y, x + SLOT, y + SLOT), outline=ink, width=4, fill=ink if slot.is_filled else None)
    if slot.is_filled:
        middle = (x + SLOT // 2, y + SLOT // 2)
        pen.text(middle, letter, font=_font(36, 700), fill=CARD, anchor="mm")
