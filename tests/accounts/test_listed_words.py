"""Listed words in a text: found however they are dressed up, and not in words that only remind of them."""

from time import perf_counter

import pytest

from accounts.listed_words import Word, compile_words, contains_listed, skeleton_of
from accounts.words import first_words

PLAIN = compile_words(
    [Word("filth", True), Word("scum", False, ("scumm", "roman scum")), Word("ten pin", False), Word("5150", False)]
)  # fmt: skip


def is_listed(text: str, *, is_name: bool = False) -> bool:
    return contains_listed(text, PLAIN, is_name=is_name)


@pytest.mark.parametrize(
    "text",
    [
        "filth", "such FILTH here", "unfilthy", "f1lth", "fi1th", "f!l+h", "fílth", "ƒilth", "ｆｉｌｔｈ", "𝓯𝓲𝓵𝓽𝓱",
        "fіlth", "fiIth", "ffiiilllth", "fffiiilllttthhh", "fillth", "f*lth", "f**th", "f.i.l.t.h",
        "f i l t h", "so: f-i-l-t-h!", "fil-th", "f\u200bilth", "f\u0301ilth", "scum", "Scum!", "$cum", "scum2", "2scum",
        "s_c_u_m", "scuuum", "ten pin", "tenpin", "ten-pin", "t3n  p1n", "5150", "51 50", "5-1-5-0", "in 5150.",
    ],
)  # fmt: skip
def test_dressed_up_word_is_found(text: str) -> None:
    assert is_listed(text)
    assert is_listed(text, is_name=True)


@pytest.mark.parametrize(
    "text",
    [
        "", "fil", "filter", "fil the gap", "stiff ilth", "half-ilth", "scumble", "viscum", "scuum", "scumm", "Scumm 2",
        "the Roman scum", "often pink", "tennis pin", "15150", "51503", "5l50", "pros, cumin", "it's 'cum laude'", "f th",
    ],
)  # fmt: skip
def test_word_that_only_reminds_of_it_is_not_found(text: str) -> None:
    assert not is_listed(text)


def test_in_names_spaces_and_capitals_part_words() -> None:
    for name in ("OldScum", "Old Scum", "Fil Thy", "TenPin"):
        assert is_listed(name, is_name=True) is (name != "Fil Thy"), name
    assert is_listed("Filt Hy", is_name=True) is False
    assert is_listed("Ten Pi N", is_name=True)
    assert not is_listed("Scu M.", is_name=True), "short: an initial behind a name"


def test_one_word_has_one_skeleton() -> None:
    assert (
        len({skeleton_of(each) for each in ("filth", "F1lth", "fílth", "f-i-l-t-h", "Fil th")})
        == 1
    )
    assert skeleton_of("fillth") != skeleton_of("filth")
    assert skeleton_of("...") == ""
    assert skeleton_of("51-50") == "5150"


def test_empty_list_finds_nothing() -> None:
    assert not contains_listed("anything 1488", compile_words([Word("--", True)]), is_name=True)


def test_longest_line_is_checked_in_no_time() -> None:
    words = compile_words(Word(row["word"], row["is_anywhere"]) for row in first_words())
    line = (
        "I think the President drew two fascists and one liberal, but the Chancellor lies! "[:75]
        * 4
    )
    began = perf_counter()
    for _time in range(100):
        assert not contains_listed(line, words, is_name=False)
    assert (perf_counter() - began) / 100 < 0.005, "0.15 ms on a quiet machine"
