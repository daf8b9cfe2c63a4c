"""Rules that the help, the hints and the summary once said wrongly, in every language."""

import re

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.translation import override

from config.catalogues import LANGUAGES as TRANSLATED
from config.catalogues import read
from games.engine.ruleset import standard_ruleset
from games.engine.vocabulary import Phase
from games.presenters.learning.help import SECTIONS, present_help
from games.presenters.learning.help_examples import example_boards
from games.presenters.learning.hints import HINTS
from games.words.table_size import numbers_of_players

LANGUAGES = [code for code, _name in settings.LANGUAGES]
# The first ordinal of a language's words for "from the third Fascist policy on".
THIRD = {"en": "third", "es": "tercera", "it": "terza", "pl": "trzeciej", "nl": "derde"}
FIVE = {"en": "five", "es": "cinco", "it": "cinque", "pl": "pięć", "nl": "vijf"}
ACCEPTED = {
    "en": "granted",
    "es": "aceptado",
    "it": "accettato",
    "pl": "przyjęte",
    "nl": "gesteund",
}
# "Fascists who know each other, one of them Hitler": wrong with seven or more players.
KNOW_EACH_OTHER = {
    "en": "each other", "es": "entre sí", "it": "tra loro", "pl": "się znają", "nl": "elkaar kennen",
}  # fmt: skip
CHAOS = {"en": "chaos", "es": "caos", "it": "caos", "pl": "chaos", "nl": "chaos"}
STATISTICS = {
    "en": "statistics", "es": "estadísticas", "it": "statistiche", "pl": "statystyki",
    "nl": "statistieken",
}  # fmt: skip


def section(anchor: str, language: str) -> str:
    """Return the plain text of one section of the help in this language."""
    with override(language):
        view = present_help(dict(settings.LANGUAGES))
        found = next(each for each in SECTIONS if each.anchor == anchor)
        html = render_to_string("games/help/_section.html", {"help": view, "section": found})
    return re.sub(r"\s+", " ", strip_tags(html))


@pytest.mark.parametrize("language", LANGUAGES)
def test_truth_is_forced_from_the_third_fascist_policy_on(language: str) -> None:
    """R-033, R-034: before that nothing is said, and a denial is as free as any other claim."""
    assert THIRD[language] in section("talk", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_introduction_does_not_let_hitler_know_the_fascists(language: str) -> None:
    assert KNOW_EACH_OTHER[language] not in section("about", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hint_bars_the_last_president_with_more_than_five_living_only(language: str) -> None:
    """R-022."""
    with override(language):
        assert FIVE[language] in str(HINTS[Phase.NOMINATE])


@pytest.mark.parametrize("language", LANGUAGES)
def test_summary_moves_the_tracker_for_an_accepted_veto_only(language: str) -> None:
    """R-040."""
    tracker = re.search(r'id="summary-tracker".*?</ul>', _summary_html(language), re.DOTALL)
    assert tracker is not None
    assert ACCEPTED[language] in tracker[0]


def _summary_html(language: str) -> str:
    with override(language):
        view = present_help(dict(settings.LANGUAGES))
        return render_to_string("games/help/summary.html", {"help": view})


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_takes_fewer_ja_for_the_only_lost_vote(language: str) -> None:
    """R-030: a tie is lost, too. A text that names fewer Ja! names the tie beside it."""
    fewer = re.compile(r"\b(?:menos|meno|mniej|minder) Ja!", re.IGNORECASE)
    tie = re.compile(r"empate|pareggio|remis|gelijke stand", re.IGNORECASE)
    texts = [str(message.string) for message in read(language, "django") if message.id]
    assert len(texts) > 1000
    assert [text for text in texts if fewer.search(text) and not tie.search(text)] == []


def test_limit_of_the_print_edition_does_not_sound_as_if_larger_games_had_none() -> None:
    """R-022 and its older reading, in Dutch and in English."""
    assert "Begon de partij met 5 spelers" in section("print-edition", "nl")
    assert "In a larger game the last President always is, too" in section("print-edition", "en")


def test_who_was_investigated_may_still_be_elected() -> None:
    """R-073: "cannot be chosen again" was read as "cannot be elected"."""
    texts = {
        language: " ".join(section(each.anchor, language) for each in SECTIONS)
        for language in ("nl", "pl")
    }
    assert "opnieuw worden onderzocht" in texts["nl"]
    assert "nie może już zbadać" in texts["pl"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_election_tracker_does_not_count_elections_only(language: str) -> None:
    """R-040: an accepted veto is a step, too."""
    with override(language):
        board = example_boards(standard_ruleset(7)).one_before_chaos
        html = render_to_string("games/table/_election_tracker.html", {"view": board})
    label = re.search(r'<p [^>]*class="?visually-hidden"?>\s*(.*?)\s*</p>', html, re.DOTALL)
    assert label is not None
    assert CHAOS[language] in label[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_claims_are_compared_with_the_truth_after_the_end(language: str) -> None:
    """R-100 forbids it while a game runs only; replay and statistics do it afterwards."""
    assert STATISTICS[language] in section("this-site", language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["7 players", "5 or 6 players", "7 to 10 players"]),
        ("es", ["7 jugadores", "5–6 jugadores", "De 7 a 10 jugadores"]),
        ("it", ["7 giocatori", "5 o 6 giocatori", "Da 7 a 10 giocatori"]),
        ("pl", ["7 graczy", "5–6 graczy", "7–10 graczy"]),
        ("nl", ["7 spelers", "5 of 6 spelers", "7 tot 10 spelers"]),
    ],
)
def test_two_numbers_that_follow_each_other_are_no_range(language: str, said: list[str]) -> None:
    with override(language):
        assert [numbers_of_players(*pair) for pair in ((7, 7), (5, 6), (7, 10))] == said
    html = section("opening", language)
    assert said[1] in html
    assert said[2] in html
