"""What people write, as one line of plain text: what cannot be seen is left out."""

import unicodedata

# Control and format characters (zero width, writing direction), private, unassigned, line ends.
_INVISIBLE = {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}
# Invisible, though letters or signs by category.
_BLANK = "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5"
_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
# More marks on a letter than any living script needs would leave their line.
_MOST_MARKS = 4
# Longer than anything typed: cut early to save time, yet still recognised as too long.
_LONGEST_LOOKED_AT = 2000


def clean_text(typed: str) -> str:
    """Return one line of visible characters in normal form; joiners stay where a script needs them."""
    text = unicodedata.normalize("NFC", typed[:_LONGEST_LOOKED_AT])
    kept: list[str] = []
    marks = 0
    for place, each in enumerate(text):
        if each.isspace() or each in _BLANK:
            kept.append(" ")
            marks = 0
            continue
        category = unicodedata.category(each)
        if category in _INVISIBLE:
            if each in _JOINERS and _joins(text, place):
                kept.append(each)
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            kept.append(each)
    return " ".join("".join(kept).split())


def _joins(text: str, place: int) -> bool:
    """Whether a joiner is between two letters of a script that joins, or two emoji; never in Latin."""
    if place == 0 or place + 1 == len(text):
        return False
    sides = text[place - 1], text[place + 1]
    return all(
        unicodedata.category(each) in {"Lo", "Mn", "Mc", "So", "Sk"} and ord(each) > 0x2FF
        for each in sides
    )
