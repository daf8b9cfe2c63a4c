"""Figures in the reader's language: decimals, signs, per cent.

The minus is as wide as a plus, and nothing here breaks over two lines.
"""

from django.template.defaultfilters import floatformat
from django.utils.translation import pgettext

from games.words.once_per_language import once_per_language

MINUS = "\u2212"


# A page of figures asks for some hundred, and most of them are the same for the next reader.
@once_per_language(4096)
def number(value: float | None, places: int = 0) -> str:
    """Return the number rounded to so many decimals; an empty text for None."""
    return str(floatformat(value, places)).replace("-", MINUS)


def signed(value: float, places: int = 0) -> str:
    """Return a change, always with its sign."""
    shown = number(value, places)
    if shown.startswith(MINUS):
        return shown
    return f"±{shown}" if shown == number(0, places) else f"+{shown}"


@once_per_language(4096)
def percent(value: float | None, places: int = 0) -> str:
    """Return a share from 0 to 100 with the per cent sign of this language; an empty text for None."""
    if value is None:
        return ""
    # Translators: such as 45%. A no-break space stands before the sign where your language has one.
    text = pgettext("percentage", "%(number)s%%")
    return text % {"number": number(value, places)}
