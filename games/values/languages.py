"""Languages that people speak at a table: a short list, each by its own name.

A table has at most three of them. Rows keep their codes with blanks between.
"""

from collections.abc import Iterable, Sequence

MOST_LANGUAGES = 3
LANGUAGES_MAX_LENGTH = 20

LANGUAGES = {
    "en": "English",
    "es": "Español",
    "it": "Italiano",
    "pl": "Polski",
    "nl": "Nederlands",
    "de": "Deutsch",
    "fr": "Français",
    "pt": "Português",
    "cs": "Čeština",
    "sv": "Svenska",
    "tr": "Türkçe",
    "uk": "Українська",
}


def kept(codes: Iterable[str]) -> str:
    """Return these languages as a row keeps them: known ones only, each once, in the order of the list."""
    chosen = set(codes)
    return " ".join([code for code in LANGUAGES if code in chosen][:MOST_LANGUAGES])


def spoken(row: str) -> tuple[str, ...]:
    """Return the codes that a row keeps."""
    return tuple(code for code in row.split() if code in LANGUAGES)


def names_of_languages(codes: Sequence[str]) -> str:
    """Return these languages by their own names, in one line."""
    return ", ".join(LANGUAGES[code] for code in codes)
