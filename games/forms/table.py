"""What forms about tables share: the sizes of a table, and how a typed name is cleaned."""

import unicodedata

from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS

SIZES = [(number, str(number)) for number in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)]
# Control and format characters (writing direction too), private, unassigned, line ends.
_INVISIBLE = {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}


def clean_table_name(typed: str) -> str:
    """Return one line of visible characters."""
    text = unicodedata.normalize("NFC", typed)
    visible = (" " if each.isspace() else each for each in text)
    kept = "".join(each for each in visible if unicodedata.category(each) not in _INVISIBLE)
    return " ".join(kept.split())
