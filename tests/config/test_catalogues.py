"""Extraction, compilation and the strict check of the translation catalogues."""

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from django.utils import translation
from django.utils.translation import trans_real
from pytest_django import Settings

from config import catalogues
from config.glossary_check import EVERY_LANGUAGE, Slip, glossary, slips_in, word_problems

TEMPLATE = b"""{% load i18n %}<div>
   <p title="it's {% translate 'Hello "you"' context "greeting" %}">
 {# Translators: who speaks #}
{% blocktranslate trimmed count n=players %}
   One {{ name }} player
 {% plural %}
   {{ n }} players at 100%
{% endblocktranslate %}
      {% blocktranslate %}Ja {{ who }}{% endblocktranslate %}
  {{ _("inline") }} (unbalanced ' " {
"""


def test_texts_of_templates_are_found_with_context_plural_and_comment() -> None:
    found = extract(
        catalogues.extract_template, BytesIO(TEMPLATE), catalogues.KEYWORDS, ["Translators:"]
    )
    assert list(found) == [
        (2, 'Hello "you"', [], "greeting"),
        (
            4,
            ("One %(name)s player", "%(n)s players at 100%%"),
            ["Translators: who speaks"],
            None,
        ),
        (9, "Ja %(who)s", [], None),
        (10, "inline", [], None),
    ]


def test_texts_of_python_modules_are_found() -> None:
    texts = {message.id for message in catalogues.extract("django")}
    assert "Accounts" in texts


@pytest.mark.parametrize(
    ("source", "translated", "expected"),
    [
        ("Hello %(name)s", "Hola %(name)s", []),
        ("Hello %(name)s", "", ["not translated"]),
        ("Hello %(name)s", "Hola", ["placeholders differ (%(name)s)"]),
        ("Hello", "Hola %(name)s", ["placeholders differ (%(name)s)"]),
        ("Hello %(name)s", "Hola %(nombre)s", ["placeholders differ (%(name)s, %(nombre)s)"]),
        ("100%%", "100 %%", []),
        (("One player", "%(n)s players"), ("Un jugador", "%(n)s jugadores"), []),
        (("%(n)s player", "%(n)s players"), ("Un jugador", "%(n)s jugadores"), []),
        (
            ("One player", "%(n)s players"),
            ("Un jugador", "jugadores"),
            ["placeholders differ (%(n)s)"],
        ),
        (("One player", "%(n)s players"), ("Un jugador", ""), ["not translated"]),
    ],
)
def test_check_names_what_is_wrong_with_a_translation(
    source: str | tuple[str, str], translated: str | tuple[str, str], expected: list[str]
) -> None:
    message = Message(source, translated)
    assert list(catalogues.message_problems(message, 2)) == expected


def test_check_refuses_fuzzy_entries() -> None:
    message = Message("Hello", "Hola", flags=["fuzzy"])
    assert list(catalogues.message_problems(message, 2)) == ["fuzzy"]


def test_check_sees_missing_and_stale_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    monkeypatch.setattr(catalogues, "LANGUAGES", ("es",))
    catalogues.update()
    assert {line.split(": ")[1] for line in catalogues.problems()} == {"not translated"}
    path = catalogues.catalogue_path("es", "django")
    path.write_text(path.read_text().replace('msgid "Accounts"', 'msgid "Accountants"'))
    problems = list(catalogues.problems())
    assert "es/django: not in the catalogue (run `make messages`): Accounts" in problems
    assert "es/django: no longer in the site (run `make messages`): Accountants" in problems


def test_polish_counts_in_three_forms(tmp_path: Path, settings: Settings) -> None:
    catalogue = Catalog("pl", fuzzy=False)
    forms = ("%(n)s gracz", "%(n)s graczy (kilku)", "%(n)s graczy")
    catalogue.add(("%(n)s test player", "%(n)s test players"), forms)
    folder = tmp_path / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "django.mo").open("wb") as file:
        write_mo(file, catalogue)
    # As on the site: laid over Django's own Polish texts, which have four plural forms.
    settings.LOCALE_PATHS = [tmp_path]
    found = trans_real.DjangoTranslation("pl")
    said = [
        found.ngettext("%(n)s test player", "%(n)s test players", n) for n in (1, 3, 5, 22, 25)
    ]
    assert said == [forms[0], forms[1], forms[2], forms[1], forms[2]]


@pytest.mark.parametrize("language", ["en", *catalogues.LANGUAGES])
def test_every_language_of_the_site_is_known_to_django(language: str) -> None:
    with translation.override(language):
        assert translation.get_language() == language


@pytest.mark.parametrize(
    ("language", "source", "translation", "problem"),
    [
        ("es", "The President nominates.", "El Presidente propone.", ""),
        ("es", "The Chancellor enacts a policy.", "El Canciller juega una política.", "enacts"),
        ("it", "The election tracker moves on.", "L’indicatore Elezione avanza.", ""),
        ("it", "The election tracker moves on.", "Il contatore avanza.", "election tracker"),
        ("pl", "Nobody may ask for a veto.", "Nikt nie może zgłosić sprzeciwu.", "veto"),
        ("nl", "The presidential power", "De presidentiële kracht", "presidential power"),
        # The longer term counts, not the words in it; tags and placeholders are no words.
        ("pl", "Special election", "Specjalne głosowanie", ""),
        ("es", '<b class="policy">Hi %(president)s</b>', "<b>Hola %(president)s</b>", ""),
        ("es", "Draw", "Sacar del decreto", "says “decreto”"),
        ("nl", "Your seat", "Uw plaats", "addresses the reader by “Uw”"),
        ("nl", "Your seat", "Jouw plaats", ""),
        ("es", "Look", "Mire usted", "addresses the reader by “usted”"),
        ("it", "Look", "Veda Lei", "addresses the reader by “Lei”"),
        ("it", "Look at her", "Guarda lei", ""),
        ("pl", "Look", "Niech Pani spojrzy", "addresses the reader by “Pani”"),
        ("pl", "Name: “%(name)s”", "Imię: „%(name)s”", ""),
        ("pl", "Name: “%(name)s”", "Imię: “%(name)s”", "quotes with “, not „”"),
        ("pl", "Name: “%(name)s”", "Imię: „%(name)s", "does not close „”"),
        ("it", "It is so", "E' cosi", "has a straight apostrophe"),
        ("it", 'Say "so"', 'Di "cosi"', "has a straight quotation mark"),
        ("it", '<a href="x">So</a>', '<a href="x">Così</a>', ""),
        ("nl", "Wait…", "Wacht...", "has three dots for …"),
        ("es", "Who votes Nein!?", "¿Quién vota Nein!?", ""),
        ("es", "Who votes?", "Quién vota?", "has ? without ¿"),
        ("es", "Done!", "Hecho!", "has ! without ¡"),
        ("es", "Press Ja! now", "Pulsa ¡Sí! ahora", "has lost “Ja!”"),
        ("nl", "Press Ja! now", "Druk nu op Ja!", ""),
    ],
)
def test_check_of_words_names_slips_and_nothing_else(
    language: str, source: str, translation: str, problem: str
) -> None:
    found = list(word_problems(language, source, translation))
    assert len(found) == bool(problem), found
    assert problem in "".join(found)


@pytest.mark.parametrize("slip", glossary().slips, ids=lambda slip: slip.example)
def test_check_of_words_finds_what_natives_would_not_say(slip: Slip) -> None:
    languages = catalogues.LANGUAGES if slip.language == EVERY_LANGUAGE else (slip.language,)
    for language in languages:
        # The pattern itself must see the slip, not another pattern.
        assert slip.wrong.search(slip.example)
        assert list(slips_in(language, slip.english, slip.example))
        assert list(slips_in(language, slip.english, slip.better)) == []
        assert (slip.source is None) == (slip.english == "")
        if slip.source:
            assert list(slips_in(language, "Another text.", slip.example)) == []


def test_slips_are_looked_for_in_every_text_of_a_catalogue() -> None:
    found = list(word_problems("es", "Who votes Nein!?", "Se vota Nein!."))
    assert found == ["says “Nein!.”: a vote closes its sentence by itself, without a full stop"]


def test_word_list_may_mention_what_other_books_say() -> None:
    said = ("es", "party membership", "afiliación al partido (membresía)")
    assert list(word_problems(*said)) == ["says “membresía”"]
    assert list(word_problems(*said, "word list")) == []


def test_check_of_catalogues_looks_at_words_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    monkeypatch.setattr(catalogues, "LANGUAGES", ("es",))
    catalogues.update()
    path = catalogues.catalogue_path("es", "django")
    path.write_text(
        path.read_text().replace(
            'msgid "Accounts"\nmsgstr ""', 'msgid "Accounts"\nmsgstr "Usted..."'
        )
    )
    assert "es/django: has three dots for …: Accounts" in list(catalogues.problems())


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_glossary_is_complete_in_each_language(language: str) -> None:
    book = glossary()
    for term in book.terms:
        assert not term.forms or language in term.forms, term.english.pattern
    assert language in book.forbidden
    assert language in book.address
    assert len(book.quotes[language]) == 2
