"""Words that people search for and the help does not use, from synonyms.toml."""

import tomllib
from functools import cache
from pathlib import Path

SYNONYMS = Path(__file__).with_name("synonyms.toml")


@cache
def synonyms() -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the words of the help for each sought word, by language."""
    book = tomllib.loads(SYNONYMS.read_text(encoding="utf-8"))
    return {
        language: {sought: tuple(said) for sought, said in words.items()}
        for language, words in book.items()
    }
