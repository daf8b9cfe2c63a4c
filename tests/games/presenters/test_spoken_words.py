"""What is read aloud sounds as people speak: no symbols, no abbreviations, one person and mood."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext, override, pgettext

from config import catalogues
from games.engine.events import Event, told_to
from games.engine.ruleset import standard_ruleset
from games.engine.vocabulary import SeatNumber
from games.presenters.learning.opening import opening_script
from games.presenters.table.announcements import present_announcements
from games.records.record import parse_record
from games.replays.steps import ReplayOptions, replay_view
from games.selectors.replay import imported_recording
from tests.games.engine.players import random_game
from tests.games.presenters.views import people
from tests.games.recordings import played_record

LANGUAGES = [code for code, _name in settings.LANGUAGES]
# What a voice passes over or reads as a pause. It would spell everything else.
SILENT = re.compile(r"[^\W_]|[ .,:;!?¿¡()’«»„”“‘-]")
ABBREVIATION = re.compile(
    r"\b(?:n|nr|no|vs|ca|etc|ej|bv|bijv|tzw|np|tj|min|max|sek|godz|str|pág|pag)\.|\bn\.?º"
    r"|\b[bcdfghjklmnpqrstvwxz]{2,}\b",
    re.IGNORECASE,
)
# Said as they are, and read by everybody: the sentences of the phase, what changes in a lobby, and
# the questions of the companion, whose focus goes from one to the next.
SPOKEN_SOURCES = (
    "games/presenters/table/phase.py",
    "games/presenters/table/announcements.py",
    "games/presenters/lobby/news.py",
    "games/presenters/lobby/lobby.py",
    "games/presenters/learning/companion.py",
    "games/presenters/learning/companion_words.py",
    "templates/games/companion/_companion_decision.html",
)
# As replay.js gathers it.
HEARD_OF_A_STEP = (
    ".replay-told > .kicker, #replay-sentence, #replay-happened > #phase-aside,"
    " #replay-happened .log-entry"
)
ORDERS = {
    "en": r"\b(?:close|open|keep|remember|say)\b",
    "es": r"^(?:Que |Si .*, que )",
    "it": r"\b(?:[Cc]hiudete|[Rr]ichiudete|[Aa]prite|tieni|ricordate|ditelo)\b",
    "pl": r"\b(?:[Zz]amknijcie|[Oo]twórzcie|nie otwieraj|zapamiętajcie|powiedzcie)\b",
    "nl": r"\b(?:[Dd]oe|hou|onthoud|zeg)\b",
}
TOLD = {
    "en": r"\b(?:closes|opens)\b|, eyes closed",
    "es": r"\b(?:cierra|abren?|extiende|reconocen|recuerdan|levanta)\b",
    "it": r"\b(?:chiudono|aprono|tiene|ricordano)\b",
    "pl": r"\b(?:zamykają|opuszczają|otwierają|pamiętają)\b",
    "nl": r"\b(?:doet|mag|steekt|onthoudt)\b",
}


def spelt(text: str) -> list[str]:
    """Return what a voice would spell in a text: symbols and abbreviations."""
    return [*sorted(set(SILENT.sub("", text))), *ABBREVIATION.findall(text)]


def script(players: int) -> list[str]:
    return [line.text for line in opening_script(standard_ruleset(players))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [5, 7])
def test_narrator_says_every_line_as_an_order(language: str, players: int) -> None:
    with override(language):
        lines = script(players)
    sentences = [each for line in lines for each in re.split(r"(?<=\.) ", line)]
    assert [each for each in sentences if not re.search(ORDERS[language], each)] == []
    assert [each for each in sentences if re.search(TOLD[language], each)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [5, 7])
def test_narrator_says_nothing_that_a_voice_would_spell(language: str, players: int) -> None:
    with override(language):
        lines = script(players)
    assert {line: found for line in lines if (found := spelt(line))} == {}
    assert not re.search(r"[\d()]", " ".join(lines))
    # Without an end a voice runs into the next line.
    assert all(line.endswith((".", "!")) for line in lines)


@cache
def game(players: int, seed: int) -> tuple[Event, ...]:
    return tuple(random_game(seed, players))


def announced(players: int, seed: int) -> Iterator[str]:
    """Yield everything that is said of a whole game to a spectator and to the first player."""
    log = game(players, seed)
    viewers: tuple[SeatNumber | None, ...] = (None, 0)
    for viewer in viewers:
        told = told_to(log, viewer, game_over=True)
        yield from (each.text for each in present_announcements(told, people(players), viewer))


@pytest.mark.parametrize("language", LANGUAGES)
def test_announcements_of_whole_games_can_be_read_aloud(language: str) -> None:
    with override(language):
        lines = {line for seed in range(24) for line in announced(5 + seed % 6, seed)}
        kinds = {
            gettext("All secret roles lie open."),
            gettext("Chaos: the top policy is turned over, and all term limits are forgotten."),
        }
    # The games bring every kind of event, the rarest among them.
    assert kinds <= lines
    assert len(lines) > 300
    assert {line: found for line in lines if (found := spelt(line))} == {}


@cache
def said_as_they_are() -> tuple[tuple[str, str | None], ...]:
    """Return the texts of SPOKEN_SOURCES, all forms of each number, with their contexts."""
    found: dict[tuple[str, str | None], None] = {}
    silent = set(SPOKEN_SOURCES)
    for message in catalogues.extract("django"):
        places = {place for place, _line in message.locations}
        if message.id and places & set(SPOKEN_SOURCES):
            forms = [message.id] if isinstance(message.id, str) else message.id
            found |= dict.fromkeys((form, message.context) for form in forms)
            silent -= places
    assert silent == set()
    return tuple(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_that_are_said_as_they_are_can_be_read_aloud(language: str) -> None:
    with override(language):
        sentences = [
            catalogues.PLACEHOLDER.sub(
                "Ana", pgettext(context, each) if context else gettext(each)
            )
            for each, context in said_as_they_are()
        ]
    assert len(sentences) > 80
    assert {each: found for each in sentences if (found := spelt(each))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_a_replay_can_be_read_aloud(language: str) -> None:
    game = imported_recording(parse_record(played_record(7, 3)), "Table of Ana")
    lines = set()
    with override(language):
        for step in range(len(game.moments)):
            view = replay_view(game, step, ReplayOptions())
            assert view is not None
            page = render_to_string(
                "games/replay/_replay.html", {"view": replace(view, record="{}")}
            )
            soup = BeautifulSoup(page, "html.parser")
            lines |= {" ".join(each.get_text().split()) for each in soup.select(HEARD_OF_A_STEP)}
    assert len(lines) > 100
    assert {line: found for line in lines if (found := spelt(line))} == {}


@pytest.mark.parametrize(
    "planted",
    ["La política n.º 3", "Ustawa nr 3", "3 / 5", "Ana → Bo", "50 %", "Ana & Bo", "Ronde 3 – Bo", "± 30", "30 sek."],
)  # fmt: skip
def test_what_a_voice_would_spell_is_found(planted: str) -> None:
    assert spelt(planted)
