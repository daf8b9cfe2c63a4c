"""Search in the help: words, sentences, and the order of what is found."""

from collections.abc import Mapping

import pytest

from games.presenters.learning.search import HelpSearch, Piece, is_one_error_away
from games.presenters.learning.search_index import build_index
from games.presenters.learning.search_text import (
    HelpPlace,
    Sentence,
    read_sections,
    split_sentences,
)
from games.words.word_forms import fold, folded_words

SECTION = """
<section id="veto" class="help-section"><h2 id="veto-heading">Veto power</h2>
<p>The Chancellor may ask. Ask <b>aloud</b>!<br>“So be it.” More Ja! than Nein! wins.</p>
<figure><figcaption>An example.</figcaption><p>Ana, President</p></figure>
<ul><li>Refused: <span aria-hidden="true">x</span>enact.</li></ul>
<h3>Afterwards</h3><p>It counts.</p>
<h3 id="late">Late in the game</h3><p>Too late.</p>
<dl><dt id="q1">May one ask? And twice?</dt><dd><p>No.</p><p class="help-rule">See: Power</p></dd><dt>Why?</dt></dl>
<table><tr><th>5</th><td>none</td></tr><tr><td lang="en">power</td><td lang="pl">moc</td></tr></table>
</section>
"""


def search(
    language: str = "en", *, synonyms: Mapping[str, tuple[str, ...]], **texts: str
) -> list[str]:
    """Return the anchors that the last of these texts, the query, finds in the others."""
    query = texts.pop("query")
    html = "".join(
        f'<section id="{anchor}"><h2>{title}</h2><p>{text}</p></section>'
        for anchor, (title, _bar, text) in (
            (key, value.partition("|")) for key, value in texts.items()
        )
    )
    index = build_index(
        read_sections([("", html)], language=language), language=language, synonyms=synonyms
    )
    return [each.href.removeprefix("#") for each in HelpSearch(index).find(query)]


def test_text_is_read_in_places_and_sentences() -> None:
    more = """<section id="empty"><h2>Empty</h2></section>
        <section id="a"><h2>More of the same</h2><p>Yes.</p></section>"""
    text = read_sections([("", SECTION), ("/more/", more)], language="en")
    assert text.places == [
        HelpPlace(href="#veto", title="Veto power", weight=4),
        HelpPlace(href="#late", title="Late in the game", section="Veto power"),
        HelpPlace(href="#q1", title="May one ask? And twice?", section="Veto power", weight=2),
        HelpPlace(href="/more/#a", title="More of the same"),
    ]
    assert text.foreign == {"moc"}
    assert text.sentences == [
        Sentence(place=0, text="The Chancellor may ask."),
        Sentence(place=0, text="Ask aloud!"),
        Sentence(place=0, text="“So be it.”"),
        Sentence(place=0, text="More Ja! than Nein! wins."),
        Sentence(place=0, text="An example."),
        Sentence(place=0, text="Refused: enact."),
        Sentence(place=0, text="Afterwards", weight=2),
        Sentence(place=0, text="It counts."),
        Sentence(place=1, text="Too late."),
        Sentence(place=2, text="No."),
        Sentence(place=2, text="Why?", weight=2),
        Sentence(place=2, text="power · moc"),
        Sentence(place=3, text="Yes."),
    ]


def test_sentences_end_before_a_capital_or_a_figure() -> None:
    assert split_sentences("Ja! or Nein!, both. 5 are left… ¿Quién? «Nadie». Y ya.") == [
        "Ja! or Nein!, both.", "5 are left…", "¿Quién?", "«Nadie».", "Y ya.",
    ]  # fmt: skip


def test_words_are_compared_without_accents_and_capitals() -> None:
    assert fold("Łódź, VÓTÓ, geëxecuteerd") == "lodz, voto, geexecuteerd"
    assert folded_words("L’elezione è 1 set-up!") == ["l", "elezione", "e", "1", "set", "up"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("veot", "veto"), ("vto", "veto"), ("vetto", "veto"), ("beto", "veto"), ("vet", "veto")],
)
def test_one_typing_error_is_one_letter_or_two_in_the_wrong_order(typed: str, meant: str) -> None:
    assert is_one_error_away(typed, meant)
    assert is_one_error_away(meant, typed)


@pytest.mark.parametrize("typed", ["veto", "vteo1", "otev", "ve", "vetoed"])
def test_no_error_and_two_errors_are_not_one(typed: str) -> None:
    assert not is_one_error_away(typed, "veto")


def test_heading_comes_before_text_and_word_before_synonym() -> None:
    texts = {"talk": "Talking|Nobody may kill.", "veto": "Executions and more|Nothing."}
    assert search(query="execution", synonyms={}, **texts) == ["veto"]
    assert search(query="kill", synonyms={}, **texts) == ["talk"]
    both = {"kill": ("execution",)}
    assert search(query="kill", synonyms=both, **texts) == ["veto", "talk"]
    # In the text alone, the word itself comes first.
    texts["veto"] = "Other things|An execution."
    assert search(query="kill", synonyms=both, **texts) == ["talk", "veto"]


def test_rare_words_count_more_than_common_ones() -> None:
    texts = {
        "one": "First|The President and the tie.",
        **dict.fromkeys("abcdefg", "More|The President and the rest."),
    }
    assert search(query="president tie", synonyms={}, **texts)[0] == "one"
    assert search(query="tie president zeppelin", synonyms={}, **texts)[0] == "one"


def test_words_find_other_forms_beginnings_and_errors() -> None:
    texts = {"vote": "Voting|Everybody abstains.", "other": "Other things|Nothing here."}
    for query in ("abstain", "ABSTAINS", "abst", "abstians", "astains"):
        assert search(query=query, synonyms={}, **texts) == ["vote"], query
    for query in ("", "?!", "zeppelin", "ab", "abtsiasn"):
        assert search(query=query, synonyms={}, **texts) == [], query


def test_form_that_the_help_never_uses_is_found_by_its_ending() -> None:
    texts = {
        "limits": "Kadencja|Kadencja i plansza, misja i kandydat.",
        "more": "Inne|Planszami, misjami i kandydatami nie gramy.",
    }
    assert search("pl", query="kadencjami", synonyms={}, **texts) == ["limits"]


def test_found_words_are_marked_in_title_and_sentence() -> None:
    index = build_index(read_sections([("", SECTION)], language="en"), language="en", synonyms={})
    found = HelpSearch(index).find("chancellors power")[0]
    assert found.title == (Piece("Veto ", False), Piece("power", True))
    assert found.sentence == (
        Piece("The ", False), Piece("Chancellor", True), Piece(" may ask.", False),
    )  # fmt: skip


def test_words_of_other_languages_are_found_as_they_are() -> None:
    rows = """<section id="words"><h2>Words</h2><table><tr>
        <td lang="pl">ustawa</td><td lang="nl">wet</td></tr></table></section>"""
    veto = """<section id="veto"><h2>Prawo weta</h2><p>Weto, weta.</p></section>"""
    text = read_sections([("", veto), ("", rows)], language="pl")
    found = HelpSearch(build_index(text, language="pl", synonyms={}))
    assert [each.href for each in found.find("weto")] == ["#veto"]
    assert {each.href for each in found.find("wet")} == {"#words", "#veto"}
    assert [each.href for each in found.find("ustawy")] == ["#words"]


def test_language_without_stemmer_is_searched_without_one() -> None:
    texts = {"one": "Fromage|Du fromage.", "two": "Pain|Du pain."}
    assert search("fr", query="fromages", synonyms={}, **texts) == ["one"]
