"""Checks a translation's words, form of address and typographic marks against glossary.toml.

It looks at one text at a time and knows no grammar: it finds slips, and leaves style to people.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

GLOSSARY = Path(__file__).with_name("glossary.toml")
# Tags, placeholders and addresses are not words: `class="policy"` needs no translation.
NO_WORDS = re.compile(r"<[^>]*>|%\(\w+\)[#0\- +]*[\d.]*[a-zA-Z]|%[sd]|\S+@\S+|https?://\S+|&\w+;")
TAG = re.compile(r"<[^>]*>")
# The help's table of words names terms of other rule books.
WORD_LIST = "word list"
EVERY_LANGUAGE = "all"
GERMAN = ("Ja!", "Nein!", "Ja", "Nein")
# No language of the site uses these marks.
TYPEWRITER = {
    '"': "a straight quotation mark",
    "'": "a straight apostrophe",
    "...": "three dots for …",
}
QUOTES = "«»“”„"


@dataclass(frozen=True, slots=True)
class Term:
    """An English word of the game, and the beginnings of its translations."""

    english: re.Pattern[str]
    forms: dict[str, re.Pattern[str]]
    shown: dict[str, str]


@dataclass(frozen=True, slots=True)
class Slip:
    """A wording that no native speaker would choose, and a better one."""

    language: str
    wrong: re.Pattern[str]
    say: str
    source: re.Pattern[str] | None
    """The English texts it is wrong for; None for all."""
    english: str
    """An English text it is wrong for, of which `example` and `better` are translations."""
    example: str
    better: str


@dataclass(frozen=True, slots=True)
class Glossary:
    """glossary.toml, ready for look-ups."""

    terms: tuple[Term, ...]
    slips: tuple[Slip, ...]
    forbidden: dict[str, re.Pattern[str]]
    address: dict[str, re.Pattern[str]]
    quotes: dict[str, str]


def word_problems(
    language: str, source: str, translation: str, context: str = ""
) -> Iterator[str]:
    """Return the problems of a translation: wrong words, wrong form of address, wrong marks."""
    said = NO_WORDS.sub(" ", translation)
    if context != WORD_LIST:
        yield from _missing_words(language, NO_WORDS.sub(" ", source), said)
        yield from _unwanted_words(language, said)
        yield from slips_in(language, source, TAG.sub("", translation))
    yield from _changed_german(source, translation)
    yield from _wrong_marks(language, said)


def _missing_words(language: str, source: str, translation: str) -> Iterator[str]:
    """Return words of the game that the translation does not use."""
    rest = source
    for term in glossary().terms:
        found = term.english.search(rest)
        rest = term.english.sub(" ", rest)
        form = term.forms.get(language)
        if found and form and not form.search(translation):
            yield f"“{found[0]}” is not called {term.shown[language]}"


def _unwanted_words(language: str, translation: str) -> Iterator[str]:
    """Return words that a language avoids, and the wrong forms of address."""
    book = glossary()
    if found := book.forbidden[language].search(translation):
        yield f"says “{found[0]}”"
    if found := book.address[language].search(translation):
        yield f"addresses the reader by “{found[0]}”"


def slips_in(language: str, source: str, translation: str) -> Iterator[str]:
    """Return the slips in a translation whose placeholders are still in it."""
    for slip in glossary().slips:
        fits = slip.language in (language, EVERY_LANGUAGE) and (
            slip.source is None or slip.source.search(source)
        )
        if fits and (found := slip.wrong.search(translation)):
            yield f"says “{found[0]}”: {slip.say}"


def _changed_german(source: str, translation: str) -> Iterator[str]:
    """Return votes that were translated: "Ja" and "Nein" stay German everywhere."""
    for vote in GERMAN:
        word = re.compile(rf"(?<!\w){vote}(?!\w)")
        if word.search(source) and not word.search(translation):
            yield f"has lost “{vote}”"
            return


def _wrong_marks(language: str, translation: str) -> Iterator[str]:
    """Return typewriter quotes, and marks of another language."""
    for mark, name in TYPEWRITER.items():
        if mark in translation:
            yield f"has {name}"
    ours = glossary().quotes[language]
    if others := set(translation) & set(QUOTES) - set(ours):
        yield f"quotes with {''.join(sorted(others))}, not {ours}"
    elif ours != "‘’" and translation.count(ours[0]) != translation.count(ours[1]):
        yield f"does not close {ours}"
    if language == "es":
        rest = re.sub(r"\b(?:Ja|Nein)!", "", translation)
        for opening, closing in ("¿?", "¡!"):
            if rest.count(opening) != rest.count(closing):
                yield f"has {closing} without {opening}, or the other way round"


@cache
def glossary() -> Glossary:
    """Return the words of glossary.toml."""
    book = tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))
    return Glossary(
        terms=tuple(_term(entry) for entry in book["terms"]),
        slips=tuple(_slip(entry) for entry in book["slips"]),
        forbidden={
            language: _beginning_with(words) for language, words in book["forbidden"].items()
        },
        address={
            language: re.compile(rf"\b(?:{'|'.join(words)})\b")
            for language, words in book["address"].items()
        },
        quotes=book["quotes"],
    )


def _beginning_with(words: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of any word with one of these beginnings."""
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})", re.IGNORECASE)


def _term(entry: dict[str, str | list[str]]) -> Term:
    forms = {language: words for language, words in entry.items() if language != "english"}
    return Term(
        english=re.compile(rf"\b(?:{entry['english']})\b", re.IGNORECASE),
        forms={language: _beginning_with(words) for language, words in forms.items()},
        shown={language: " / ".join(words) for language, words in forms.items()},
    )


def _slip(entry: dict[str, str]) -> Slip:
    source = entry.get("source")
    return Slip(
        language=entry["language"],
        wrong=re.compile(entry["wrong"]),
        say=entry["say"],
        source=re.compile(source) if source else None,
        english=entry.get("english", ""),
        example=entry["example"],
        better=entry["better"],
    )
