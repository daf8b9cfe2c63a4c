"""Names for tables: a place where people might meet of an evening, in the language of whoever opens it.

A name says nothing about its owner. Two open tables have the same one only when there are more tables than names.
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
)


def pick_table_name(*, taken: Iterable[str], chance: Random = CHANCE) -> str:
    """Return a name in the active language, one that is not taken if there is any."""
    used, names = set(taken), [str(name) for name in TABLE_NAMES]
    return chance.choice([name for name in names if name not in used] or names)
