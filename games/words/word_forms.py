"""Words as a search compares them: without capitals and accents, and without endings.

static/js/help_search.js folds words in the same way, so a change here is a change there.
"""

import re
import unicodedata
from collections.abc import Callable

import snowballstemmer

WORD = re.compile(r"[^\W_]+")
# Snowball's names; "dutch" knows more endings than the older "dutch_porter".
STEMMERS = {
    "en": "english",
    "es": "spanish",
    "it": "italian",
    "pl": "polish",
    "nl": "dutch",
}


def fold(text: str) -> str:
    """Return the text in lower case and without accents; the Polish ł counts as an l with one."""
    letters = unicodedata.normalize("NFKD", text.lower().replace("ł", "l"))
    return "".join(each for each in letters if not unicodedata.category(each).startswith("M"))


def folded_words(text: str) -> list[str]:
    """Return the words of a text in their order, folded."""
    return [fold(word) for word in WORD.findall(unicodedata.normalize("NFC", text))]


def stemmer(language: str) -> Callable[[str], str]:
    """Return a function from a word, with its accents, to its folded stem in this language.

    A language without a stemmer keeps its words as they are. The function is for one thread.
    """
    if language not in STEMMERS:
        return fold
    stem = snowballstemmer.stemmer(STEMMERS[language]).stemWord
    return lambda word: fold(stem(word.lower()))
