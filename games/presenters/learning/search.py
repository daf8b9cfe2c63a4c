"""Search in the help: from a query to the places that answer it, best first.

static/js/help_search.js does the same in the browser, without a network. Numbers are whole, so that
both come to the same order; tests/browser/test_help_search.py compares them.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import normalize

from games.presenters.learning.search_index import SHORTEST_STEM, SearchIndex
from games.presenters.view import view_model
from games.words.word_forms import WORD, fold, folded_words

MOST_WORDS = 8
MOST_FOUND = 16
MOST_IN_A_SECTION = 3
# How well a word of the help fits a word of the query.
SAME_WORD = 12
SAME_STEM_BY_ENDING = 10
FIRST_LETTERS = 6
# A word that only begins like a word the help has.
FIRST_LETTERS_BESIDE = 3
ONE_TYPING_ERROR = 5
# A synonym fits two thirds as well as the word it stands for.
SYNONYM = (2, 3)
FEWEST_FIRST_LETTERS = 3
FEWEST_LETTERS_WITH_ERROR = 4
# Places that fit this many times worse than the best are left out.
FAR_BEHIND = 6

Fits = dict[str, int]
"""How well each stem fits a word of the query."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text; whether the search found it."""

    text: str
    is_marked: bool


@view_model
class FoundPlace:
    """A place that answers the query, with its best sentence."""

    href: str
    section: str
    title: tuple[Piece, ...]
    sentence: tuple[Piece, ...]


class HelpSearch:
    """An index, ready for searches."""

    def __init__(self, index: SearchIndex) -> None:
        """Prepare an index: the stems of each word, and where each stem is."""
        self._index = index
        self._stems: dict[str, list[str]] = defaultdict(list)
        for stem, forms in index.stems.items():
            for form in forms:
                self._stems[form].append(stem)
        # (place, weight, sentence); a title is no sentence.
        self._where: dict[str, list[tuple[int, int, int | None]]] = defaultdict(list)
        for number, place in enumerate(index.places):
            self._note(place.title, number, place.weight, None)
        for number, sentence in enumerate(index.sentences):
            self._note(sentence.text, sentence.place, sentence.weight, number)

    def find(self, query: str) -> list[FoundPlace]:
        """Return the places that answer a query, best first; none if no word of it is known."""
        words = list(dict.fromkeys(folded_words(query)))[:MOST_WORDS]
        wanted = [fits for word in words if (fits := self._fitting(word))]
        scores: dict[int, int] = defaultdict(int)
        shown: dict[int, int] = defaultdict(int)
        for fits in wanted:
            best, sentences = self._strengths(fits)
            rarity = (len(self._index.places) // len(best)).bit_length() ** 2 if best else 0
            for place, strength in best.items():
                scores[place] += strength * rarity
            for number, strength in sentences.items():
                shown[number] += strength * rarity
        # A sentence with several words of the query says more than these words far apart.
        if len(wanted) > 1:
            together: dict[int, int] = defaultdict(int)
            for number, strength in shown.items():
                place = self._index.sentences[number].place
                together[place] = max(together[place], strength)
            for place, strength in together.items():
                scores[place] += strength // 2
        marked = {stem for each in wanted for stem in each}
        return [self._present(place, shown, marked) for place in self._ranked(scores, shown)]

    def _note(self, text: str, place: int, weight: int, sentence: int | None) -> None:
        for word in set(folded_words(text)):
            for stem in self._stems[word]:
                self._where[stem].append((place, weight, sentence))

    def _fitting(self, word: str) -> Fits:
        """Return the stems that fit a word of the query."""
        fits: Fits = dict.fromkeys(self._stems.get(word, ()), SAME_WORD)
        if not fits:
            fits = dict.fromkeys(self._without_ending(word), SAME_STEM_BY_ENDING)
        if len(word) >= FEWEST_FIRST_LETTERS:
            begins = FIRST_LETTERS_BESIDE if fits else FIRST_LETTERS
            for stem in self._stems_of(form for form in self._stems if form.startswith(word)):
                fits.setdefault(stem, begins)
        if not fits and len(word) >= FEWEST_LETTERS_WITH_ERROR:
            near = (form for form in self._stems if is_one_error_away(word, form))
            fits = dict.fromkeys(self._stems_of(near), ONE_TYPING_ERROR)
        for stem, fit in list(fits.items()):
            for said in self._index.synonyms.get(stem, ()):
                fits[said] = max(fits.get(said, 0), fit * SYNONYM[0] // SYNONYM[1])
        return fits

    def _without_ending(self, word: str) -> list[str]:
        """Return the stems that a word unknown to the help has without its shortest known ending."""
        for lost, instead in self._index.endings:
            rest = word.removesuffix(lost)
            if rest != word and len(rest) >= SHORTEST_STEM and rest + instead in self._index.stems:
                return [rest + instead]
        return []

    def _stems_of(self, forms: Iterator[str]) -> list[str]:
        return [stem for form in forms for stem in self._stems[form]]

    def _strengths(self, fits: Fits) -> tuple[dict[int, int], dict[int, int]]:
        """Return how strongly one word of the query speaks for each place, and for each sentence."""
        places: dict[int, int] = defaultdict(int)
        sentences: dict[int, int] = defaultdict(int)
        for stem, fit in fits.items():
            for place, weight, sentence in self._where.get(stem, ()):
                places[place] = max(places[place], fit * weight)
                if sentence is not None:
                    sentences[sentence] = max(sentences[sentence], fit * weight)
        return places, sentences

    def _ranked(self, scores: dict[int, int], shown: dict[int, int]) -> list[int]:
        """Return the places to show; of equal ones, that with more sentences first."""
        hits: dict[int, int] = defaultdict(int)
        for number in shown:
            hits[self._index.sentences[number].place] += 1
        order = sorted(scores, key=lambda place: (-scores[place], -hits[place], place))
        ranked, taken = [], defaultdict[str, int](int)
        for place in order:
            found = self._index.places[place]
            section = found.section or found.title
            taken[section] += 1
            is_near = scores[place] * FAR_BEHIND >= scores[order[0]]
            if is_near and taken[section] <= MOST_IN_A_SECTION:
                ranked.append(place)
        return ranked[:MOST_FOUND]

    def _present(self, place: int, shown: dict[int, int], marked: set[str]) -> FoundPlace:
        found = self._index.places[place]
        own = [n for n, each in enumerate(self._index.sentences) if each.place == place]
        best = max(own, key=lambda number: (shown.get(number, 0), -number), default=None)
        text = "" if best is None else self._index.sentences[best].text
        return FoundPlace(
            href=found.href,
            section=found.section,
            title=self._pieces(found.title, marked),
            sentence=self._pieces(text, marked),
        )

    def _pieces(self, text: str, marked: set[str]) -> tuple[Piece, ...]:
        """Return a text in pieces, the words that fit the query marked."""
        text, pieces, done = normalize("NFC", text), list[Piece](), 0
        for word in WORD.finditer(text):
            if any(stem in marked for stem in self._stems.get(fold(word[0]), ())):
                pieces += [Piece(text[done : word.start()], False), Piece(word[0], True)]
                done = word.end()
        return tuple(each for each in [*pieces, Piece(text[done:], False)] if each.text)


def is_one_error_away(one: str, other: str) -> bool:
    """Whether a letter too many, too few, another one, or two in the wrong order make the difference."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    a, b = one[start:], other[start:]
    if len(a) != len(b):
        return a[1:] == b or a == b[1:]
    return a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
