"""Emblems: the face of everybody at a table, one of our own drawings in one ink on one ground.

static/img/emblems.svg holds the drawings, static/css/emblems.css the inks and grounds. An emblem is kept and
handed on as one text, "owl rose solid". An empty text stands for nobody, and has a drawing of its own.

They are drawn for this site on a 48 by 48 grid, in the colour of the text around them. Each has an outline of its
own, which tells it from all others at the size of a line of talk. None means anything in the game: no party, no
state of a seat, no office. None belongs to a nation, a faith or a movement.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random, SystemRandom
from typing import TypeVar
from zlib import crc32

from django.core.exceptions import ValidationError
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

CHANCE = SystemRandom()
Part = TypeVar("Part", bound=TextChoices)
EMBLEM_MAX_LENGTH = 40


class Symbol(TextChoices):
    """What is drawn."""

    OWL = "owl", pgettext_lazy("emblem", "Owl")
    CAT = "cat", pgettext_lazy("emblem", "Cat")
    RABBIT = "rabbit", pgettext_lazy("emblem", "Rabbit")
    FISH = "fish", pgettext_lazy("emblem", "Fish")
    SNAIL = "snail", pgettext_lazy("emblem", "Snail")
    HEDGEHOG = "hedgehog", pgettext_lazy("emblem", "Hedgehog")
    WHALE = "whale", pgettext_lazy("emblem", "Whale")
    TURTLE = "turtle", pgettext_lazy("emblem", "Turtle")
    CRAB = "crab", pgettext_lazy("emblem", "Crab")
    BEE = "bee", pgettext_lazy("emblem", "Bee")
    BUTTERFLY = "butterfly", pgettext_lazy("emblem", "Butterfly")
    PENGUIN = "penguin", pgettext_lazy("emblem", "Penguin")
    FROG = "frog", pgettext_lazy("emblem", "Frog")
    HORSE = "horse", pgettext_lazy("emblem", "Horse")
    LADYBIRD = "ladybird", pgettext_lazy("emblem", "Ladybird")
    OCTOPUS = "octopus", pgettext_lazy("emblem", "Octopus")
    MOUSE = "mouse", pgettext_lazy("emblem", "Mouse")
    SQUIRREL = "squirrel", pgettext_lazy("emblem", "Squirrel")
    MUSHROOM = "mushroom", pgettext_lazy("emblem", "Mushroom")
    PEAR = "pear", pgettext_lazy("emblem", "Pear")
    CHERRIES = "cherries", pgettext_lazy("emblem", "Cherries")
    ACORN = "acorn", pgettext_lazy("emblem", "Acorn")
    CACTUS = "cactus", pgettext_lazy("emblem", "Cactus")
    FIR = "fir", pgettext_lazy("emblem", "Fir tree")
    TULIP = "tulip", pgettext_lazy("emblem", "Tulip")
    LEAF = "leaf", pgettext_lazy("emblem", "Leaf")
    CARROT = "carrot", pgettext_lazy("emblem", "Carrot")
    SUNFLOWER = "sunflower", pgettext_lazy("emblem", "Sunflower")
    GRAPES = "grapes", pgettext_lazy("emblem", "Grapes")
    ANCHOR = "anchor", pgettext_lazy("emblem", "Anchor")
    KEY = "key", pgettext_lazy("emblem", "Key")
    SCISSORS = "scissors", pgettext_lazy("emblem", "Scissors")
    UMBRELLA = "umbrella", pgettext_lazy("emblem", "Umbrella")
    CANDLE = "candle", pgettext_lazy("emblem", "Candle")
    SPANNER = "spanner", pgettext_lazy("emblem", "Spanner")
    BRUSH = "brush", pgettext_lazy("emblem", "Paintbrush")
    NIB = "nib", pgettext_lazy("emblem", "Pen nib")
    BOOK = "book", pgettext_lazy("emblem", "Book")
    ENVELOPE = "envelope", pgettext_lazy("emblem", "Envelope")
    AMPERSAND = "ampersand", pgettext_lazy("emblem", "Ampersand")
    ROLLER = "roller", pgettext_lazy("emblem", "Ink roller")
    TYPEWRITER = "typewriter", pgettext_lazy("emblem", "Typewriter")
    TEAPOT = "teapot", pgettext_lazy("emblem", "Teapot")
    CUP = "cup", pgettext_lazy("emblem", "Cup")
    GRAMOPHONE = "gramophone", pgettext_lazy("emblem", "Gramophone")
    HAT = "hat", pgettext_lazy("emblem", "Top hat")
    BOW_TIE = "bow-tie", pgettext_lazy("emblem", "Bow tie")
    ARMCHAIR = "armchair", pgettext_lazy("emblem", "Armchair")
    ROOK = "rook", pgettext_lazy("emblem", "Rook")
    DIE = "die", pgettext_lazy("emblem", "Die")
    GLASS = "glass", pgettext_lazy("emblem", "Glass")
    TELEPHONE = "telephone", pgettext_lazy("emblem", "Telephone")
    CAMERA = "camera", pgettext_lazy("emblem", "Camera")
    BELL = "bell", pgettext_lazy("emblem", "Bell")
    BALLOON = "balloon", pgettext_lazy("emblem", "Balloon")
    BOAT = "boat", pgettext_lazy("emblem", "Sailing boat")
    BICYCLE = "bicycle", pgettext_lazy("emblem", "Bicycle")
    LOCOMOTIVE = "locomotive", pgettext_lazy("emblem", "Locomotive")
    CAKE = "cake", pgettext_lazy("emblem", "Cake")
    HORSESHOE = "horseshoe", pgettext_lazy("emblem", "Horseshoe")


class Ink(TextChoices):
    """What it is printed with; none is the blue or the red of a party."""

    # Light on dark paper.
    BLACK = "black", pgettext_lazy("ink", "As the text")
    GREY = "grey", pgettext_lazy("ink", "Grey")
    BROWN = "brown", pgettext_lazy("ink", "Brown")
    OCHRE = "ochre", pgettext_lazy("ink", "Ochre")
    OLIVE = "olive", pgettext_lazy("ink", "Olive")
    LIME = "lime", pgettext_lazy("ink", "Lime green")
    GREEN = "green", pgettext_lazy("ink", "Green")
    PINE = "pine", pgettext_lazy("ink", "Pine green")
    TEAL = "teal", pgettext_lazy("ink", "Teal")
    VIOLET = "violet", pgettext_lazy("ink", "Violet")
    PLUM = "plum", pgettext_lazy("ink", "Plum")
    ROSE = "rose", pgettext_lazy("ink", "Rose")


class Ground(TextChoices):
    """What it is printed on; told apart by eyes that do not tell inks apart."""

    PLAIN = "plain", pgettext_lazy("ground of an emblem", "Framed")
    RULED = "ruled", pgettext_lazy("ground of an emblem", "Ruled")
    SOLID = "solid", pgettext_lazy("ground of an emblem", "Reversed")


SYMBOLS, INKS, GROUNDS = tuple(Symbol), tuple(Ink), tuple(Ground)
ALL = len(SYMBOLS) * len(INKS) * len(GROUNDS)
# Shares no factor with ALL: neighbours differ, and every emblem has its turn.
STRIDE = 1327


@dataclass(frozen=True, slots=True)
class Emblem:
    """One emblem; written as a text it is what the database keeps."""

    symbol: Symbol | None = None
    ink: Ink = Ink.GREY
    ground: Ground = Ground.PLAIN

    def __str__(self) -> str:
        return f"{self.symbol} {self.ink} {self.ground}" if self.symbol else ""


NOBODY = Emblem()
"""Of a closed account."""


@lru_cache(maxsize=ALL)
def read_emblem(text: str) -> Emblem:
    """Return the emblem of a text; the empty emblem for an invalid text."""
    try:
        symbol, ink, ground = text.split(" ")
        return Emblem(Symbol(symbol), Ink(ink), Ground(ground))
    except ValueError:
        return NOBODY


def validate_emblem(text: str) -> None:
    """Raise ValidationError for a text that is no emblem."""
    if str(read_emblem(text)) != text:
        raise ValidationError(
            _("An emblem is a symbol, an ink and a ground, such as “owl rose solid”."),
            code="emblem",
        )


def deal_emblem(chance: Random = CHANCE) -> str:
    """Return a random emblem as the database stores it, for people who have not chosen one."""
    return str(numbered_emblem(chance.randrange(ALL)))


def numbered_emblem(number: int) -> Emblem:
    """Return the emblem of a number, always the same one. Sixty numbers in a row have sixty different symbols."""
    place = number * STRIDE % ALL
    place, symbol = divmod(place, len(SYMBOLS))
    ground, ink = divmod(place, len(INKS))
    return Emblem(SYMBOLS[symbol], INKS[ink], GROUNDS[ground])


@lru_cache(maxsize=1024)
def emblem_of_name(name: str) -> str:
    """Return the emblem of a name, always the same one, for bots and for people of whom only a name is known."""
    return str(numbered_emblem(crc32(name.encode())))


def told_apart(
    worn: Sequence[str], *, yielding: AbstractSet[int] = frozenset()
) -> tuple[str, ...]:
    """Return the emblems that a table shows for these, in the same order: no two have both symbol and ink in common.

    The first of equal symbols is unchanged. A later one gets the next free ink, and another ground while one is free.
    The places in `yielding`, which are those of bots, come last and get another symbol instead.
    """
    shown = [read_emblem(text) for text in worn]
    done: list[Emblem] = []
    for place in sorted(range(len(shown)), key=lambda each: each in yielding):
        if shown[place].symbol is None:
            continue
        change = _another_symbol if place in yielding else _another_print
        shown[place] = change(shown[place], done)
        done.append(shown[place])
    return tuple(map(str, shown))


def _another_symbol(emblem: Emblem, others: Sequence[Emblem]) -> Emblem:
    assert emblem.symbol is not None
    taken = {each.symbol for each in others if each.symbol is not None}
    return replace(emblem, symbol=_next_free(SYMBOLS, emblem.symbol, taken))


def _another_print(emblem: Emblem, others: Sequence[Emblem]) -> Emblem:
    alike = [each for each in others if each.symbol is emblem.symbol]
    return replace(
        emblem,
        ink=_next_free(INKS, emblem.ink, {each.ink for each in alike}),
        ground=_next_free(GROUNDS, emblem.ground, {each.ground for each in alike}),
    )


def _next_free(every: tuple[Part, ...], wanted: Part, taken: AbstractSet[Part]) -> Part:
    """Return `wanted`, or the next one in order that is free; `wanted` if none is."""
    start = every.index(wanted)
    ring = (*every[start:], *every[:start])
    return next((each for each in ring if each not in taken), wanted)
