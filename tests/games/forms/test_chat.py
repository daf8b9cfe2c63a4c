"""Typed talk: cleaned to one line of visible characters, and parsed to typed requests."""

from typing import Any
from unicodedata import normalize

import pytest

from accounts.plain_text import clean_text
from games.engine.vocabulary import ClaimKind
from games.forms.chat import parse_mark, parse_mute, parse_notes, parse_talk
from games.values.chat import ClaimRequest, Mark, PhraseRequest, SayRequest
from games.values.refusals import GameError, ServiceReason
from games.words.talk import PHRASES, needs_name, phrase_text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  hello   there \n you ", "hello there you"),
        ("a\r\nb\tc\x00d\x1be\x85f", "a b cde f"),
        ("good\u202enatural\u202c", "goodnatural"),
        ("\u2066a\u2069\u200fb\u061cc", "abc"),
        ("zero\u200bwidth\ufeffjoined\u00ad", "zerowidthjoined"),
        ("l\u200da\u200ct", "lat"),
        ("e\u0301", "é"),
        ("\u3164\u2800\u115f", ""),
        ("x" + "\u0301" * 40, "x" + "\u0301" * 4),
        ("line\u2028paragraph\u2029end", "line paragraph end"),
        ("private\ue000 use\U000e0041", "private use"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🔬", "👩\u200d🔬"),
        ("Zażółć gęślą jaźń", "Zażółć gęślą jaźń"),
        ("<b>bold</b> & more", "<b>bold</b> & more"),
    ],
)
def test_text_is_one_line_of_visible_characters(typed: str, kept: str) -> None:
    assert clean_text(typed) == clean_text(clean_text(typed)) == normalize("NFC", kept)


def test_request_says_what_is_said() -> None:
    assert parse_talk({"action": "say", "text": " hi ", "message_id": "a-1"}) == SayRequest(
        text="hi", message_id="a-1"
    )
    assert parse_talk({"action": "phrase", "phrase": "trust", "about": "3"}) == PhraseRequest(
        phrase="trust", about=3, message_id=""
    )
    assert parse_talk({"action": "phrase", "phrase": "vote_nein", "about": "3"}) == PhraseRequest(
        phrase="vote_nein", about=None, message_id=""
    )
    assert parse_talk(
        {"action": "claim", "round": "2", "kind": "drew", "content": "LFF"}
    ) == ClaimRequest(round=2, kind=ClaimKind.DREW, content="LFF")


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"action": "shout", "text": "x"},
        {"action": "say"},
        {"action": "say", "text": ["x"]},
        {"action": "say", "text": "x", "message_id": "<script>"},
        {"action": "say", "text": "x", "message_id": "a" * 65},
        {"action": "phrase", "phrase": "I made this up"},
        {"action": "phrase", "phrase": "trust"},
        {"action": "phrase", "phrase": "trust", "about": "-1"},
        {"action": "phrase", "phrase": "trust", "about": "٣"},
        {"action": "claim", "round": "1", "kind": "guessed", "content": "LFF"},
        {"action": "claim", "round": "1e3", "kind": "drew", "content": "LFF"},
        {"action": "claim", "round": "1", "kind": "drew", "content": "LFFLFFLFF"},
        {"action": "claim", "round": "1", "kind": ["drew"], "content": "LFF"},
    ],
)
def test_malformed_talk_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(GameError) as refused:
        parse_talk(data)
    assert refused.value.reason is ServiceReason.MALFORMED


def test_notes_marks_and_mutes_are_read() -> None:
    assert parse_notes({"notes": "a\r\nb\0"}) == "a\nb"
    assert parse_mark({"seat": "4", "mark": "suspect"}) == (4, Mark.SUSPECT)
    assert parse_mute({"person": "seat-1", "muted": "true"}) == ("seat-1", True)
    for data in ({}, {"seat": "4", "mark": "adore"}, {"seat": "x", "mark": "trust"}):
        with pytest.raises(GameError):
            parse_mark(data)


def test_about_forty_phrases_speak_with_and_without_a_name() -> None:
    assert 35 <= len(PHRASES) <= 60
    for phrase in PHRASES:
        text = phrase_text(phrase, "Ana")
        assert ("Ana" in text) is needs_name(phrase)
        assert "%" not in text
        assert len(phrase) <= 32
