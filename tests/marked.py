"""A test language that marks every translated text, so that untranslated ones stand out."""

import json
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from html.parser import HTMLParser

from django.conf import settings
from django.test import override_settings
from django.utils.translation import trans_real

# A language that Django has and the site lacks, with dates and numbers as in English.
MARKED = "en-au"
OPEN, CLOSE = "⟦⟧"
CONTEXT = "\x04"
SPOKEN_ATTRIBUTES = {
    "title",
    "alt",
    "placeholder",
    "aria-label",
    "aria-description",
    "content",
    "label",
}
# Keys have the names printed on the keyboard.
UNSEEN = {"code", "style", "script", "kbd"}
VOID = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
}  # fmt: skip
# The German votes of the game; what other works and sites are called; how an address begins.
EVERYWHERE = {
    "Ja", "Nein", "Hitler", "CC BY-NC-SA 4.0", "secrethitler.com", "UTC", "https://",
    "Australian English", "Marked", *(name for _code, name in settings.LANGUAGES),
}  # fmt: skip
# Said by machines to machines.
SETTINGS_OF_THE_BROWSER = re.compile(
    r"width=device-width|light|dark|noindex|#[0-9a-f]{6}|^\{|^\d+;\s*url=|^https?://|^image/"
    r"|^article$|^profile$"
)
# One letter stands for a party, a vote or a key.
A_WORD = re.compile(r"[^\W\d_]{2,}")
WORDS = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")


class Marks(NullTranslations):
    """A translation into the marked language, which records the texts it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        return f"{OPEN}{message.rpartition(CONTEXT)[2]}{CLOSE}"

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        self.asked.add(singular)
        said = singular if number == 1 else plural
        return f"{OPEN}{said.rpartition(CONTEXT)[2]}{CLOSE}"

    def to_language(self) -> str:
        return MARKED


@contextmanager
def speak_marks() -> Iterator[Marks]:
    """Add the marked language to the site."""
    marks = Marks()
    with override_settings(LANGUAGES=[*settings.LANGUAGES, (MARKED, "Marked")]):
        trans_real._translations[MARKED] = marks  # type: ignore[attr-defined]
        yield marks


def unmarked(html: str, names: Collection[str] = ()) -> list[str]:
    """Return every text that a reader sees or hears without marks, other than names, numbers and signs."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    return [text for text in reader.found if speaks(text, {*names, *EVERYWHERE})]


def speaks(text: str, names: Collection[str]) -> bool:
    """Whether a text has words, beside names, numbers and signs."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text)
    return bool(A_WORD.search(text))


class Reader(HTMLParser):
    """Collects unmarked texts; a mark may open in one node and close in another."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.depth = 0
        # Open elements, and whether each is in another language or hidden.
        self.open: list[tuple[str, bool]] = []
        self.data_of_a_script = ""

    @property
    def is_heard(self) -> bool:
        return not any(other for _tag, other in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        other = tag in UNSEEN or values.get("lang", MARKED) != MARKED
        if self.is_heard and not other and not self.depth:
            for name, value in values.items():
                self.look_at_attribute(tag, name, value, values)
        if values.get("type") == "application/json":
            tag = "json"
        if tag not in VOID:
            self.open.append((tag, other))

    def look_at_attribute(self, tag: str, name: str, value: str, values: dict[str, str]) -> None:
        if name == "content" and SETTINGS_OF_THE_BROWSER.search(value):
            return
        said = name in SPOKEN_ATTRIBUTES
        said |= name == "value" and tag == "input" and values.get("type") in {"submit", "button"}
        # Texts for scripts: a single word may be a setting, several are a text.
        said |= name.startswith("data-") and bool(WORDS.search(outside_marks(value)))
        if said:
            self.found.append(outside_marks(value))

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            last, _other = self.open.pop()
            if last == tag or (tag == "script" and last == "json"):
                return

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1][0] == "json":
            self.found += [
                outside_marks(text)
                for text in texts_in(json.loads(data))
                if WORDS.search(outside_marks(text))
            ]
            return
        if not self.is_heard:
            return
        outside = ""
        for letter in data:
            if letter == OPEN:
                self.depth += 1
            elif letter == CLOSE:
                self.depth -= 1
            elif not self.depth:
                outside += letter
        self.found.append(" ".join(outside.split()))


def outside_marks(text: str) -> str:
    """Return a text without its marked parts."""
    while (shorter := re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", text)) != text:
        text = shorter
    return text


def texts_in(value: object) -> Iterator[str]:
    """Return every string that a page hands to its scripts, except those in other languages."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            if name not in dict(settings.LANGUAGES) or name == MARKED:
                yield from texts_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts_in(each)
