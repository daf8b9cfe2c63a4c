"""What is read aloud sounds as people speak: no symbols, no abbreviations, one person and mood."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

from config import catalogues
from games.engine.events import Event, told_to
from games.engine.vocabulary import SeatNumber
from games.presenters.learning.opening import opening_script
from games.presenters.table.announcements import present_announcements
from tests.games.engine.players import random_game
from tests.games.presenters.views import people

LANGUAGES = [code for code, _name in settings.LANGUAGES]
# What a voice passes over or reads as a pause. It would spell everything else.
SILENT = re.compile(r"[^\W_]|[ .,:;!?¿¡()’«»„”“‘-]")
ABBREVIATION = re.compile(
    r"\b(?:n|nr|no|vs|ca|etc|ej|bv|bijv|tzw|np|tj|min|max|sek|godz|str|pág|pag)\.|\bn\.?º"
    r"|\b[bcdfghjklmnpqrstvwxz]{2,}\b",
    re.IGNORECASE,
)
# The sentences of the phase are said as they are, and read by everybody.
SPOKEN_SOURCES = ("games/presenters/table/phase.py", "games/presenters/table/announcements.py")
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
    return [line.text for line in opening_script(players)]


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
            gettext("Chaos: the top policy is enacted, and all term limits are forgotten."),
        }
    # The games bring every kind of event, the rarest among them.
    assert kinds <= lines
    assert len(lines) > 300
    assert {line: found for line in lines if (found := spelt(line))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_the_phase_can_be_read_aloud(language: str) -> None:
    sentences = []
    for message in catalogues.extract("django"):
        places = {place for place, _line in message.locations}
        if message.id and places & set(SPOKEN_SOURCES):
            assert isinstance(message.id, str)
            with override(language):
                sentences.append(catalogues.PLACEHOLDER.sub("Ana", gettext(message.id)))
    assert len(sentences) > 25
    assert {each: found for each in sentences if (found := spelt(each))} == {}


@pytest.mark.parametrize(
    "planted",
    ["La política n.º 3", "Ustawa nr 3", "3 / 5", "Ana → Bo", "50 %", "Ana & Bo", "Ronde 3 – Bo", "± 30", "30 sek."],
)  # fmt: skip
def test_what_a_voice_would_spell_is_found(planted: str) -> None:
    assert spelt(planted)
