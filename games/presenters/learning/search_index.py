"""The index of the help's search: everything that a search needs to know, as plain values.

The server and the browser (static/js/help_search.js) search the same index in the same way. Stems
are made here only: the index tells the browser the forms of each stem, so it needs no stemmer.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile

from games.presenters.learning.search_text import HelpPlace, SearchText, Sentence
from games.presenters.view import view_model
from games.words.word_forms import WORD, fold, stemmer

# An ending says something about other words if it comes with several stems of some length.
SHORTEST_STEM = 3
STEMS_OF_AN_ENDING = 3
# No stem begins with this.
FOREIGN = "="


@view_model
class SearchIndex:
    """The help in one language. All words are folded."""

    places: tuple[HelpPlace, ...]
    sentences: tuple[Sentence, ...]
    stems: Mapping[str, tuple[str, ...]]
    """The forms of each stem."""
    synonyms: Mapping[str, tuple[str, ...]]
    """The stems that the help uses, by the stem of a word that people search for."""
    endings: tuple[tuple[str, str], ...]
    """What a word that is not in the help may lose and get to become a stem, the shortest loss first."""

    def as_json(self) -> dict[str, object]:
        """Return the index as the browser's search reads it."""
        return {
            "places": [[each.href, each.weight, each.title, each.section] for each in self.places],
            "sentences": [[each.place, each.weight, each.text] for each in self.sentences],
            "stems": {stem: " ".join(forms) for stem, forms in self.stems.items()},
            "synonyms": {sought: " ".join(said) for sought, said in self.synonyms.items()},
            "endings": [list(each) for each in self.endings],
        }


def build_index(
    text: SearchText, *, language: str, synonyms: Mapping[str, Iterable[str]]
) -> SearchIndex:
    """Return the index of a text; `synonyms` has the help's words for each sought word."""
    stem = stemmer(language)
    said = [*(each.title for each in text.places), *(each.text for each in text.sentences)]
    said += [word for sought, answers in synonyms.items() for word in (sought, *answers)]
    words = {word.lower() for line in said for word in WORD.findall(line)}
    forms: dict[str, set[str]] = defaultdict(set)
    for word in words:
        if fold(word) not in text.foreign:
            forms[stem(word)].add(fold(word))
    endings = _endings(forms)
    # Words of other languages are found as they are: the stem of one may be a word of this language.
    for word in text.foreign:
        forms[FOREIGN + word].add(word)
    return SearchIndex(
        places=tuple(text.places),
        sentences=tuple(text.sentences),
        stems={each: tuple(sorted(forms[each])) for each in sorted(forms)},
        synonyms=_stemmed(synonyms, stem),
        endings=endings,
    )


def _stemmed(
    synonyms: Mapping[str, Iterable[str]], stem: Callable[[str], str]
) -> dict[str, tuple[str, ...]]:
    """Return the synonyms of stems. Two forms of a sought word have the answers of both."""
    answers: dict[str, dict[str, None]] = defaultdict(dict)
    for sought, said in synonyms.items():
        answers[stem(sought)] |= dict.fromkeys(stem(word) for word in said)
    return {sought: tuple(said) for sought, said in sorted(answers.items())}


def _endings(forms: Mapping[str, Iterable[str]]) -> tuple[tuple[str, str], ...]:
    """Return the endings that the forms of this text show, as (what is lost, what comes instead)."""
    shown: dict[tuple[str, str], set[str]] = defaultdict(set)
    for stem, words in forms.items():
        for word in words:
            pairs = zip(stem, word, strict=False)
            kept = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
            if kept >= SHORTEST_STEM and kept < len(word):
                shown[word[kept:], stem[kept:]].add(stem)
    common = [each for each, stems in shown.items() if len(stems) >= STEMS_OF_AN_ENDING]
    return tuple(sorted(common, key=lambda each: (len(each[0]), each)))
