"""Whether a text contains a listed word, disguised or not. Pure text, no database: see accounts.word_lists.

These disguises are seen through: accents, letters of other alphabets that look Latin, digits and signs as letters ("n1ce"), letters
repeated ("niiice"), letters starred out ("n*ce"), joints between letters ("n.i.c.e").
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby, pairwise
from typing import NamedTuple

from accounts.names import base_letter, prototype

# What else stands for a letter.
_STANDS_FOR = {
    each[0]: each for each in ("a4@", "b8", "e3€", "g96", "i1!|", "l1|", "o0", "s5$", "t7+", "uv")
}
_LETTER_OF = str.maketrans("4@83€961!|05$7+", "aabeeggiiiosstt")
# Words of so many letters, and those that count anywhere, are also found with a letter doubled, or with "I" for "l".
_LOOSE_FROM = 6
_I_FOR_L = {"i": "l", "l": "i"}

_LETTER = r"[^\W\d_]"
_JOINTS = re.compile(r"([\s._'’·•~,/-]+)")
_SPACES = frozenset(" '’")
# Signs around a word that are not meant as letters.
_AROUND = '!?:;()"“”„«»…*'
_REPEATED = re.compile(r"(.)\1{3,}")
# Two words of a name that make one listed word together; shorter ones may be a name of two syllables.
_SHORTEST_OF_TWO_WORDS = 6
# Longer ones are not looked for in pieces.
_LONGEST = 24

_NOTHING = re.compile(r"(?!)")


class Word(NamedTuple):
    """A listed word, or several with spaces between them; digits alone are a code such as a date."""

    text: str
    is_anywhere: bool
    """Whether it also counts inside other words."""
    fine: tuple[str, ...] = ()
    """Words that contain it and are fine."""


class Matcher(NamedTuple):
    """A list of words, ready to be looked for."""

    words: re.Pattern[str]
    codes: re.Pattern[str]
    fine: re.Pattern[str]


def split_words(text: str) -> tuple[str, ...]:
    """Return what stands between commas or on lines of its own."""
    return tuple(filter(None, (each.strip() for each in re.split(r"[,\n]", text))))


def skeleton_of(word: str) -> str:
    """Return what two spellings of one listed word have in common; empty if it has no letter and no digit."""
    return "".join(_parts(word))


def compile_words(words: Iterable[Word]) -> Matcher:
    """Return a matcher for these words; those without a skeleton are left out."""
    whole: dict[str, list[str]] = defaultdict(list)
    anywhere: dict[str, list[str]] = defaultdict(list)
    codes, fine = [], []
    for word in words:
        parts = _parts(word.text)
        if not parts:
            continue
        fine += [re.escape(_collapsed(_folded(each))) for each in word.fine if each]
        if "".join(parts).isdigit():
            codes.append(r"[\s._'/-]?".join("".join(parts)))
        else:
            first, rest = _pattern(parts, is_anywhere=word.is_anywhere)
            (anywhere if word.is_anywhere else whole)[first].append(rest)
    found = [f"(?<!{_LETTER})(?:{_grouped(whole)})(?!{_LETTER})"] if whole else []
    found += [_grouped(anywhere)] if anywhere else []
    return Matcher(
        words=re.compile("|".join(found)) if found else _NOTHING,
        codes=re.compile(rf"(?<!\d)(?:{'|'.join(codes)})(?!\d)") if codes else _NOTHING,
        fine=re.compile(rf"(?<!{_LETTER})(?:{'|'.join(fine)})(?!{_LETTER})") if fine else _NOTHING,
    )


def contains_listed(text: str, matcher: Matcher, *, is_name: bool) -> bool:
    """Whether a listed word is in this text; in a name also one that is parted by spaces or capitals."""
    folded = _folded(text)
    if matcher.codes.search(folded):
        return True
    readings = {_collapsed(folded)}
    if is_name:
        readings.add(_collapsed(_folded(_parted_by_capitals(text))))
    for reading in readings:
        if _has(reading, matcher) and _has(matcher.fine.sub(" ", reading), matcher):
            return True
    return any(
        matcher.words.fullmatch(joined) and any(sign.isalpha() for sign in joined)
        for joined in _joined(_collapsed(folded), is_name=is_name)
    )


def _has(text: str, matcher: Matcher) -> bool:
    # Digits alone are no word: "8008" is a number.
    return any(any(sign.isalpha() for sign in found[0]) for found in matcher.words.finditer(text))


def _joined(text: str, *, is_name: bool) -> Iterator[str]:
    """Return what neighbouring pieces of the text spell together, if somebody may have parted a word there."""
    pieces = [piece.strip(_AROUND) or piece for piece in _JOINTS.split(text)]
    for start in range(0, len(pieces), 2):
        word, are_letters, has_space = pieces[start], _is_letter(pieces[start]), False
        for end in range(start + 2, len(pieces), 2):
            word += pieces[end]
            are_letters = are_letters and _is_letter(pieces[end])
            has_space = has_space or not _SPACES.isdisjoint(pieces[end - 1])
            if len(word) > _LONGEST or (has_space and not are_letters and not is_name):
                break
            if not has_space or are_letters or len(word) >= _SHORTEST_OF_TWO_WORDS:
                yield word


def _is_letter(piece: str) -> bool:
    return len(set(piece)) == 1


def _parted_by_capitals(text: str) -> str:
    return "".join(
        f" {letter}" if letter.isupper() and before.islower() else letter
        for before, letter in pairwise(f" {text}")
    )


def _folded(text: str) -> str:
    """Return the text in plain small letters, as it looks."""
    return text.lower() if text.isascii() else "".join(map(_folded_letter, text))


@cache
def _folded_letter(character: str) -> str:
    plain = unicodedata.normalize("NFKD", character.casefold())
    return "".join(_look(each) for each in plain)


def _look(character: str) -> str:
    """Return the Latin letter that a character looks like, small or capital; itself if there is none."""
    if unicodedata.category(character) in {"Mn", "Cf"}:
        return ""
    for look in (character, prototype(character), prototype(character.upper())):
        latin = "".join(map(base_letter, look))
        if latin.isascii():
            return latin.lower()
    return character


def _collapsed(text: str) -> str:
    """Leave three of each sign that is repeated more often."""
    return _REPEATED.sub(r"\1\1\1", text)


def _parts(word: str) -> list[str]:
    """Return the words of a listed word, in letters or, of a code, in digits."""
    folded = _collapsed(_folded(word))
    if any(sign.isalpha() for sign in folded):
        folded = folded.translate(_LETTER_OF)
    return [part for part in re.split(r"[\W_]+", folded) if part]


def _pattern(parts: list[str], *, is_anywhere: bool) -> tuple[str, str]:
    """Return the pattern of the first sign, and that of all others."""
    is_loose = is_anywhere or len("".join(parts)) >= _LOOSE_FROM
    patterns = [_run(run, is_loose=is_loose) for run in _runs(parts[0])]
    for part in parts[1:]:
        patterns.append(r"[\W\d_]{0,3}")
        patterns += [_run(run, is_loose=is_loose) for run in _runs(part)]
    first = _any_of(_signs(parts[0][0], is_loose=is_loose))
    patterns[0] = f"{first}{{1,2}}" if len(_runs(parts[0])[0]) > 1 else f"(?:{parts[0][0]}{{2}})?"
    return first, "".join(patterns)


def _runs(part: str) -> list[str]:
    return ["".join(run) for _letter, run in groupby(part)]


def _run(run: str, *, is_loose: bool) -> str:
    """Return the pattern of a letter, or of a double one; three in a row stand for either."""
    letter, signs = run[0], _signs(run[0], is_loose=is_loose)
    if len(run) > 1:
        return f"{_any_of(signs + '*')}{{2,3}}"
    more = f"{{{2 if is_loose else 3},3}}"
    others = f"|{_I_FOR_L[letter]}{more}" if is_loose and letter in _I_FOR_L else ""
    return f"(?:{_any_of(signs + '*')}|{letter}{more}{others})"


def _signs(letter: str, *, is_loose: bool) -> str:
    signs = _STANDS_FOR.get(letter, letter)
    return signs + _I_FOR_L.get(letter, "") if is_loose else signs


def _any_of(signs: str) -> str:
    return f"[{re.escape(signs)}]"


def _grouped(patterns: dict[str, list[str]]) -> str:
    """Return one pattern for all words, grouped by first character, so that most places in a text fail at once."""
    return "|".join(f"{first}(?:{'|'.join(rests)})" for first, rests in patterns.items())
