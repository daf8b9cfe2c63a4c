"""Languages of a table, as rows keep them."""

from games.values.languages import (
    LANGUAGES,
    LANGUAGES_MAX_LENGTH,
    kept,
    names_of_languages,
    spoken,
)


def test_row_keeps_three_known_languages_in_the_order_of_the_list() -> None:
    assert kept(["pl", "xx", "en", "pl"]) == "en pl"
    assert kept(reversed(LANGUAGES)) == "en es it"
    assert spoken("pl xx en") == ("pl", "en")
    assert spoken(kept([])) == ()


def test_longest_row_fits_into_its_column() -> None:
    longest = " ".join(sorted(LANGUAGES, key=len)[-3:])
    assert len(longest) <= LANGUAGES_MAX_LENGTH


def test_languages_are_named_by_their_own_names() -> None:
    assert names_of_languages(("en", "pl")) == "English, Polski"
