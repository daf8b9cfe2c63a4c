"""Long dates, where Django's formats do not suffice: Italian writes "1º ottobre", then "2 ottobre"."""

from datetime import date
from typing import Final

from django.utils.formats import date_format, get_format
from django.utils.translation import get_language

FIRST_DAY: Final = {"it": "jº"}
"""The day of the month, as Django's formats say it, on the first of a month."""


def written(day: date, form: str = "DATE_FORMAT") -> str:
    """Return a date, or a moment, in one of Django's named forms, as its readers write it."""
    pattern = str(get_format(form))
    if day.day == 1:
        pattern = pattern.replace("j", FIRST_DAY.get(get_language() or "", "j"), 1)
    return date_format(day, pattern)
