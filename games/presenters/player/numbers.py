"""How figures are written in the reader's language: decimals, signs, per cent.

A minus is a true one, as wide as a plus; nothing here ever breaks over two lines.
"""

from django.template.defaultfilters import floatformat
from django.utils.translation import pgettext

MINUS = "\u2212"


def number(value: float | None, places: int = 0) -> str:
    """Rounded to so many decimals; nothing for no number."""
    return str(floatformat(value, places)).replace("-", MINUS)


def signed(value: float, places: int = 0) -> str:
    """A change, always with its sign."""
    shown = number(value, places)
    if shown.startswith(MINUS):
        return shown
    return f"±{shown}" if shown == number(0, places) else f"+{shown}"


def percent(value: float | None, places: int = 0) -> str:
    """A share from 0 to 100 with its sign, as this language puts it; nothing for no number."""
    if value is None:
        return ""
    # Translators: such as 45%. A no-break space stands before the sign where your language has one.
    text = pgettext("percentage", "%(number)s%%")
    return text % {"number": number(value, places)}
