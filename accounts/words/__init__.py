"""The lists of words with which a new site begins, a TOML file for each language. Later on staff keep the table."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from accounts.listed_words import skeleton_of

_FILES = Path(__file__).parent

# The sections of a file: where a word counts, and whether inside other words too.
_SECTIONS = {
    "names": {"in_names": True, "in_talk": False, "is_anywhere": False},
    "names_anywhere": {"in_names": True, "in_talk": False, "is_anywhere": True},
    "both": {"in_names": True, "in_talk": True, "is_anywhere": False},
    "both_anywhere": {"in_names": True, "in_talk": True, "is_anywhere": True},
}


def first_words() -> Iterator[dict[str, Any]]:
    """Return the fields of each row of the table of listed words."""
    for path in sorted(_FILES.glob("*.toml")):
        lists = tomllib.loads(path.read_text(encoding="utf-8"))
        fine = lists.pop("fine", {})
        for section, words in lists.items():
            for word in words:
                yield {
                    "word": word,
                    "skeleton": skeleton_of(word),
                    "language": path.stem,
                    "fine": ", ".join(fine.get(word, ())),
                    **_SECTIONS[section],
                }
