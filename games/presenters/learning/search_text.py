"""The help as the search reads it: its places and their sentences, out of the sections' HTML.

A place is a heading or a question with an anchor of its own, and all that follows it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from games.presenters.view import view_model
from games.words.word_forms import folded_words

# How much a word counts in a short title, in any other, in a smaller heading or a question, in a sentence.
# Titles are headings with an anchor.
SHORT_TITLE, TITLE, HEADING, TEXT = 4, 3, 2, 1
SHORT_TITLE_WORDS = 2
QUESTIONS = {"dt", "summary"}
HEADINGS = QUESTIONS | {"h2", "h3", "h4"}
BLOCKS = HEADINGS | {"p", "li", "dd", "figcaption", "caption", "tr", "div", "section", "figure"}
CELLS = {"td", "th"}
# A link from a question to its rule says nothing of its own.
NO_TEXT = {"help-rule"}
# Elements without an end.
VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}
BETWEEN_CELLS = " · "
# A full stop or its like, perhaps with a closing mark. The next sentence begins with a capital or a figure.
END = re.compile(r"[.!?…][”»’)\]]*\s+(?=[“„«‘¿¡(\[]*([^\W_]))")


@view_model
class HelpPlace:
    """Somewhere a search can lead to; `section` is the heading above it, if it is a part of one."""

    href: str
    title: str
    section: str = ""
    weight: int = TITLE


@view_model
class Sentence:
    """One sentence of a place (by its number); a word in it counts `weight` times."""

    place: int
    text: str
    weight: int = TEXT


@dataclass(slots=True)
class SearchText:
    """All places in the order of the help, and their sentences; titles are not among these."""

    places: list[HelpPlace] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    foreign: set[str] = field(default_factory=set)
    """Folded words that occur only in lists of words, as words of another language."""


def read_sections(sections: Iterable[tuple[str, str]], *, language: str) -> SearchText:
    """Return the places and sentences of some HTML; each piece follows the address of its page.

    The address is empty for the page that is searched, so that its links stay on it.
    """
    text, native = SearchText(), set[str]()
    for address, html in sections:
        reader = _Reader(address, language, text, native)
        reader.feed(html)
        reader.close()
    text.foreign -= native
    # A heading with nothing below it answers nothing.
    filled = sorted({each.place for each in text.sentences})
    numbers = {place: number for number, place in enumerate(filled)}
    text.places = [text.places[place] for place in filled]
    text.sentences = [replace(each, place=numbers[each.place]) for each in text.sentences]
    return text


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph."""
    starts = [0]
    starts += [end.end() for end in END.finditer(text) if end[1].isupper() or end[1].isdigit()]
    return [text[a:b].strip() for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]


class _Reader(HTMLParser):
    """Reads sections. Of an example only its caption counts; its seats and cards are made up.

    Of tables only lists of words count, the cells of which name their language.
    """

    def __init__(self, address: str, language: str, text: SearchText, native: set[str]) -> None:
        super().__init__(convert_charrefs=True)
        self._address = address
        self._language = language
        self._text = text
        self._native = native
        self._open: list[tuple[str, bool]] = []
        """The open elements, and whether the text in each counts."""
        self._words: list[str] = []
        self._kind = ""
        self._is_list_of_words = False
        self._cell_language = language
        self._anchor = ""
        self._section = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in VOID:
            self._words.append(" ")
            return
        if tag in BLOCKS:
            self._finish()
        counts = self._counts and tag not in {"svg", "script", "template"}
        if NO_TEXT & set((given.get("class") or "").split()):
            counts = False
        if tag == "figure":
            counts = False
        elif tag == "figcaption":
            counts = True
        self._open.append((tag, counts and given.get("aria-hidden") != "true"))
        if not self._counts:
            return
        if tag == "tr":
            self._kind, self._is_list_of_words = tag, False
        elif tag in CELLS:
            self._is_list_of_words |= "lang" in given
            self._cell_language = given.get("lang") or self._language
        elif tag == "section":
            self._anchor = given.get("id") or ""
        elif tag in HEADINGS:
            self._kind = tag
            if tag != "h2":
                self._anchor = given.get("id") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if tag in CELLS and self._counts:
            self._words.append(BETWEEN_CELLS)
            self._cell_language = self._language
        if tag in BLOCKS:
            self._finish()
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._counts:
            self._words.append(data)
            if self._cell_language != self._language:
                self._text.foreign.update(folded_words(data))
            elif self._is_list_of_words:
                self._native.update(folded_words(data))

    @property
    def _counts(self) -> bool:
        return self._open[-1][1] if self._open else True

    def _finish(self) -> None:
        """Keep the text of the block that ends here."""
        words = re.sub(r"\s+", " ", "".join(self._words)).strip(BETWEEN_CELLS)
        self._words.clear()
        if not words:
            return
        kind, self._kind = self._kind, ""
        is_list, self._is_list_of_words = self._is_list_of_words, False
        if not is_list:
            if kind == "tr":
                return
            self._native.update(folded_words(words))
        places, sentences = self._text.places, self._text.sentences
        if kind in HEADINGS and self._anchor:
            if kind == "h2":
                self._section = words
            section = "" if kind == "h2" else self._section
            href = f"{self._address}#{self._anchor}"
            weight = HEADING if kind in QUESTIONS else TITLE
            if kind not in QUESTIONS and len(folded_words(words)) <= SHORT_TITLE_WORDS:
                weight = SHORT_TITLE
            places.append(HelpPlace(href=href, title=words, section=section, weight=weight))
            self._anchor = ""
        elif places:
            place = len(places) - 1
            if kind in HEADINGS:
                sentences.append(Sentence(place=place, text=words, weight=HEADING))
            else:
                sentences += [Sentence(place=place, text=each) for each in split_sentences(words)]
