"""Names for tables: a place where people might meet of an evening, in the language of whoever opens it.

A name says nothing about its owner. Two open tables have the same one only when there are more tables than names,
and a name that was used lately rests while others are free.
"""

from collections.abc import Iterable
from random import Random, SystemRandom

from django.utils.translation import pgettext_lazy

CHANCE = SystemRandom()

TABLE_NAMES = (
    pgettext_lazy("name of a table", "The Green Lamp"),
    pgettext_lazy("name of a table", "The Last Train"),
    pgettext_lazy("name of a table", "The Paper Lantern"),
    pgettext_lazy("name of a table", "The Winter Garden"),
    pgettext_lazy("name of a table", "The Blue Piano"),
    pgettext_lazy("name of a table", "The Back Room"),
    pgettext_lazy("name of a table", "The Night Café"),
    pgettext_lazy("name of a table", "The Round Window"),
    pgettext_lazy("name of a table", "The Velvet Curtain"),
    pgettext_lazy("name of a table", "The Old Printing House"),
    pgettext_lazy("name of a table", "The Brass Key"),
    pgettext_lazy("name of a table", "The Quiet Corner"),
    pgettext_lazy("name of a table", "The Marble Staircase"),
    pgettext_lazy("name of a table", "The Rainy Evening"),
    pgettext_lazy("name of a table", "The Clock Tower"),
    pgettext_lazy("name of a table", "The Open Umbrella"),
    pgettext_lazy("name of a table", "The Sealed Letter"),
    pgettext_lazy("name of a table", "The Copper Kettle"),
    pgettext_lazy("name of a table", "The Reading Room"),
    pgettext_lazy("name of a table", "The Lighthouse"),
    pgettext_lazy("name of a table", "The Third Bell"),
    pgettext_lazy("name of a table", "The Ballroom"),
    pgettext_lazy("name of a table", "The Harbour Bar"),
    pgettext_lazy("name of a table", "The Revolving Door"),
    pgettext_lazy("name of a table", "The Silver Teapot"),
    pgettext_lazy("name of a table", "The Attic"),
    pgettext_lazy("name of a table", "The Telegraph Office"),
    pgettext_lazy("name of a table", "The Tram Stop"),
    pgettext_lazy("name of a table", "The Empty Chair"),
    pgettext_lazy("name of a table", "The Red Door"),
    pgettext_lazy("name of a table", "The Candlestick"),
    pgettext_lazy("name of a table", "The Chess Café"),
    pgettext_lazy("name of a table", "The Coat Rack"),
    pgettext_lazy("name of a table", "The Left Glove"),
    pgettext_lazy("name of a table", "The Bookshop"),
    pgettext_lazy("name of a table", "The Snow Globe"),
    pgettext_lazy("name of a table", "The Long Corridor"),
    pgettext_lazy("name of a table", "The Opera Box"),
    pgettext_lazy("name of a table", "The Typewriter"),
    pgettext_lazy("name of a table", "The Hidden Drawer"),
    pgettext_lazy("name of a table", "The Broken Compass"),
    pgettext_lazy("name of a table", "The Foggy Bridge"),
    pgettext_lazy("name of a table", "The Grandfather Clock"),
    pgettext_lazy("name of a table", "The Ink Bottle"),
    pgettext_lazy("name of a table", "The Billiard Room"),
    pgettext_lazy("name of a table", "The Roof Terrace"),
    pgettext_lazy("name of a table", "The Orange Lampshade"),
    pgettext_lazy("name of a table", "The Cloakroom"),
    pgettext_lazy("name of a table", "The Old Gramophone"),
    pgettext_lazy("name of a table", "The Night Ferry"),
    pgettext_lazy("name of a table", "The Yellow Umbrella"),
    pgettext_lazy("name of a table", "The Secret Garden"),
    pgettext_lazy("name of a table", "The Loose Floorboard"),
    pgettext_lazy("name of a table", "The Fireplace"),
    pgettext_lazy("name of a table", "The Corner Bakery"),
    pgettext_lazy("name of a table", "The Spiral Staircase"),
    pgettext_lazy("name of a table", "The Twelfth Stroke"),
    pgettext_lazy("name of a table", "The Old Observatory"),
    pgettext_lazy("name of a table", "The Magnifying Glass"),
    pgettext_lazy("name of a table", "The Card Cabinet"),
)


def pick_table_name(
    *, taken: Iterable[str], recent: Iterable[str] = (), chance: Random = CHANCE
) -> str:
    """Return a name in the active language: one neither taken nor recent if there is any, else one not taken."""
    names = [str(name) for name in TABLE_NAMES]
    used, rests = set(taken), set(recent)
    free = [name for name in names if name not in used]
    return chance.choice([name for name in free if name not in rests] or free or names)
